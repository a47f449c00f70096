import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

@Suite struct PhotoAssetTests {
  @Test(arguments: [
    ("IMG_1234.JPG", "IMG_E1234.JPG"), ("DSC_0001.jpeg", "DSC_E0001.jpeg"),
    ("IMG_12345.JPG", "IMG_12345_edited.JPG"),
    ("IM1_1234.JPG", "IM1_1234_edited.JPG"), ("party.jpg", "party_edited.jpg"),
    ("no extension", "no extension_edited"),
    (".hidden", ".hidden_edited"), ("two.dots.jpg", "two.dots_edited.jpg"), ("école.jpg", "école_edited.jpg"),
  ])
  func namesTheRenderAsApplePhotosDoes(original: String, render: String) {
    #expect(PhotoAsset.renderName(of: FilePath(original)) == FilePath(render))
  }

  @Test func namesTheRecordAfterTheStemUnlessTwoPhotosShareIt() throws {
    let folder = try ScratchFolder()
    let jpg = FilePath(try folder.write([1], "a.JPG"))
    #expect(PhotoAsset(jpg).record.name == "a.AAE")
    // A companion that is no photo does not count.
    try folder.write([1], "a.MOV")
    #expect(PhotoAsset(jpg).record.name == "a.AAE")
    // On some file systems the two records would be one file.
    let heic = FilePath(try folder.write([1], "A.HEIC"))
    #expect(PhotoAsset(jpg).record.name == "a.JPG.AAE")
    #expect(PhotoAsset(heic).record.name == "A.HEIC.AAE")
    #expect(PhotoAsset(jpg).uniqueStem != PhotoAsset(heic).uniqueStem)
  }

  /// Two photos whose names differ in case only are two where the folder lists both.
  @Test func tellsPhotosApartThatDifferInCase() throws {
    let folder = try ScratchFolder()
    let small = FilePath(try folder.write([1], "a.jpg"))
    let record = folder.path("A.AAE")
    #expect(!PhotoAsset.isAnother("A.JPG", than: small, recordedIn: FilePath(record)))
    let large = FilePath(try folder.write([1], "A.JPG"))
    #expect(PhotoAsset(small).record.name == "a.jpg.AAE" && PhotoAsset(large).record.name == "A.JPG.AAE")
    #expect(PhotoAsset.isAnother("A.JPG", than: small, recordedIn: FilePath(record)))
    // Of a photo that is gone nobody takes the other one for it.
    try FileManager.default.removeItem(atPath: "\(small)")
    #expect(PhotoAsset.isAnother("A.JPG", than: small, recordedIn: FilePath(record)))
  }

  /// Where all photos of a folder are asked about, names of other stems say nothing.
  @Test func isTheSameAmongThoseOfItsStem() throws {
    let folder = try ScratchFolder()
    let record = try AdjustmentDataTests.record().adjustmentData(timestamp: .init()).fileContent()
    for name in [
      "a.JPG", "A.HEIC", "a.mov", "b.mkv", "b.mp4", "B.webm", "c.jpg", "c.jpg.png", "IMG_1234.JPG",
      "img_1234.jpg",
      "d.png",
    ] {
      try folder.write([1], name)
    }
    for name in ["a.AAE", "c.jpg.AAE", "IMG_1234.AAE", "img_1234.AAE"] { try folder.write(record, name) }
    let names = Folder.names(in: FilePath(folder.path))
    let byStem = Dictionary(grouping: names, by: \.stem.caseless)
    for name in names + ["gone.jpg", "D.PNG"] {
      let path = FilePath(folder.path).appending(name)
      let asset = PhotoAsset(path, recordFolder: nil, among: byStem[name.stem.caseless] ?? [])
      #expect(asset == PhotoAsset(path), "\(name)")
    }
  }

  @Test func keepsARecordThatWasThereBeforeTheSecondPhoto() throws {
    let folder = try ScratchFolder()
    let jpg = FilePath(try folder.write([1], "IMG_1234.JPG"))
    let record = try AdjustmentDataTests.record().adjustmentData(timestamp: .init()).fileContent()
    try folder.write(record, "IMG_1234.AAE")
    let png = FilePath(try folder.write([1], "IMG_1234.PNG"))
    #expect(PhotoAsset(jpg).record.name == "IMG_1234.AAE")
    #expect(PhotoAsset(png).record.name == "IMG_1234.PNG.AAE")
  }

  /// It could be this photo's edit, and an edit is never passed over in silence.
  @Test func takesARecordOfAnotherProgramForThisPhotos() throws {
    let folder = try ScratchFolder()
    let jpg = FilePath(try folder.write([1], "IMG_0001.JPG"))
    try folder.write([1], "IMG_0001.HEIC")
    let foreign = AdjustmentData(
      formatIdentifier: "com.apple.photo", formatVersion: "1.4", data: [1], timestamp: .init())
    try folder.write(try #require(foreign).fileContent(), "IMG_0001.AAE")
    #expect(PhotoAsset(jpg).record.name == "IMG_0001.AAE")
  }

  @Test func namesRendersInFoldersThatAreNotThereYet() throws {
    let folder = try ScratchFolder()
    let asset = PhotoAsset(FilePath(try folder.write([1], "a.jpg")))
    #expect(asset.reference(to: FilePath(folder.path("b.jpg"))) == "b.jpg")
    #expect(asset.reference(to: FilePath(folder.path("x/y/b.jpg"))).isAbsolute)
    #expect(asset.reference(to: "not/there/b.jpg").isAbsolute)
  }
}
