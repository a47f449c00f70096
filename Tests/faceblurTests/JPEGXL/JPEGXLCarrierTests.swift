import ImageProcessingKit
import TestSupport
import Testing

/// A second picture of the face hides in every place of a JPEG XL that can hold one; none reaches the render, and `verify` finds all.
@Suite struct JPEGXLCarrierTests {
  private static let photos = Result {
    try CarrierPhotos(
      Carrier.jpegXL, in: TestJPEG.encode(TestPhotos.closeUp(), TestJPEG.Kind { $0.quality = 92 }))
  }

  @Test func hasManyCarriersOfEachNameOnce() {
    #expect(Carrier.jpegXL.count >= 100)
    #expect(Set(Carrier.jpegXL.map(\.fileName)).count == Carrier.jpegXL.count)
  }

  @Test func blursEveryPhotoWithAHiddenPicture() throws {
    try Self.photos.get().expectAllBlurred()
  }

  @Test(arguments: Carrier.jpegXL)
  func leavesTheHiddenPictureBehind(_ carrier: Carrier) throws {
    let photos = try Self.photos.get()
    let photo = try #require(photos.run.photos[carrier.fileName])
    // Some lie in parts, and packed in a way that nobody unpacks again.
    if carrier.content == .jpeg, carrier.kind != "otherCode" {
      #expect(try !HiddenPicture.traces(inJPEGXL: photo).isEmpty, "nothing was planted")
    }
    let render = try photos.expectLeftBehind(carrier, by: HiddenPicture.traces(inJPEGXL:))
    #expect(try TestJXL.read(render).picture.width == 256)
  }

  @Test(arguments: Carrier.jpegXL)
  func findsTheHiddenPicture(_ carrier: Carrier) throws {
    let photos = try Self.photos.get()
    try photos.expectBlocksInFile(carrier)
    try photos.expectFound(carrier)
  }

  @Test(arguments: Carrier.jpegXL)
  func saysWhetherTheHiddenPictureMayShowAFace(_ carrier: Carrier) throws {
    try Self.photos.get().expectFaceTold(of: carrier)
  }

  @Test func findsNothingInTheRenders() throws {
    try Self.photos.get().expectNothingInRenders()
  }

  /// Of the JPEG that is had back: not every ExifTool unpacks boxes.
  @Test func leavesNoTagThatIsNotAllowedByExifToolsAccount() throws {
    var jpegs: [String: [UInt8]] = [:]
    for (name, render) in try Self.photos.get().run.renders {
      jpegs[name + ".jpg"] = try TestJXL.jpeg(of: render)
    }
    let tags = try ExifTool.tags(of: jpegs)
    for carrier in Carrier.jpegXL {
      let found = try #require(tags[carrier.fileName + ".jpg"], "\(carrier): exiftool read no render")
      #expect(found["File:FileType"] == "JPEG", "\(carrier)")
      let others = ExifTool.tagsThatMustNotBe(in: found)
      #expect(others.isEmpty, "\(carrier): the render has \(others)")
    }
  }
}
