import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

/// Films of collections: what is seen in them is hidden, and stays so.
@Suite struct ScrubFilmTests {
  /// Groups of eight pictures, of which the last two have no face.
  private static let film = TestFilm { ($0.frames, $0.seenIn, $0.audioTracks) = (32, 0..<6, 1) }

  private func write(_ scratch: ScratchFolder, _ name: String = "photos/a/film.mp4") throws {
    try scratch.write(Self.film.bytes(), name)
  }

  /// What is left of the face in a film, at most of all frames.
  private func likeness(_ scratch: ScratchFolder, _ name: String = "out/a/film.mp4") throws -> Double {
    let (before, after) = (
      try FilmFrames.luma(of: Self.film.bytes()), try FilmFrames.luma(of: scratch.read(name))
    )
    try #require(before.count == Self.film.frames && after.count == Self.film.frames)
    return (Self.film.seenIn ?? 0..<0).map { frame in
      FaceLikeness.of(before[frame], after[frame], in: Self.film.face(at: frame), width: Self.film.width)
    }.max() ?? 0
  }

  @Test func hidesWhoIsSeenAndLeavesTheRest() throws {
    let scratch = try ScratchFolder()
    try write(scratch)
    try scratch.writeAstronaut("photos/portrait.jpg")
    try scratch.write([0, 0, 1, 0xBA], "photos/old.mpg")
    let originals = try scratch.state()
    let outcome = try scratch.scrub()
    #expect(outcome.exitCode == 1, "\(outcome.output)\(outcome.errors)")
    outcome.expectOneErrorLine(naming: "old.mpg")
    for (name, state) in originals { #expect(try FileState(at: scratch.path(name)) == state) }
    #expect(Set(try scratch.published().keys) == ["a", "a/film.mp4", "portrait.jpg"])
    #expect(try likeness(scratch) < 0.6)
    let hashes = (
      before: try FilmFrames.hashes(of: Self.film.bytes()),
      after: try FilmFrames.hashes(of: scratch.read("out/a/film.mp4"))
    )
    #expect(hashes.before.suffix(8) == hashes.after.suffix(8))
    #expect(
      try FilmFrames.soundHashes(of: Self.film.bytes())
        == FilmFrames.soundHashes(of: scratch.read("out/a/film.mp4")))
    let report = try scratch.report()
    #expect(report["film.mp4"]?.status == "done" && report["film.mp4"]?.faces == 1)
    #expect(report["film.mp4"]?.targetSHA256 == (try scratch.digest("out/a/film.mp4")))
    // A picture of it with a box, which shows nobody.
    let page = String(decoding: try scratch.read("out.faceblur/report.html"), as: UTF8.self)
    #expect(
      page.components(separatedBy: "<svg").count == 3 && page.components(separatedBy: "<rect").count == 3)
    #expect(try scratch.faceblur("verify", "out/a/film.mp4").exitCode == 0)
  }

  /// Nothing is done twice, and what was changed in the target is made again, the very same.
  @Test func goesOnWhereItWas() throws {
    let scratch = try ScratchFolder()
    try write(scratch)
    #expect(try scratch.scrub().exitCode == 0)
    let published = try scratch.published()
    #expect(try scratch.scrub().output.contains("1 were done before"))
    try scratch.write([1, 2, 3], "out/a/film.mp4")
    #expect(try scratch.scrub("--force").exitCode == 1)
    #expect(try scratch.read("out/a/film.mp4") == [1, 2, 3])
    #expect(try scratch.scrub("--force", "--forget").exitCode == 0)
    #expect(try scratch.published() == published)
    #expect(try scratch.scrub("--dry-run", target: "elsewhere").output.contains("1 would be in the target"))
    #expect(try !scratch.names().contains { $0.hasPrefix("elsewhere") })
  }

  /// A later run that finds less shows no face, and plays no voice, that an earlier one did not.
  @Test func showsNothingThatAnEarlierRunHid() throws {
    let scratch = try ScratchFolder()
    try write(scratch)
    #expect(try scratch.scrub("--audio", "drop").exitCode == 0)
    #expect(try scratch.scrub("--threshold", "1").exitCode == 0)
    #expect(try likeness(scratch) < 0.6)
    #expect(try scratch.report()["film.mp4"]?.faces == 1)
    #expect(try FilmProbe(scratch.read("out/a/film.mp4")).streams.map(\.codecType) == ["video"])
    #expect(try scratch.scrub("--threshold", "1", "--forget").exitCode == 0)
    #expect(try likeness(scratch) > 0.9)
    // Who forgets faces has not said that voices may be heard.
    #expect(try FilmProbe(scratch.read("out/a/film.mp4")).streams.count == 1)
    #expect(try scratch.scrub("--threshold", "1", "--audio", "keep").exitCode == 0)
    #expect(try FilmProbe(scratch.read("out/a/film.mp4")).streams.count == 2)
  }

  /// A note in it makes it another file, and another container or another way round, too, and no other film.
  @Test(arguments: ["note", "container", "orientation"])
  func showsNothingThatWasHiddenInAnotherVersion(change: String) throws {
    let scratch = try ScratchFolder()
    var film = TestFilm { ($0.frames, $0.seenIn) = (8, 0..<4) }
    try scratch.write(film.bytes(), "photos/film.mp4")
    #expect(try scratch.scrub().exitCode == 0)
    switch change {
    case "container": film.isMatroska = true
    case "orientation": film.orientation = .right
    default: break
    }
    try scratch.write(film.bytes(), "photos/film.mp4")
    // A box of eight bytes that is free.
    if change == "note" { try scratch.append("\0\0\0\u{8}free", to: "photos/film.mp4") }
    let outcome = try scratch.scrub("--threshold", "1")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let output = try #require(try scratch.published().keys.first)
    #expect(try film.faceLeft(in: scratch.read("out/\(output)")) < 0.6)
    let reported = try #require(try scratch.report()["film.mp4"])
    #expect(reported.faces == 1)
    #expect(reported.warnings == [])
  }

  /// However a file is held open, people read its name.
  @Test func namesAFilmThatIsNotSupportedAsPeopleDo() throws {
    let scratch = try ScratchFolder()
    try scratch.write(TestFilm { $0.frames = 4 }.bytes(), "film.mp4")
    try scratch.makeFolder("photos")
    try FilmTools.run(
      "ffmpeg", ["-v", "error", "-nostdin", "-i", "film.mp4", "-c:v", "mpeg4", "-an", "photos/old.mp4"],
      in: scratch)
    let outcome = try scratch.scrub()
    #expect(
      outcome.exitCode == 1 && outcome.errors.contains("photos/old.mp4: this kind of film is not supported"),
      "\(outcome.errors)")
    let reason = try #require(try scratch.report()["old.mp4"]?.reason)
    #expect(!(reason + outcome.errors).contains("/proc/"), "\(reason)")
  }

  /// Of another film nothing is known.
  @Test func looksAnewAtAnotherFilm() throws {
    let scratch = try ScratchFolder()
    var film = TestFilm { ($0.frames, $0.seenIn) = (8, 0..<4) }
    try scratch.write(film.bytes(), "photos/film.mp4")
    #expect(try scratch.scrub().exitCode == 0)
    film.seenIn = 4..<8
    try scratch.write(film.bytes(), "photos/film.mp4")
    #expect(try scratch.scrub("--threshold", "1").exitCode == 0)
    let reported = try #require(try scratch.report()["film.mp4"])
    #expect(reported.faces == 0)
    #expect(reported.warnings.contains { $0.contains("1 track") }, "\(reported.warnings)")
  }

  @Test func playsNoVoiceUnderAnotherName() throws {
    let scratch = try ScratchFolder()
    try write(scratch)
    #expect(try scratch.scrub("--audio", "drop").exitCode == 0)
    try scratch.rename("photos/a/film.mp4", to: "photos/a/other.mp4")
    #expect(try scratch.scrub("--threshold", "1", "--forget").exitCode == 0)
    #expect(try FilmProbe(scratch.read("out/a/other.mp4")).streams.map(\.codecType) == ["video"])
  }

  /// Also where a run in between did not even open it.
  @Test func showsNothingThatWasHiddenBeforeItWasGone() throws {
    let scratch = try ScratchFolder()
    try write(scratch)
    #expect(try scratch.scrub("--audio", "drop").exitCode == 0)
    try FileManager.default.removeItem(atPath: scratch.path("photos/a/film.mp4"))
    try scratch.link("photos/a/film.mp4", to: "nowhere")
    #expect(try scratch.scrub().exitCode == 1)
    #expect(try scratch.published()["a/film.mp4"] == nil)
    try FileManager.default.removeItem(atPath: scratch.path("photos/a/film.mp4"))
    try write(scratch)
    #expect(try scratch.scrub("--threshold", "1").exitCode == 0)
    #expect(try likeness(scratch) < 0.6)
    #expect(try FilmProbe(scratch.read("out/a/film.mp4")).streams.map(\.codecType) == ["video"])
  }

  /// Nor does what a person decides about another film that has its place show, or play, anything of it.
  @Test func showsNothingWhereAPersonDecidedAboutAnotherFilmInItsPlace() throws {
    let film = TestFilm { ($0.frames, $0.seenIn, $0.audioTracks) = (8, 0..<4, 1) }
    let other = TestFilm { ($0.frames, $0.seenIn, $0.audioTracks) = (9, 0..<4, 1) }
    let scratch = try ScratchFolder()
    try scratch.write(film.bytes(), "photos/film.mp4")
    try scratch.write(other.bytes(), "other/film.mp4")
    #expect(try scratch.scrub("--audio", "drop").exitCode == 0)
    #expect(try scratch.scrub("--force", from: "other").exitCode == 0)
    try scratch.faceblur("edit", "out/film.mp4", "--add", "240,0,64,64")
    #expect(try scratch.scrub("--force", "--threshold", "1").exitCode == 0)
    #expect(try film.faceLeft(in: scratch.read("out/film.mp4")) < 0.6)
    #expect(try FilmProbe(scratch.read("out/film.mp4")).streams.map(\.codecType) == ["video"])
  }

  /// A film of a kind that becomes an MP4 is called so.
  @Test func callsAFilmWhatItHasBecome() throws {
    let scratch = try ScratchFolder()
    let film = TestFilm { ($0.frames, $0.seenIn, $0.isMatroska) = (8, 0..<4, true) }
    try scratch.write(film.bytes(), "photos/film.mkv")
    #expect(try scratch.scrub("--audio", "mute-hidden").exitCode == 0)
    #expect(try Set(scratch.published().keys) == ["film.mkv.mp4"])
    #expect(try scratch.scrub("--audio", "mute-hidden").output.contains("1 were done before"))
  }

  /// Whatever knows that a film is silent: the record beside it, or one that earlier runs kept.
  @Test func playsNoSoundThatAnEditLeftOut() throws {
    let scratch = try ScratchFolder()
    try write(scratch)
    try scratch.faceblur("blur", "photos/a/film.mp4", "--audio", "drop")
    #expect(try scratch.scrub().exitCode == 0)
    #expect(try FilmProbe(scratch.read("out/a/film.mp4")).streams.map(\.codecType) == ["video"])
    #expect(try scratch.scrub("--audio", "keep").exitCode == 0)
    #expect(try FilmProbe(scratch.read("out/a/film.mp4")).streams.count == 2)
  }

  @Test func leavesOutFilmsWithoutAFaceOnRequest() throws {
    let scratch = try ScratchFolder()
    try scratch.write(TestFilm { ($0.frames, $0.seenIn) = (8, 0..<0) }.bytes(), "photos/film.mp4")
    #expect(try scratch.scrub("--on-no-face", "review").exitCode == 0)
    #expect(try scratch.published().isEmpty && scratch.report()["film.mp4"]?.status == "review")
    #expect(try scratch.scrub("--style", "pixelate").exitCode == 1)
    #expect(try scratch.published().isEmpty && scratch.report()["film.mp4"]?.status == "failed")
  }

  /// What a person drew into the film beside its record is hidden in the collection, too.
  @Test func hidesWhatTheRecordBesideItDoes() throws {
    let scratch = try ScratchFolder()
    try write(scratch)
    try scratch.faceblur("edit", "photos/a/film.mp4", "--add", "0,0,64,64@0:02-0:02.4")
    let before = try FilmFrames.luma(of: Self.film.bytes())
    #expect(try scratch.scrub().exitCode == 0)
    #expect(try scratch.report()["film.mp4"]?.faces == 2)
    let after = try FilmFrames.luma(of: scratch.read("out/a/film.mp4"))
    let box = PixelBox(x: 0, y: 0, width: 64, height: 64)
    #expect(FaceLikeness.of(before[22], after[22], in: box, width: Self.film.width) < 0.6)
    // The render beside it is none of the collection.
    #expect(try scratch.published().keys.filter { $0.hasSuffix(".mp4") } == ["a/film.mp4"])
  }

  /// With records films are corrected there, and later runs hold that.
  @Test func isCorrectedInTheRecord() throws {
    let scratch = try ScratchFolder()
    try write(scratch)
    #expect(try scratch.scrub("--records", "records", target: "shown").exitCode == 0)
    let told = try scratch.attempt("edit", "shown/a/film.mp4", "--exclude", "t1")
    #expect(told.exitCode == 73 && told.errors.contains("--record "), "\(told.errors)")
    try scratch.faceblur(
      "edit", "photos/a/film.mp4", "--record", "records/a", "--renders", "shown", "--exclude", "t1", "--add",
      "0,0,64,64@0:02")
    #expect(try likeness(scratch, "shown/a/film.mp4") > 0.9)
    let edited = try scratch.published("shown")
    #expect(try scratch.scrub("--records", "records", target: "shown").exitCode == 0)
    #expect(try scratch.published("shown") == edited)
    #expect(try scratch.names().allSatisfy { !$0.hasPrefix("out/") || !$0.hasSuffix(".AAE") })
  }

  @Test func isTheSameAfterAnyKill() throws {
    try ScratchFolder.expectTheSameAfterKills(4, within: 1.5, seed: 11) { try write($0, "photos/film.mp4") }
  }

  /// A program that asks for photos has no use for what is hidden in a film, and is told so.
  @Test func isNoPhotoForAnotherProgram() throws {
    let scratch = try ScratchFolder()
    try write(scratch)
    let run = try scratch.work([scratch.request("a/film.mp4")])
    let answer = try #require(run.answers["a/film.mp4"])
    #expect(run.outcome.exitCode == 1 && answer.status == "failed")
    #expect(answer.reason?.contains("only photos are taken here") == true)
    #expect(try scratch.published().isEmpty)
  }
}
