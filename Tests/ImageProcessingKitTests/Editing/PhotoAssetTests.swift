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
    let heic = FilePath(try folder.write([1], "a.HEIC"))
    #expect(PhotoAsset(jpg).record.name == "a.JPG.AAE")
    #expect(PhotoAsset(heic).record.name == "a.HEIC.AAE")
    #expect(PhotoAsset(jpg).uniqueStem != PhotoAsset(heic).uniqueStem)
  }

  @Test func keepsARecordThatWasThereBeforeTheSecondPhoto() throws {
    let folder = try ScratchFolder()
    let jpg = FilePath(try folder.write([1], "IMG_1234.JPG"))
    let record = try AdjustmentDataTests.adjustment().adjustmentData(timestamp: .init()).fileContent()
    try folder.write(record, "IMG_1234.AAE")
    let png = FilePath(try folder.write([1], "IMG_1234.PNG"))
    #expect(PhotoAsset(jpg).record.name == "IMG_1234.AAE")
    #expect(PhotoAsset(png).record.name == "IMG_1234.PNG.AAE")
  }
}
