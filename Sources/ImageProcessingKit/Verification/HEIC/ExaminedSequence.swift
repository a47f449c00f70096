/// What a sequence parameter set says of a picture (ITU-T H.265, 7.3.2.2.1 and E.2.1).
struct ExaminedSequence {
  /// What is shown, in pixels: what is coded, without what the set itself crops.
  let width: Int
  let height: Int
  /// What is coded, in pixels.
  let codedWidth: Int
  let codedHeight: Int
  /// Pixels across the smallest block: what is coded is a whole number of them.
  let block: Int
  /// Pixels across the largest one, a coding tree block.
  let treeSide: Int
  /// Where the height and what the set crops stand, in bits of what the unit holds.
  private let heightPlace: Range<Int>
  /// For pictures whose properties do not say so. Matrices that make the same colours have one number, and where nothing is said it is
  /// that which viewers take.
  let colors: HEIFColors
  /// What it says of the colours itself, which can be nothing.
  let statedColors: SampleColors
  let chroma: ChromaFormat
  /// Whether slices say where a filter of offsets is on: sample_adaptive_offset_enabled_flag.
  let hasOffsets: Bool

  private static let sameMatrix = [2: 6, 5: 6]
  private static let maxSide = 1 << 16

  /// - Parameter unit: the set.
  /// - Returns: nil where it cannot be read so far.
  init?(_ unit: [UInt8]) {
    var bits = ExaminedBits(unit)
    var start = bits
    guard bits.skip(4), start.skip(4), let layers = start.number(3), bits.skipProfileAndLevel(),
      bits.skipNumbers(1),
      let format = bits.exponential(), let chroma = ChromaFormat(rawValue: format),
      chroma != .full || bits.flag() == false, let width = bits.exponential()
    else { return nil }
    let heightStart = bits.position
    guard let height = bits.exponential(), (1...Self.maxSide).contains(width),
      (1...Self.maxSide).contains(height), let isCropped = bits.flag()
    else { return nil }
    var window = [0, 0, 0, 0]
    for side in window.indices where isCropped {
      guard let number = bits.exponential(), number <= Self.maxSide else { return nil }
      window[side] = number
    }
    heightPlace = heightStart..<bits.position
    self.chroma = chroma
    (codedWidth, codedHeight) = (width, height)
    self.width = width - chroma.step.x * (window[0] + window[1])
    self.height = height - chroma.step.y * (window[2] + window[3])
    guard bits.skipNumbers(2), let places = bits.exponential(), places <= 12, bits.skipOrders(layers),
      let smallest = bits.exponential(), smallest <= 3, let further = bits.exponential(), further <= 3
    else { return nil }
    block = 8 << smallest
    treeSide = block << further
    guard bits.skipNumbers(4), bits.skipOptional({ $0.skipOptional { $0.skipScalingLists() } }), bits.skip(1),
      let hasOffsets = bits.flag(),
      bits.skipOptional({ $0.skip(8) && $0.skipNumbers(2) && $0.skip(1) }), bits.skipReferenceSets(),
      bits.skipOptional({ bits in
        bits.exponential().map { $0 <= 32 && bits.skip($0 * (places + 5)) } ?? false
      }), bits.skip(2), let colors = Self.colors(&bits)
    else { return nil }
    (self.hasOffsets, statedColors) = (hasOffsets, colors)
    self.colors = HEIFColors(
      isFullRange: colors.isFullRange, matrix: Self.sameMatrix[colors.matrix] ?? colors.matrix)
  }

  private static func colors(_ bits: inout ExaminedBits) -> SampleColors? {
    guard let isDescribed = bits.flag() else { return nil }
    let unsaid = SampleColors()
    guard isDescribed else { return unsaid }
    guard
      bits.skipOptional({ bits in
        bits.number(8).map { $0 != 255 || bits.skip(32) } ?? false
      }), bits.skipOptional({ $0.skip(1) }), let hasSignal = bits.flag()
    else { return nil }
    guard hasSignal else { return unsaid }
    guard bits.skip(3), let isFullRange = bits.flag(), let hasColors = bits.flag() else { return nil }
    guard hasColors else { return SampleColors(isFullRange: isFullRange) }
    guard let primaries = bits.number(8), let transfer = bits.number(8), let matrix = bits.number(8) else {
      return nil
    }
    return SampleColors(
      primaries: primaries, transfer: transfer, matrix: matrix, isFullRange: isFullRange)
  }

  /// The set of a picture that is another height.
  /// - Parameters:
  ///   - coded: its height as it is coded.
  ///   - shown: of that, from the top.
  ///   - unit: this set.
  /// - Returns: nil where it is longer than sets are.
  func ofHeight(_ coded: Int, showing shown: Int, _ unit: [UInt8]) -> [UInt8]? {
    let content = ExaminedUnit.content(of: unit)
    guard coded >= shown, shown > 0, codedWidth >= width, 8 * content.count > heightPlace.upperBound,
      let end = content.lastIndex(where: { $0 != 0 })
    else { return nil }
    var bits = EncoderCode.bits(content, 0..<heightPlace.lowerBound)
    bits += EncoderCode.exponential(coded) + [true]
    for margin in [0, (codedWidth - width) / chroma.step.x, 0, (coded - shown) / chroma.step.y] {
      bits += EncoderCode.exponential(margin)
    }
    // Up to the bit that ends it.
    let last = 8 * end + 7 - content[end].trailingZeroBitCount
    guard last >= heightPlace.upperBound else { return nil }
    bits += EncoderCode.bits(content, heightPlace.upperBound..<last)
    return unit.prefix(2) + ExaminedUnit.escaped(EncoderCode.bytes(bits + [true]))
  }

  /// Whether a picture of some size is all that is coded, but for what fills the last blocks.
  func codesNothing(besides shape: PlanarShape) -> Bool {
    width == shape.width && height == shape.height && codedWidth - width < block
      && codedHeight - height < block
  }
}

extension ExaminedBits {
  /// Skips some ue(v) or se(v).
  mutating func skipNumbers(_ count: Int) -> Bool {
    for _ in 0..<count where exponential() == nil { return false }
    return true
  }

  /// Skips what is there where a flag before it says so.
  mutating func skipOptional(_ skip: (inout ExaminedBits) -> Bool) -> Bool {
    guard let isThere = flag() else { return false }
    return !isThere || skip(&self)
  }

  /// How many pictures wait for others, layer by layer or once.
  fileprivate mutating func skipOrders(_ furtherLayers: Int) -> Bool {
    guard let isByLayer = flag() else { return false }
    return skipNumbers(3 * (isByLayer ? furtherLayers + 1 : 1))
  }

  /// scaling_list_data (7.3.4).
  mutating func skipScalingLists() -> Bool {
    for size in 0..<4 {
      for _ in stride(from: 0, to: 6, by: size == 3 ? 3 : 1) {
        guard let isCoded = flag() else { return false }
        let numbers = isCoded ? min(64, 1 << (4 + 2 * size)) + (size > 1 ? 1 : 0) : 1
        guard skipNumbers(numbers) else { return false }
      }
    }
    return true
  }

  /// The sets of pictures that others refer to (7.3.7).
  mutating func skipReferenceSets() -> Bool {
    guard let count = exponential(), count <= 64 else { return false }
    var pictures = 0
    for index in 0..<count {
      guard let follows = index == 0 ? false : flag() else { return false }
      if follows {
        guard skip(1), skipNumbers(1) else { return false }
        var kept = 0
        for _ in 0...pictures {
          guard let isUsed = flag(), let isKept = isUsed ? true : flag() else { return false }
          if isKept { kept += 1 }
        }
        pictures = kept
      } else {
        guard let before = exponential(), let after = exponential(), before <= 16, after <= 16 else {
          return false
        }
        pictures = before + after
        for _ in 0..<pictures {
          guard skipNumbers(1), skip(1) else { return false }
        }
      }
    }
    return true
  }
}
