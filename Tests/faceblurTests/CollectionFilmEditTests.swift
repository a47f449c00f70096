import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

/// A film that `scrub` has put into its target is corrected there.
@Suite struct CollectionFilmEditTests {
  /// Groups of eight pictures; somebody is seen in the first six.
  private static let film = TestFilm { ($0.frames, $0.seenIn, $0.audioTracks) = (24, 0..<6, 1) }
  /// Nobody is seen here, and a person hides it in these frames.
  private static let corner = PixelBox(x: 0, y: 0, width: 64, height: 64)
  private static let drawn = 18...21
  private static let add = ["--add", "0,0,64,64@0:01.82-0:02.18"]
  private static let source = "photos/a/film.mp4"
  private static let output = "out/a/film.mp4"

  private func scrubbed(_ options: [String] = []) throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    try scratch.write(Self.film.bytes(), Self.source)
    let outcome = try scratch.scrub(options)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    return scratch
  }

  private func edit(
    _ scratch: ScratchFolder, _ options: [String], command: String = "edit"
  ) throws -> BuiltCommand.Outcome {
    try BuiltCommand.run([command, Self.output] + options, in: scratch.path)
  }

  /// How much is left of a face and of the corner in the frames in which they are hidden, at most.
  private func seen(_ scratch: ScratchFolder) throws -> (face: Double, corner: Double) {
    let (before, after) = (
      try FilmFrames.luma(of: Self.film.bytes()), try FilmFrames.luma(of: scratch.read(Self.output))
    )
    try #require(before.count == Self.film.frames && after.count == Self.film.frames)
    func most(_ frames: some Sequence<Int>, _ box: (Int) -> PixelBox) -> Double {
      frames.map { FaceLikeness.of(before[$0], after[$0], in: box($0), width: Self.film.width) }.max() ?? 0
    }
    return (most(0..<6, Self.film.face), most(Self.drawn, { _ in Self.corner }))
  }

  private func expect(
    _ scratch: ScratchFolder, showsFace: Bool, showsCorner: Bool,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let seen = try seen(scratch)
    #expect(showsFace ? seen.face > 0.9 : seen.face < 0.6, "\(seen)", sourceLocation: sourceLocation)
    #expect(showsCorner ? seen.corner > 0.9 : seen.corner < 0.6, "\(seen)", sourceLocation: sourceLocation)
  }

  private func sound(_ scratch: ScratchFolder) throws -> Bool {
    try FilmProbe(scratch.read(Self.output)).streams.count == 2
  }

  private func photos(_ scratch: ScratchFolder) throws -> [String: FileState] {
    try scratch.state().filter { $0.key.hasPrefix("photos") }
  }

  @Test func laterRunsHoldWhatWasDrawnAndExcluded() throws {
    let scratch = try scrubbed()
    let source = try photos(scratch)
    let outcome = try edit(scratch, Self.add + ["--exclude", "t1", "--json"])
    #expect(outcome.exitCode == 0 && outcome.errors.contains("the render shows t1"), "\(outcome.errors)")
    let report = try #require(try outcome.jsonLines().first)
    #expect(report["file"] as? String == Self.output && report["added"] as? [String] == ["m1"])
    let outputs = try #require(report["outputs"] as? [String: Any])
    #expect(outputs["render"] as? String == Self.output && outputs["record"] is NSNull?)
    try expect(scratch, showsFace: true, showsCorner: false)
    let hashes = (
      before: try FilmFrames.hashes(of: Self.film.bytes()),
      after: try FilmFrames.hashes(of: scratch.read(Self.output))
    )
    #expect(hashes.before.prefix(16) == hashes.after.prefix(16))
    let decided = try scratch.digest(Self.output)
    let listed = try #require(try scratch.report()["film.mp4"])
    #expect(listed.faces == 1 && listed.targetSHA256 == decided)
    #expect(listed.warnings.contains("as was decided, it shows t1"), "\(listed.warnings)")

    // Nothing is done needlessly, and nothing is undone.
    let again = try scratch.scrub()
    #expect(again.exitCode == 0 && again.output.contains("1 were done before"))
    #expect(again.errors.contains("faces can be seen in 1 file of the target"), "\(again.errors)")
    #expect(try scratch.digest(Self.output) == decided)
    // Other settings, and a lost output.
    for options in [["--metadata", "none"], ["--on-no-face", "review", "--audio", "drop"]] {
      let other = try scratch.scrub(options)
      #expect(other.exitCode == 0, "\(other.errors)")
      #expect(other.errors.contains("faces can be seen in 1 file of the target"), "\(other.errors)")
      try expect(scratch, showsFace: true, showsCorner: false)
    }
    #expect(try !sound(scratch))
    try scratch.remove(Self.output)
    #expect(try scratch.scrub("--audio", "keep").exitCode == 0)
    try expect(scratch, showsFace: true, showsCorner: false)
    #expect(try scratch.digest(Self.output) == decided)

    let shown = try #require(try scratch.faceblur("show", Self.output, "--json").jsonLines().first)
    let tracks = try #require(shown["tracks"] as? [[String: Any]])
    #expect(tracks.map { $0["id"] as? String } == ["m1", "t1"])
    #expect(tracks.map { $0["state"] as? String } == ["applied", "excluded"])

    let reverted = try edit(scratch, [], command: "revert")
    #expect(reverted.exitCode == 0 && reverted.errors.contains("as was decided, the render shows m1"))
    try expect(scratch, showsFace: false, showsCorner: true)
    let back = try scratch.digest(Self.output)
    let after = try scratch.scrub("--audio", "keep")
    #expect(after.output.contains("1 were done before") && !after.errors.contains("can be seen"), "\(after)")
    #expect(try scratch.digest(Self.output) == back)
    // Nothing is written beside the source.
    #expect(try photos(scratch) == source)
    #expect(Set(try scratch.published().keys) == ["a", "a/film.mp4"])
  }

  /// A later run that finds less shows nothing that an earlier one or a person has hidden, also where a person only drew something.
  @Test func laterRunsHideNoLess() throws {
    let scratch = try scrubbed()
    #expect(try edit(scratch, Self.add).exitCode == 0)
    try expect(scratch, showsFace: false, showsCorner: false)
    // Drawn twice is decided twice.
    let twice = try edit(scratch, Self.add)
    #expect(twice.output.contains("added  m2") && !twice.output.contains("nothing has changed"), "\(twice)")
    #expect(try scratch.scrub("--threshold", "1").exitCode == 0)
    try expect(scratch, showsFace: false, showsCorner: false)
    // What was found stands in the decision, which a person has seen.
    #expect(try scratch.scrub("--threshold", "1", "--forget").exitCode == 0)
    try expect(scratch, showsFace: false, showsCorner: false)
    #expect(try edit(scratch, [], command: "revert").exitCode == 0)
    #expect(try seen(scratch).corner > 0.9)
  }

  @Test func changesStyleAndSoundAndWritesNothingWhereNothingChanges() throws {
    let scratch = try scrubbed()
    let found = try scratch.digest(Self.output)
    #expect(try edit(scratch, ["--audio", "drop", "--style", "fill"]).exitCode == 0)
    #expect(try !sound(scratch))
    try expect(scratch, showsFace: false, showsCorner: true)
    let changed = try scratch.digest(Self.output)
    let same = try edit(scratch, ["--audio", "drop", "--include", "t1"])
    #expect(same.exitCode == 0 && same.output.contains("nothing has changed"), "\(same.output)")
    // Lost, and made again: as it was decided.
    try scratch.remove(Self.output)
    #expect(try scratch.scrub().exitCode == 0)
    #expect(try scratch.digest(Self.output) == changed)
    let seen = try scratch.published()
    let dry = try edit(scratch, Self.add + ["--dry-run", "--preview", "look", "--overlay", "look"])
    #expect(dry.exitCode == 0 && dry.output.contains("added  m1"), "\(dry.errors)")
    #expect(try scratch.published() == seen)
    #expect(try Set(scratch.published("look").keys) == ["film_preview.mp4", "film_overlay.mp4"])
    #expect(try !scratch.faceblur("show", Self.output).output.contains("m1"))
    #expect(try edit(scratch, [], command: "revert").exitCode == 0)
    #expect(try scratch.digest(Self.output) == found)
    let again = try edit(scratch, ["--redetect", "--effort", "fast", "--exclude", "t1"])
    #expect(again.exitCode == 0, "\(again.errors)")
    try expect(scratch, showsFace: true, showsCorner: true)
  }

  /// The output has its place by then: what is decided about it is known all the same.
  @Test func keepsADecisionWhosePreviewCannotBeDrawn() throws {
    let scratch = try scrubbed()
    try scratch.write(Array("words".utf8), "note.txt")
    let outcome = try edit(scratch, Self.add + ["--exclude", "t1", "--preview", "note.txt/look"])
    #expect(outcome.exitCode == 0 && outcome.errors.contains("were not made"), "\(outcome.errors)")
    try expect(scratch, showsFace: true, showsCorner: false)
    #expect(try scratch.scrub("--audio", "drop").exitCode == 0)
    try expect(scratch, showsFace: true, showsCorner: false)
  }

  /// What a wide margin hid beside a face is found by the run all the same, and hidden without that margin.
  @Test func hidesNoLessThanARunAfterAnotherLook() throws {
    let film = TestFilm { ($0.frames, $0.seenIn) = (8, 0..<8) }
    let scratch = try ScratchFolder()
    try scratch.write(film.bytes(), "photos/film.mp4")
    try scratch.faceblur("blur", "photos/film.mp4", "--effort", "fast")
    // Somebody else was seen there, in one frame, beside the face.
    let path = FilePath(scratch.path("photos/film.AAE"))
    var record = try #require(try FilmRecord.ours(at: path))
    let seen = try #require(record.plan.tracks.first { $0.points.count > 2 })
    let point = seen.points[seen.points.count / 2]
    let beside = NormalizedRect(
      x: point.rect.x - 1.25 * point.rect.width, y: point.rect.y, width: point.rect.width,
      height: point.rect.height)
    record.plan.tracks.append(
      PlannedTrack(
        id: "t9", points: [TrackPoint(time: point.time, rect: beside)], score: 0.9, origin: .detected))
    try scratch.write(record.fileContent(timestamp: Date()), "photos/film.AAE")
    try scratch.scrub()
    try scratch.remove("photos/film.AAE")
    let found = try scratch.digest("out/film.mp4")
    #expect(try scratch.report()["film.mp4"]?.faces == 2)
    let again = try scratch.attempt(
      "edit", "out/film.mp4", "--redetect", "--effort", "fast", "--margin", "4")
    #expect(again.exitCode == 0, "\(again.errors)")
    #expect(try scratch.attempt("revert", "out/film.mp4").exitCode == 0)
    #expect(try scratch.report()["film.mp4"]?.faces == 2)
    #expect(try scratch.digest("out/film.mp4") == found)
  }

  // Another film under the name: the drawn track is of it, too, for all anybody knows; the exclusion is not.
  @Test func hidesWhatWasDrawnAndExcludedInAChangedSource() throws {
    let scratch = try scrubbed()
    #expect(try edit(scratch, Self.add + ["--exclude", "t1"]).exitCode == 0)
    // A box of nothing.
    let more: [UInt8] = [0, 0, 0, 8] + Array("free".utf8)
    try scratch.write(Self.film.bytes() + more, Self.source)
    let state = try scratch.published()
    let early = try edit(scratch, ["--include", "t1"])
    #expect(early.exitCode == 65)
    early.expectOneErrorLine(naming: "run 'faceblur scrub' again")
    #expect(try scratch.published() == state)
    #expect(try scratch.scrub().exitCode == 0)
    try expect(scratch, showsFace: false, showsCorner: false)
    let report = try String(decoding: scratch.read("out.faceblur/report.jsonl"), as: UTF8.self)
    #expect(report.contains("it has changed since it was edited: what was drawn by hand stays hidden (m1)"))
    // From now on it is edited like any other.
    #expect(try edit(scratch, ["--exclude", "m1"]).exitCode == 0)
    try expect(scratch, showsFace: false, showsCorner: true)
    try scratch.remove(Self.source)
    let gone = try edit(scratch, ["--include", "m1"])
    #expect(gone.exitCode == 66)
    gone.expectOneErrorLine(naming: "film.mp4")
  }

  // The card is mounted elsewhere the next time.
  @Test func holdsWhatWasDrawnWhereTheSourceWasMoved() throws {
    let scratch = try scrubbed()
    #expect(try edit(scratch, Self.add + ["--exclude", "t1"]).exitCode == 0)
    try scratch.rename("photos", to: "moved")
    #expect(try scratch.scrub("--force", from: "moved").exitCode == 0)
    try expect(scratch, showsFace: true, showsCorner: false)
  }

  // An overlay shows the face in every frame.
  @Test func noCommandPutsFilmsIntoATarget() throws {
    let scratch = try scrubbed()
    let uses: [(words: String, option: String)] = [
      ("detect \(Self.source) --overlay out", "--overlay"),
      ("blur \(Self.source) -o out/second.mp4 --record none", "-o"),
      ("blur \(Self.source) --dry-run --preview out/a", "--preview"),
      ("edit \(Self.output) --add 0,0,64,64 --overlay out/a", "--overlay"),
      ("render \(Self.source) -o out/second.mp4", "-o"),
    ]
    for use in uses {
      try scratch.expectFailure(
        73, naming: "name another folder with \(use.option)", use.words.split(separator: " ").map(String.init)
      )
    }
  }

  @Test func refusesWhatIsNotAnUntouchedOutput() throws {
    let scratch = try scrubbed()
    try scratch.write(Self.film.bytes(), "out/stranger.mp4")
    for command in ["edit", "revert"] {
      let words = command == "edit" ? Self.add : []
      try scratch.expectFailure(
        73, naming: "no output of the collection", [command, "out/stranger.mp4"] + words)
      try scratch.expectFailure(
        64, naming: "leave --renders out", [command, Self.output, "--renders", "out"] + words)
    }
    try scratch.expectFailure(73, naming: "no output", "show", "out/stranger.mp4")
    try scratch.expectFailure(73, naming: "faceblur edit", "blur", Self.output)
    try scratch.expectFailure(64, naming: "there are t1", "edit", Self.output, "--exclude", "t7")
    try scratch.expectFailure(
      65, naming: "the edit of a film has no steps", "revert", Self.output, "--to", "1")
    try scratch.expectFailure(65, naming: "this is a film", "filter", Self.output, "--sepia", "0.2")
    let waiting = try BuiltCommand.run(
      ["edit", Self.output] + Self.add, prefix: ["flock", "out"], in: scratch.path)
    #expect(waiting.exitCode == 73)
    waiting.expectOneErrorLine(naming: "another run is writing to this target")
    try scratch.append("more", to: Self.output)
    let state = try scratch.published()
    for options in [[], ["--force"]] {
      let refused = try edit(scratch, Self.add + options)
      #expect(refused.exitCode == 73)
      refused.expectOneErrorLine(naming: "move that file away and run 'faceblur scrub' again")
      #expect(try scratch.published() == state)
    }
    try scratch.remove(Self.output)
    #expect(try scratch.scrub().exitCode == 0)
    #expect(try edit(scratch, Self.add).exitCode == 0)
    try expect(scratch, showsFace: false, showsCorner: false)
  }

  // A person has looked at what was put aside, and draws what the detector does not see.
  @Test func publishesAFilmForReviewOnceAPersonHasDecided() throws {
    let scratch = try ScratchFolder()
    try scratch.write(TestFilm { ($0.frames, $0.seenIn) = (8, 0..<0) }.bytes(), "photos/film.mp4")
    #expect(try scratch.scrub("--on-no-face", "review").exitCode == 0)
    #expect(try scratch.published().isEmpty)
    let outcome = try BuiltCommand.run(["edit", "out/film.mp4", "--add", "0,0,64,64"], in: scratch.path)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let published = try scratch.published()
    #expect(Set(published.keys) == ["film.mp4"])
    #expect(try scratch.scrub("--on-no-face", "review").exitCode == 0)
    #expect(try scratch.scrub("--on-no-face", "review", "--metadata", "none").exitCode == 0)
    #expect(try scratch.report()["film.mp4"]?.status == "done" && scratch.published() == published)
  }

  // The decision is a stranger's word like all that the journal says: what cannot be read keeps the film back.
  @Test func publishesNothingOnADecisionThatCannotBeRead() throws {
    let scratch = try scrubbed()
    #expect(try edit(scratch, Self.add).exitCode == 0)
    for flaw in ["record = x'00'", "found = '{}'"] {
      try scratch.sqlite("out.faceblur/journal.sqlite", "UPDATE decisions SET \(flaw)")
      #expect(try edit(scratch, Self.add).exitCode == 65)
    }
    #expect(try scratch.scrub("--metadata", "none").exitCode == 1)
    #expect(try Set(scratch.published().keys) == ["a"])
  }

  /// What a person decided in a record is held by runs that keep none.
  @Test func holdsWhatARecordSaidWithoutIt() throws {
    let scratch = try scrubbed(["--records", "records"])
    let told = try edit(scratch, ["--exclude", "t1"])
    #expect(told.exitCode == 73 && told.errors.contains("--record "), "\(told.errors)")
    try scratch.expectFailure(
      73, naming: "--record \(scratch.path)/records/a --renders \(scratch.path)/out'", "edit", Self.source,
      "--record", "records", "--renders", "out", "--add", "0,0,64,64")
    try scratch.faceblur(
      "edit", Self.source, "--record", "records/a", "--renders", "out", "--exclude", "t1", "--add",
      "0,0,64,64@0:01.82-0:02.18")
    try expect(scratch, showsFace: true, showsCorner: false)
    #expect(try scratch.scrub("--records", "records").exitCode == 0)
    #expect(try scratch.scrub().exitCode == 0)
    try expect(scratch, showsFace: true, showsCorner: false)
    #expect(try scratch.scrub("--records", "more").exitCode == 0)
    try expect(scratch, showsFace: true, showsCorner: false)
  }

  /// A Live Photo stays whole: an edit of one half that fails leaves both as they were, and one that does not leaves the other.
  @Test func leavesBothHalvesOfALivePhoto() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/IMG_1.JPG")
    try scratch.write(TestFilm { ($0.frames, $0.isMOV) = (8, true) }.bytes(), "plain.mov")
    try FilmTools.run(
      "ffmpeg",
      [
        "-v", "error", "-nostdin", "-i", "plain.mov", "-c", "copy", "-movflags", "use_metadata_tags",
        "-metadata", "com.apple.quicktime.content.identifier=4C1A-7F", "photos/IMG_1.MOV",
      ], in: scratch)
    #expect(try scratch.scrub().exitCode == 0)
    let before = try scratch.published()
    #expect(Set(before.keys) == ["IMG_1.JPG", "IMG_1.MOV"])
    #expect(try scratch.attempt("edit", "out/IMG_1.MOV", "--add", "4,4,40,40").exitCode == 0)
    let edited = try scratch.published()
    #expect(edited["IMG_1.JPG"] == before["IMG_1.JPG"] && edited["IMG_1.MOV"] != before["IMG_1.MOV"])
    // Whatever goes wrong: here the source is another one.
    try scratch.write(Array(scratch.read("photos/IMG_1.MOV").prefix(9000)), "photos/IMG_1.MOV")
    for half in ["out/IMG_1.MOV", "out/IMG_1.JPG"] {
      let outcome = try scratch.attempt("edit", half, "--add", "40,40,40,40")
      #expect((outcome.exitCode == 0) == (half == "out/IMG_1.JPG"), "\(outcome.errors)")
      #expect(try Set(scratch.published().keys) == ["IMG_1.JPG", "IMG_1.MOV"])
      #expect(try scratch.published()["IMG_1.MOV"] == edited["IMG_1.MOV"])
    }
  }

  // Whatever the moment: the output is the old one or the new one, and the next run holds what the journal says.
  @Test func isWholeWhereverItIsKilled() throws {
    let film = TestFilm { ($0.frames, $0.seenIn) = (8, 0..<4) }
    let box = PixelBox(x: 240, y: 0, width: 64, height: 64)
    let original = try FilmFrames.luma(of: film.bytes())
    let scratch = try ScratchFolder()
    try scratch.write(film.bytes(), "photos/film.mp4")
    try scratch.scrub()
    let words = ["edit", "out/film.mp4", "--add", "240,0,64,64"]
    for number in 1...60 {
      let outcome = try CrashingCommand.run(words, untilChange: number, in: scratch.path)
      let isDone = !CrashingCommand.isCrash(outcome)
      let after = try scratch.scrub()
      #expect(after.exitCode == 0, "killed before change \(number): \(after.errors)")
      let isDecided = try scratch.faceblur("show", "out/film.mp4").output.contains("m1")
      let render = try FilmFrames.luma(of: scratch.read("out/film.mp4"))
      let isHidden = FaceLikeness.of(original[6], render[6], in: box, width: film.width) < 0.6
      #expect(isHidden == isDecided, "killed before change \(number)")
      #expect(try Set(scratch.published().keys) == ["film.mp4"])
      if isDone {
        #expect(number > 3 && outcome.exitCode == 0 && isDecided, "\(outcome.errors)")
        return
      }
      if isDecided { try scratch.faceblur("revert", "out/film.mp4") }
    }
    Issue.record("it never came to its end")
  }
}
