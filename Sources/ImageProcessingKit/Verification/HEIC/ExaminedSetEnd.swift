/// How far a set of parameters says what a photo needs, and nothing else (ITU-T H.265, 7.3.2.1 to 7.3.2.3).
///
/// What stands behind a set's end no decoder looks at, nor in a photo at what is said of films, so that anything could be there.
struct ExaminedSetEnd {
  /// Whether it ends where it has said all, and what decoders of a photo pass over is not there, or as short as cameras write it.
  private(set) var isPlain = false
  /// Whether there are factors for the quantiser, and whether the set brings some of its own.
  private(set) var hasScaling = false
  private(set) var hasLists = false

  /// As much as is read of a set.
  private static let maxBytes = 2048
  /// How many bits they take up: what is said of how pictures are kept, of blocks, of pictures that others refer to, of places of chroma,
  /// of the length of a picture, of a decoder's buffers, and of how little code may be.
  private static let most = (
    orders: 32, blocks: 40, references: 64, chroma: 10, length: 63, buffers: 192, restrictions: 64
  )

  /// - Parameter unit: with its header.
  init(_ unit: [UInt8]) {
    guard let header = ExaminedUnit(unit), header.isParameterSet, unit.count <= Self.maxBytes else { return }
    var bits = ExaminedBits(unit)
    let isRead =
      switch header.type {
      case ExaminedUnit.videoSet: Self.skipVideo(&bits)
      case ExaminedUnit.sequenceSet: skipSequence(&bits)
      default: skipPicture(&bits)
      }
    isPlain = isRead && bits.isAtEnd
  }

  private static func skipVideo(_ bits: inout ExaminedBits) -> Bool {
    // The base layer is in it, and no other one.
    guard bits.skip(4), bits.number(2) == 3, bits.number(6) == 0, bits.number(3) == 0, bits.skip(1),
      bits.number(16) == 0xFFFF, skipProfile(&bits), bits.skip(1),
      bits.skip(within: most.orders, { $0.skipNumbers(3) }), bits.number(6) == 0, bits.exponential() == 0,
      skipTimes(
        &bits,
        hasBuffers: { bits in
          guard let count = bits.exponential(), count <= 1 else { return nil }
          guard count == 1 else { return false }
          return bits.exponential().flatMap { $0 <= 1 ? true : nil }
        })
    else { return false }
    return bits.flag() == false
  }

  private mutating func skipSequence(_ bits: inout ExaminedBits) -> Bool {
    let most = Self.most
    guard bits.skip(4), bits.number(3) == 0, bits.skip(1), Self.skipProfile(&bits), bits.skipNumbers(1),
      let chroma = bits.exponential(), chroma != 3 || bits.flag() == false, bits.skipNumbers(2),
      bits.skipOptional({ $0.skipNumbers(4) }), bits.skipNumbers(3), bits.skip(1),
      bits.skip(within: most.orders, { $0.skipNumbers(3) }), bits.skipNumbers(2),
      bits.skip(within: most.blocks, { $0.skipNumbers(4) }), let hasScaling = bits.flag(),
      let hasLists = hasScaling ? bits.flag() : false, !hasLists || bits.skipScalingLists(), bits.skip(2),
      bits.skipOptional({ bits in
        bits.skip(8) && bits.skip(within: most.blocks) { $0.skipNumbers(2) } && bits.skip(1)
      }), bits.skip(within: most.references, { $0.skipReferenceSets() }),
      // Pictures that are referred to for long.
      bits.flag() == false, bits.skip(2), bits.skipOptional(Self.skipUsability)
    else { return false }
    (self.hasScaling, self.hasLists) = (hasScaling, hasLists)
    // Of the extensions only that for further formats of samples.
    return bits.skipOptional { bits in
      guard let extensions = bits.number(8), extensions & 0x7F == 0 else { return false }
      return extensions == 0 || bits.skip(9)
    }
  }

  private mutating func skipPicture(_ bits: inout ExaminedBits) -> Bool {
    let most = Self.most
    guard bits.skipNumbers(2), bits.skip(7), bits.skip(within: most.orders, { $0.skipNumbers(2) }),
      bits.skipNumbers(1), bits.skip(2), bits.skipOptional({ $0.skipNumbers(1) }), bits.skipNumbers(2),
      bits.skip(4), let hasTiles = bits.flag(), bits.skip(1), !hasTiles || Self.skipTiles(&bits),
      bits.skip(1),
      bits.skipOptional({ bits in
        guard bits.skip(1), let isFilterOff = bits.flag() else { return false }
        return isFilterOff || bits.skipNumbers(2)
      }), let hasLists = bits.flag(), !hasLists || bits.skipScalingLists(), bits.skip(1),
      bits.skip(within: most.blocks, { $0.skipNumbers(1) })
    else { return false }
    self.hasLists = hasLists
    // No more in the heads of slices, and no extension.
    return bits.number(2) == 0
  }

  private static func skipTiles(_ bits: inout ExaminedBits) -> Bool {
    guard let columns = bits.exponential(), let rows = bits.exponential(), columns < 1024, rows < 1024,
      let isEven = bits.flag()
    else { return false }
    return (isEven || bits.skipNumbers(columns + rows)) && bits.skip(1)
  }

  /// Profile, constraints and level, of which nothing is said that is yet to be invented.
  private static func skipProfile(_ bits: inout ExaminedBits) -> Bool {
    var general: [UInt8] = []
    for _ in 0..<12 {
      guard let byte = bits.number(8) else { return false }
      general.append(UInt8(byte))
    }
    return ExaminedProfile.known(general) == general
  }

  /// vui_parameters.
  private static func skipUsability(_ bits: inout ExaminedBits) -> Bool {
    guard
      bits.skipOptional({ bits in bits.number(8).map { $0 != 255 || bits.skip(32) } ?? false }),
      bits.skipOptional({ $0.skip(1) }),
      bits.skipOptional({ bits in bits.skip(4) && bits.skipOptional { $0.skip(24) } }),
      bits.skipOptional({ bits in bits.skip(within: most.chroma) { $0.skipNumbers(2) } }), bits.skip(3),
      // What else could be cut off.
      bits.flag() == false, skipTimes(&bits, hasBuffers: { $0.flag() })
    else { return false }
    return bits.skipOptional { bits in
      bits.skip(3) && bits.skip(within: most.restrictions) { $0.skipNumbers(5) }
    }
  }

  /// - Parameter hasBuffers: reads whether something is said of buffers; nil where too much is.
  private static func skipTimes(
    _ bits: inout ExaminedBits, hasBuffers: (inout ExaminedBits) -> Bool?
  ) -> Bool {
    guard let areThere = bits.flag() else { return false }
    guard areThere else { return true }
    guard bits.skip(64),
      bits.skipOptional({ bits in bits.skip(within: most.length) { $0.skipNumbers(1) } }),
      let isFurther = hasBuffers(&bits)
    else { return false }
    return !isFurther || bits.skip(within: most.buffers) { $0.skipBuffers() }
  }
}

extension ExaminedSets {
  /// Whether a set says nothing beside what a photo needs, and that nothing in another one stands for.
  /// - Parameter unit: with its header.
  func isPlain(_ unit: [UInt8]) -> Bool {
    let set = ExaminedSetEnd(unit)
    guard set.isPlain, let type = ExaminedUnit(unit)?.type else { return false }
    guard type == ExaminedUnit.pictureSet, set.hasLists else { return true }
    guard let base = Self.names(of: unit, type)?.base, let sequence = sequenceSets[base] else { return false }
    // One set's factors stand for the other's, or for none.
    let other = ExaminedSetEnd(sequence.unit)
    return other.hasScaling && !other.hasLists
  }
}

extension ExaminedBits {
  /// Skips something that may take up so many bits.
  fileprivate mutating func skip(within most: Int, _ skip: (inout ExaminedBits) -> Bool) -> Bool {
    let start = position
    return skip(&self) && position - start <= most
  }

  /// Whether nothing but a bit that is set and zeros behind it are left.
  fileprivate var isAtEnd: Bool {
    let rest = rest
    return rest.first == true && !rest.dropFirst().contains(true)
  }

  /// hrd_parameters of one layer (E.2.2).
  fileprivate mutating func skipBuffers() -> Bool {
    guard let ofUnits = flag(), let ofStream = flag() else { return false }
    let kinds = (ofUnits ? 1 : 0) + (ofStream ? 1 : 0)
    var hasParts = false
    if kinds > 0 {
      guard let areThere = flag(), skip(areThere ? 19 + 12 : 8), skip(15) else { return false }
      hasParts = areThere
    }
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
    return true
  }
}
