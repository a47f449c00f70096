/// What a sequence header says of a picture (AV1 5.5).
struct ExaminedAV1Sequence {
  let profile: Int
  /// Of the first operating point, as is `tier`.
  let level: Int
  let tier: Int
  let chroma: ChromaFormat
  let depth: Int
  let colors: SampleColors
  /// chroma_sample_position; 0 where nothing is said.
  let chromaPosition: Int
  /// In pixels, what frames have that do not say another size.
  let maxWidth: Int
  let maxHeight: Int
  /// Whether nothing stands behind its end but the bits that fill the last byte.
  let isAlone: Bool

  // What a frame header needs to be read.
  let isReduced: Bool
  let widthBits: Int
  let heightBits: Int
  /// Of a frame's number; nil where frames have none.
  let numberBits: Int?
  let hasLargeBlocks: Bool
  /// seq_force_screen_content_tools and seq_force_integer_mv; nil where a frame chooses.
  let screenTools: Bool?
  let wholeVectors: Bool?
  let orderBits: Int
  let hasSuperresolution: Bool
  /// Of frame_presentation_time; nil where a shown frame has none.
  let presentationBits: Int?
  /// Of buffer_removal_time; nil where frames have none.
  let removalBits: Int?
  /// By operating point, what layers it has, where frames say when it is to be removed; nil where they do not.
  let operatingPoints: [Int?]

  /// - Parameter content: of the unit.
  /// - Returns: nil where it cannot be read.
  init?(_ content: some Collection<UInt8>) {
    var bits = ExaminedAV1Bits(content)
    profile = bits.number(3)
    guard profile <= 2 else { return nil }
    // still_picture.
    bits.skip(1)
    isReduced = bits.flag()
    var (presentation, removal): (Int?, Int?) = (nil, nil)
    var points: [Int?] = [nil]
    if isReduced {
      (level, tier) = (bits.number(5), 0)
    } else {
      let model = Self.timing(&bits)
      (presentation, removal) = (model.presentation, model.removal)
      let saysDelays = bits.flag()
      let count = bits.number(5) + 1
      points = []
      var (level, tier) = (0, 0)
      for index in 0..<count {
        let layers = bits.number(12)
        let pointLevel = bits.number(5)
        let pointTier = pointLevel > 7 ? bits.number(1) : 0
        if index == 0 { (level, tier) = (pointLevel, pointTier) }
        let hasModel = model.removal != nil && bits.flag()
        if hasModel { bits.skip(2 * model.delay + 1) }
        points.append(hasModel ? layers : nil)
        if saysDelays, bits.flag() { bits.skip(4) }
      }
      (self.level, self.tier) = (level, tier)
    }
    (presentationBits, removalBits, operatingPoints) = (presentation, removal, points)
    widthBits = bits.number(4) + 1
    heightBits = bits.number(4) + 1
    maxWidth = bits.number(widthBits) + 1
    maxHeight = bits.number(heightBits) + 1
    if !isReduced, bits.flag() {
      let difference = bits.number(4) + 2
      numberBits = difference + bits.number(3) + 1
    } else {
      numberBits = nil
    }
    hasLargeBlocks = bits.flag()
    // enable_filter_intra, enable_intra_edge_filter.
    bits.skip(2)
    var (tools, vectors): (Bool?, Bool?) = (nil, nil)
    var order = 0
    if !isReduced {
      // Ways to predict from other frames.
      bits.skip(4)
      let hasOrder = bits.flag()
      if hasOrder { bits.skip(2) }
      if !bits.flag() { tools = bits.flag() }
      if tools ?? true, !bits.flag() { vectors = bits.flag() }
      if hasOrder { order = bits.number(3) + 1 }
    }
    (screenTools, wholeVectors, orderBits) = (tools, vectors, order)
    hasSuperresolution = bits.flag()
    // enable_cdef, enable_restoration.
    bits.skip(2)
    guard let form = Form(&bits, profile: profile) else { return nil }
    (chroma, depth, colors, chromaPosition) = (form.chroma, form.depth, form.colors, form.chromaPosition)
    // film_grain_params_present.
    bits.skip(1)
    guard !bits.isCutOff else { return nil }
    // A one, and zeros up to the end of the byte (AV1 5.3.4).
    let ending = bits.flag()
    let fill = (8 - bits.position & 7) & 7
    isAlone = ending && bits.number(fill) == 0 && bits.position == 8 * content.count
  }

  /// timing_info and decoder_model_info.
  /// - Returns: how many bits delays, times of presentation and of removal have; nil for what frames do not say.
  private static func timing(
    _ bits: inout ExaminedAV1Bits
  ) -> (delay: Int, presentation: Int?, removal: Int?) {
    guard bits.flag() else { return (0, nil, nil) }
    bits.skip(64)
    let isEven = bits.flag()
    if isEven { bits.skipVariable() }
    guard bits.flag() else { return (0, nil, nil) }
    let delay = bits.number(5) + 1
    bits.skip(32)
    let removal = bits.number(5) + 1
    let presentation = bits.number(5) + 1
    return (delay, isEven ? nil : presentation, removal)
  }

  /// color_config.
  private struct Form {
    let chroma: ChromaFormat
    let depth: Int
    let colors: SampleColors
    let chromaPosition: Int

    /// Nil for a matrix of another form than it asks for.
    init?(_ bits: inout ExaminedAV1Bits, profile: Int) {
      let isDeep = bits.flag()
      depth = isDeep ? (profile == 2 && bits.flag() ? 12 : 10) : 8
      let isGray = profile != 1 && bits.flag()
      var colors = SampleColors()
      if bits.flag() {
        colors.primaries = bits.number(8)
        colors.transfer = bits.number(8)
        colors.matrix = bits.number(8)
      }
      var position = 0
      if isGray {
        chroma = .gray
        colors.isFullRange = bits.flag()
      } else if (colors.primaries, colors.transfer, colors.matrix) == (1, 13, 0) {
        // sRGB's own green, blue and red.
        chroma = .full
        colors.isFullRange = true
        bits.skip(1)
      } else {
        colors.isFullRange = bits.flag()
        switch (profile, depth) {
        case (0, _): chroma = .half
        case (1, _): chroma = .full
        case (_, 12):
          let isHalfWidth = bits.flag()
          chroma = isHalfWidth ? (bits.flag() ? .half : .halfWidth) : .full
        default: chroma = .halfWidth
        }
        if chroma == .half { position = bits.number(2) }
        // separate_uv_delta_q.
        bits.skip(1)
      }
      guard colors.matrix != 0 || chroma == .full || isGray else { return nil }
      (self.colors, chromaPosition) = (colors, position)
    }
  }
}
