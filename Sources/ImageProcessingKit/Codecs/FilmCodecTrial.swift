/// Whether films can be coded and decoded here: a picture goes through the very processes that films go through.
package enum FilmCodecTrial {
  /// Writes H.264 and HEVC, the codecs that renders have, and reads both again.
  /// - Throws: `FaceBlurError` where the helper or a library is missing, or what comes back is another picture.
  package static func run() throws(FaceBlurError) {
    try run(.h264)
    try run(.hevc)
  }

  private static let side = 64
  private static let shape = PlanarShape(width: side, height: side, chroma: .half, depth: 8)
  private static let darkLevel: UInt8 = 60
  private static let brightLevel: UInt8 = 180
  private static let neutralLevel: UInt8 = 128

  /// Dark on the left and bright on the right, without colours.
  private static var picture: [UInt8] {
    let row = Array(repeating: darkLevel, count: side / 2) + Array(repeating: brightLevel, count: side / 2)
    let luma = (0..<side).flatMap { _ in row }
    return luma + Array(repeating: neutralLevel, count: shape.sampleCount - luma.count)
  }

  private static func run(_ codec: VideoCodec) throws(FaceBlurError) {
    let encoder = try VideoEncoder(
      VideoEncoder.Settings(codec: codec, shape: shape, colors: SampleColors(), quality: 20, threads: 1))
    let given = picture
    var coded: [CodedFrame] = []
    try encoder.encode(given, beginsGroup: true) { (frame) throws(FaceBlurError) in coded.append(frame) }
    try encoder.finish { (frame) throws(FaceBlurError) in coded.append(frame) }
    let decoder = try VideoDecoder(codec, configuration: encoder.configuration, shape: shape, threads: 1)
    var frames: [VideoFrame] = []
    for (time, frame) in coded.enumerated() { frames += try decoder.decode(frame.bytes, time: time) }
    frames += try decoder.finish()
    guard frames.count == 1, let frame = frames.first, !frame.isDamaged, isLike(frame.bytes, given) else {
      throw FaceBlurError(
        .libraryUnusable, "what libavcodec decodes of \(codec.name) is not what it was given to encode",
        advice: "install Debian's packages \(CodecName.films.packages) anew")
    }
  }

  /// Coding loses a little.
  private static func isLike(_ frame: [UInt8], _ picture: [UInt8]) -> Bool {
    let mostLost = 24
    return frame.count == picture.count
      && zip(frame, picture).allSatisfy { abs(Int($0) - Int($1)) <= mostLost }
  }
}
