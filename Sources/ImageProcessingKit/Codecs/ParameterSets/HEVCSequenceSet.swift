/// A sequence parameter set of HEVC (ITU-T H.265, 7.3.2.2.1 and E.2.1), of a photo or of a film: what it says, whether that may be or not.
struct HEVCSequenceSet {
  /// `sps_video_parameter_set_id` and `sps_seq_parameter_set_id`.
  let video: Int
  let number: Int
  /// Layers in time beside the lowest one, and whether decoding may go on in a higher one at any picture.
  let subLayers: Int
  let isNested: Bool
  /// Profile, tier, constraints and level, as `hvcC` has them.
  let profile: [UInt8]
  /// Whether decoders pass over nothing that it says of its profile.
  private let hasPlainProfile: Bool
  /// As `ChromaFormat` has it.
  let chroma: Int
  /// Whether colours are coded as pictures of their own.
  let hasColorsApart: Bool
  /// In luma samples, with what is cut off.
  let codedWidth: Int
  let codedHeight: Int
  /// What is cut off, in steps of colours: to the left, to the right, at the top and at the bottom.
  let margins: [Int]
  /// Bits of a sample of luma, and of one of colour.
  let depths: (luma: Int, chroma: Int)
  /// Behind the depths.
  private let further: BitReader

  static let maxSubLayers = 6
  private static let maxNumber = 15
  private static let maxLogOfBlock = 6

  /// As far as it is about the form of pictures.
  /// - Parameter payload: of its unit.
  /// - Throws: `FaceBlurError` where it is cut short.
  init(payload: [UInt8]) throws(FaceBlurError) {
    var reader = BitReader(payload)
    video = try reader.bits(4)
    subLayers = try reader.bits(3)
    isNested = try reader.flag()
    (profile, hasPlainProfile) = try reader.profile(subLayers: subLayers)
    number = try reader.unsigned()
    chroma = try reader.unsigned()
    hasColorsApart = chroma == ChromaFormat.full.rawValue ? try reader.flag() : false
    codedWidth = try reader.unsigned()
    codedHeight = try reader.unsigned()
    var margins = [0, 0, 0, 0]
    if try reader.flag() { for index in 0..<4 { margins[index] = try reader.unsigned() } }
    self.margins = margins
    depths = (8 + (try reader.unsigned()), 8 + (try reader.unsigned()))
    further = reader
  }

  /// What it says behind the form.
  struct Details {
    /// Bits of a picture's place in the order of presentation.
    let orderBits: Int
    /// Logarithms of the pixels across the smallest block and across a coding tree block.
    let logBlock: Int
    let logTree: Int
    /// Whether it has factors for the quantiser, and brings some of its own.
    let hasScaling: Bool
    let hasScalingLists: Bool
    let hasAdaptiveOffset: Bool
    /// Which pictures others may refer to.
    let references: [HEVCReferences]
    /// Of pictures that may be referred to for long: how many are listed; nil where there are none.
    let longTerm: Int?
    /// How pixels are shown, and in what colours.
    let usability: VideoUsability
    /// Whether pictures are the fields of others: known once it has been read to its end.
    private(set) var hasFields = false
    /// Whether it ends where it has said all, and says no more than encoders write of what decoders pass over: likewise.
    private(set) var isPlain = false

    fileprivate let hasUsability: Bool
    /// Whether nothing up to the colours is longer than encoders write it.
    fileprivate let isShort: Bool
    fileprivate let subLayers: Int
    fileprivate let limits: SetLimits
    /// Behind the colours.
    fileprivate let rest: BitReader
  }

  /// Up to the colours.
  /// - Throws: `FaceBlurError` where it is cut short or has numbers that may not be.
  func details(_ limits: SetLimits) throws(FaceBlurError) -> Details {
    guard number <= Self.maxNumber, subLayers <= Self.maxSubLayers else { throw BitReader.oddNumber }
    var reader = further
    let orderBits = 4 + (try reader.count(upTo: 12))
    var isShort = try reader.skipShortOrders(subLayers: subLayers)
    var start = reader.position
    let logBlock = 3 + (try reader.unsigned())
    let logTree = logBlock + (try reader.unsigned())
    guard logTree <= Self.maxLogOfBlock else { throw BitReader.oddNumber }
    for _ in 0..<4 { _ = try reader.unsigned() }
    isShort = reader.position - start <= SetLimits.blocks && isShort
    let hasScaling = try reader.flag()
    let hasScalingLists = hasScaling ? try reader.flag() : false
    if hasScalingLists { try reader.skipScalingLists() }
    _ = try reader.flag()
    let hasAdaptiveOffset = try reader.flag()
    if try reader.flag() {
      _ = try reader.bits(8)
      isShort = try reader.skipNumbers(2, within: SetLimits.number) && isShort
      _ = try reader.flag()
    }
    // Which pictures others may refer to (7.3.7).
    start = reader.position
    var references: [HEVCReferences] = []
    for _ in 0..<(try reader.count(upTo: 64)) {
      references.append(try HEVCReferences(&reader, behind: references))
    }
    isShort = reader.position - start <= limits.references && isShort
    var longTerm: Int?
    if try reader.flag() {
      // Where pictures are shown that are referred to for long.
      let count = try reader.count(upTo: 32)
      for _ in 0..<count { _ = try reader.bits(orderBits + 1) }
      longTerm = count
      isShort = isShort && limits.hasLongTerm && count == 0
    }
    _ = try reader.bits(2)
    let hasUsability = try reader.flag()
    let usability = hasUsability ? try VideoUsability(&reader) : VideoUsability()
    return Details(
      orderBits: orderBits, logBlock: logBlock, logTree: logTree, hasScaling: hasScaling,
      hasScalingLists: hasScalingLists, hasAdaptiveOffset: hasAdaptiveOffset, references: references,
      longTerm: longTerm, usability: usability, hasUsability: hasUsability,
      isShort: isShort && hasPlainProfile && subLayers <= limits.layers, subLayers: subLayers,
      limits: limits, rest: reader)
  }
}

extension HEVCSequenceSet.Details {
  /// Reads what follows the colours.
  /// - Throws: `FaceBlurError` where it is cut short.
  mutating func readToEnd() throws(FaceBlurError) {
    var reader = rest
    var isShort = isShort
    if hasUsability {
      if try reader.flag() { isShort = try reader.skipNumbers(2, within: SetLimits.chroma) && isShort }
      _ = try reader.flag()
      hasFields = try reader.flag()
      _ = try reader.flag()
      if try reader.flag() { isShort = try reader.skipNumbers(4, within: limits.window) && isShort }
      let areTimesShort = try reader.skipShortTimes(subLayers: subLayers, limits) {
        (reader) throws(FaceBlurError) in try reader.flag()
      }
      isShort = isShort && areTimesShort
      if try reader.flag() {
        _ = try reader.bits(3)
        isShort = try reader.skipNumbers(5, within: SetLimits.restrictions) && isShort
      }
    }
    if try reader.flag() {
      // Of the extensions only that for further formats of samples is known, which every decoder of those goes by.
      let extensions = try reader.bits(8)
      if extensions & 0x7F != 0 { return }
      if extensions != 0 { _ = try reader.bits(9) }
    }
    isPlain = isShort && reader.isAtStop
  }
}
