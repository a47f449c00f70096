import TestSupport
import Testing

/// TIFFs that are made to keep a parser busy: each gets its answer, in a time and a memory that do not grow faster than the file.
///
/// Nothing is timed: see `HostileFileTests`.
@Suite struct HostileTIFFFileTests {
  private static let limits = ["prlimit", "--cpu=60", "--as=\(2 << 30)"]

  /// The files together in a folder.
  private func folder(_ files: [HostileFile], in name: String = ".") throws -> ScratchFolder {
    // Small, with a face, so that there is something to blur.
    let photo = try TestTIFF.encode(
      TestPhotos.pixels(of: HiddenPicture.jpeg()), .rgb8, TestTIFF.Coding { $0.compression = .lzw })
    let scratch = try ScratchFolder()
    for file in files { try scratch.write(file.build(photo), "\(name)/\(file.fileName)") }
    return scratch
  }

  /// Hostile files take down nothing but themselves.
  @Test func nothingButItselfFails() throws {
    let scratch = try folder(HostileFile.tiff, in: "photos")
    try scratch.write(TestTIFF.encode(TestPhotos.withoutFaces(width: 64, height: 64)), "photos/sound.tif")
    let outcome = try scratch.scrub("--jobs", "2")
    #expect(outcome.exitCode == 1, "\(outcome.errors)")
    let report = try scratch.report()
    #expect(report["sound.tif"]?.status == "done")
    for file in HostileFile.tiff {
      let line = try #require(report[file.fileName], "\(file)")
      let reason = line.reason ?? ""
      #expect((line.status == "failed") == !file.isPhoto, "\(file): \(line.status) \(reason)")
      #expect(!reason.contains("worker") && !reason.contains("internal error"), "\(file): \(reason)")
    }
    #expect(try scratch.faceblur("verify", "out").exitCode == 0)
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
    let verify = try BuiltCommand.run(
      ["verify", "--json", file.fileName], prefix: Self.limits, in: scratch.path)
    let codes: Set<Int32> = file.isPhoto ? [0, 1] : [1, 65]
    #expect(codes.contains(verify.exitCode), "\(verify.errors)")
    #expect(verify.output.utf8.count < 4 << 20, "the list grows with the file")
  }

  /// All in a few runs: what is no photo has a code of its own only where it is alone.
  @Test func verifyAnswersForEveryOne() throws {
    let scratch = try folder(HostileFile.tiff)
    let outcome = try BuiltCommand.run(
      ["verify", "--json"] + HostileFile.tiff.map(\.fileName),
      prefix: ["prlimit", "--cpu=120", "--as=\(2 << 30)"],
      in: scratch.path)
    #expect(outcome.exitCode == 1, "\(outcome.errors)")
    #expect(outcome.output.utf8.count < 8 << 20, "the list grows with the file")
    let told = outcome.output + outcome.errors
    for file in HostileFile.tiff { #expect(told.contains(file.fileName), "nothing is said of \(file)") }
  }

  @Test func refusesWhatIsNoPhoto() throws {
    let files = HostileFile.tiff.filter { !$0.isPhoto }
    try folder(files).expectRefusal(of: files, under: Self.limits)
  }
}
