import TestSupport
import Testing

/// Standard output that cannot be written: an answer that nobody gets is no answer.
@Suite struct LostOutputTests {
  @Test(arguments: [
    "detect portrait.jpg", "detect portrait.jpg --json", "show portrait.jpg", "show --json portrait.jpg",
    "verify portrait.jpg", "blur portrait.jpg", "revert portrait.jpg", "models", "--help", "--version",
    "blur --help",
  ])
  func isAnErrorOnAFullDisk(_ command: String) throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.faceblur("blur", "portrait.jpg")
    let outcome = try scratch.shell("\"$faceblur\" \(command) > /dev/full")
    #expect(outcome.exitCode == 73)
    outcome.expectOneErrorLine(naming: "standard output")
  }

  @Test func isAnErrorWhereItIsClosed() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    let outcome = try scratch.shell("\"$faceblur\" blur portrait.jpg >&-")
    #expect(outcome.exitCode == 73)
    outcome.expectOneErrorLine(naming: "standard output")
    // What was printed has not found its way into a file that took the free place.
    #expect(try scratch.names() == ["portrait.jpg", "portrait.AAE", "portrait_edited.jpg"])
    try scratch.faceblur("blur", "portrait.jpg", "-o", "again.jpg")
    #expect(try scratch.read("portrait_edited.jpg") == scratch.read("again.jpg"))
  }

  /// Who reads only the first lines has seen enough; the photos are done all the same, and the shell can tell.
  @Test func isQuietWhereTheReaderHasGone() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    // A pipe whose reader has ended.
    let outcome = try scratch.shell("exec 3> >(:); wait $!; \"$faceblur\" blur portrait.jpg >&3")
    #expect(outcome.exitCode == 73 && outcome.errors.isEmpty, "\(outcome)")
    #expect(try scratch.names().contains("portrait_edited.jpg"))
  }

  /// Nobody gets a worker's answers then, and it was not stopped from outside.
  @Test(arguments: [
    "\"$faceblur\" worker photos -o out < requests > /dev/full",
    "\"$faceblur\" worker photos -o out < requests >&-",
    "exec 3> >(:); wait $!; \"$faceblur\" worker photos -o out < requests >&3",
  ])
  func isAnErrorOfAWorker(_ line: String) throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/portrait.jpg")
    try scratch.write(Array((scratch.request("portrait.jpg") + "\n").utf8), "requests")
    #expect(try scratch.shell(line).exitCode == 73)
  }

  @Test func aRunThatSaysNothingLosesNothing() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    #expect(try scratch.shell("\"$faceblur\" blur -q portrait.jpg > /dev/full").exitCode == 0)
  }
}
