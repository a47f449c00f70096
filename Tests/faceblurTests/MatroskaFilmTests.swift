import Foundation
import ImageProcessingKit
import TestSupport
import Testing

/// Films in Matroska and WebM from command to command: what is rendered is an MP4, and everything else is as with other films.
@Suite struct MatroskaFilmTests {
  /// Four groups of pictures, of which the first has nothing to do with the face.
  private static let film = TestFilm {
    ($0.isMatroska, $0.frames, $0.seenIn, $0.audioTracks, $0.bFrames) = (true, 32, 19..<22, 1, 2)
  }

  private static let made = Result { () -> [String: [UInt8]] in
    let scratch = try ScratchFolder()
    try scratch.write(film.bytes(), "film.mkv")
    try scratch.faceblur("blur", "film.mkv")
    return try scratch.contents().compactMapValues(\.self)
  }

  private func folder() throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    for (name, bytes) in try Self.made.get() { try scratch.write(bytes, name) }
    return scratch
  }

  /// When pictures are shown, from the first one on, in milliseconds.
  private func times(_ film: [UInt8], ticks: Int) throws -> [Int] {
    let times = try FilmProbe(film).pictures.map(\.pts).sorted()
    return times.map { ($0 - times[0]) * 1000 / ticks }
  }

  @Test func copiesWhatNeedsNoHidingAndKeepsTimesAndSound() throws {
    let made = try Self.made.get()
    #expect(Set(made.keys) == ["film.mkv", "film_edited.mp4", "film.AAE"])
    let (before, after) = (try Self.film.bytes(), try #require(made["film_edited.mp4"]))
    let (old, new) = (try FilmFrames.hashes(of: before), try FilmFrames.hashes(of: after))
    #expect(old.count == 32 && new.count == 32)
    for frame in 0..<8 { #expect(old[frame] == new[frame], "frame \(frame)") }
    for frame in 19..<22 { #expect(old[frame] != new[frame], "frame \(frame)") }
    #expect(try times(before, ticks: 1000) == times(after, ticks: 1000))
    #expect(try FilmFrames.soundHashes(of: before) == FilmFrames.soundHashes(of: after))
    #expect(try FilmProbe(after).streams.map(\.codecName) == ["h264", "aac"])
    let shown = try FilmFrames.luma(of: after)
    for frame in 19..<22 {
      let luma = try FilmFrames.luma(of: before)[frame]
      #expect(FaceLikeness.of(luma, shown[frame], in: Self.film.face(at: frame), width: 320) < 0.6)
    }
  }

  @Test func everyCommandFindsTheRender() throws {
    let scratch = try folder()
    let outcome = try scratch.faceblur("verify", "--no-faces", "film_edited.mp4", "--original", "film.mkv")
    #expect(outcome.output.hasPrefix("film_edited.mp4: no leak"))
    #expect(try scratch.faceblur("show", "film.mkv").output.contains("film_edited.mp4"))
    // What was made here is left out, and nothing else is there.
    let again = try scratch.faceblur("blur", "film.mkv", "film_edited.mp4")
    #expect(again.errors.contains("left out, because it is the render of"))
    let render = try scratch.read("film_edited.mp4")
    try FileManager.default.removeItem(atPath: scratch.path("film_edited.mp4"))
    try scratch.faceblur("render", "film.mkv")
    #expect(try scratch.read("film_edited.mp4") == render)
    try scratch.faceblur("render", "film.mkv", "-o", "copies/")
    #expect(try scratch.read("copies/film.mp4") == render)
    #expect(try scratch.attempt("render", "film.mkv", "-o", "other.mkv").exitCode != 0)
    try scratch.faceblur("edit", "film.mkv", "--add", "10,10,40,40@0:00.2", "--audio", "drop")
    #expect(try FilmProbe(scratch.read("film_edited.mp4")).streams.map(\.codecType) == ["video"])
    try scratch.faceblur("verify", "--no-faces", "film_edited.mp4", "--original", "film.mkv")
    try scratch.faceblur("revert", "film.mkv")
    #expect(try Set(scratch.contents().keys) == ["film.mkv", "copies", "copies/film.mp4"])
  }

  @Test func webMIsTakenInFoldersAndBecomesHEVC() throws {
    let scratch = try ScratchFolder()
    let film = TestFilm { ($0.isWebM, $0.codec, $0.frames, $0.audioTracks) = (true, .vp9, 8, 1) }
    try scratch.write(film.bytes(), "films/clip.webm")
    try scratch.faceblur("blur", "-r", "films")
    let render = try scratch.read("films/clip_edited.mp4")
    #expect(try FilmProbe(render).streams.map(\.codecName) == ["hevc", "opus"])
    #expect(try times(film.bytes(), ticks: 1000) == times(render, ticks: 1000))
    #expect(try FilmFrames.soundHashes(of: film.bytes()) == FilmFrames.soundHashes(of: render))
    // Quick looks alone take a space suit of some pixels for a face.
    try scratch.faceblur(
      "verify", "--no-faces", "--effort", "normal", "films/clip_edited.mp4", "--original", "films/clip.webm")
  }

  @Test func soundThatAnMP4DoesNotHoldIsLeftOutOnRequestAlone() throws {
    let scratch = try ScratchFolder()
    try scratch.write(Self.film.bytes(), "film.mkv")
    try FilmTools.run(
      "ffmpeg", ["-v", "error", "-i", "film.mkv", "-c:v", "copy", "-c:a", "libvorbis", "vorbis.mkv"],
      in: scratch)
    let refused = try scratch.attempt("blur", "vorbis.mkv")
    #expect(
      refused.exitCode != 0 && refused.errors.contains("Vorbis") && refused.errors.contains("--audio drop"))
    #expect(try Set(scratch.contents().keys) == ["film.mkv", "vorbis.mkv"])
    try scratch.faceblur("blur", "vorbis.mkv", "--audio", "drop")
    #expect(try FilmProbe(scratch.read("vorbis_edited.mp4")).streams.map(\.codecType) == ["video"])
  }

  @Test func verifyNamesWhatAnOriginalHolds() throws {
    let scratch = try ScratchFolder()
    try scratch.write(Self.film.bytes(), "film.mkv")
    try scratch.write(TestJPEG.encode(TestPhotos.pixels(of: TestPhotos.astronaut())), "cover.jpg")
    try scratch.write(Array("1\n00:00:00,000 --> 00:00:01,000\nAnna\n".utf8), "words.srt")
    try scratch.write(
      Array(";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/10\nSTART=0\nEND=4\ntitle=School\n".utf8), "chapters")
    try FilmTools.run(
      "ffmpeg",
      [
        "-v", "error", "-nostdin", "-i", "film.mkv", "-i", "words.srt", "-i", "chapters", "-map", "0", "-map",
        "1",
        "-map_chapters", "2", "-c", "copy", "-c:s", "srt", "-attach", "cover.jpg", "-metadata:s:t",
        "mimetype=image/jpeg", "-metadata", "title=Anna", "-metadata", "LOCATION=+52.5+013.4/", "-metadata",
        "creation_time=2024-05-01T10:00:00Z", "-metadata:s:v", "title=Camera", "all.mkv",
      ], in: scratch)
    let bytes = try scratch.read("all.mkv")
    let told = try scratch.attempt("verify", "--json", "all.mkv")
    #expect(told.exitCode == 1)
    let file = try JSONDecoder().decode(VerifiedFile.self, from: Data(told.output.utf8))
    let expected: Set = [
      "title", "programName", "identifier", "creationTime", "tags", "chapters", "attachment", "furtherTrack",
      "trackName", "freeSpace", "codeMessage",
    ]
    let kinds = Set(file.leaks.map(\.kind))
    #expect(kinds.isSuperset(of: expected), "\(expected.subtracting(kinds)) of \(file.leaks)")
    #expect(file.blocks.allSatisfy { $0.lies(in: bytes.count) })
    let cover = try #require(file.leaks.first { $0.kind == "attachment" })
    #expect(cover.mayShowFace == .yes)
    #expect(bytes[cover.offset..<cover.offset + 2].elementsEqual([0x61, 0xA7]))
    let shown = try scratch.attempt("verify", "all.mkv").output
    for name in ["location", "cover", "JPEG", "text"] { #expect(shown.contains(name), "\(name): \(shown)") }
    // Covers are not looked at for a render, which says so and leaves them out.
    let blurred = try scratch.faceblur("blur", "all.mkv")
    #expect(blurred.errors.contains("pictures beside the film") && blurred.output.contains("attached file"))
    let render = try scratch.read("all_edited.mp4")
    for secret in ["Anna", "Camera", "School", "LOCATION", "Lavf", "x264"] {
      #expect(render.firstRange(of: Array(secret.utf8)) == nil, "\(secret)")
    }
  }
}
