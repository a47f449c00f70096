import Foundation
import TestSupport
import Testing

/// A journal that was put back from a backup does not know what a person has drawn since.
@Suite struct RestoredJournalTests {
  private static let corner = PixelBox(x: 16, y: 560, width: 64, height: 48)
  private static let add = ["--add", "16,560,64,48"]
  private static let output = "out/group.jpg"

  /// A scrubbed photo with a corner that was drawn, beside a journal of before that; the newer one is kept as `newer`.
  private func restored() throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    try scratch.write(TestJPEG.encode(TestPhotos.group().picture), "photos/group.jpg")
    try scratch.writeAstronaut("photos/portrait.jpg")
    #expect(try scratch.scrub().exitCode == 0)
    let files = FileManager.default
    try files.copyItem(atPath: scratch.path("out.faceblur"), toPath: scratch.path("older"))
    try scratch.faceblur("edit", Self.output, "--add", "16,560,64,48")
    #expect(try hidden(scratch) == 1)
    try scratch.rename("out.faceblur", to: "newer")
    try files.copyItem(atPath: scratch.path("older"), toPath: scratch.path("out.faceblur"))
    return scratch
  }

  /// How much of the corner is hidden.
  private func hidden(_ scratch: ScratchFolder) throws -> Double {
    let seen = try RenderedCoefficients(
      original: scratch.read("photos/group.jpg"), render: scratch.read(Self.output))
    try #require(seen.isComparable)
    return seen.coverage(of: Self.corner, by: seen.isFlat)
  }

  private static let reason = "or the journal is an older copy"

  @Test(arguments: [[], ["--records", "records"]])
  func showsNothingThatItDoesNotKnow(_ records: [String]) throws {
    let scratch = try restored()
    for words in ["--dry-run --force", "", "--force", "--style fill", "--force --style fill"] {
      let options = words.split(separator: " ").map(String.init)
      let outcome = try scratch.scrub(options + records)
      #expect(outcome.exitCode == 1, "\(options)")
      outcome.expectOneErrorLine(naming: Self.reason)
      #expect(outcome.errors.contains("use --force and --forget together"), "\(outcome.errors)")
      #expect(try hidden(scratch) == 1, "\(options)")
    }
    #expect(try scratch.report()["group.jpg"]?.status == "failed")
    // With the newer journal all is as it was.
    try scratch.remove("out.faceblur")
    try scratch.rename("newer", to: "out.faceblur")
    #expect(try scratch.scrub(["--style", "fill"] + records).exitCode == 0)
    #expect(try hidden(scratch) == 1)
  }

  /// Neither before a run nor after one that has failed for it does the advice lead in a circle.
  @Test func leadsOutOfEveryCommand() throws {
    let scratch = try restored()
    for isScrubbed in [false, true] {
      if isScrubbed { #expect(try scratch.scrub().exitCode == 1) }
      for words in [["edit", Self.output] + Self.add, ["revert", Self.output]] {
        for force in [[], ["--force"]] {
          let outcome = try BuiltCommand.run(words + force, in: scratch.path)
          #expect(outcome.exitCode == 73, "\(words + force): \(outcome.errors)")
          outcome.expectOneErrorLine(naming: Self.reason)
          #expect(outcome.errors.contains("move that file away and run 'faceblur scrub' again"))
        }
      }
    }
    #expect(try hidden(scratch) == 1)
    try scratch.rename(Self.output, to: "looked-at.jpg")
    #expect(try scratch.scrub().exitCode == 0)
    try scratch.faceblur("edit", Self.output, "--add", "16,560,64,48")
    #expect(try hidden(scratch) == 1)
  }

  /// Who says so gives up what was drawn, of that output alone.
  @Test func givesUpWhatItDoesNotKnowWhereThatIsAskedFor() throws {
    let scratch = try restored()
    let before = try scratch.published()
    #expect(try scratch.scrub("--force", "--forget").exitCode == 0)
    #expect(try hidden(scratch) == 0)
    #expect(try scratch.published()["portrait.jpg"] == before["portrait.jpg"])
  }

  /// Nor is it forgotten where the photo fails for something else in between.
  @Test func knowsOfItAfterAnotherFailure() throws {
    let scratch = try restored()
    let photo = try scratch.read("photos/group.jpg")
    try scratch.write(Array(photo.prefix(300)), "photos/group.jpg")
    let outcome = try scratch.scrub("--force")
    #expect(outcome.exitCode == 1 && outcome.errors.contains("and stays"), "\(outcome.errors)")
    try scratch.write(photo, "photos/group.jpg")
    for options in [["--force"], []] {
      #expect(try scratch.scrub(options).exitCode == 1)
      #expect(try hidden(scratch) == 1)
    }
  }
}
