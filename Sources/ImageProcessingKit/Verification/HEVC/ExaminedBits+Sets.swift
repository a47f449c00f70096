/// What parameter sets are made of (ITU-T H.264, 7.3.2 and annex E; ITU-T H.265, 7.3.2 and annex E).
extension ExaminedBits {
  /// More than any set of parameters that renders may carry, in bytes.
  private static let mostBytes = ExaminedSetLimits.photo.bytes

  /// The beginning of what a unit holds.
  /// - Parameters:
  ///   - unit: with its header, which is left out.
  ///   - head: bytes of that: two in HEVC, and one in H.264.
  ///   - most: how many bytes behind it are looked at.
  init(unit: some Collection<UInt8>, head: Int = ExaminedUnit.headSize, most: Int? = nil) {
    self.init(ExaminedUnit.content(of: unit, head: head, most: most ?? Self.mostBytes))
  }

  /// What is cut away from a picture, in steps of its colours, which must not grow beyond what a picture can have.
  /// - Returns: to the left, to the right, at the top and at the bottom; nil where it cannot be read.
  mutating func margins() -> [Int]? {
    guard let isCut = flag() else { return nil }
    var margins = [0, 0, 0, 0]
    for side in margins.indices where isCut {
      guard let number = exponential(), number <= 0xFFFF else { return nil }
      margins[side] = number
    }
    return margins
  }

  /// The beginning of vui_parameters, the same in both standards: shapes of pixels, what lies beyond the edge, and colours.
  /// - Returns: nil where it is cut off.
  mutating func colors() -> SampleColors? {
    guard skipOptional({ bits in bits.number(8).map { $0 != 255 || bits.skip(32) } ?? false }),
      skipOptional({ $0.skip(1) }), let hasSignal = flag()
    else { return nil }
    guard hasSignal else { return SampleColors() }
    guard skip(3), let isFullRange = flag(), let hasColors = flag() else { return nil }
    guard hasColors else { return SampleColors(isFullRange: isFullRange) }
    guard let primaries = number(8), let transfer = number(8), let matrix = number(8) else { return nil }
    return SampleColors(
      primaries: primaries, transfer: transfer, matrix: matrix, isFullRange: isFullRange)
  }

  /// How many pictures are kept and wait for others, layer by layer or once.
  /// - Parameter isShort: is false behind what is longer than encoders write it.
  mutating func skipOrders(_ layers: Int, _ isShort: inout Bool) -> Bool {
    guard let isByLayer = flag() else { return false }
    let count = isByLayer ? layers + 1 : 1
    return skip(within: count * ExaminedSetLimits.orders, &isShort) { $0.skipNumbers(3 * count) }
  }

  /// scaling_list_data (ITU-T H.265, 7.3.4).
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

  /// The sets of pictures that others refer to (ITU-T H.265, 7.3.7).
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

  /// When pictures are shown, and how a decoder's buffers are filled (ITU-T H.265, E.2.1).
  /// - Parameters:
  ///   - most: bits that are said of buffers in each layer.
  ///   - hasBuffers: reads whether something is said of them; nil where too much is.
  /// - Returns: whether it is there, and as short as encoders write it.
  mutating func skipTimes(
    _ layers: Int, buffers most: Int, hasBuffers: (inout ExaminedBits) -> Bool?
  ) -> Bool {
    guard let areThere = flag() else { return false }
    guard areThere else { return true }
    guard skip(64),
      skipOptional({ bits in bits.skip(within: ExaminedSetLimits.ticks) { $0.skipNumbers(1) } }),
      let isFurther = hasBuffers(&self)
    else { return false }
    return !isFurther || skip(within: (layers + 1) * most) { $0.skipBuffers(layers) }
  }

  /// hrd_parameters (ITU-T H.265, E.2.2).
  private mutating func skipBuffers(_ layers: Int) -> Bool {
    guard let ofUnits = flag(), let ofStream = flag() else { return false }
    let kinds = (ofUnits ? 1 : 0) + (ofStream ? 1 : 0)
    var hasParts = false
    if kinds > 0 {
      guard let areThere = flag(), skip(areThere ? 19 + 12 : 8), skip(15) else { return false }
      hasParts = areThere
    }
    for _ in 0...layers {
      guard let isFixed = flag(), let isFixedWithin = isFixed ? true : flag() else { return false }
      var isLate = false
      if isFixedWithin {
        guard skipNumbers(1) else { return false }
      } else {
        guard let late = flag() else { return false }
        isLate = late
      }
      guard let further = isLate ? 0 : exponential(), further < 32 else { return false }
      for _ in 0..<kinds * (further + 1) {
        guard skipNumbers(hasParts ? 4 : 2), skip(1) else { return false }
      }
    }
    return true
  }
}
