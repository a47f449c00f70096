import TestSupport
import Testing

/// HEICs that are not what they say: each ends in an error with its name, and takes nothing with it.
@Suite struct HostileHEICFileTests {
  /// Those that can be read as they are: of two that contradict each other the first counts, and what does not lie in the picture is
  /// no part of it.
  private static let read: Set<String> = [
    "A size of 0 for meta", "A size of 0 for meta/iprp/ipma", "A size of 0 for meta/iloc",
    "A sequence's brands",
    "Two metas", "A second meta with another primary item", "A clap that is larger than the picture",
    "A clap of negative size",
  ]

  @Test func nothingButItselfFails() throws {
    let scratch = try ScratchFolder()
    let small = try TestPhotos.closeUpHEIC()
    for file in HostileFile.heic { try scratch.write(file.build(small), "photos/\(file.fileName)") }
    try scratch.write(small, "photos/sound.heic")
    let outcome = try scratch.scrub("--jobs", "2")
    #expect(outcome.exitCode == 1, "\(outcome.errors)")
    let report = try scratch.report()
    #expect(report["sound.heic"]?.status == "done")
    for file in HostileFile.heic {
      let line = try #require(report[file.fileName], "\(file)")
      let reason = line.reason ?? ""
      #expect(!reason.contains("worker") && !reason.contains("internal error"), "\(file): \(reason)")
      if !file.isPhoto, !Self.read.contains(file.name) { #expect(line.status == "failed", "\(file)") }
    }
    #expect(try scratch.faceblur("verify", "out").exitCode == 0)
  }
}
