/// What a sequence parameter set says that matters here (ITU-T H.265, 7.3.2.2 and E.2.1).
struct SequenceParameters: Sendable, Hashable {
  let id: Int
  let videoID: Int
  let shape: PlanarShape
  /// Of the picture as it is coded, in luma samples: with what the conformance window hides.
  let codedWidth: Int
  let codedHeight: Int
  /// Pixels that a side of the smallest block has: a coded side is a whole number of them.
  let blockSide: Int
  /// Pixels that a side of a coding tree block has.
  let treeSide: Int
  let colors: SampleColors
  /// The profile, its compatibility, the constraints and the level, as `hvcC` has them.
  let profile: [UInt8]

  let hasAdaptiveOffset: Bool
  /// Whether it has factors for the quantiser, and brings some of its own.
  let hasScaling: Bool
  let hasScalingLists: Bool
  /// Whether it ends where it has said all, and of what decoders of a photo pass over it has as little as cameras write.
  let isPlain: Bool

  private static let maxSide = 65_535

  /// - Throws: `FaceBlurError` where it breaks the rules, or is of a kind that no photo has.
  init(_ unit: NALUnit) throws(FaceBlurError) {
    guard unit.bytes.count <= 4096 else { throw .unsupportedHEVC("a parameter set is longer than 4 KB") }
    var reader = BitReader(unit.payload())
    videoID = try reader.bits(4)
    guard try reader.bits(3) == 0 else { throw .unsupportedHEVC("it has several layers") }
    _ = try reader.flag()
    var profile: [UInt8] = []
    for _ in 0..<12 { profile.append(UInt8(try reader.bits(8))) }
    self.profile = profile
    id = try reader.unsigned()
    guard id <= 15, let chroma = ChromaFormat(rawValue: try reader.unsigned()) else {
      throw .damagedPhoto("a parameter set has numbers that may not be")
    }
    let hasSeparatePlanes = chroma == .full ? try reader.flag() : false
    guard !hasSeparatePlanes else {
      throw .unsupportedHEVC("its colours are coded apart")
    }
    codedWidth = try reader.unsigned()
    codedHeight = try reader.unsigned()
    var margins = [0, 0, 0, 0]
    if try reader.flag() { for index in 0..<4 { margins[index] = try reader.unsigned() } }
    guard (1...Self.maxSide).contains(codedWidth), (1...Self.maxSide).contains(codedHeight),
      margins.allSatisfy({ $0 <= Self.maxSide })
    else { throw .damagedPhoto("a parameter set has sides that may not be") }
    let width = codedWidth - chroma.step.x * (margins[0] + margins[1])
    let height = codedHeight - chroma.step.y * (margins[2] + margins[3])
    guard width > 0, height > 0 else { throw .damagedPhoto("a parameter set shows nothing") }
    let depth = 8 + (try reader.unsigned())
    let chromaDepth = 8 + (try reader.unsigned())
    guard depth <= 12, chromaDepth == depth || chroma == .gray else {
      throw .unsupportedHEVC("its samples have \(depth) and \(chromaDepth) bits")
    }
    shape = PlanarShape(width: width, height: height, chroma: chroma, depth: depth)

    let orderBits = 4 + (try reader.unsigned())
    guard orderBits <= 16 else { throw .damagedPhoto("a parameter set has numbers that may not be") }
    _ = try reader.flag()
    var isShort = try reader.skipNumbers(3, within: SetLimits.orders)
    let logBlock = 3 + (try reader.unsigned())
    guard logBlock <= 6 else { throw .damagedPhoto("a parameter set has blocks that may not be") }
    blockSide = 1 << logBlock
    let logTree = logBlock + (try reader.unsigned())
    guard logTree <= 6 else { throw .damagedPhoto("a parameter set has blocks that may not be") }
    treeSide = 1 << logTree
    isShort = try reader.skipNumbers(4, within: SetLimits.blocks) && isShort
    hasScaling = try reader.flag()
    hasScalingLists = hasScaling ? try reader.flag() : false
    if hasScalingLists { try reader.skipScalingLists() }
    _ = try reader.flag()
    hasAdaptiveOffset = try reader.flag()
    if try reader.flag() {
      _ = try reader.bits(8)
      isShort = try reader.skipNumbers(2, within: SetLimits.blocks) && isShort
      _ = try reader.flag()
    }
    let references = reader.position
    var sets: [HEVCReferences] = []
    for _ in 0..<(try reader.count(upTo: 64)) { sets.append(try HEVCReferences(&reader, behind: sets)) }
    isShort = isShort && reader.position - references <= SetLimits.references
    if try reader.flag() {
      isShort = false
      let count = try reader.unsigned()
      guard count <= 32 else { throw .damagedPhoto("a parameter set has numbers that may not be") }
      for _ in 0..<count { _ = try reader.bits(orderBits + 1) }
    }
    _ = try reader.bits(2)
    let hasUsability = try reader.flag()
    let usability = hasUsability ? try VideoUsability(&reader) : VideoUsability()
    guard !usability.stretch.hidesFaces else { throw HEIFFormat.heic.drawnOut(usability.stretch) }
    colors = usability.colors
    isPlain =
      isShort && HEVCReserved.isUnused(in: profile)
      && ((try? Self.endsPlainly(reader, hasUsability: hasUsability)) ?? false)
  }

  /// - Parameter rest: what follows the colours.
  private static func endsPlainly(
    _ rest: BitReader, hasUsability: Bool
  ) throws(FaceBlurError) -> Bool {
    var reader = rest
    if hasUsability {
      // Where chroma samples lie.
      if try reader.flag() {
        guard try reader.skipNumbers(2, within: SetLimits.chroma) else { return false }
      }
      _ = try reader.bits(3)
      // What else could be cut off, which viewers pass over.
      guard try !reader.flag() else { return false }
      guard
        try reader.skipPlainTimes({ (reader) throws(FaceBlurError) in try reader.flag() })
      else { return false }
      if try reader.flag() {
        _ = try reader.bits(3)
        guard try reader.skipNumbers(5, within: SetLimits.restrictions) else { return false }
      }
    }
    if try reader.flag() {
      // Of the extensions only that for further formats of samples, which every decoder of those goes by.
      let extensions = try reader.bits(8)
      guard extensions & 0x7F == 0 else { return false }
      if extensions != 0 { _ = try reader.bits(9) }
    }
    return reader.isAtStop
  }
}

/// What a picture parameter set says that the head of a slice depends on (ITU-T H.265, 7.3.2.3).
struct PictureParameters: Sendable, Hashable {
  let id: Int
  let sequenceID: Int
  let hasDependentSlices: Bool
  let hasOutputFlag: Bool
  /// The quantiser that slices count from, `26 + init_qp_minus26`.
  let quantizer: Int
  /// Whether parts of a picture may take no loss, whatever the quantiser.
  let allowsLossless: Bool
  let extraHeadBits: Int
  let hasChromaOffsets: Bool
  let hasTiles: Bool
  let hasWavefronts: Bool
  let filtersAcrossSlices: Bool
  let hasFilterOverride: Bool
  let isFilterOff: Bool
  let hasHeadExtension: Bool
  /// Whether it brings factors for the quantiser.
  let hasScalingLists: Bool
  /// Whether it ends where it has said all, and of what decoders of a photo pass over neither it nor the head of a slice has more than
  /// cameras write.
  let isPlain: Bool

  /// - Throws: `FaceBlurError` where it breaks the rules.
  init(_ unit: NALUnit) throws(FaceBlurError) {
    guard unit.bytes.count <= 4096 else { throw .unsupportedHEVC("a parameter set is longer than 4 KB") }
    var reader = BitReader(unit.payload())
    id = try reader.unsigned()
    sequenceID = try reader.unsigned()
    guard id <= 63, sequenceID <= 15 else {
      throw .damagedPhoto("a parameter set has numbers that may not be")
    }
    hasDependentSlices = try reader.flag()
    hasOutputFlag = try reader.flag()
    extraHeadBits = try reader.bits(3)
    _ = try reader.bits(2)
    var isShort = try reader.skipNumbers(2, within: SetLimits.orders)
    quantizer = 26 + (try reader.signed())
    _ = try reader.bits(2)
    if try reader.flag() { _ = try reader.unsigned() }
    for _ in 0..<2 { _ = try reader.signed() }
    hasChromaOffsets = try reader.flag()
    _ = try reader.bits(2)
    allowsLossless = try reader.flag()
    hasTiles = try reader.flag()
    hasWavefronts = try reader.flag()
    if hasTiles {
      let (columns, rows) = (try reader.unsigned(), try reader.unsigned())
      guard columns < 1024, rows < 1024 else {
        throw .damagedPhoto("a parameter set has numbers that may not be")
      }
      if try !reader.flag() { for _ in 0..<(columns + rows) { _ = try reader.unsigned() } }
      _ = try reader.flag()
    }
    filtersAcrossSlices = try reader.flag()
    let hasFilterControl = try reader.flag()
    hasFilterOverride = hasFilterControl ? try reader.flag() : false
    isFilterOff = hasFilterControl ? try reader.flag() : false
    if hasFilterControl, !isFilterOff { for _ in 0..<2 { _ = try reader.signed() } }
    hasScalingLists = try reader.flag()
    if hasScalingLists { try reader.skipScalingLists() }
    _ = try reader.flag()
    isShort = try reader.skipNumbers(1, within: SetLimits.blocks) && isShort
    hasHeadExtension = try reader.flag()
    let isExtended = try reader.flag()
    isPlain = isShort && !isExtended && !hasHeadExtension && reader.isAtStop
  }
}

extension FaceBlurError {
  /// - Parameter reason: what of the code is not read.
  static func unsupportedHEVC(_ reason: String) -> FaceBlurError { HEIFFormat.heic.unsupported(reason) }
}
