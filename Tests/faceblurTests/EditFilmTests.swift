import Foundation
@testable import ImageProcessingKit
import TestSupport
import Testing

/// `faceblur edit` of films: corrections by hand, as they are seen in the render.
@Suite struct EditFilmTests {
  /// Twenty pictures, ten a second, in groups of eight, eight and four; its record hides something in the first two.
  private static let film = TestFilm()

  private static func box(_ box: PixelBox) -> String { "\(box.x),\(box.y),\(box.width),\(box.height)" }

  private func edited(_ film: TestFilm = Self.film) throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    try scratch.writeEditedFilm("film.mp4", film)
    return scratch
  }

  /// How much of the face is left in each frame.
  private func likeness(in scratch: ScratchFolder, _ film: TestFilm = Self.film) throws -> [Double] {
    let (before, after) = (
      try FilmFrames.luma(of: film.bytes()), try FilmFrames.luma(of: scratch.read("film_edited.mp4"))
    )
    try #require(before.count == film.frames && after.count == film.frames)
    return (0..<film.frames).map {
      FaceLikeness.of(before[$0], after[$0], in: film.face(at: $0), width: film.width)
    }
  }

  private func copied(in scratch: ScratchFolder, _ film: TestFilm = Self.film) throws -> Set<Int> {
    let (before, after) = (
      try FilmFrames.hashes(of: film.bytes()), try FilmFrames.hashes(of: scratch.read("film_edited.mp4"))
    )
    try #require(before.count == after.count)
    return Set(before.indices.filter { before[$0] == after[$0] })
  }

  @Test func hidesADrawnBoxAtItsTimesAndCopiesEverythingElse() throws {
    let scratch = try edited()
    // Models are of no use here: nobody looks for faces.
    try scratch.makeFolder("no models")
    // The face in both of the frames that are hidden.
    let (first, last) = (Self.film.face(at: 16), Self.film.face(at: 17))
    let face = PixelBox(
      x: first.x, y: first.y, width: last.x + last.width - first.x, height: first.height)
    let outcome = try scratch.faceblur(
      "edit", "film.mp4", "--exclude", "t1", "--add", "\(Self.box(face))@00:01.70-00:01.75", "--json",
      models: scratch.path("no models"))
    let report = try #require(try outcome.jsonLines().first)
    let tracks = try #require(report["tracks"] as? [[String: Any]])
    #expect(tracks.map { $0["id"] as? String } == ["m1", "t1", "t2"])
    #expect(tracks.map { $0["origin"] as? String } == ["manual", "detected", "detected"])
    #expect(tracks.map { $0["state"] as? String } == ["applied", "excluded", "excluded"])
    #expect(report["added"] as? [String] == ["m1"])
    // The time may have been rounded, so the frame before is hidden, too.
    #expect((tracks[0]["start"] as? Double, tracks[0]["end"] as? Double) as (Double?, Double?) == (1.6, 1.7))
    let likeness = try likeness(in: scratch)
    for frame in 16...17 { #expect(likeness[frame] < 0.6, "frame \(frame)") }
    for frame in 18...19 { #expect(likeness[frame] > 0.9, "frame \(frame)") }
    #expect(try copied(in: scratch).isSuperset(of: 0..<16))
    #expect(outcome.errors.contains("the render shows t1, t2"))
    #expect(try scratch.read("film.mp4") == Self.film.bytes())
  }

  @Test func hidesABoxWithoutTimesThroughTheWholeFilm() throws {
    let film = TestFilm { ($0.orientation, $0.audioTracks) = (.right, 1) }
    let scratch = try edited(film)
    // As it is seen upright, all along the way of the face.
    let (first, last) = (film.face(at: 0), film.face(at: film.frames - 1))
    let box = PixelBox(
      x: film.height - first.y - first.height, y: first.x, width: first.height,
      height: last.x + last.width - first.x)
    try scratch.faceblur("edit", "film.mp4", "--add", Self.box(box), "--audio", "keep")
    for (frame, likeness) in try likeness(in: scratch, film).enumerated() {
      #expect(likeness < 0.6, "frame \(frame): \(likeness)")
    }
    let render = try scratch.read("film_edited.mp4")
    #expect(try FilmFrames.soundHashes(of: render) == FilmFrames.soundHashes(of: film.bytes()))
  }

  @Test func anExcludedTrackIsCopiedUntilItIsIncluded() throws {
    let scratch = try edited()
    try scratch.faceblur("edit", "film.mp4", "--cells", "5", "--add", "4,4,40,40@1.65-1.90")
    let before = try scratch.read("film_edited.mp4")
    #expect(try copied(in: scratch).isDisjoint(with: 0..<11))
    try scratch.faceblur("edit", "film.mp4", "--exclude", "t1")
    #expect(try copied(in: scratch).isSuperset(of: 0..<16))
    try scratch.faceblur("edit", "film.mp4", "--include", "t1")
    #expect(try scratch.read("film_edited.mp4") == before)
    let shown = try #require(try scratch.faceblur("show", "film.mp4", "--json").jsonLines().first)
    #expect((shown["strength"] as? [String: Any])?["cells"] as? Int == 5)
    try scratch.faceblur("revert", "film.mp4")
    #expect(try scratch.names() == ["film.mp4"])
  }

  @Test func aMovedTrackHasOneBoxForAllOfItsTime() throws {
    let scratch = try edited()
    let face = Self.film.face(at: 4)
    let outcome = try scratch.faceblur("edit", "film.mp4", "--move", "t1=\(Self.box(face))", "--json")
    let report = try #require(try outcome.jsonLines().first)
    let track = try #require((report["tracks"] as? [[String: Any]])?.first)
    #expect((track["id"] as? String, track["origin"] as? String) as (String?, String?) == ("t1", "manual"))
    #expect((track["start"] as? Double, track["end"] as? Double) as (Double?, Double?) == (0, 1))
    let boxes = try #require(track["boxes"] as? [[String: Double]])
    #expect(boxes.count == 2 && boxes.allSatisfy { $0["x"] == Double(face.x) && $0["y"] == Double(face.y) })
    #expect(try likeness(in: scratch)[4] < 0.6)
  }

  /// A track that is moved off a face is named as one that is excluded, also where people asked for quiet.
  @Test func saysThatAMovedTrackIsShown() throws {
    let scratch = try edited()
    let preview = try scratch.faceblur(
      "edit", "film.mp4", "--move", "t1=1,1,30,30", "--dry-run", "--preview", "look", "-q")
    #expect(
      preview.errors.contains(
        "film.mp4: as was decided, the render shows t2, t1 where or when it was before\n"), "\(preview)")
    let outcome = try scratch.faceblur("edit", "film.mp4", "--move", "t1=1,1,30,30", "-q", "--json")
    #expect(
      outcome.errors.contains(
        "film.mp4: as was decided, the render shows t2, t1 where or when it was before\n"), "\(outcome)")
    let report = try #require(try outcome.jsonLines().first)
    #expect(report["shown"] as? [String] == ["t1"])
    // What is hidden as before is not shown.
    let further = try scratch.faceblur("edit", "film.mp4", "--add", "4,4,40,40", "--json")
    let second = try #require(try further.jsonLines().first)
    #expect(second["shown"] as? [String] == [])
    #expect(further.errors.contains("the render shows t2\n"), "\(further)")
  }

  @Test func writesNothingWhereNothingChanges() throws {
    let scratch = try edited()
    try scratch.faceblur("edit", "film.mp4", "--add", "4,4,40,40@1")
    let before = try scratch.state()
    for words in [["--include", "t1"], ["--cells", "12"], ["--style", "mosaic"], ["--audio", "drop"]] {
      let outcome = try BuiltCommand.run(["edit", "film.mp4"] + words, in: scratch.path)
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      #expect(outcome.output.contains("nothing has changed, so nothing was written"), "\(outcome.output)")
      #expect(try scratch.state() == before)
    }
    let dry = try scratch.faceblur("edit", "film.mp4", "--add", "9,9,40,40", "--dry-run")
    #expect(dry.output.contains("m2") && !dry.output.contains("render"))
    #expect(try scratch.state() == before)
    // A render that is gone is made again.
    try scratch.remove("film_edited.mp4")
    try scratch.faceblur("edit", "film.mp4", "--include", "t1")
    #expect(try scratch.digest("film_edited.mp4") == before["film_edited.mp4"]?.digest)
  }

  /// Without a record faces are looked for first, and what a person decides then stays so.
  @Test func beginsAnEditAsBlurDoes() throws {
    let film = TestFilm { ($0.frames, $0.seenIn, $0.audioTracks) = (24, 0..<6, 1) }
    let scratch = try ScratchFolder()
    try scratch.write(try film.bytes(), "film.mp4")
    try scratch.expectFailure(64, naming: "there are t1", "edit", "film.mp4", "--exclude", "t2")
    let outcome = try scratch.faceblur("edit", "film.mp4", "--add", "100,100,60,60@2.30-2.39")
    #expect(outcome.output.contains("film.mp4: 2 faces, 0:02.4"), "\(outcome.output)")
    for (frame, likeness) in try likeness(in: scratch, film).prefix(6).enumerated() {
      #expect(likeness < 0.6, "frame \(frame)")
    }
    #expect(outcome.errors.contains("voices tell who speaks"))
    try scratch.faceblur("edit", "film.mp4", "--exclude", "t1", "--audio", "drop")
    #expect(try copied(in: scratch, film).isSuperset(of: 0..<16))
    #expect(try FilmProbe(scratch.read("film_edited.mp4")).streams.map(\.codecType) == ["video"])
    // A new look brings neither face nor voice back.
    let before = try scratch.state()
    let again = try scratch.faceblur("blur", "film.mp4", "--effort", "normal")
    #expect(again.output.contains("nothing was written"), "\(again.output)")
    #expect(try scratch.state() == before)
    #expect(try scratch.faceblur("show", "film.mp4").output.contains("t1  0:00.0 to"))
    // To begin anew shows nothing of what was drawn, and hides what was excluded.
    let anew = try scratch.faceblur("edit", "film.mp4", "--forget")
    #expect(anew.output.contains("film.mp4: 1 face, 0:02.4"), "\(anew.output)")
    #expect(try likeness(in: scratch, film).prefix(6).allSatisfy { $0 < 0.6 })
  }

  /// Where the film is another one than that of the record, what a person drew stays.
  @Test func keepsWhatWasDrawnWhereTheFilmHasChanged() throws {
    let scratch = try edited()
    try scratch.faceblur("edit", "film.mp4", "--add", "4,4,40,40@1-1.5")
    let other = TestFilm { ($0.frames, $0.groupLength, $0.seenIn) = (18, 6, 0..<1) }
    try scratch.write(other.bytes(), "film.mp4")
    try scratch.expectFailure(65, naming: "--force-rebase", "edit", "film.mp4", "--add", "9,9,9,9")
    let outcome = try scratch.faceblur("edit", "film.mp4", "--force-rebase", "--redetect", "--json")
    let report = try #require(try outcome.jsonLines().first)
    let drawn = try #require((report["tracks"] as? [[String: Any]])?.first { $0["id"] as? String == "m1" })
    #expect(drawn["origin"] as? String == "manual")
    // From 0.9 to 1.5 before: of another film a little more is hidden, to its last picture here.
    let start = try #require(drawn["start"] as? Double)
    #expect((0.5...0.7).contains(start) && drawn["end"] as? Double == 1.7)
  }

  /// In another container the same pictures may be shown later.
  @Test(arguments: [21, 330])
  func hidesTheSamePicturesWhereTheyAreShownLater(_ milliseconds: Int) throws {
    let scratch = try ScratchFolder()
    let film = try TestFilm { $0.seenIn = 100..<101 }.bytes()
    try scratch.write(film, "film.mp4")
    try scratch.faceblur("edit", "film.mp4", "--threshold", "1", "--add", "10,20,60,40@0.50-1.00")
    let before = try times(in: scratch)
    var later = try TestMatroska(film)
    later.sound = []
    for index in later.pictures.indices { later.pictures[index].time += milliseconds }
    try scratch.write(later.bytes, "film.mp4")
    try scratch.faceblur("blur", "film.mp4", "--threshold", "1", "--force-rebase")
    let (after, shift) = (try times(in: scratch), Double(milliseconds) / 1000)
    #expect(after.lowerBound <= before.lowerBound + shift + 0.001, "\(before) became \(after)")
    #expect(after.upperBound >= before.upperBound + shift - 0.001, "\(before) became \(after)")
  }

  /// What was drawn lies behind the end of the film that is there now.
  @Test func refusesARenderInWhichNoPictureIsHidden() throws {
    let scratch = try ScratchFolder()
    try scratch.write(TestFilm { $0.seenIn = 100..<101 }.bytes(), "film.mp4")
    try scratch.faceblur("edit", "film.mp4", "--threshold", "1", "--add", "10,20,60,40@1.50-1.60")
    try scratch.write(TestFilm { ($0.frames, $0.seenIn) = (8, 100..<101) }.bytes(), "film.mp4")
    let before = try scratch.state()
    for words in [["blur"], ["edit", "--style", "fill"]] {
      try scratch.expectFailure(
        64, naming: "is hidden by m1", words + ["film.mp4", "--threshold", "1", "--force-rebase"])
    }
    #expect(try scratch.state() == before)
    // Beside others it is named.
    let outcome = try scratch.faceblur(
      "edit", "film.mp4", "--threshold", "1", "--force-rebase", "--add", "10,20,60,40", "-q")
    #expect(outcome.errors.contains("no picture of this film is hidden by m1"), "\(outcome.errors)")
  }

  /// From when to when the drawn track is hidden, in seconds as shown.
  private func times(in scratch: ScratchFolder) throws -> ClosedRange<Double> {
    let record = try #require(try FilmRecord.ours(at: FilePath(scratch.path("film.AAE"))))
    let drawn = try #require(record.plan.tracks.first { $0.id == "m1" }?.span)
    return record.source.seconds(at: drawn.lowerBound)...record.source.seconds(at: drawn.upperBound)
  }

  private func recorded(in scratch: ScratchFolder) throws -> FilmPlan {
    guard case .ours(let record, _) = try FilmRecord.content(of: scratch.read("film.AAE")) else {
      return FilmPlan(tracks: [], strength: .default)
    }
    return record.plan
  }

  /// Saved anew it is another file and the same film: whatever a new look misses, what was found before stays hidden.
  @Test(arguments: [["blur"], ["edit", "--cells", "4"]])
  func keepsWhatWasFoundWhereTheFilmIsTheSame(_ command: [String]) throws {
    let scratch = try edited()
    let before = try recorded(in: scratch)
    try #require(before.applied.map(\.origin) == [.detected])
    try scratch.write(Self.film.bytes() + [0, 0, 0, 8] + Array("free".utf8), "film.mp4")
    let outcome = try BuiltCommand.run(command + ["film.mp4", "--force-rebase", "-q"], in: scratch.path)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(!outcome.errors.contains("may be open"), "\(outcome.errors)")
    let after = try recorded(in: scratch)
    #expect(before.tracks(shownBy: after).isEmpty && after.applied.count > 1, "\(after)")
  }

  /// A wall shows nothing of how it was turned.
  @Test func hidesEachPlaceThatATrackMayHave() throws {
    let scratch = try ScratchFolder()
    try FilmTools.run(
      "ffmpeg",
      [
        "-v", "error", "-nostdin", "-f", "lavfi", "-i", "color=gray:s=320x240:r=10:d=1", "-c:v", "libx264",
        "-pix_fmt", "yuv420p", "film.mp4",
      ], in: scratch)
    try scratch.faceblur("edit", "film.mp4", "--threshold", "1", "--add", "10,20,60,40")
    try scratch.write(scratch.read("film.mp4") + [0, 0, 0, 8] + Array("free".utf8), "film.mp4")
    try scratch.faceblur("blur", "film.mp4", "--threshold", "1", "--force-rebase")
    let corners = try recorded(in: scratch).applied.map { track in
      track.points.first.map { [Int(($0.rect.x * 320).rounded()), Int(($0.rect.y * 240).rounded())] } ?? []
    }
    #expect(Set(corners) == [[10, 20], [250, 20], [10, 180], [250, 180]])
  }

  /// Nobody can tell where the film has changed.
  @Test func saysWhatMayBeOpenWhereTheFilmIsAnother() throws {
    let scratch = try edited()
    let other = TestFilm { $0.seenIn = 1..<2 }
    try scratch.write(other.bytes(), "film.mp4")
    let outcome = try scratch.faceblur("blur", "film.mp4", "--force-rebase", "-q")
    #expect(outcome.errors.contains("1 track may be open now"), "\(outcome.errors)")
  }

  @Test(arguments: [
    (["--exclude", "t9"], 64, "there are t1, t2"), (["--move", "t9=1,1,9,9"], 64, "there are t1, t2"),
    (["--exclude", "t1", "--include", "t1"], 64, "--include"),
    (["--exclude", "t1"], 64, "faceblur revert film.mp4"),
    (["--add", "1,1,9,9@3"], 64, "name times from 0 to 2.0"),
    (["--add", "1,1,9,9@0-1:00:00"], 64, "name times from 0 to 2.0"),
    (["--add", "1,1,9,9@2-1"], 64, "the earlier one first"), (["--add", "1,1,9,9@x"], 64, "m:ss.mmm"),
    (["--add", "1,1,9,9@"], 64, "m:ss.mmm"), (["--move", "t1=1,1,9,9@1"], 64, "--move takes"),
    (["--add", "320,1,9,9"], 64, "320 × 240"), (["--style", "pixelate"], 65, "adds up"),
    (["--add", "1,1,9,9", "--xmp"], 65, "leave --xmp out"),
    (["--format", "jpeg"], 65, "leave --format out"),
    (["--add", "1,1,9,9", "--state", "o"], 66, "o/journal.sqlite"),
    (["--add", "1,1,9,9", "--max-pixels", "100"], 65, "film.mp4"),
  ])
  func refusesWithOneLine(_ use: (words: [String], code: Int32, advice: String)) throws {
    let scratch = try edited()
    try scratch.expectFailure(use.code, naming: use.advice, ["edit", "film.mp4"] + use.words)
  }

  /// What people look at shows what the corrected plan hides; an edit as it is needs no correction for that.
  @Test func drawsWhatTheCorrectedPlanHides() throws {
    let scratch = try edited()
    let face = Self.film.face(at: 19)
    try scratch.faceblur(
      "edit", "film.mp4", "--add", Self.box(face), "--dry-run", "--preview", "look", "--overlay", "look")
    #expect(try scratch.names().isSuperset(of: ["look/film_overlay.mp4", "look/film_preview.mp4"]))
    let (before, preview) = (
      try FilmFrames.luma(of: Self.film.bytes()),
      try FilmFrames.luma(of: scratch.read("look/film_preview.mp4"))
    )
    #expect(FaceLikeness.of(before[19], preview[19], in: face, width: Self.film.width) < 0.6)
    try scratch.faceblur("edit", "film.mp4", "--preview", ".")
    let asItIs = try FilmFrames.luma(of: scratch.read("film_preview.mp4"))
    #expect(FaceLikeness.of(before[19], asItIs[19], in: face, width: Self.film.width) > 0.9)
  }

  @Test func refusesRendersAndFilters() throws {
    let scratch = try edited()
    for command in ["revert", "render"] {
      try scratch.expectFailure(
        64, naming: "type 'faceblur \(command) film.mp4' instead", command, "film_edited.mp4")
    }
    try scratch.expectFailure(
      64, naming: "faceblur edit film.mp4", "edit", "film_edited.mp4", "--add", "1,1,9,9")
    let outcome = try scratch.expectFailure(65, naming: "film.mp4", "filter", "film.mp4", "--sepia", "0.5")
    #expect(outcome.errors.contains("filters change the tones of photos"))
    try scratch.append("retouched", to: "film_edited.mp4")
    try scratch.expectFailure(73, naming: "film_edited.mp4", "edit", "film.mp4", "--add", "1,1,9,9")
  }

  @Test func saysThatThereIsNoFaceToBeginWith() throws {
    let scratch = try ScratchFolder()
    try scratch.write(TestFilm { ($0.frames, $0.seenIn) = (8, 100..<101) }.bytes(), "film.mp4")
    try scratch.expectFailure(64, naming: "--add", "edit", "film.mp4", "--redetect")
  }
}
