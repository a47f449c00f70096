import Foundation
import Glibc
import ImageProcessingKit
import TestSupport
import Testing

/// People at the review page in a real browser, and what is in the files afterwards.
@Suite(.serialized, .enabled(if: Peers.hasBrowser, "`make peers` fetches what drives a browser"))
struct ReviewBrowserTests {
  /// What they do, and then how everybody can.
  private static let acts = [
    "take-back", "confirm", "draw", "move", "undo", "alike", "original", "looks", "revert", "two-windows",
    "look-again", "gone", "reload", "names", "spoken", "keyboard", "narrow", "still", "fingers",
  ]

  @Test func changesNothingBeforeDone() throws {
    let set = try ReviewedPhotoSet()
    // An edit that can be taken back as a whole.
    let edit = ["edit", "out/\(ReviewedPhotoSet.coarse)", "--add", "2%,2%,10%,10%"] + ScratchFolder.quick
    try #require(try BuiltCommand.run(edit, in: set.scratch.path).exitCode == 0)
    let before = try set.state()
    let player = try BrowserPlayer()
    for scenario in Self.acts {
      let run = try ReviewRun(["out"], in: set.scratch)
      try player.play(scenario, at: run)
      run.command.send(SIGTERM)
      #expect(run.command.wait() == 75, "\(scenario)")
      #expect(try set.state() == before, "\(scenario) has changed what is published or kept")
      try set.forgetDrafts()
    }
  }

  @Test func leavesEverythingAsItWasAfterCancel() throws {
    let set = try ReviewedPhotoSet()
    let before = try set.state()
    let player = try BrowserPlayer()
    for scenario in ["cancel-without-work", "cancel-with-work"] {
      let run = try ReviewRun(["out"], in: set.scratch)
      try player.play(scenario, at: run)
      #expect(run.command.wait() == 0, "\(scenario)")
      #expect(try set.state() == before, "\(scenario) has changed what is published or kept")
      let next = try ReviewRun.opened(["out"], in: set.scratch)
      let queue = try next.queue()
      #expect(queue["changed"] as? Int == 0 && queue["answered"] as? Int == 0, "\(scenario)")
      next.command.send(SIGTERM)
      _ = next.command.wait()
    }
  }

  @Test func publishesWhatWasDecided() throws {
    let set = try ReviewedPhotoSet()
    let scratch = set.scratch
    #expect(try scratch.attempt("review", "--check", "out").exitCode == 1)
    let before = try scratch.published()
    let run = try ReviewRun(["out"], in: scratch)
    let told = try BrowserPlayer().play("correct", at: run, ReviewedPhotoSet.work)
    #expect(run.command.wait() == 0)
    try set.expectCorrected(told, before: before)

    let signed = try JSONSerialization.jsonObject(with: Data(scratch.read("out.faceblur/review.json")))
    let photos = try #require((signed as? [String: Any])?["photos"] as? [[String: Any]])
    #expect(photos.count == ReviewedPhotoSet.count)
    for photo in photos {
      let name = try #require(photo["output"] as? String)
      #expect(photo["complete"] as? Bool == true, "\(name)")
      #expect(try photo["sha256"] as? String == scratch.digest("out/\(name)"), "\(name)")
      #expect(try photo["sourceSHA256"] as? String == scratch.digest("photos/\(name)"), "\(name)")
      let answers = (photo["decisions"] as? [[String: Any]] ?? []).map { $0["answer"] as? String }
      if ReviewedPhotoSet.burst.contains(name) { #expect(answers == ["visible"], "\(name)") }
      if name == ReviewedPhotoSet.missed { #expect(answers == ["drawn"]) }
      if name == ReviewedPhotoSet.coarse { #expect(answers == ["hidden"]) }
    }
    #expect(try scratch.attempt("review", "--check", "out").exitCode == 0)
    try scratch.expectAllDone(ReviewedPhotoSet.count)
    #expect(try scratch.attempt("review", "--check", "out").exitCode == 0)
    try scratch.spoil("out/\(ReviewedPhotoSet.missed)")
    let changed = try scratch.attempt("review", "--check", "out")
    #expect(changed.exitCode == 1)
    changed.expectOneErrorLine(naming: ReviewedPhotoSet.missed)
  }

  @Test func losesNothingWhereItIsKilledInTheMiddle() throws {
    let set = try ReviewedPhotoSet()
    let before = try set.scratch.published()
    let run = try ReviewRun(["out"], in: set.scratch)
    let work = ReviewedPhotoSet.work.merging(["process": Int(run.command.id)]) { $1 }
    let told = try BrowserPlayer().play("killed", at: run, work)
    _ = run.command.wait()
    #expect(try set.scratch.published() == before, "it was rendered before anybody asked for that")

    let next = try ReviewRun.opened(["out"], in: set.scratch)
    #expect(try next.queue()["changed"] as? Int == ReviewedPhotoSet.burst.count + 1)
    let results = try #require(try next.finish()["results"] as? [[String: Any]])
    #expect(results.count == ReviewedPhotoSet.burst.count + 1)
    #expect(results.allSatisfy { $0["error"] is NSNull }, "\(results)")
    #expect(try next.quit() == 0)
    try set.expectCorrected(told, before: before)
    // The rest nobody has looked at.
    #expect(try set.scratch.attempt("review", "--check", "out").exitCode == 1)
  }

  @Test func editsPhotosThatNobodyHasScrubbed() throws {
    let scratch = try ScratchFolder()
    try ReviewedPhotoSet.writeMissed(scratch, "photos/missed.jpg")
    try scratch.writeAstronaut("photos/seen.jpg")
    try scratch.writeGraceHopper("photos/hidden.jpg")
    let before = try scratch.contentDigests()
    let run = try ReviewRun(["photos"], in: scratch)
    let (seen, hidden) = (TestPhotos.astronautFace, TestPhotos.graceHopperFace)
    try BrowserPlayer().play(
      "loose", at: run,
      [
        "missed": ReviewedPhotoSet.place(ReviewedPhotoSet.missedFace, in: "photos/missed.jpg"),
        "visible": ReviewedPhotoSet.place(seen, in: "photos/seen.jpg", width: 512, height: 512),
        "right": ReviewedPhotoSet.place(hidden, in: "photos/hidden.jpg", width: 512, height: 600),
      ])
    #expect(run.command.wait() == 0)
    let after = try scratch.contentDigests()
    #expect(before.allSatisfy { after[$0.key] == $0.value }, "a photo was changed")
    // Nothing is hidden in the third: it needs no other picture.
    let made = Set(after.keys).subtracting(before.keys).filter { $0.hasPrefix("photos/") }
    let expected = ["missed", "hidden"].flatMap { ["photos/\($0)_edited.jpg", "photos/\($0).AAE"] }
    #expect(made.sorted() == expected.sorted())
    for (name, face) in [("missed", ReviewedPhotoSet.missedFace), ("hidden", hidden)] {
      try scratch.expectHidden(face, in: "photos/\(name)_edited.jpg", of: "photos/\(name).jpg")
      try scratch.faceblur("verify", "photos/\(name)_edited.jpg", "--original", "photos/\(name).jpg")
    }
    let shown = try scratch.faceblur("show", "photos/missed.jpg", "--json").jsonLines().first
    let regions = try #require(shown?["regions"] as? [[String: Any]])
    #expect(regions.map { $0["origin"] as? String } == ["manual"])
  }

  @Test func showsFacesAsEveryViewerDoes() throws {
    let scratch = try ScratchFolder()
    try scratch.write(TestPhotos.portraitInAlpha(), "photos/blank.png")
    try scratch.writeAstronaut("photos/usual.jpg")
    let run = try ReviewRun(["photos"], in: scratch)
    try BrowserPlayer().play("views", at: run)
    run.command.send(SIGTERM)
    #expect(run.command.wait() == 75)
  }

  /// A film by itself, and one in the target of a collection.
  @Test(arguments: [false, true])
  func decidesAboutTheFacesOfAFilm(_ isOutput: Bool) throws {
    let scratch = try ScratchFolder()
    try scratch.makeFolder("photos")
    let film = try TwoFaceFilm.write("photos/film.mp4", in: scratch)
    if isOutput { #expect(try scratch.scrub().exitCode == 0) }
    let (subject, render) =
      isOutput ? ("out/film.mp4", "out/film.mp4") : ("photos/film.mp4", "photos/film_edited.mp4")
    let run = try ReviewRun([isOutput ? "out" : subject], in: scratch)
    let told = try BrowserPlayer().play(
      "film", at: run,
      [
        "seen": TwoFaceFilm.seen, "from": TwoFaceFilm.drawn.lowerBound, "to": TwoFaceFilm.drawn.upperBound,
        "end": "0:00.67", "rect": TwoFaceFilm.drawnRect,
      ])
    #expect(run.command.wait() == 0)
    #expect(told["hasPlayed"] as? Bool == true, "the browser did not play H.264")
    #expect(try scratch.read("photos/film.mp4") == film)
    let shown = try #require(try scratch.faceblur("show", subject, "--json").jsonLines().first)
    let tracks = try #require(shown["tracks"] as? [[String: Any]])
    func track(_ key: String) throws -> [String: Any] {
      try #require(tracks.first { $0["id"] as? String == told[key] as? String })
    }
    #expect(tracks.count == 3)
    #expect(try track("excluded")["state"] as? String == "excluded")
    #expect(try track("kept")["state"] as? String == "applied")
    #expect(try track("drawn")["origin"] as? String == "manual")

    let (before, after) = (
      try FilmFrames.luma(of: film), try FilmFrames.luma(of: scratch.read(render))
    )
    try #require(before.count == TwoFaceFilm.frames && after.count == TwoFaceFilm.frames)
    func likeness(_ box: PixelBox, _ frame: Int) -> Double {
      FaceLikeness.of(before[frame], after[frame], in: box, width: TwoFaceFilm.width)
    }
    for frame in before.indices {
      #expect(likeness(TwoFaceFilm.face, frame) < 0.6, "frame \(frame)")
      let isDrawn = TwoFaceFilm.drawn.contains(frame)
      let kept = likeness(TwoFaceFilm.drawnBox, frame)
      #expect(isDrawn ? kept < 0.6 : kept > 0.9, "frame \(frame): \(kept)")
    }
    #expect(likeness(TwoFaceFilm.doubtfulFace, TwoFaceFilm.seen) > 0.9)
  }
}

extension ReviewedPhotoSet {
  /// Expects that the drawing is seen in the whole burst, that the missed face is hidden, and that journal and reports say so.
  /// - Parameters:
  ///   - told: what the scenario says that was done.
  ///   - before: what was published before, by `published`.
  fileprivate func expectCorrected(_ told: [String: Any], before: [String: String]) throws {
    #expect(
      (told["visible"] as? [[String]])?.compactMap(\.first).sorted() == Self.burst, "\(told)")
    let after = try scratch.published()
    #expect(Set(after.keys) == Set(before.keys))
    #expect(
      Set(after.filter { before[$0.key] != $0.value }.keys) == Set(Self.burst + [Self.missed]),
      "another photo was made anew, or one was not")
    let report = try scratch.report()
    for name in Self.burst {
      let picture = try RenderedCoefficients(
        original: scratch.read("photos/\(name)"), render: scratch.read("out/\(name)"))
      #expect(picture.isComparable && picture.allUnits.allSatisfy(picture.isUntouched), "\(name)")
      #expect(try regions(name).map { $0["state"] as? String } == ["excluded"], "\(name)")
      #expect(report[String(name.dropFirst(6))]?.faces == 0, "\(name)")
    }
    try scratch.expectHidden(Self.missedFace, in: "out/\(Self.missed)", of: "photos/\(Self.missed)")
    let drawn = try #require(try regions(Self.missed).first)
    #expect(drawn["origin"] as? String == "manual" && drawn["state"] as? String == "applied")
    #expect(drawn["id"] as? String == told["drawn"] as? String)
    #expect(report[Self.missed]?.faces == 1)
    #expect(report[Self.missed]?.targetSHA256 == after[Self.missed])
  }

  private func regions(_ name: String) throws -> [[String: Any]] {
    let shown = try scratch.faceblur("show", "out/\(name)", "--json").jsonLines().first
    return try #require(shown?["regions"] as? [[String: Any]])
  }
}

extension ScratchFolder {
  /// Expects that nothing is left of a face, and that what lies far from it is the photo's own.
  fileprivate func expectHidden(
    _ face: PixelBox, in render: String, of original: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let picture = try RenderedCoefficients(original: read(original), render: read(render))
    #expect(picture.isComparable, sourceLocation: sourceLocation)
    #expect(
      picture.coverage(of: face) { !picture.isUntouched($0, $1) } > 0.99, "\(render)",
      sourceLocation: sourceLocation)
    #expect(
      picture.detailLeft(in: picture.units(touching: face)) < 0.2, "\(render)", sourceLocation: sourceLocation
    )
    let around = PixelBox(
      x: face.x - face.width / 2, y: face.y - face.height / 2, width: 2 * face.width, height: 2 * face.height)
    let changed = picture.allUnits.filter { unit in
      !picture.isUntouched(unit.x, unit.y)
        && !around.contains(unit.x * picture.unitWidth, unit.y * picture.unitHeight)
    }
    #expect(changed.isEmpty, "\(render): \(changed.prefix(4))", sourceLocation: sourceLocation)
  }
}
