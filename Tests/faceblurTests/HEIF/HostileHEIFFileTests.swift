import TestSupport
import Testing

/// HEICs and AVIFs that are not what they say: each ends in an error with its name, and takes nothing with it.
@Suite struct HostileHEIFFileTests {
  private static let limits = ["prlimit", "--cpu=60", "--as=\(4 << 30)"]

  /// Those that can be read as they are: of two that contradict each other the first counts, and what does not lie in the picture is
  /// no part of it.
  private static let read: Set<String> = [
    "A size of 0 for meta", "A size of 0 for meta/iprp/ipma", "A size of 0 for meta/iloc",
    "A sequence's brands",
    "Two metas", "A second meta with another primary item", "A clap that is larger than the picture",
    "A clap of negative size",
    // Of what it lacks, dav1d makes something.
    "A tile whose frame is cut", "A tile whose frame is of zeros",
  ]

  @Test(arguments: TestHEIF.Codec.allCases)
  func nothingButItselfFails(codec: TestHEIF.Codec) throws {
    let scratch = try ScratchFolder()
    let small = try TestPhotos.closeUp(codec)
    let files = codec == .hevc ? HostileFile.heic : HostileFile.avif
    for file in files { try scratch.write(file.build(small), "photos/\(file.fileName)") }
    try scratch.write(small, "photos/sound.heif")
    let outcome = try scratch.scrub("--jobs", "2")
    #expect(outcome.exitCode == 1, "\(outcome.errors)")
    let report = try scratch.report()
    #expect(report["sound.heif"]?.status == "done")
    for file in files {
      let line = try #require(report[file.fileName], "\(file)")
      let reason = line.reason ?? ""
      #expect(!reason.contains("worker") && !reason.contains("internal error"), "\(file): \(reason)")
      // What no render can hold is refused before one is made of it.
      if !file.isPhoto { #expect(!reason.contains("leak gate"), "\(file): \(reason)") }
      if !file.isPhoto, !Self.read.contains(file.name) { #expect(line.status == "failed", "\(file)") }
    }
    #expect(try scratch.faceblur("verify", "out").exitCode == 0)
  }

  /// `verify` answers for every one of the large AVIFs, in a time and a memory that do not grow faster than the file.
  @Test(arguments: HostileFile.largeAVIF)
  func verifyAnswersForLargeOnes(_ file: HostileFile) throws {
    let scratch = try ScratchFolder()
    try scratch.write(file.build(TestPhotos.closeUpAVIF()), file.fileName)
    let outcome = try BuiltCommand.run(
      ["verify", "--json", file.fileName], prefix: Self.limits, in: scratch.path)
    #expect([1, 65].contains(outcome.exitCode), "\(outcome.errors)")
    #expect(outcome.output.utf8.count < 4 << 20, "the list grows with the file")
  }
}
