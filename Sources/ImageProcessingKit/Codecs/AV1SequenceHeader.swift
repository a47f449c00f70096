/// What a sequence header says (AV1 5.5): how pictures are coded, and what a frame's header depends on.
struct AV1SequenceHeader: Sendable, Hashable {
  /// seq_profile.
  let profile: Int
  /// seq_level_idx and seq_tier, of the first operating point.
  let level: Int
  let tier: Int
  let depth: Int
  let chroma: ChromaFormat
  let colors: SampleColors
  /// chroma_sample_position; 0 where nothing is said.
  let chromaPosition: Int
  /// Whether nothing stands behind it that it could do without.
  let isExact: Bool

  let isReduced: Bool
  /// Bits of a frame's number; 0 where frames have none.
  let frameNumberBits: Int
  /// Bits that a side of a frame is said in.
  let widthBits: Int
  let heightBits: Int
  /// Of a frame that says nothing else.
  let width: Int
  let height: Int
  /// Whether its largest blocks are of 128 × 128 pixels, else of 64 × 64.
  let hasLargeBlocks: Bool
  /// seq_force_screen_content_tools and seq_force_integer_mv; 2 where each frame says it.
  let screenContentTools: Int
  let integerVectors: Int
  let orderHintBits: Int
  let hasSuperResolution: Bool
  let timing: Timing

  /// When frames are shown and when a decoder's memory becomes free, which pictures alone have no use for.
  struct Timing: Sendable, Hashable {
    var hasDecoderModel = false
    var isEvenlySpaced = false
    var delayBits = 0
    var removalTimeBits = 0
    var presentationTimeBits = 0
    /// By operating point: the layers that belong to it, and whether a frame says when its memory becomes free.
    var points: [Point] = []

    struct Point: Sendable, Hashable {
      let layers: Int
      let hasModel: Bool
    }
  }

  /// Those that are longer hold something else.
  static let maxBytes = 4096
  /// What each frame says by itself.
  static let bySelection = 2

  /// - Parameter payload: of its unit.
  /// - Throws: `FaceBlurError` where it breaks the rules.
  init(_ payload: [UInt8]) throws(FaceBlurError) {
    guard payload.count <= Self.maxBytes else { throw .damagedFile("its sequence header is too long") }
    var reader = BitReader(payload, of: "its sequence header")
    profile = try reader.bits(3)
    guard profile <= 2 else { throw .unsupportedAV1("its profile is \(profile)") }
    _ = try reader.flag()
    isReduced = try reader.flag()
    (level, tier, timing) =
      isReduced ? (try reader.bits(5), 0, Timing()) : try Self.operatingPoints(&reader)
    widthBits = try reader.bits(4) + 1
    heightBits = try reader.bits(4) + 1
    width = try reader.bits(widthBits) + 1
    height = try reader.bits(heightBits) + 1
    let hasFrameNumbers = isReduced ? false : try reader.flag()
    frameNumberBits = hasFrameNumbers ? try reader.bits(4) + reader.bits(3) + 3 : 0
    hasLargeBlocks = try reader.flag()
    // Two ways of predicting.
    _ = try reader.bits(2)
    (screenContentTools, integerVectors, orderHintBits) =
      isReduced ? (Self.bySelection, Self.bySelection, 0) : try Self.tools(&reader)
    hasSuperResolution = try reader.flag()
    // Two filters.
    _ = try reader.bits(2)
    (depth, chroma, colors, chromaPosition) = try Self.colors(&reader, profile: profile)
    // Whether frames have film grain: it is part of the picture.
    _ = try reader.flag()
    isExact = reader.endsHere
  }

  /// What stands before the sides, of a header that is not reduced.
  private static func operatingPoints(
    _ reader: inout BitReader
  ) throws(FaceBlurError) -> (level: Int, tier: Int, timing: Timing) {
    var timing = Timing()
    var first = (level: 0, tier: 0)
    if try reader.flag() {
      _ = try reader.bits(32)
      _ = try reader.bits(32)
      timing.isEvenlySpaced = try reader.flag()
      if timing.isEvenlySpaced { _ = try reader.unsigned() }
      timing.hasDecoderModel = try reader.flag()
      if timing.hasDecoderModel {
        timing.delayBits = try reader.bits(5) + 1
        _ = try reader.bits(32)
        timing.removalTimeBits = try reader.bits(5) + 1
        timing.presentationTimeBits = try reader.bits(5) + 1
      }
    }
    let hasDelays = try reader.flag()
    for index in 0...(try reader.bits(5)) {
      let layers = try reader.bits(12)
      let level = try reader.bits(5)
      let tier = level > 7 ? try reader.bits(1) : 0
      if index == 0 { first = (level, tier) }
      let hasModel = timing.hasDecoderModel ? try reader.flag() : false
      if hasModel {
        _ = try reader.bits(timing.delayBits)
        _ = try reader.bits(timing.delayBits)
        _ = try reader.flag()
      }
      if hasDelays, try reader.flag() { _ = try reader.bits(4) }
      timing.points.append(Timing.Point(layers: layers, hasModel: hasModel))
    }
    return (first.level, first.tier, timing)
  }

  /// Tools that serve films, for the most part.
  private static func tools(
    _ reader: inout BitReader
  ) throws(FaceBlurError) -> (screenContentTools: Int, integerVectors: Int, orderHintBits: Int) {
    _ = try reader.bits(4)
    let hasOrder = try reader.flag()
    if hasOrder { _ = try reader.bits(2) }
    let screenContentTools = try reader.flag() ? bySelection : try reader.bits(1)
    var integerVectors = bySelection
    if screenContentTools > 0, try !reader.flag() { integerVectors = try reader.bits(1) }
    return (screenContentTools, integerVectors, hasOrder ? try reader.bits(3) + 1 : 0)
  }

  /// color_config() (5.5.2).
  private static func colors(
    _ reader: inout BitReader, profile: Int
  ) throws(FaceBlurError) -> (depth: Int, chroma: ChromaFormat, colors: SampleColors, position: Int) {
    let isDeep = try reader.flag()
    let isDeepest = profile == 2 && isDeep ? try reader.flag() : false
    let depth = isDeepest ? 12 : isDeep ? 10 : 8
    let isGray = profile == 1 ? false : try reader.flag()
    var colors = SampleColors()
    if try reader.flag() {
      (colors.primaries, colors.transfer, colors.matrix) = (
        try reader.bits(8), try reader.bits(8), try reader.bits(8)
      )
    }
    if isGray {
      colors.isFullRange = try reader.flag()
      return (depth, .gray, colors, 0)
    }
    // sRGB's own red, green and blue.
    guard (colors.primaries, colors.transfer, colors.matrix) != (1, 13, 0) else {
      colors.isFullRange = true
      _ = try reader.flag()
      guard profile != 0 else { throw .damagedFile("its sequence header has numbers that may not be") }
      return (depth, .full, colors, 0)
    }
    colors.isFullRange = try reader.flag()
    let chroma: ChromaFormat
    switch profile {
    case 0: chroma = .half
    case 1: chroma = .full
    default:
      let isHalfWidth = depth == 12 ? try reader.flag() : true
      let isHalfHeight = depth == 12 && isHalfWidth ? try reader.flag() : false
      chroma = isHalfHeight ? .half : isHalfWidth ? .halfWidth : .full
    }
    guard colors.matrix != 0 || chroma == .full else {
      throw .damagedFile("its sequence header has numbers that may not be")
    }
    let position = chroma == .half ? try reader.bits(2) : 0
    _ = try reader.flag()
    return (depth, chroma, colors, position)
  }
}
