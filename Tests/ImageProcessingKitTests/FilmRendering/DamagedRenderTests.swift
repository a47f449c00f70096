import TestSupport
import Testing

@testable import ImageProcessingKit

/// Pictures of which a part is missing: what one decoder leaves out another one may fill with what it has of others, so none of them is copied.
@Suite struct DamagedRenderTests {
  private static let form = TestFilm { ($0.frames, $0.width, $0.height) = (24, 320, 240) }

  /// - Returns: the error of the gate, and how many pictures were copied.
  private func render(
    _ original: [UInt8], copying: (Set<Int>) -> Set<Int>
  ) throws -> (error: FaceBlurError?, copied: Int, damaged: Int, bytes: [UInt8]) {
    let bytes = FileBytes(original)
    let file = try MP4File(bytes)
    let frames = try DecodedFrames(file.film.video) { (index) throws(FaceBlurError) in try file.packet(index)
    }
    var damaged: Set<Int> = []
    while let frame = try frames.next() { if frame.isDamaged { damaged.insert(frame.time) } }
    // Something is hidden in the middle group.
    let times = (0..<24).map(file.film.video.samples.presentationTime).sorted()
    let points = (8..<16).map {
      TrackPoint(time: times[$0], rect: NormalizedRect(x: 0.3, y: 0.3, width: 0.2, height: 0.3))
    }
    let plan = FilmPlan(
      tracks: [PlannedTrack(id: "t1", points: points, score: 0.9, origin: .detected)], strength: .default)
    let sink = MemorySink()
    let summary = try FilmRenderer(
      file, bytes, plan, FilmRenderOptions(quality: 18), uncopied: copying(damaged)
    ).render(into: sink)
    do throws(FaceBlurError) {
      try FilmGate(original: bytes, render: FileBytes(sink.bytes))
        .check(plan, audio: .all, within: FrameTolerance(quality: 18))
      return (nil, summary.copiedCount, damaged.count, sink.bytes)
    } catch { return (error, summary.copiedCount, damaged.count, sink.bytes) }
  }

  @Test(arguments: [TestFilm.Codec.h264, .hevc])
  func noneIsCopied(_ codec: TestFilm.Codec) throws {
    var form = Self.form
    form.codec = codec
    let whole = try render(form.bytes(withoutSlice: nil, ofPicture: 0)) { $0 }
    #expect(whole.error == nil && whole.copied == 16 && whole.damaged == 0, "\(whole.error?.reason ?? "")")
    for (slice, picture) in [(1, 20), (2, 0)] {
      let original = try form.bytes(withoutSlice: slice, ofPicture: picture)
      let copied = try render(original) { _ in [] }
      #expect(copied.damaged > 0 && copied.copied == 16)
      #expect(copied.error?.cue == .copiedDamage, "\(copied.error?.reason ?? "")")
      let right = try render(original) { $0 }
      #expect(right.error == nil && right.copied == 8, "\(right.error?.reason ?? "")")
      // Decoders find no fault in the render.
      let scratch = try ScratchFolder()
      try scratch.write(right.bytes, "film")
      try FilmTools.run(
        "ffmpeg", ["-v", "warning", "-xerror", "-err_detect", "explode", "-i", "film", "-f", "null", "-"],
        in: scratch)
    }
    // Also of less than a whole block, at the lower edge.
    var cut = form
    cut.height = 248
    if codec == .h264 {
      #expect(try render(cut.bytes(withoutSlice: 15, of: 16, ofPicture: 20)) { _ in [] }.damaged > 0)
      #expect(try render(cut.bytes(withoutSlice: nil, of: 16, ofPicture: 20)) { _ in [] }.damaged == 0)
    }
    // Where something is hidden it is coded anew anyway.
    let hidden = try render(form.bytes(withoutSlice: 3, ofPicture: 12)) { _ in [] }
    #expect(hidden.damaged == 4 && hidden.copied == 16)
    #expect(hidden.error == nil, "\(hidden.error?.reason ?? "")")
  }
}
