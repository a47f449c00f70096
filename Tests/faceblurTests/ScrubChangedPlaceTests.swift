import Foundation
import TestSupport
import Testing

/// A photo has one place in the target, and what an earlier run made of it does not stay at another one.
@Suite struct ScrubChangedPlaceTests {
  /// Two folders beside each other, of which the first one has been scrubbed alone.
  private func scrubbed() throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/a.jpg")
    try scratch.writeGraceHopper("more/b.jpg")
    #expect(try scratch.scrub().exitCode == 0)
    return scratch
  }

  private func scrubBoth(_ scratch: ScratchFolder) throws -> BuiltCommand.Outcome {
    try BuiltCommand.run(["scrub", "photos", "more", "-o", "out"] + ScratchFolder.quick, in: scratch.path)
  }

  private func photos(in scratch: ScratchFolder) throws -> Set<String> {
    Set(try scratch.published().keys.filter { $0.hasSuffix(".jpg") })
  }

  @Test func leavesNothingAtTheEarlierPlace() throws {
    let scratch = try scrubbed()
    let both = try scrubBoth(scratch)
    #expect(both.exitCode == 0, "\(both.errors)")
    both.expectOneErrorLine(naming: "1 output of earlier runs taken away")
    #expect(try photos(in: scratch) == ["photos/a.jpg", "more/b.jpg"])
    #expect(try scrubBoth(scratch).output.contains("2 were done before"))

    // It is corrected where it is, and what is decided goes with it.
    let found = try #require(try scratch.report()["a.jpg"]?.faces)
    try scratch.faceblur("edit", "out/photos/a.jpg", "--add", "8,8,64,48")
    let back = try scratch.scrub()
    #expect(back.exitCode == 0, "\(back.errors)")
    #expect(back.output.contains("1 file in the target from photos that were not in this run"))
    #expect(try photos(in: scratch) == ["a.jpg", "more/b.jpg"])
    #expect(try scratch.report()["a.jpg"]?.faces == found + 1)
  }

  @Test func alsoWhereItFailsAtItsNewOne() throws {
    let scratch = try scrubbed()
    try scratch.write(Array("no photo any more".utf8), "photos/a.jpg")
    #expect(try scrubBoth(scratch).exitCode == 1)
    #expect(try photos(in: scratch) == ["more/b.jpg"])
  }

  /// What somebody has changed there is not ours.
  @Test func leavesWhatWasChanged() throws {
    let scratch = try scrubbed()
    try scratch.append("retouched", to: "out/a.jpg")
    let both = try scrubBoth(scratch)
    #expect(both.exitCode == 0 && both.errors.isEmpty, "\(both.errors)")
    #expect(try photos(in: scratch) == ["a.jpg", "photos/a.jpg", "more/b.jpg"])
  }

  /// A forecast takes nothing away.
  @Test func changesNothingInAForecast() throws {
    let scratch = try scrubbed()
    let before = try scratch.published()
    let outcome = try BuiltCommand.run(
      ["scrub", "photos", "more", "-o", "out", "--dry-run"] + ScratchFolder.quick, in: scratch.path)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(try scratch.published() == before)
  }
}
