import Foundation
import ImageProcessingKit
import TestSupport
import Testing

/// The command killed before each of its changes of the folder, one after another.
@Suite struct CrashTests {
  struct Case: CustomStringConvertible, Sendable {
    let description: String
    /// What has happened before.
    var isEditedElsewhere = false
    var earlier: [[String]] = []
    let command: [String]
  }

  private static let add = ["edit", "portrait.jpg", "--add", "400,400,64,48", "--effort", "fast"]
  private static let blur = ["blur", "portrait.jpg", "--effort", "fast"]

  static let cases = [
    Case(description: "a first edit with a sidecar", command: add + ["--xmp"]),
    Case(
      description: "an edit over another one, with a sidecar", earlier: [blur + ["--xmp"]], command: add),
    Case(description: "an edit on top of another program's", isEditedElsewhere: true, command: add),
    Case(
      description: "going back a step", earlier: [blur + ["--xmp"], add],
      command: ["revert", "portrait.jpg", "--to", "1", "--unhidden"]),
    Case(
      description: "taking all back", isEditedElsewhere: true, earlier: [blur + ["--xmp"]],
      command: ["revert", "portrait.jpg", "--all"]),
    Case(
      description: "taking the phase back", isEditedElsewhere: true, earlier: [blur + ["--xmp"]],
      command: ["revert", "portrait.jpg", "--phase"]),
  ]

  /// The next command finds the old state or makes the new one, also where it is itself killed on the way.
  @Test(arguments: cases, [false, true])
  func leavesTheOldStateOrTheNewOneWhereverItIsKilled(_ example: Case, twice: Bool) throws {
    let start = try ScratchFolder()
    try start.writeAstronaut()
    if example.isEditedElsewhere {
      try start.writeGraceHopper("portrait_edited.jpg")
      try start.write(ForeignRecords.photos(), "portrait.AAE")
    }
    for words in example.earlier { try run(words, in: start) }
    let files = try start.contents().compactMapValues { $0 }
    let old = try pictures(start)
    try run(example.command, in: start)
    let new = try pictures(start)
    #expect(new != old)

    for number in 1...40 {
      let scratch = try ScratchFolder()
      for (name, bytes) in files { try scratch.write(bytes, name) }
      let outcome = try CrashingCommand.run(example.command, untilChange: number, in: scratch.path)
      guard CrashingCommand.isCrash(outcome) else {
        #expect(number > 5 && outcome.exitCode == 0)
        return
      }
      let copy = try ScratchFolder()
      if twice {
        for change in [2, 1] {
          _ = try CrashingCommand.run(
            ["render", "portrait.jpg", "-o", copy.path("copy.jpg")], untilChange: change, in: scratch.path)
        }
      }
      do { _ = try EditSession.begin(FilePath(scratch.path("portrait.jpg"))) }
      let left = try pictures(scratch)
      #expect(left == old || left == new, "killed before change \(number)")
      // Record and render are each other's.
      if left.keys.contains("portrait.AAE") {
        let isForeign = try scratch.read("portrait.AAE") == ForeignRecords.photos()
        let again = try scratch.attempt("render", "portrait.jpg", "-o", copy.path("copy.jpg"))
        #expect(again.exitCode == (isForeign ? 65 : 0), "\(again.errors)")
        if !isForeign { #expect(try copy.digest("copy.jpg") == left["portrait_edited.jpg"]) }
      }
    }
    Issue.record("it never came to its end")
  }

  private func run(_ words: [String], in scratch: ScratchFolder) throws {
    let outcome = try BuiltCommand.run(words, in: scratch.path)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
  }

  /// The files of a folder and what they hold; of the record only that it is there, because it tells the time.
  private func pictures(_ scratch: ScratchFolder) throws -> [String: String?] {
    var digests = try scratch.contentDigests()
    if digests["portrait.AAE"] != nil { digests["portrait.AAE"] = "" }
    return digests
  }
}
