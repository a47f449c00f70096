/// What a sequence parameter set begins with, up to the depths of samples (ITU-T H.265, 7.3.2.2.1).
struct ExaminedSequenceHead {
  /// What the video parameter set that it builds on is called, and what it is called itself.
  let base: Int
  let name: Int
  let profile: ExaminedProfile
  let chroma: ChromaFormat
  /// What is coded, in pixels.
  let codedWidth: Int
  let codedHeight: Int
  /// Where the height and what the set crops stand, in bits of what the unit holds.
  let heightPlace: Range<Int>
  /// What is cropped, in steps of colours: to the left, to the right, at the top and at the bottom.
  let margins: [Int]
  /// Bits of a sample of luma, and of one of colour.
  let depths: (luma: Int, chroma: Int)
  /// Behind them.
  fileprivate let rest: ExaminedBits

  private static let maxSide = 0xFFFF
  /// Bits beyond 8.
  private static let mostDepth = 8

  /// - Parameter unit: the set.
  /// - Returns: nil where it cannot be read so far.
  init?(_ unit: some Collection<UInt8>) {
    var bits = ExaminedBits(unit: unit)
    guard let base = bits.number(4), let profile = bits.profile(), let name = bits.exponential(), name < 16,
      let format = bits.exponential(), let chroma = ChromaFormat(rawValue: format),
      chroma != .full || bits.flag() == false, let width = bits.exponential()
    else { return nil }
    let start = bits.position
    guard let height = bits.exponential(), (1...Self.maxSide).contains(width),
      (1...Self.maxSide).contains(height), let margins = bits.margins()
    else { return nil }
    heightPlace = start..<bits.position
    guard let luma = bits.exponential(), let color = bits.exponential(), luma <= Self.mostDepth,
      color <= Self.mostDepth
    else { return nil }
    (self.base, self.name, self.profile, self.chroma) = (base, name, profile, chroma)
    (codedWidth, codedHeight, self.margins) = (width, height, margins)
    depths = (8 + luma, 8 + color)
    rest = bits
  }
}

/// What a sequence parameter set says of pictures (ITU-T H.265, 7.3.2.2.1 and E.2.1).
struct ExaminedSequence {
  let head: ExaminedSequenceHead
  /// What is shown, in pixels: what is coded, without what the set itself crops.
  let width: Int
  let height: Int
  /// Pixels across the smallest block: what is coded is a whole number of them.
  let block: Int
  /// Pixels across the largest one, a coding tree block.
  let treeSide: Int
  /// What it says of colours, which can be nothing.
  let statedColors: SampleColors
  /// Whether slices say where a filter of offsets is on: sample_adaptive_offset_enabled_flag.
  let hasOffsets: Bool
  /// Whether there are factors for the quantiser, and whether the set brings some of its own.
  let hasScaling: Bool
  let hasLists: Bool
  /// Whether it ends where it has said all, and what decoders pass over is not there, or as short as encoders write it.
  let isPlain: Bool

  /// - Parameters:
  ///   - unit: the set.
  ///   - limits: how much decoders may pass over.
  /// - Returns: nil where it cannot be read up to its colours.
  init?(_ unit: [UInt8], _ limits: ExaminedSetLimits) {
    guard let head = ExaminedSequenceHead(unit) else { return nil }
    self.head = head
    width = head.codedWidth - head.chroma.step.x * (head.margins[0] + head.margins[1])
    height = head.codedHeight - head.chroma.step.y * (head.margins[2] + head.margins[3])
    let layers = head.profile.layers
    var isShort = unit.count <= limits.bytes && layers <= limits.layers && head.profile.isPlain
    var bits = head.rest
    guard let places = bits.exponential(), places <= 12, bits.skipOrders(layers, &isShort) else { return nil }
    let start = bits.position
    guard let smallest = bits.exponential(), smallest <= 3, let further = bits.exponential(), further <= 3,
      bits.skipNumbers(4)
    else { return nil }
    if bits.position - start > ExaminedSetLimits.blocks { isShort = false }
    block = 8 << smallest
    treeSide = block << further
    guard let hasScaling = bits.flag(), let hasLists = hasScaling ? bits.flag() : false,
      !hasLists || bits.skipScalingLists(), bits.skip(1), let hasOffsets = bits.flag(),
      bits.skipOptional({ bits in
        bits.skip(8) && bits.skip(within: ExaminedSetLimits.number, &isShort) { $0.skipNumbers(2) }
          && bits.skip(1)
      }), bits.skip(within: limits.references, &isShort, { $0.skipReferenceSets() }),
      let hasLongTerm = bits.flag(), let listed = hasLongTerm ? bits.exponential() : 0, listed <= 32,
      bits.skip(listed * (places + 5)), bits.skip(2), let isDescribed = bits.flag(),
      let colors = isDescribed ? bits.colors() : SampleColors()
    else { return nil }
    if listed > 0 || hasLongTerm && !limits.hasLongTerm { isShort = false }
    (self.hasScaling, self.hasLists) = (hasScaling, hasLists)
    (self.hasOffsets, statedColors) = (hasOffsets, colors)
    isPlain = isShort && Self.endsPlainly(bits, isDescribed: isDescribed, layers, limits)
  }

  /// - Parameter rest: what follows the colours.
  private static func endsPlainly(
    _ rest: ExaminedBits, isDescribed: Bool, _ layers: Int, _ limits: ExaminedSetLimits
  ) -> Bool {
    var bits = rest
    if isDescribed {
      guard
        bits.skipOptional({ bits in bits.skip(within: ExaminedSetLimits.chroma) { $0.skipNumbers(2) } }),
        bits.skip(3), bits.skipOptional({ bits in bits.skip(within: limits.window) { $0.skipNumbers(4) } }),
        bits.skipTimes(layers, buffers: limits.buffers, hasBuffers: { $0.flag() }),
        bits.skipOptional({ bits in
          bits.skip(3) && bits.skip(within: ExaminedSetLimits.restrictions) { $0.skipNumbers(5) }
        })
      else { return false }
    }
    // Of the extensions only that for further formats of samples.
    return bits.skipOptional({ bits in
      guard let extensions = bits.number(8), extensions & 0x7F == 0 else { return false }
      return extensions == 0 || bits.skip(9)
    }) && bits.isAtEnd
  }

  /// Whether a picture of some size is all that is coded, but for what fills the last blocks.
  func codesNothing(besides shape: PlanarShape) -> Bool {
    width == shape.width && height == shape.height && head.codedWidth - width < block
      && head.codedHeight - height < block
  }
}
