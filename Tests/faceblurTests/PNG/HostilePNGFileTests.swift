import TestSupport
import Testing

/// PNGs that are made to keep a parser busy: each gets its answer, in a time and a memory that do not grow faster than the file.
///
/// Nothing is timed: see `HostileFileTests`.
@Suite struct HostilePNGFileTests {
  private static let limits = ["prlimit", "--cpu=60", "--as=\(2 << 30)"]

  /// The files together in a folder.
  private func folder(_ files: [HostileFile]) throws -> ScratchFolder {
    // Small, with a face, so that there is something to blur.
    let photo = try TestPNG.encode(TestPhotos.pixels(of: HiddenPicture.jpeg()))
    let scratch = try ScratchFolder()
    try scratch.write(files, of: photo)
    return scratch
  }

  private static let photos = HostileFile.runs(
    of: HostileFile.png.filter(\.isPhoto), HostileFile.largePNG.filter(\.isPhoto))

  @Test(arguments: photos)
  func blursWhatIsAPhotoAndKeepsNothingOfTheRest(_ files: [HostileFile]) throws {
    for render in try folder(files).expectRenders(of: files, under: Self.limits) {
      let decoded = try TestPNG.read(render)
      // Numbers that no screen has are carried over; libpng says so, and takes others.
      let isNumber = ["cHRM", "gAMA"].contains { decoded.message.hasPrefix($0) }
      #expect(decoded.warnings == 0 || isNumber, "\(decoded.message)")
      #expect(render.count < 1 << 20)
    }
  }

  @Test(arguments: [HostileFile.png] + HostileFile.largePNG.map { [$0] })
  func verifyAnswersForEveryOne(_ files: [HostileFile]) throws {
    // One that is no photo has a code of its own where it is alone.
    let codes: Set<Int32> = files.count == 1 && !files[0].isPhoto ? [1, 65] : [1]
    try folder(files).expectAnswers(for: files, codes, under: Self.limits)
  }

  @Test func refusesWhatIsNoPhoto() throws {
    let files = (HostileFile.png + HostileFile.largePNG).filter { !$0.isPhoto }
    try folder(files).expectRefusal(of: files, under: Self.limits)
  }
}
