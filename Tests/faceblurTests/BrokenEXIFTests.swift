import TestSupport
import Testing

/// A photo with a broken EXIF is still scrubbed.
@Suite struct BrokenEXIFTests {
  private static let tags = Result { try ExifTool.tags(of: CarrierRun.everyBrokenEXIF.get().renders) }

  @Test func blursEveryPhotoWithABrokenEXIF() throws {
    let run = try CarrierRun.everyBrokenEXIF.get()
    #expect(run.blur.exitCode == 0, "\(run.blur.errors)")
  }

  @Test(arguments: Array(BrokenEXIF.all.enumerated()).map { Case(index: $0.offset, broken: $0.element) })
  func leavesThePictureInABrokenEXIFBehind(_ example: Case) throws {
    let run = try CarrierRun.everyBrokenEXIF.get()
    let name = CarrierRun.brokenEXIFName(example.index)
    #expect(try !HiddenPicture.traces(in: #require(run.photos[name])).isEmpty, "\(example): nothing planted")
    #expect(!run.changedPhotos.contains(name), "\(example): the original was touched")
    let render = try run.render(of: name)
    #expect(try HiddenPicture.traces(in: render).isEmpty, "\(example): the picture is in the render")
    let tags = try #require(try Self.tags.get()[name], "\(example): exiftool read no render")
    #expect(ExifTool.tagsThatMustNotBe(in: tags).isEmpty, "\(example): \(tags)")
  }

  struct Case: Sendable, CustomStringConvertible {
    let index: Int
    let broken: BrokenEXIF

    var description: String { "EXIF that \(broken)" }
  }
}
