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
    for _ in 0..<3 { _ = try reader.unsigned() }
    let logBlock = 3 + (try reader.unsigned())
    guard logBlock <= 6 else { throw .damagedPhoto("a parameter set has blocks that may not be") }
    blockSide = 1 << logBlock
    let logTree = logBlock + (try reader.unsigned())
    guard logTree <= 6 else { throw .damagedPhoto("a parameter set has blocks that may not be") }
    treeSide = 1 << logTree
    for _ in 0..<4 { _ = try reader.unsigned() }
    if try reader.flag(), try reader.flag() { try Self.skipScalingLists(&reader) }
    _ = try reader.flag()
    hasAdaptiveOffset = try reader.flag()
    if try reader.flag() {
      _ = try reader.bits(8)
      _ = try reader.unsigned()
      _ = try reader.unsigned()
      _ = try reader.flag()
    }
    try Self.skipReferenceSets(&reader)
    if try reader.flag() {
      let count = try reader.unsigned()
      guard count <= 32 else { throw .damagedPhoto("a parameter set has numbers that may not be") }
      for _ in 0..<count { _ = try reader.bits(orderBits + 1) }
    }
    _ = try reader.bits(2)
    colors = try reader.flag() ? SampleColors(usability: &reader) : SampleColors()
  }

  /// scaling_list_data (7.3.4).
  fileprivate static func skipScalingLists(_ reader: inout BitReader) throws(FaceBlurError) {
    for size in 0..<4 {
      for _ in stride(from: 0, to: 6, by: size == 3 ? 3 : 1) {
        guard try reader.flag() else {
          _ = try reader.unsigned()
          continue
        }
        if size > 1 { _ = try reader.signed() }
        for _ in 0..<min(64, 1 << (4 + 2 * size)) { _ = try reader.signed() }
      }
    }
  }

  /// The sets of pictures that others refer to (7.3.7).
  private static func skipReferenceSets(_ reader: inout BitReader) throws(FaceBlurError) {
    let count = try reader.unsigned()
    guard count <= 64 else { throw .damagedPhoto("a parameter set has numbers that may not be") }
    var before = 0
    for index in 0..<count {
      if index > 0, try reader.flag() {
        _ = try reader.flag()
        _ = try reader.unsigned()
        var kept = 0
        for _ in 0...before {
          let isUsed = try reader.flag()
          let isKept = isUsed ? true : try reader.flag()
          if isKept { kept += 1 }
        }
        before = kept
      } else {
        before = try reader.unsigned() + reader.unsigned()
        guard before <= 32 else { throw .damagedPhoto("a parameter set has numbers that may not be") }
        for _ in 0..<before {
          _ = try reader.unsigned()
          _ = try reader.flag()
        }
      }
    }
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
  /// Whether it, or the head of a slice, may hold what decoders pass over.
  let hasExtensions: Bool

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
    for _ in 0..<2 { _ = try reader.unsigned() }
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
    if try reader.flag() { try SequenceParameters.skipScalingLists(&reader) }
    _ = try reader.flag()
    _ = try reader.unsigned()
    hasHeadExtension = try reader.flag()
    let isExtended = try reader.flag()
    hasExtensions = isExtended || hasHeadExtension || reader.hasMore
  }
}

extension FaceBlurError {
  /// - Parameter reason: what of the code is not read.
  static func unsupportedHEVC(_ reason: String) -> FaceBlurError { HEIFFormat.heic.unsupported(reason) }
}
