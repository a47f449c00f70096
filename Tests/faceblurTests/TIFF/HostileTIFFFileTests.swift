import TestSupport
import Testing

/// TIFFs that are made to keep a parser busy: each gets its answer, in a time and a memory that do not grow faster than the file.
///
/// Nothing is timed: see `HostileFileTests`.
@Suite struct HostileTIFFFileTests {
  private static let limits = ["prlimit", "--cpu=60", "--as=\(2 << 30)"]

  /// The files together in a folder.
  private func folder(_ files: [HostileFile], in name: String? = nil) throws -> ScratchFolder {
    // Small, with a face, so that there is something to blur.
    let photo = try TestTIFF.encode(
      TestPhotos.pixels(of: HiddenPicture.jpeg()), .rgb8, TestTIFF.Coding { $0.compression = .lzw })
    let scratch = try ScratchFolder()
    try scratch.write(files, of: photo, in: name)
    return scratch
  }

  /// Hostile files take down nothing but themselves.
  @Test func nothingButItselfFails() throws {
    let scratch = try folder(HostileFile.tiff, in: "photos")
    try scratch.write(TestTIFF.encode(TestPhotos.withoutFaces(width: 64, height: 64)), "photos/sound.tif")
    try scratch.expectOnlyFailures(of: HostileFile.tiff, beside: "sound.tif")
  }

  /// Each alone, so that each has the limits for itself.
  @Test(arguments: HostileFile.largeTIFF)
  func largeOnesTakeNoMoreThanTheirSize(_ file: HostileFile) throws {
    let scratch = try folder([file])
    let before = try scratch.state()
    let blur = try BuiltCommand.run(
      ["blur", "-o", "out/", "--json"] + ScratchFolder.quick + [file.fileName], prefix: Self.limits,
      in: scratch.path)
    if file.isPhoto {
      #expect(blur.exitCode == 0, "\(blur.errors)")
      let render = try #require(try blur.photos().first?.outputs.render)
      let decoded = try TestTIFF.read(scratch.read("out/\(file.fileName)"))
      #expect(decoded.warnings == 0, "\(decoded.message)")
      #expect(try BuiltCommand.run(["verify", render], prefix: Self.limits, in: scratch.path).exitCode == 0)
    } else {
      #expect(blur.exitCode == 65 && blur.errors.contains(file.fileName), "\(blur.errors)")
      #expect(try scratch.state() == before)
    }
    let codes: Set<Int32> = file.isPhoto ? [0, 1] : [1, 65]
    try scratch.expectAnswers(for: [file], codes, under: Self.limits)
  }

  /// All in a few runs: what is no photo has a code of its own only where it is alone.
  @Test func verifyAnswersForEveryOne() throws {
    let outcome = try folder(HostileFile.tiff).expectAnswers(
      for: HostileFile.tiff, [1], under: ["prlimit", "--cpu=120", "--as=\(2 << 30)"], mostBytes: 8 << 20)
    let told = outcome.output + outcome.errors
    for file in HostileFile.tiff { #expect(told.contains(file.fileName), "nothing is said of \(file)") }
  }

  @Test func refusesWhatIsNoPhoto() throws {
    let files = HostileFile.tiff.filter { !$0.isPhoto }
    try folder(files).expectRefusal(of: files, under: Self.limits)
  }
}
