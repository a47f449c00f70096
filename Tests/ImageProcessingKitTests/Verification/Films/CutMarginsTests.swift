import TestSupport
import Testing

@testable import ImageProcessingKit

/// What a film cuts away from its pictures lies in their code, where nobody has looked at it: the gate passes no copy of that.
@Suite struct CutMarginsTests {
  private static func film(_ codec: TestFilm.Codec) -> TestFilm {
    TestFilm { ($0.codec, $0.frames) = (codec, 4) }
  }

  /// Why the gate refuses the film's own pictures as its render, in which nothing is hidden.
  private func refusal(_ original: [UInt8]) throws -> FaceBlurError? {
    let isHEVC = original.firstRange(of: Array("hvcC".utf8)) != nil
    var render = try RebuiltFilm(original)
    render.tracks[0].samples = render.tracks[0].samples.map { packet in
      // Without messages of the encoder, and sets beside the configuration.
      TestUnits.packet(
        TestUnits.list(packet).filter { isHEVC ? $0[0] >> 1 < 32 : [1, 5].contains($0[0] & 31) })
    }
    do throws(FaceBlurError) {
      try FilmGate(original: FileBytes(original), render: FileBytes(render.bytes))
        .check(FilmPlan(tracks: [], strength: .default), audio: .all)
      return nil
    } catch { return error }
  }

  @Test(arguments: [TestFilm.Codec.h264, .hevc], ["left", "right", "top", "bottom"])
  func refusesCopiesOfCutPictures(_ codec: TestFilm.Codec, _ edge: String) throws {
    let error = try refusal(Self.film(codec).bytes(without: 48, atThe: edge))
    #expect(error?.kind == .leak(.block("parameterSet")))
    #expect(error?.reason.contains("more of the pictures than is shown") == true, "\(error?.reason ?? "")")
    // At the edges where nothing is filled up, any of it.
    if ["left", "top"].contains(edge) {
      #expect(try refusal(Self.film(codec).bytes(without: 2, atThe: edge)) != nil)
    }
  }

  /// 1080 lines are coded as 1088 by nearly every camera.
  @Test(arguments: [TestFilm.Codec.h264, .hevc], ["right", "bottom"])
  func passesWhatFillsUpBlocks(_ codec: TestFilm.Codec, _ edge: String) throws {
    for pixels in [0, 2, 14] + (codec == .hevc ? [30] : []) {
      #expect(try refusal(Self.film(codec).bytes(without: pixels, atThe: edge)) == nil, "\(pixels)")
    }
    // One block more.
    let most = codec == .hevc ? 32 : 16
    #expect(try refusal(Self.film(codec).bytes(without: most, atThe: edge)) != nil)
  }

  /// Sets of many kinds, read by the gate's reader and by the one that decides what is copied: both come to the same.
  @Test func bothReadersAgree() throws {
    let forms = [
      ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-profile:v", "baseline"],
      ["-c:v", "libx264", "-pix_fmt", "yuv422p10le", "-x264-params", "cqm=jvt"],
      ["-c:v", "libx264", "-pix_fmt", "yuv444p"], ["-c:v", "libx264", "-pix_fmt", "gray"],
      ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-flags", "+ildct+ilme"],
      ["-c:v", "libx265", "-pix_fmt", "yuv420p"], ["-c:v", "libx265", "-pix_fmt", "yuv444p10le"],
    ]
    for (index, form) in forms.enumerated() {
      let codec = form[1] == "libx264" ? "h264" : "hevc"
      let scratch = try ScratchFolder()
      try FilmTools.run(
        "ffmpeg",
        ["-v", "error", "-nostdin", "-f", "lavfi", "-i", "testsrc2=size=208x200:rate=10", "-frames:v", "1"]
          + form + (codec == "hevc" ? ["-x265-params", "log-level=none:pools=none"] : []) + [
            "coded.\(codec)"
          ],
        in: scratch)
      for cut in ["crop_right=0", "crop_right=16", "crop_bottom=32", "crop_bottom=64", "crop_left=2"] {
        try FilmTools.run(
          "ffmpeg",
          ["-v", "error", "-nostdin", "-y", "-i", "coded.\(codec)", "-c", "copy", "-bsf:v"]
            + ["\(codec)_metadata=\(cut)", "cut.\(codec)"], in: scratch)
        let unit = try #require(
          TestUnits.stream(scratch.read("cut.\(codec)")).first {
            codec == "h264" ? $0[0] & 31 == 7 : $0[0] >> 1 == 33
          })
        if codec == "h264" {
          let margins = try #require(CutMargins(h264: unit), "\(form)")
          #expect(try margins.hideSomething == AVCSequence(unit).hidesPart, "\(form) \(cut)")
        } else {
          let isDeep = form[3] != "yuv420p"
          let sets = try FilmParameterSets(
            .hevc, TestHEVC.configuration([unit], chroma: isDeep ? .full : .half, depth: isDeep ? 10 : 8))
          #expect(try (sets.objection != nil) == HEVCSequence(unit).hidesPart, "\(form) \(cut)")
        }
      }
      // Where it is cut short, it is none.
      if codec == "h264", index == 0 {
        let unit = TestUnits.stream(try scratch.read("coded.h264")).first { $0[0] & 31 == 7 } ?? []
        for count in 0..<8 { #expect(CutMargins(h264: Array(unit.prefix(count))) == nil) }
      }
    }
  }
}
