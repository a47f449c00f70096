internal import CCodec

/// Decodes one film, in a process that it has for itself as long as it lives, and which ends with the thread that made it.
///
/// Of every packet comes one frame, or none: where the code is damaged, or refers to what is not there. None is left out without a word:
/// `missing` says which.
final class VideoDecoder {
  private let codec: VideoCodec
  private let shape: PlanarShape
  private let stated: fbc_shape
  private let helper: CodecHelper
  /// Of packets whose frames have not come, by their numbers.
  private var times: [Int64: Int] = [:]
  /// The number of the next packet.
  private var next: Int64 = 0
  private var hasFinished = false

  /// What is done with a frame.
  typealias Body = (VideoFrame) throws(FaceBlurError) -> Void
  /// Waits until there is room for the next frame, which is in no memory of this process before; false where nobody wants one any more, and
  /// the film is not gone on with.
  typealias Room = () -> Bool

  /// - Parameters:
  ///   - configuration: what the container says of the code: the content of `avcC`, `hvcC`, `vpcC` or `av1C`; empty where packets say
  ///     it all.
  ///   - shape: of every frame. One of another shape is an error.
  ///   - threads: how many decode, at most 4.
  /// - Throws: `FaceBlurError` where there is no decoder, or the configuration is damaged.
  convenience init(
    _ codec: VideoCodec, configuration: [UInt8], shape: PlanarShape, threads: Int = 2
  ) throws(FaceBlurError) {
    try self.init(
      codec, configuration: configuration, shape: shape, threads: threads,
      by: CodecHelpers.startForFilm())
  }

  /// - Parameter helper: for films, and for no other one.
  init(
    _ codec: VideoCodec, configuration: [UInt8], shape: PlanarShape, threads: Int = 2, by helper: CodecHelper
  ) throws(FaceBlurError) {
    self.codec = codec
    self.shape = shape
    stated = fbc_shape(
      width: UInt32(clamping: shape.width), height: UInt32(clamping: shape.height),
      chroma: UInt32(shape.chroma.rawValue), luma_depth: UInt32(clamping: shape.depth),
      chroma_depth: UInt32(clamping: shape.depth))
    self.helper = helper
    let threads = UInt32(min(max(threads, 1), Int(FBC_MAX_VIDEO_THREADS)))
    var request = request(.openVideo)
    request.options = codec.number.rawValue | threads << UInt32(FBC_THREADS_SHIFT)
    request.memory = fbc_memory(.openVideo, stated, UInt64(configuration.count))
    guard configuration.count <= Int(FBC_MAX_CONFIGURATION) else {
      throw .damagedFilmCode(codec, "is described at too great length")
    }
    _ = try perform(request, configuration, count: 0)
  }

  deinit { CodecHelpers.takeBack(helper) }

  /// Packets without a frame so far, in the order in which they were given: their times. Once there are no more packets, these are
  /// damaged or refer to what is not there; before, some are still in work.
  var missing: [Int] { times.sorted { $0.key < $1.key }.map(\.value) }

  /// Gives one packet, in the order of decoding.
  /// - Parameters:
  ///   - time: of its frame, which is given back with it.
  ///   - room: is asked for before each frame.
  ///   - body: is called with the frames that became ready, in the order of presentation.
  /// - Throws: `FaceBlurError` where the film cannot be decoded; there is no more to be had of it then. What `body` throws.
  func decode(
    _ packet: [UInt8], time: Int, room: Room = { true }, _ body: Body
  ) throws(FaceBlurError) {
    guard !hasFinished else { throw .internalError("the film's decoder has finished") }
    guard !packet.isEmpty else { throw .damagedFilmCode(codec, "has an empty packet") }
    guard UInt64(packet.count) <= fbc_packet_bytes(stated) else {
      throw .damagedFilmCode(codec, "has a packet that is larger than its samples")
    }
    var request = request(.sendPacket)
    request.packet = next
    times[next] = time
    next += 1
    _ = try perform(request, packet, count: 0)
    try receive(room, body)
  }

  /// Says that there are no more packets.
  /// - Parameters:
  ///   - room: is asked for before each frame.
  ///   - body: is called with the frames that are left.
  /// - Throws: as for a packet.
  func finish(room: Room = { true }, _ body: Body) throws(FaceBlurError) {
    guard !hasFinished else { return }
    hasFinished = true
    _ = try perform(request(.sendPacket), [], count: 0)
    try receive(room, body)
  }

  /// Gives one packet, in the order of decoding.
  /// - Parameter time: of its frame, which is given back with it.
  /// - Returns: the frames that became ready, in the order of presentation.
  /// - Throws: `FaceBlurError` where the film cannot be decoded; there is no more to be had of it then.
  func decode(_ packet: [UInt8], time: Int) throws(FaceBlurError) -> [VideoFrame] {
    var frames: [VideoFrame] = []
    try decode(packet, time: time) { (frame) throws(FaceBlurError) in frames.append(frame) }
    return frames
  }

  /// Says that there are no more packets.
  /// - Returns: the frames that are left, of which there may be 16 and more.
  /// - Throws: as for a packet.
  func finish() throws(FaceBlurError) -> [VideoFrame] {
    var frames: [VideoFrame] = []
    try finish { (frame) throws(FaceBlurError) in frames.append(frame) }
    return frames
  }

  /// Takes the frames that are ready.
  private func receive(_ room: Room, _ body: Body) throws(FaceBlurError) {
    while room() {
      let (bytes, response) = try perform(
        request(.receiveFrame), [], count: shape.sampleCount * shape.sampleBytes)
      guard !bytes.isEmpty else { return }
      // Its packet was given, and no frame of it has come before.
      guard let time = times.removeValue(forKey: response.packet) else {
        throw .damagedFilmCode(codec, "has two frames in one packet")
      }
      try body(
        VideoFrame(
          shape: shape, bytes: bytes, time: time, isDamaged: response.frame & UInt32(FBC_FRAME_DAMAGED) != 0,
          isKey: response.frame & UInt32(FBC_FRAME_KEY) != 0,
          isInterlaced: response.frame & UInt32(FBC_FRAME_INTERLACED) != 0))
    }
  }

  private func request(_ operation: fbc_operation) -> fbc_request {
    // A frame of 2 megapixels takes 10 milliseconds, and on the smallest machines ten times that.
    fbc_request(
      operation: operation, options: 0, shape: stated,
      seconds: UInt32(20 + shape.width * shape.height / 100_000), quantizer: 0, memory: 0, packet: 0)
  }

  private func perform(
    _ request: fbc_request, _ input: [UInt8], count: Int
  ) throws(FaceBlurError) -> ([UInt8], fbc_response) {
    switch helper.perform(request, input, count: count) {
    case .done(let output, let response): return (output, response)
    case .refused(let status): throw codec.error(status)
    case .lost(let reason): throw .codecLost(reason, .decodingFilm)
    }
  }
}

extension CodecName {
  static let films = CodecName(format: "films", packages: "libavcodec59 and libavutil57")
}

extension VideoCodec {
  /// As a helper knows it.
  var number: fbc_video_codec {
    switch self {
    case .h264: .h264
    case .hevc: .hevc
    case .vp9: .vp9
    case .av1: .av1
    }
  }

  /// What people call it.
  var name: String {
    switch self {
    case .h264: "H.264"
    case .hevc: "HEVC"
    case .vp9: "VP9"
    case .av1: "AV1"
    }
  }

  /// What an answer means.
  fileprivate func error(_ status: fbc_status) -> FaceBlurError {
    switch status {
    case .missing: .codecLibraryMissing(.films)
    case .unsupported: .unsupportedFilmCode(self, "is more than its decoder knows")
    case .mismatch:
      .unsupportedFilmCode(self, "gives frames of another size or depth than the film says, or of several")
    case .damaged: .damagedFilmCode(self, "breaks the rules")
    case .outOfMemory: .outOfMemory(.decodingFilm)
    default: .internalError("the decoder of \(name) was asked for something odd")
    }
  }
}
