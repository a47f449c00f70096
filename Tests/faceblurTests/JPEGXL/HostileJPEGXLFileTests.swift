import ImageProcessingKit
import TestSupport
import Testing

/// JPEG XLs that are made to keep a parser busy: each gets its answer, in a time and a memory that do not grow faster than the file.
///
/// Nothing is timed: see `HostileFileTests`.
@Suite struct HostileJPEGXLFileTests {
  private static let limits = ["prlimit", "--cpu=60", "--as=\(2 << 30)"]

  /// The files together in a folder.
  private func folder(_ files: [HostileFile]) throws -> ScratchFolder {
    // Small, with a face, so that there is something to blur.
    let photo = try HiddenPicture.jpeg()
    let scratch = try ScratchFolder()
    try scratch.write(files, of: photo)
    return scratch
  }

  private static let photos = HostileFile.runs(
    of: HostileFile.jpegXL.filter(\.isPhoto), HostileFile.largeJPEGXL.filter(\.isPhoto))

  @Test(arguments: photos)
  func blursWhatIsAPhotoAndKeepsNothingOfTheRest(_ files: [HostileFile]) throws {
    for render in try folder(files).expectRenders(of: files, under: Self.limits) {
      #expect(try TestJXL.read(render).picture.width == 171)
      #expect(render.count < 1 << 20)
    }
  }

  @Test(arguments: [HostileFile.jpegXL] + HostileFile.largeJPEGXL.map { [$0] })
  func verifyAnswersForEveryOne(_ files: [HostileFile]) throws {
    // One that is no photo has a code of its own where it is alone.
    let codes: Set<Int32> = files.count == 1 && !files[0].isPhoto ? [1, 65] : [1]
    try folder(files).expectAnswers(for: files, codes, under: Self.limits)
  }

  @Test func refusesWhatIsNoPhoto() throws {
    let files = (HostileFile.jpegXL + HostileFile.largeJPEGXL).filter { !$0.isPhoto }
    try folder(files).expectRefusal(of: files, under: Self.limits)
  }

  /// Hostile files take down nothing but themselves.
  @Test func nothingButItselfFails() throws {
    let scratch = try ScratchFolder()
    let small = try TestJPEG.encode(TestPhotos.closeUp())
    try scratch.write(HostileFile.jpegXL, of: small, in: "photos")
    try scratch.write(TestJXL.transcode(small), "photos/sound.jxl")
    try scratch.expectOnlyFailures(of: HostileFile.jpegXL, beside: "sound.jxl")
  }
}
