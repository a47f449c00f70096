internal import CCodec

/// Encodes the pictures of one film, in a process that it has for itself as long as it lives, and which ends with the thread that made it.
///
/// No picture refers to a later one, so that they come out in the order in which they went in, and none beyond the one that begins its
/// group. On one machine the same pictures, settings and groups give the same bytes.
final class VideoEncoder {
  /// What a film is coded with.
  struct Settings: Sendable, Hashable {
    /// H.264 or HEVC.
    var codec: VideoCodec
    /// Of every picture. Where samples of colour stand for two columns or rows, there is an even number of these. H.264 has colours: its
    /// decoders add them where there are none.
    var shape: PlanarShape
    /// What the parameter sets say of them; numbers that H.273 reserves are as good as nothing, and become 2.
    var colors: SampleColors
    /// The constant rate factor, 0…51, as x264 and x265 mean it: 0 is the finest. With 8 bits H.264 takes 1 for 0, which would be without
    /// loss and of a profile that few decoders know.
    var quality: Int
    /// Of the parameter sets: 0…31 of H.264, 0…15 of HEVC, whose sets of pictures have the number that `pictureNumber(ofHEVC:)` says.
    var setNumber = 0
    /// How many encode, 1…4.
    var threads = 2
  }

  /// NAL units without lengths or start codes: SPS and PPS of H.264; VPS, SPS and PPS of HEVC. The same for the whole film.
  let parameterSets: [[UInt8]]
  let settings: Settings

  /// Pictures of a group at most.
  static let longestGroup = Int(FBC_LONGEST_GROUP)

  private let stated: fbc_shape
  private let helper: CodecHelper
  /// Whether pictures whose code has not come begin a group, the earliest first.
  private var pending: ArraySlice<Bool> = []
  /// How many pictures have come out, and how many have gone in.
  private var taken: Int64 = 0
  private var sent: Int64 = 0
  /// Pictures since the last one that begins a group, which counts.
  private var groupLength = 0
  private var hasFinished = false

  /// What is done with a picture's code.
  typealias Body = (CodedFrame) throws(FaceBlurError) -> Void

  /// - Throws: `FaceBlurError` where there is no encoder, or it cannot code such pictures.
  convenience init(_ settings: Settings) throws(FaceBlurError) {
    try Self.check(settings)
    try self.init(settings, by: CodecHelpers.startForFilm())
  }

  /// - Parameter helper: for films, and for no other one.
  init(_ settings: Settings, by helper: CodecHelper) throws(FaceBlurError) {
    try Self.check(settings)
    let shape = settings.shape
    let stated = fbc_shape(
      width: UInt32(clamping: shape.width), height: UInt32(clamping: shape.height),
      chroma: UInt32(shape.chroma.rawValue), luma_depth: UInt32(clamping: shape.depth),
      chroma_depth: UInt32(clamping: shape.depth))
    var request = Self.request(.openEncoder, stated)
    request.options = settings.options
    // x265 knows none but 0.
    let number = settings.codec == .h264 ? settings.setNumber : 0
    request.quantizer = UInt32(settings.quality) | UInt32(number) << UInt32(FBC_SET_NUMBER_SHIFT)
    request.memory = fbc_memory(.openEncoder, stated, 0)
    let (bytes, _) = try Self.perform(
      request, [], count: Int(FBC_MAX_PARAMETER_SETS), by: helper, for: settings.codec)
    guard let sets = settings.parameterSets(in: bytes) else { throw Self.oddAnswer }
    (self.settings, self.stated, self.helper, parameterSets) = (settings, stated, helper, sets)
  }

  deinit { CodecHelpers.takeBack(helper) }

  /// Gives one picture, in the order of presentation.
  /// - Parameters:
  ///   - bytes: its samples plane by plane, as `PlanarPicture.bytes` and `VideoFrame.bytes` have them.
  ///   - beginsGroup: whether it is an IDR picture. The first one is, and the 250th behind the last.
  ///   - body: is called with the code that became ready, in the order in which pictures went in.
  /// - Throws: `FaceBlurError` where it cannot be coded; there is no more to be had of the film then. What `body` throws.
  func encode(_ bytes: [UInt8], beginsGroup: Bool, _ body: Body) throws(FaceBlurError) {
    guard !hasFinished, bytes.count == settings.shape.sampleCount * settings.shape.sampleBytes else {
      throw .internalError("the film's encoder has finished, or is given another picture than it was told")
    }
    let isKey = beginsGroup || sent == 0 || groupLength == Self.longestGroup
    var request = Self.request(.sendFrame, stated)
    request.packet = sent
    request.options = isKey ? UInt32(FBC_BEGINS_GROUP) : 0
    pending.append(isKey)
    groupLength = isKey ? 1 : groupLength + 1
    sent += 1
    _ = try perform(request, bytes, count: 0)
    try receive(body)
  }

  /// Says that there are no more pictures.
  /// - Parameter body: is called with the code that is left.
  /// - Throws: as for a picture; and where the code of one has not come.
  func finish(_ body: Body) throws(FaceBlurError) {
    guard !hasFinished else { return }
    hasFinished = true
    _ = try perform(Self.request(.sendFrame, stated), [], count: 0)
    try receive(body)
    guard pending.isEmpty else { throw .codecLost("it has left out pictures", .encodingFilm) }
  }

  /// Takes the code that is ready.
  private func receive(_ body: Body) throws(FaceBlurError) {
    while true {
      let (bytes, response) = try perform(
        Self.request(.receiveCode, stated), [], count: Int(clamping: fbc_packet_bytes(stated)))
      guard !bytes.isEmpty else { return }
      // Without the room that there was for it, of which it takes little.
      let code = bytes.withUnsafeBufferPointer { Array($0) }
      guard let isKey = pending.popFirst(), response.packet == taken,
        let picture = CodedFrame(code, of: settings.codec), picture.isKey == isKey,
        isKey == (response.frame & UInt32(FBC_FRAME_KEY) != 0)
      else { throw Self.oddAnswer }
      taken += 1
      try body(try numbered(picture))
    }
  }

  /// The same, coded by the sets of the number that was asked for.
  private func numbered(_ picture: CodedFrame) throws(FaceBlurError) -> CodedFrame {
    guard settings.codec == .hevc, settings.setNumber > 0 else { return picture }
    guard let bytes = Self.renumbered(slices: picture.bytes, to: settings.setNumber) else {
      throw Self.oddAnswer
    }
    return CodedFrame(bytes: bytes, isKey: picture.isKey)
  }

  private func perform(
    _ request: fbc_request, _ input: [UInt8], count: Int
  ) throws(FaceBlurError) -> ([UInt8], fbc_response) {
    try Self.perform(request, input, count: count, by: helper, for: settings.codec)
  }

  private static func perform(
    _ request: fbc_request, _ input: [UInt8], count: Int, by helper: CodecHelper, for codec: VideoCodec
  ) throws(FaceBlurError) -> ([UInt8], fbc_response) {
    switch helper.perform(request, input, count: count) {
    case .done(let output, let response): return (output, response)
    case .refused(let status): throw error(status, of: codec)
    case .lost(let reason): throw .codecLost(reason, .encodingFilm)
    }
  }

  private static func request(_ operation: fbc_operation, _ shape: fbc_shape) -> fbc_request {
    // Noise of 2 megapixels and 10 bits takes 3 seconds a frame as HEVC, several are in work, and the smallest machines take ten times as long.
    fbc_request(
      operation: operation, options: 0, shape: shape,
      seconds: 60 + UInt32(clamping: UInt64(shape.width) * UInt64(shape.height) / 25_000), quantizer: 0,
      memory: 0, packet: 0)
  }

  // MARK: What cannot be

  private static var oddAnswer: FaceBlurError { .codecLost("its answer makes no sense", .encodingFilm) }

  /// What can be told without asking a helper.
  private static func check(_ settings: Settings) throws(FaceBlurError) {
    let (codec, shape) = (settings.codec, settings.shape)
    guard codec == .h264 || codec == .hevc else {
      throw .uncodableFilm(codec, "its pictures are neither H.264 nor HEVC")
    }
    guard codec != .h264 || shape.chroma != .gray else {
      throw .uncodableFilm(codec, "its pictures have no colours")
    }
    guard shape.width % shape.chroma.step.x == 0, shape.height % shape.chroma.step.y == 0 else {
      throw .uncodableFilm(
        codec, "its width or height is odd", advice: "crop or scale it to an even width and height first")
    }
    let numbers = 0...(codec == .h264 ? Int(FBC_MAX_SET_NUMBER) : maxHEVCNumber)
    guard (0...Int(FBC_MAX_QUALITY)).contains(settings.quality), numbers.contains(settings.setNumber) else {
      throw .internalError("the encoder of \(codec.name) is asked for a quality or a number that is not")
    }
  }

  /// What an answer means.
  private static func error(_ status: fbc_status, of codec: VideoCodec) -> FaceBlurError {
    switch status {
    case .missing: .codecLibraryMissing(.films)
    case .unsupported: .uncodableFilm(codec, "its size, its depth, its colours")
    case .tooLarge: .uncodableFilm(codec, "a picture whose code is larger than its samples")
    case .outOfMemory: .outOfMemory(.encodingFilm)
    case .damaged, .mismatch: oddAnswer
    default: .internalError("the encoder of \(codec.name) was asked for something odd")
    }
  }
}

extension VideoEncoder.Settings {
  /// As they go to a helper.
  fileprivate var options: UInt32 {
    let threads = UInt32(min(max(threads, 1), Int(FBC_MAX_VIDEO_THREADS)))
    return codec.number.rawValue << UInt32(FBC_ENCODED_CODEC_SHIFT) | threads << UInt32(FBC_THREADS_SHIFT)
      | (colors.isFullRange ? UInt32(FBC_FULL_RANGE) : 0) | colors.known.bits << UInt32(FBC_COLORS_SHIFT)
  }

  /// - Returns: nil where they are not those that were asked for.
  fileprivate func parameterSets(in bytes: [UInt8]) -> [[UInt8]]? {
    guard let sets = CodedUnits.all(in: bytes) else { return nil }
    let kinds = sets.map { CodedUnits.kind(of: $0, in: codec) }
    guard kinds == CodedUnits.parameterTypes(of: codec).map(CodedUnits.Kind.parameters) else { return nil }
    let units = sets.map(Array.init)
    if codec == .h264 {
      let numbers = units.map(CodedUnits.numbers(ofSet:))
      guard numbers == [[setNumber], [setNumber, setNumber]] else { return nil }
    }
    guard codec == .hevc, setNumber > 0 else { return units }
    let numbered = units.compactMap { VideoEncoder.renumbered(set: $0, to: setNumber) }
    return numbered.count == units.count ? numbered : nil
  }
}

extension SampleColors {
  /// The same with 2 for what H.273 reserves, which decoders take for that (ITU-T H.265, E.3.1).
  fileprivate var known: SampleColors {
    func known(_ value: Int, _ numbers: ClosedRange<Int>, _ further: Int? = nil) -> Int {
      value != 3 && numbers.contains(value) || value == further ? value : 2
    }
    return SampleColors(
      primaries: known(primaries, 1...12, 22), transfer: known(transfer, 1...18),
      matrix: known(matrix, 0...14),
      isFullRange: isFullRange)
  }
}
