import Foundation
import TestSupport
import Testing

/// Where the journal and the reports are, who may have written them, and what is believed of what they say.
@Suite struct ScrubStateTests {
  private static let files: Set<String> = ["journal.sqlite", "report.csv", "report.html", "report.jsonl"]

  // The target is published as it is: what names the originals and their faces lies beside it.
  @Test(arguments: ["out", "out/", "./out", "inner/../out", "link", "link/", "out/."])
  func keepsItsStateBesideTheTarget(_ target: String) throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/a.jpg")
    try scratch.makeFolder("inner")
    try scratch.makeFolder("out")
    try scratch.link("link", to: "out")
    for _ in 0..<2 {
      let outcome = try BuiltCommand.run(
        ["scrub", "photos", "-o", target] + ScratchFolder.quick, in: scratch.path)
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      #expect(outcome.output.contains("out.faceblur/report.html"))
    }
    #expect(Set(try scratch.published().keys) == ["a.jpg"])
    #expect(Set(try scratch.published("out.faceblur").keys) == Self.files)
    #expect(try FileState(at: scratch.path("out.faceblur")).mode == 0o700)
    for name in Self.files { #expect(try FileState(at: scratch.path("out.faceblur/\(name)")).mode == 0o600) }
    #expect(try scratch.report()["a.jpg"]?.status == "done")
  }

  @Test func keepsItsStateInTheWorkingFoldersFolderWhereThatIsTheTarget() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/a.jpg")
    try scratch.makeFolder("out")
    let outcome = try BuiltCommand.run(
      ["scrub", "../photos", "-o", "."] + ScratchFolder.quick, in: scratch.path("out"))
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(Set(try scratch.published("out.faceblur").keys) == Self.files)
    #expect(Set(try scratch.published().keys) == ["a.jpg"])
  }

  @Test func keepsItsStateElsewhereOnRequest() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/a.jpg")
    #expect(try scratch.scrub("--state", "state").exitCode == 0)
    #expect(Set(try scratch.names().filter { $0.hasPrefix("out") }) == ["out", "out/a.jpg"])
    #expect(Set(try scratch.published("state").keys) == Self.files)
    #expect(try scratch.scrub("--state", "state/").output.contains("1 were done before"))
    let other = try BuiltCommand.run(
      ["scrub", "photos", "-o", "other", "--state", "state"] + ScratchFolder.quick, in: scratch.path)
    #expect(other.exitCode == 73)
    other.expectOneErrorLine(naming: "journal of")
  }

  /// With another folder, what a person decided would be left behind.
  @Test func saysWhatHelpsWhereATargetWasMovedWithoutItsState() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/in/a.jpg")
    #expect(try scratch.scrub("--state", "state").exitCode == 0)
    try scratch.faceblur("edit", "out/in/a.jpg", "--state", "state", "--add", "16,400,64,48")
    // Of a copy, the one that was scrubbed keeps the journal.
    let other = try scratch.scrub("--state", "state", target: "other")
    #expect(other.errors.contains("out; name another folder with --state"), "\(other.errors)")
    try scratch.rename("out", to: "moved")
    let scrub = ["scrub", "photos", "-o", "moved"] + ScratchFolder.quick
    let output = "moved/in/a.jpg"
    let uses = [
      scrub, scrub + ["--dry-run"], ["review", "--check", "moved"], ["review", "moved", "--no-open"],
      ["edit", output, "--add", "1,1,20,20"], ["filter", output, "--sepia", "0.2"], ["show", output],
      ["revert", output],
    ]
    func expectAdvice(_ advice: (_ beside: String) -> String) throws {
      for words in uses {
        let outcome = try BuiltCommand.run(words + ["--state", "state"], in: scratch.path)
        #expect(outcome.exitCode == 73, "\(words): \(outcome.errors)")
        let beside = words.contains(output) ? scratch.path("moved.faceblur") : "moved.faceblur"
        let text = "move it back, or \(advice(beside)) and leave --state out"
        #expect(outcome.errors.contains(text), "\(words): \(outcome.errors)")
      }
    }
    try expectAdvice { "move state to \($0)" }
    // Somebody has tried without it.
    #expect(try scratch.scrub(target: "moved").exitCode != 0)
    try expectAdvice { "move \($0) away, move state there" }
    try scratch.rename("moved.faceblur", to: "away")
    try scratch.rename("state", to: "moved.faceblur")
    #expect(try scratch.scrub(target: "moved").output.contains("1 were done before"))
    #expect(try scratch.faceblur("show", output).output.contains("m1"))
    // It is the moved target's now, wherever it is.
    try scratch.rename("moved.faceblur", to: "state")
    #expect(try scratch.scrub("--state", "state", target: "moved").output.contains("1 were done before"))
    #expect(try scratch.faceblur("show", output, "--state", "state").output.contains("m1"))
  }

  /// Whoever names it all the same means the same.
  @Test(arguments: ["moved.faceblur", "./moved.faceblur/", "moved/.faceblur"])
  func takesTheStateThatBelongsToATargetForItsOwnAlsoWhereItIsNamed(_ state: String) throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/in/a.jpg")
    try scratch.scrub()
    try scratch.faceblur("edit", "out/in/a.jpg", "--add", "16,400,64,48")
    try scratch.rename("out", to: "moved")
    try scratch.rename("out.faceblur", to: state.hasSuffix("/") ? String(state.dropLast()) : state)
    let output = "moved/in/a.jpg"
    for words in [
      ["show", output], ["edit", output, "--add", "1,1,20,20"], ["review", "--check", "moved"],
      ["scrub", "photos", "-o", "moved", "--dry-run"] + ScratchFolder.quick,
      ["scrub", "photos", "-o", "moved"] + ScratchFolder.quick, ["revert", output],
    ] {
      let outcome = try BuiltCommand.run(words + ["--state", state], in: scratch.path)
      // Nobody has looked at the photo.
      #expect(outcome.exitCode == (words[0] == "review" ? 1 : 0), "\(words): \(outcome.errors)")
    }
    // Of another target it is not, though it is called so.
    try scratch.makeFolder("other")
    let other = try scratch.scrub("--state", state, target: "other")
    #expect(other.exitCode == 73 && other.errors.contains("moved"), "\(other.errors)")
  }

  /// Whoever wrote it, and where nothing can be written.
  @Test(arguments: [5, 4, 1], [false, true])
  func aForecastLeavesTheJournalAsItIs(version: Int, isReadOnly: Bool) throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/a.jpg")
    try scratch.scrub()
    let later =
      version == 4
      ? "" : "DROP TABLE contents; DROP INDEX entries_by_content; DROP TABLE decisions; DROP TABLE recipes;"
    if version < 5 {
      try scratch.sqlite(
        "out.faceblur/journal.sqlite", "DROP TABLE source_changes; \(later) PRAGMA user_version = \(version)")
    }
    try scratch.writeGraceHopper("photos/b.jpg")
    let before = try scratch.published("out.faceblur")
    if isReadOnly { try scratch.setMode(0o500, "out.faceblur") }
    defer { try? scratch.setMode(0o700, "out.faceblur") }
    let outcome = try scratch.scrub("--dry-run", prefix: isReadOnly ? Hardship.permissionsApply : [])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("2 would be in the target, 1 unchanged"), "\(outcome.output)")
    #expect(try scratch.published("out.faceblur") == before)
  }

  /// Nobody knows whether what is told there is all.
  @Test func aForecastSaysWhatKeepsItFromTheJournal() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/a.jpg")
    try scratch.scrub()
    try scratch.write([1], "out.faceblur/journal.sqlite-wal")
    try scratch.setMode(0o500, "out.faceblur")
    defer { try? scratch.setMode(0o700, "out.faceblur") }
    let outcome = try scratch.scrub("--dry-run", prefix: Hardship.permissionsApply)
    #expect(outcome.exitCode == 73)
    outcome.expectOneErrorLine(naming: "copy the target and the folder of its journal")
  }

  // In the folder that is scrubbed it is no photo, and what it holds is none either.
  @Test func neverScrubsItsState() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/a.jpg")
    for options in [["-o", "photos/out"], ["-o", "out", "--state", "photos/state"]] {
      for _ in 0..<2 {
        let outcome = try BuiltCommand.run(
          ["scrub", "photos"] + options + ScratchFolder.quick, in: scratch.path)
        #expect(outcome.exitCode == 0)
        #expect(outcome.output.contains("1 scrubbed") && !outcome.output.contains("no photos"))
      }
      try scratch.remove("photos/out.faceblur")
      try scratch.remove("photos/out")
      try scratch.makeFolder("photos/out.faceblur")
      try scratch.makeFolder("photos/out")
    }
    let outcome = try BuiltCommand.run(
      ["scrub", "photos/state", "-o", "other", "--state", "photos/state"], in: scratch.path)
    #expect(outcome.exitCode == 73)
  }

  // To go on without it would do every photo anew and refuse to replace what it wrote itself.
  @Test func usesTheStateInATargetOnlyWhereItIsNamed() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/a.jpg")
    #expect(try scratch.scrub().exitCode == 0)
    try scratch.rename("out.faceblur", to: "out/.faceblur")
    for option in ["-q", "--dry-run"] {
      let refused = try scratch.scrub(option)
      #expect(refused.exitCode == 73)
      refused.expectOneErrorLine(naming: "--state \(scratch.path)/out/.faceblur")
    }
    let named = try scratch.scrub("--state", "out/.faceblur")
    #expect(named.exitCode == 0, "\(named.errors)")
    #expect(named.output.contains("1 were done before") && named.output.contains("never publish it"))
    // As the message says.
    try scratch.rename("out/.faceblur", to: "out.faceblur")
    #expect(try scratch.scrub().output.contains("1 were done before"))
  }

  @Test func refusesAStateThatOthersMayWrite() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/a.jpg")
    try scratch.scrub()
    let done = try scratch.published()
    for (name, mode) in [("out.faceblur", 0o700), ("out.faceblur/journal.sqlite", 0o600)] {
      for shared in [0o020, 0o002] {
        try scratch.setMode(mode | shared, name)
        let refused = try scratch.scrub()
        #expect(refused.exitCode == 73)
        refused.expectOneErrorLine(naming: "chmod go-w")
      }
      try scratch.setMode(mode, name)
    }
    try scratch.rename("out.faceblur", to: "elsewhere")
    try scratch.link("out.faceblur", to: "elsewhere")
    #expect(try scratch.scrub().exitCode == 73)
    try scratch.remove("out.faceblur")
    try scratch.rename("elsewhere", to: "out.faceblur")
    try scratch.rename("out.faceblur/journal.sqlite", to: "journal")
    try scratch.link("out.faceblur/journal.sqlite", to: "../journal")
    #expect(try scratch.scrub().exitCode == 73)
    #expect(try scratch.published() == done)
    try scratch.makeFolder("shared")
    try scratch.setMode(0o777, "shared")
    let shared = try scratch.scrub("--state", "shared/state")
    #expect(shared.exitCode == 73)
    shared.expectOneErrorLine(naming: "everybody may change the names")
    try scratch.setMode(0o1777, "shared")
    try scratch.remove("out")
    #expect(try scratch.scrub("--state", "shared/state").exitCode == 0)
  }

  /// What a stranger's journal tries, in SQL.
  static let tricks = [
    // A trigger that sends the next run to a file outside.
    """
    CREATE TRIGGER t AFTER UPDATE ON entries WHEN new.source != CAST('SECRET' AS BLOB)
    BEGIN UPDATE entries SET source = CAST('SECRET' AS BLOB), status = 'pending' WHERE id = new.id; END
    """,
    """
    CREATE TRIGGER t AFTER INSERT ON entries WHEN new.source != CAST('SECRET' AS BLOB)
    BEGIN UPDATE entries SET target = CAST('../outside.jpg' AS BLOB) WHERE id = new.id; END
    """,
    """
    ALTER TABLE entries RENAME TO hidden; DROP INDEX entries_by_target; DROP INDEX entries_by_status;
    CREATE VIEW entries AS SELECT * FROM hidden
    """,
    "CREATE TABLE more (x)",
    "CREATE INDEX more ON entries (abs(size))",
    "UPDATE entries SET target = CAST('../outside.jpg' AS BLOB), source = CAST('SECRET' AS BLOB) WHERE id = 1",
    "UPDATE entries SET run = 9223372036854775807",
    "UPDATE entries SET faces = 9223372036854775807",
    "UPDATE entries SET seconds = 9e999",
    "UPDATE entries SET status = zeroblob(7)",
    "UPDATE entries SET out_sha256 = 'xyz'",
  ]

  // What was hidden may be hidden nowhere else, so nothing is shown until somebody says that it is to be forgotten.
  @Test(arguments: ["CAST(zeroblob(9000000) AS TEXT)", "'{'"])
  func publishesNothingWhereItIsNotToldWhatWasHidden(_ boxes: String) throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/a.jpg")
    #expect(try scratch.scrub().exitCode == 0)
    let done = try scratch.published()
    try scratch.sqlite("out.faceblur/journal.sqlite", "UPDATE entries SET boxes = \(boxes)")
    try scratch.remove("out/a.jpg")
    let outcome = try scratch.scrub()
    #expect(outcome.exitCode == 1 && outcome.errors.contains("--forget"), "\(outcome.errors)")
    #expect(try scratch.published().isEmpty && scratch.report()["a.jpg"]?.status == "failed")
    #expect(try scratch.scrub("--forget").exitCode == 0)
    #expect(try scratch.published() == done)
  }

  // It may have come with the folder, from anywhere.
  @Test(arguments: tricks)
  func doesNothingThatAStrangersJournalSays(_ trick: String) throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/a.jpg")
    try scratch.writeAstronaut("photos/b.jpg")
    let secret = try scratch.writeGraceHopper("secret/private.jpg")
    #expect(try scratch.scrub().exitCode == 0)
    let done = try scratch.published()
    try scratch.sqlite("out.faceblur/journal.sqlite", trick.replacing("SECRET", with: secret))
    // Something is to be done, so that there is something to trick.
    try scratch.remove("out/b.jpg")
    let outcome = try scratch.scrub()
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(try scratch.published() == done)
    #expect(try !scratch.names().contains { $0.contains("outside") })
    #expect(Set(try scratch.report().keys) == ["a.jpg", "b.jpg"])
  }

  // An index that says something else than its table would be asked for the files to do.
  @Test func takesNoIndexThatLies() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/a.jpg")
    #expect(try scratch.scrub().exitCode == 0)
    let done = try scratch.published()
    try scratch.sqlite(
      "out.faceblur/journal.sqlite",
      """
      PRAGMA writable_schema = ON;
      CREATE TABLE other AS SELECT target, run + 5 AS run, id FROM entries;
      UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'entries_by_status')
        WHERE name = 'entries_by_target';
      DELETE FROM sqlite_schema WHERE name = 'other'
      """)
    let outcome = try scratch.scrub()
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    outcome.expectOneErrorLine(naming: "every photo is done anew")
    #expect(try scratch.published() == done)
  }
}
