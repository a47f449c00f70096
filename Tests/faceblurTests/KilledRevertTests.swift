import Foundation
import TestSupport
import Testing

/// A `revert` in a target, killed before each of its changes of a file: the next run ends it or nothing has happened, and what a person
/// drew is never taken for what a run has found.
@Suite struct KilledRevertTests {
  /// - Parameters:
  ///   - output: in the target, with nothing decided about it.
  ///   - isHidden: whether what is drawn by hand is hidden there.
  private func expectEnd(
    of output: String, in scratch: ScratchFolder, drawing box: String, _ isHidden: () throws -> Bool
  ) throws {
    let undecided = try scratch.digest(output)
    let draw = ["edit", output, "--add", box, "--effort", "fast"]
    func isDecided() throws -> Bool { try scratch.faceblur("show", output).output.contains("m1") }
    var isDrawn = false
    var drawn = ""
    var unfinished = 0
    for number in 1...60 {
      if !isDrawn {
        #expect(try BuiltCommand.run(draw, in: scratch.path).exitCode == 0)
        drawn = try scratch.digest(output)
      }
      let outcome = try CrashingCommand.run(["revert", output], untilChange: number, in: scratch.path)
      if CrashingCommand.isCrash(outcome) {
        // Whatever comes next knows what there is, or says what to do.
        let next = try scratch.attempt("show", output)
        if next.exitCode == 0, next.output.contains("m1") {
          #expect(try scratch.digest(output) == drawn, "killed before change \(number)")
          isDrawn = true
          continue
        }
        if next.exitCode != 0 {
          next.expectOneErrorLine(naming: "run 'faceblur scrub' again")
          unfinished += 1
        }
        let after = try scratch.scrub()
        #expect(after.exitCode == 0, "killed before change \(number): \(after.errors)")
      }
      isDrawn = try isDecided()
      #expect(try isHidden() == isDrawn, "killed before change \(number)")
      if !isDrawn {
        #expect(try scratch.digest(output) == undecided, "killed before change \(number)")
        // Nor does anything stand in the journal that another revert would have to take away.
        try scratch.expectNone(of: "decisions", "killed before change \(number)")
      }
      if !CrashingCommand.isCrash(outcome) {
        #expect(unfinished > 1 && outcome.exitCode == 0 && !isDrawn, "\(outcome.errors)")
        return
      }
    }
    Issue.record("it never came to its end")
  }

  @Test func ofAPhoto() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/portrait.jpg")
    try scratch.scrub()
    try expectEnd(of: "out/portrait.jpg", in: scratch, drawing: "400,400,64,48") {
      let seen = try RenderedCoefficients(
        original: scratch.read("photos/portrait.jpg"), render: scratch.read("out/portrait.jpg"))
      return seen.coverage(of: PixelBox(x: 400, y: 400, width: 64, height: 48), by: seen.isFlat) == 1
    }
  }

  @Test func ofAFilm() throws {
    let film = TestFilm { ($0.frames, $0.seenIn) = (8, 0..<4) }
    let scratch = try ScratchFolder()
    try scratch.write(film.bytes(), "photos/film.mp4")
    try scratch.scrub()
    try expectEnd(of: "out/film.mp4", in: scratch, drawing: "240,0,64,64") {
      let box = PixelBox(x: 240, y: 0, width: 64, height: 64)
      return try film.left(in: [6], of: scratch.read("out/film.mp4")) { _ in box } < 0.6
    }
  }
}

extension ScratchFolder {
  /// Expects that a table of the journal is empty.
  fileprivate func expectNone(of table: String, _ comment: Comment) throws {
    let script = "import sqlite3, sys; print(*sqlite3.connect(sys.argv[1]).execute(sys.argv[2]).fetchone())"
    let outcome = try BuiltCommand.run(
      ["-c", script, path("out.faceblur/journal.sqlite"), "SELECT count(*) FROM \(table)"], of: "python3",
      in: path)
    #expect(outcome.output == "0\n", comment)
  }
}
