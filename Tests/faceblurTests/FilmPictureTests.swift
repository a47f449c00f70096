import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

/// `--overlay` and `--preview` of films: films at display size for people to look at.
@Suite struct FilmPictureTests {
  /// Its face comes and goes, so that nothing is found in the first frames and the last ones.
  private static let coming = TestFilm {
    ($0.frames, $0.seenIn, $0.audioTracks) = (24, 10..<16, 1)
  }

  private static let films: [TestFilm] = [
    coming, TestFilm { ($0.bFrames, $0.hasVariableRate, $0.orientation) = (2, true, .right) },
    TestFilm { ($0.frames, $0.codec, $0.isDeep) = (8, .hevc, true) },
    TestFilm {
      ($0.frames, $0.hidden, $0.width, $0.height, $0.orientation) = (16, 0.9, 318, 238, .leftMirrored)
    },
  ]

  /// What two films show, upright.
  private struct Pictures {
    let width: Int
    let height: Int
    let before: [[UInt8]]
    let after: [[UInt8]]
    /// Frames that the original has lost at its beginning.
    let skipped: Int
    private let film: TestFilm

    init(_ film: TestFilm, _ original: [UInt8], _ made: [UInt8]) throws {
      self.film = film
      let size = film.orientation.uprightSize(storedWidth: film.width, storedHeight: film.height)
      (width, height) = size
      before = try FilmFrames.luma(of: original).map { frame in
        (0..<size.width * size.height).map { place in
          let stored = film.orientation.storedPixel(
            uprightX: place % size.width, uprightY: place / size.width, uprightWidth: size.width,
            uprightHeight: size.height)
          return frame[stored.y * film.width + stored.x]
        }
      }
      after = try FilmFrames.luma(of: made)
      skipped = film.frames - before.count
    }

    /// Where the face is.
    func face(at frame: Int) -> PixelBox {
      let face = film.face(at: frame + skipped)
      let rect = film.orientation.upright(
        fromStored: PixelRect(x: face.x, y: face.y, width: face.width, height: face.height),
        width: film.width, height: film.height)
      return PixelBox(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
    }

    /// Whether the face is there.
    func isSeen(in frame: Int) -> Bool { film.seenIn?.contains(frame + skipped) ?? true }

    /// How many pixels of a part differ by more than coding makes them.
    func changes(in frame: Int, _ isPart: (_ x: Int, _ y: Int) -> Bool) -> Int {
      before[frame].indices.count { place in
        abs(Int(before[frame][place]) - Int(after[frame][place])) > 48
          && isPart(place % width, place / width)
      }
    }
  }

  /// A film of ours is decoded by other programs, has one track of pictures that every player shows, and nothing of the original's but
  /// the times.
  private func expectPlainFilm(_ made: [UInt8], of original: [UInt8], _ film: TestFilm) throws {
    let scratch = try ScratchFolder()
    try scratch.write(made, "made.mp4")
    try FilmTools.run(
      "ffmpeg",
      ["-v", "error", "-xerror", "-err_detect", "explode", "-i", "made.mp4", "-f", "null", "-"], in: scratch)
    let (before, after) = (try FilmProbe(original), try FilmProbe(made))
    let stream = try #require(after.streams.first)
    let size = film.orientation.uprightSize(storedWidth: film.width, storedHeight: film.height)
    #expect(after.streams.count == 1 && stream.codecName == "h264" && stream.pixFmt == "yuv420p")
    #expect(stream.width == size.width && stream.height == size.height)
    func times(_ probe: FilmProbe) -> [Int] {
      let times = probe.pictures.map(\.pts).sorted()
      return times.map { $0 - times[0] }
    }
    #expect(times(before) == times(after) && times(after).count == before.pictures.count)
    for word in ["elst", "udta", "meta", "soun", "Lavf", "x264"] {
      #expect(made.firstRange(of: Array(word.utf8)) == nil, "\(word)")
    }
  }

  /// Within the face and far from it every frame is as it was, and between there is a box.
  @Test(arguments: films)
  func overlayDrawsABoxInEveryFrame(_ film: TestFilm) throws {
    let scratch = try ScratchFolder()
    let (original, name) = (try film.bytes(), "film.\(film.fileExtension)")
    try scratch.write(original, name)
    let outcome = try scratch.faceblur("detect", name, "--overlay", "check", "--json", "--effort", "normal")
    #expect(try scratch.names() == [name, "check", "check/film_overlay.mp4"])
    let report = try #require(outcome.jsonLines().first)
    #expect(report["outputs"] as? [String: String] == ["overlay": "check/film_overlay.mp4"])
    // Where something else is taken for a face, too, its box may be anywhere.
    let isAlone = (report["tracks"] as? [Any])?.count == 1
    let overlay = try scratch.read("check/film_overlay.mp4")
    try expectPlainFilm(overlay, of: original, film)
    let pictures = try Pictures(film, original, overlay)
    #expect(pictures.after.count == pictures.before.count)
    for frame in pictures.after.indices where pictures.isSeen(in: frame) {
      let face = pictures.face(at: frame)
      let changed = pictures.changes(in: frame) { _, _ in true }
      #expect(changed > face.height && changed < pictures.width * pictures.height / 8, "frame \(frame)")
      guard isAlone else { continue }
      let within = pictures.changes(in: frame) { x, y in
        (face.x + face.width / 4..<face.x + face.width * 3 / 4).contains(x)
          && (face.y + face.height / 4..<face.y + face.height * 3 / 4).contains(y)
      }
      #expect(within * 20 < face.width * face.height / 4, "frame \(frame): \(within) in the face")
      let far = pictures.changes(in: frame) { x, y in
        abs(x - face.x - face.width / 2) > face.width * 3 / 2 + 40
          || abs(y - face.y - face.height / 2) > face.height * 3 / 2 + 40
      }
      #expect(far < 20, "frame \(frame): \(far) far from the face")
    }
  }

  /// Where no face is hidden nothing is drawn.
  @Test func overlayDrawsNothingWhereNothingIsHidden() throws {
    let scratch = try ScratchFolder()
    let original = try Self.coming.bytes()
    try scratch.write(original, "film.mp4")
    try scratch.faceblur("detect", "film.mp4", "--overlay", ".")
    let pictures = try Pictures(Self.coming, original, scratch.read("film_overlay.mp4"))
    for frame in [0, 1, 2, 22, 23] { #expect(pictures.changes(in: frame) { _, _ in true } == 0) }
    #expect(pictures.changes(in: 7) { _, _ in true } > 50, "what is reckoned is drawn, too")
  }

  @Test(arguments: films)
  func previewHidesTheFaceInEveryFrame(_ film: TestFilm) throws {
    let scratch = try ScratchFolder()
    let (original, name) = (try film.bytes(), "film.\(film.fileExtension)")
    try scratch.write(original, name)
    let outcome = try scratch.faceblur(
      "blur", name, "--dry-run", "--preview", "look", "--overlay", "look", "--json", "--effort", "normal")
    #expect(
      try scratch.names() == [name, "look", "look/film_preview.mp4", "look/film_overlay.mp4"])
    let outputs = try #require(outcome.jsonLines().first?["outputs"] as? [String: String])
    #expect(outputs == ["preview": "look/film_preview.mp4", "overlay": "look/film_overlay.mp4"])
    let preview = try scratch.read("look/film_preview.mp4")
    try expectPlainFilm(preview, of: original, film)
    let pictures = try Pictures(film, original, preview)
    for frame in pictures.after.indices where pictures.isSeen(in: frame) {
      let face = pictures.face(at: frame)
      let kept = FaceLikeness.of(
        pictures.before[frame], pictures.after[frame], in: face, width: pictures.width)
      #expect(kept < 0.6, "frame \(frame): \(kept)")
    }
  }

  /// A preview shows what the render does.
  @Test func previewLooksLikeTheRender() throws {
    let scratch = try ScratchFolder()
    try scratch.write(try Self.coming.bytes(), "film.mp4")
    try scratch.faceblur("blur", "film.mp4", "--preview", "look")
    let (render, preview) = (
      try FilmFrames.luma(of: scratch.read("film_edited.mp4")),
      try FilmFrames.luma(of: scratch.read("look/film_preview.mp4"))
    )
    #expect(render.count == preview.count)
    for (frame, (one, other)) in zip(render, preview).enumerated() {
      let difference = zip(one, other).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
      #expect(Double(difference) / Double(one.count) < 3, "frame \(frame)")
    }
  }

  @Test func aFilmWithoutAFaceHasNoPreview() throws {
    let scratch = try ScratchFolder()
    try scratch.write(try TestFilm { ($0.frames, $0.seenIn) = (8, 100..<101) }.bytes(), "film.mp4")
    try scratch.faceblur("blur", "film.mp4", "--preview", "look", "--overlay", "check")
    #expect(try scratch.names() == ["film.mp4", "check", "check/film_overlay.mp4"])
  }

  /// What is there is replaced where it is ours, and nobody has changed it.
  @Test func replacesOnlyWhatIsOurs() throws {
    let scratch = try ScratchFolder()
    try scratch.write(try TestFilm { $0.frames = 8 }.bytes(), "film.mp4")
    try scratch.write(Array("a film of mine".utf8), "film_overlay.mp4")
    let before = try scratch.state()
    for command in ["detect", "blur"] {
      try scratch.expectFailure(73, naming: "film_overlay.mp4", command, "film.mp4", "--overlay", ".")
      #expect(try scratch.state() == before, "\(command)")
    }
    try scratch.faceblur("detect", "film.mp4", "--overlay", ".", "--force")
    let made = try scratch.read("film_overlay.mp4")
    try scratch.faceblur("detect", "film.mp4", "--overlay", ".", "--threshold", "0.7")
    #expect(try scratch.read("film_overlay.mp4") == made)
    var changed = made
    changed[made.count / 2] ^= 1
    try scratch.write(changed, "film_overlay.mp4")
    try scratch.expectFailure(73, naming: "film_overlay.mp4", "detect", "film.mp4", "--overlay", ".")
    #expect(try scratch.read("film_overlay.mp4") == changed)
    // A preview is no overlay, and an original no output, whatever it is called.
    try scratch.faceblur("blur", "film.mp4", "--dry-run", "--preview", ".")
    try scratch.write(try scratch.read("film_preview.mp4"), "film_overlay.mp4")
    try scratch.expectFailure(73, naming: "film_overlay.mp4", "detect", "film.mp4", "--overlay", ".")
    try scratch.write(made, "film_overlay.mp4")
    let outcome = try scratch.attempt(
      "detect", "film.mp4", "film_overlay.mp4", "--overlay", ".", "--force")
    #expect(outcome.exitCode == 1 && outcome.errors.contains("original"), "\(outcome.errors)")
    #expect(try scratch.read("film_overlay.mp4") == made)
  }

  /// Whoever ends the work while a picture is drawn is told of the render that is there.
  @Test func tellsOfTheRenderWhereDrawingWasEnded() throws {
    let scratch = try ScratchFolder()
    let path = FilePath(try scratch.write(TestFilm { $0.frames = 8 }.bytes(), "film.mp4"))
    var pipeline = FilmPipeline(detector: try DetectorChoice.networks.makeDetector(effort: .fast, threads: 1))
    pipeline.watch = FilmWatch { $0?.stage != .drawing }
    var settings = FilmPipeline.Settings()
    settings.previewFolder = FilePath(scratch.path("look"))
    var outputs = OutputGuard(originals: [path])
    let report = try pipeline.blur(path, settings, guardedBy: &outputs)
    #expect(report.outputs.render != nil && report.outputs.preview == nil)
    #expect(report.warnings.contains { $0.contains("the render is done") }, "\(report.warnings)")
    #expect(try scratch.names() == ["film.mp4", "film_edited.mp4", "film.AAE"])
    // Without a render, nothing is done.
    settings.dryRun = true
    #expect(throws: FaceBlurError.self) { try pipeline.blur(path, settings, guardedBy: &outputs) }
  }

  /// So is whoever asked for one that cannot be written.
  @Test func tellsOfTheRenderWhereDrawingFails() throws {
    let scratch = try ScratchFolder()
    try scratch.write(TestFilm { $0.frames = 8 }.bytes(), "film.mp4")
    try scratch.write(Array("words".utf8), "note.txt")
    let outcome = try scratch.attempt("blur", "film.mp4", "--preview", "note.txt/look")
    #expect(outcome.exitCode == 0 && outcome.errors.contains("were not made"), "\(outcome.errors)")
    #expect(try scratch.names() == ["film.mp4", "note.txt", "film_edited.mp4", "film.AAE"])
  }
}
