import TestSupport
import Testing

/// WebPs that are made to keep a parser busy: each gets its answer, in a time and a memory that do not grow faster than the file.
///
/// Nothing is timed: see `HostileFileTests`.
@Suite struct HostileWebPFileTests {
  private static let limits = ["prlimit", "--cpu=60", "--as=\(2 << 30)"]

  /// The files together in a folder.
  private func folder(_ files: [HostileFile]) throws -> ScratchFolder {
    // Small, with a face, so that there is something to blur; of the size that some of them speak of.
    let portrait = try TestPhotos.pixels(of: HiddenPicture.jpeg())
    let photo = try TestWebP.photo(TestWebP.Picture(portrait), .lossless).bytes
    let scratch = try ScratchFolder()
    try scratch.write(files, of: photo)
    return scratch
  }

  private static let photos = HostileFile.runs(
    of: HostileFile.webP.filter(\.isPhoto), HostileFile.largeWebP.filter(\.isPhoto))

  @Test(arguments: photos)
  func blursWhatIsAPhotoAndKeepsNothingOfTheRest(_ files: [HostileFile]) throws {
    for render in try folder(files).expectRenders(of: files, under: Self.limits) {
      #expect(try TestWebP.read(render).picture.width == 171)
      #expect(render.count < 1 << 20)
    }
  }

  @Test(arguments: [HostileFile.webP] + HostileFile.largeWebP.map { [$0] })
  func verifyAnswersForEveryOne(_ files: [HostileFile]) throws {
    // One that is no photo has a code of its own where it is alone.
    let codes: Set<Int32> = files.count == 1 && !files[0].isPhoto ? [1, 65] : [1]
    try folder(files).expectAnswers(for: files, codes, under: Self.limits)
  }

  @Test func refusesWhatIsNoPhoto() throws {
    let files = (HostileFile.webP + HostileFile.largeWebP).filter { !$0.isPhoto }
    try folder(files).expectRefusal(of: files, under: Self.limits)
  }

  /// Hostile files take down nothing but themselves.
  @Test func nothingButItselfFails() throws {
    let scratch = try ScratchFolder()
    let small = try TestPhotos.closeUpWebP()
    try scratch.write(HostileFile.webP, of: small, in: "photos")
    try scratch.write(small, "photos/sound.webp")
    try scratch.expectOnlyFailures(of: HostileFile.webP, beside: "sound.webp")
  }
}
