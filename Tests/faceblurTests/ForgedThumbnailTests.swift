import ImageProcessingKit
import TestSupport
import Testing

/// `verify` lets a thumbnail pass only where it shows what the picture shows, to the last byte.
@Suite struct ForgedThumbnailTests {
  private static let render = Result { () -> [UInt8] in
    let scratch = try ScratchFolder()
    try scratch.writeGraceHopper()
    try scratch.faceblur("blur", "admiral.jpg", "--thumbnail")
    return try scratch.read("admiral_edited.jpg")
  }

  private func verified(_ thumbnail: [UInt8]) throws -> VerifyRun {
    try VerifyRun(["forged.jpg": ThumbnailSplice.replacing(in: Self.render.get(), by: thumbnail)])
  }

  private func expectLeak(_ thumbnail: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) throws {
    let run = try verified(thumbnail)
    #expect(run.outcome.exitCode == 1, sourceLocation: sourceLocation)
    let leaks = try run.file("forged.jpg").leaks.map(\.kind)
    #expect(leaks.contains("exifThumbnail"), "\(leaks)", sourceLocation: sourceLocation)
  }

  private func ownThumbnail() throws -> [UInt8] {
    let render = try Self.render.get()
    return Array(render[try ThumbnailSplice.range(in: render)])
  }

  @Test func findsTheOriginalsThumbnail() throws {
    let small = try PhotoFormats.standard.open(TestPhotos.graceHopper()).displayImage(fitting: 160).pixels
    let forged = try TestJPEG.encode(small)
    try expectLeak(forged)
    #expect(try verified(forged).file("forged.jpg").leaks.contains { $0.mayShowFace == .yes })
  }

  // Little light makes every difference small, and a face can be brightened up.
  @Test(arguments: [0.5, 0.25, 0.15])
  func findsTheOriginalsThumbnailInADarkPhoto(light: Double) throws {
    let bright = try TestPhotos.pixels(of: TestPhotos.graceHopper())
    let dark = try #require(
      PixelBuffer(
        width: bright.width, height: bright.height, bytes: bright.bytes.map { UInt8(Double($0) * light) }))
    let photo = try TestJPEG.encode(dark)
    let scratch = try ScratchFolder()
    try scratch.write(photo, "night.jpg")
    try scratch.faceblur("blur", "night.jpg", "--thumbnail")
    let small = try PhotoFormats.standard.open(photo).displayImage(fitting: 160).pixels
    let forged = try ThumbnailSplice.replacing(
      in: scratch.read("night_edited.jpg"), by: TestJPEG.encode(small))
    #expect(try VerifyRun(["forged.jpg": forged]).outcome.exitCode == 1)
  }

  // The eyes alone tell enough.
  @Test func findsAThumbnailThatShowsOnePartOfTheFace() throws {
    let original = try PhotoFormats.standard.open(TestPhotos.graceHopper()).displayImage(fitting: 160).pixels
    var shown = try TestPhotos.pixels(of: ownThumbnail())
    for y in 46..<60 {
      for x in 52..<90 { shown[x, y] = original[x, y] }
    }
    try expectLeak(TestJPEG.encode(shown, TestJPEG.Kind { $0.sampling = (1, 1) }))
  }

  @Test func findsASmallerThumbnailOfTheOriginal() throws {
    let small = try PhotoFormats.standard.open(TestPhotos.graceHopper()).displayImage(fitting: 64).pixels
    try expectLeak(TestJPEG.encode(small))
  }

  @Test func findsWhatHidesInTheThumbnailsOwnFile() throws {
    let own = try ownThumbnail()
    try expectLeak(JPEGParts.inserting([(0xFE, HiddenPicture.mark)], into: own))
    try expectLeak(JPEGParts.inserting([(0xEF, HiddenPicture.jpeg())], into: own))
    try expectLeak(own + HiddenPicture.mark)
    try expectLeak(TestJPEG.oriented(own, .down))
  }

  @Test func findsAThumbnailThatIsNone() throws {
    try expectLeak(HiddenPicture.rgb())
    try expectLeak(ownThumbnail().dropLast(40))
  }
}
