/// How far a set of parameters of HEVC says what a film needs, and nothing else (ITU-T H.265, 7.3.2.1 to 7.3.2.3).
///
/// What stands behind a set's end no player looks at, nor at much of what sets say of layers in time, of buffers and of pictures that may be
/// referred to for long, so that anything could be there.
struct ExaminedHEVCSet {
  /// Whether it ends where it has said all, and what players pass over is not there, or as short as encoders write it.
  private(set) var isPlain = false
  /// Whether there are factors for the quantiser, and whether the set brings some of its own.
  private(set) var hasScaling = false
  private(set) var hasLists = false

  /// How many bits they take up: what is said of how pictures are kept, in each layer in time; of blocks; of a small number; of pictures that
  /// others refer to; of tiles; of what else could be cut off; of the length of a picture; of a decoder's buffers, in each layer; of how little
  /// code may be; and of further formats of samples.
  private static let most = (
    orders: 32, blocks: 40, number: 16, references: 512, tiles: 512, window: 64, length: 63, buffers: 256,
    restrictions: 64, formats: 128
  )

  /// - Parameter unit: with its head of two bytes.
  init(_ unit: [UInt8]) {
    guard let head = unit.first, unit.count <= FilmParameterSets.mostBytes else { return }
    var bits = FilmBits(unit, from: 2, most: unit.count)
    let isRead =
      switch head >> 1 {
      case 32: Self.skipVideo(&bits)
      case 33: skipSequence(&bits)
      case 34: skipPicture(&bits)
      default: false
      }
    isPlain = isRead && bits.isAtEnd
  }

  private static func skipVideo(_ bits: inout FilmBits) -> Bool {
    // The base layer is in it, and no other one.
    guard bits.skip(4), bits.number(2) == 3, bits.number(6) == 0, let layers = bits.number(3), layers < 7,
      bits.skip(1), bits.number(16) == 0xFFFF, skipProfile(&bits, layers), skipOrders(&bits, layers),
      bits.number(6) == 0, bits.unsigned() == 0,
      skipTimes(
        &bits, layers,
        hasBuffers: { bits in
          guard let count = bits.unsigned(), count <= 1 else { return nil }
          guard count == 1 else { return false }
          return bits.unsigned().flatMap { $0 <= 1 ? true : nil }
        })
    else { return false }
    return bits.flag() == false
  }

  private mutating func skipSequence(_ bits: inout FilmBits) -> Bool {
    let most = Self.most
    guard bits.skip(4), let layers = bits.number(3), layers < 7, bits.skip(1),
      Self.skipProfile(&bits, layers), bits.skipNumbers(1), let chroma = bits.unsigned(),
      chroma != 3 || bits.flag() == false, bits.skipNumbers(2), bits.skipOptional({ $0.skipNumbers(4) }),
      bits.skipNumbers(2), let places = bits.unsigned(), places <= 12, Self.skipOrders(&bits, layers),
      bits.skip(within: most.blocks, { $0.skipNumbers(6) }), let hasScaling = bits.flag(),
      let hasLists = hasScaling ? bits.flag() : false, !hasLists || Self.skipLists(&bits), bits.skip(2),
      bits.skipOptional({ bits in
        bits.skip(8) && bits.skip(within: most.number) { $0.skipNumbers(2) } && bits.skip(1)
      }), bits.skip(within: most.references, Self.skipReferences),
      // Pictures that are referred to for long: there may be some, and none is listed.
      bits.skipOptional({ $0.unsigned() == 0 }), bits.skip(2),
      bits.skipOptional({ Self.skipShowing(&$0, layers) })
    else { return false }
    (self.hasScaling, self.hasLists) = (hasScaling, hasLists)
    // Of the extensions only that for further formats of samples.
    return bits.skipOptional { bits in
      guard let extensions = bits.number(8), extensions & 0x7F == 0 else { return false }
      return extensions == 0 || bits.skip(9)
    }
  }

  private mutating func skipPicture(_ bits: inout FilmBits) -> Bool {
    let most = Self.most
    guard bits.skipNumbers(2), bits.skip(7), bits.skip(within: most.blocks, { $0.skipNumbers(3) }),
      bits.skip(1), let skipsTransforms = bits.flag(),
      bits.skipOptional({ bits in bits.skip(within: most.number) { $0.skipNumbers(1) } }),
      bits.skip(within: 2 * most.number, { $0.skipNumbers(2) }), bits.skip(4), let hasTiles = bits.flag(),
      bits.skip(1), !hasTiles || bits.skip(within: most.tiles, Self.skipTiles), bits.skip(1),
      bits.skipOptional({ bits in
        guard bits.skip(1), let isFilterOff = bits.flag() else { return false }
        return isFilterOff || bits.skip(within: 2 * most.number) { $0.skipNumbers(2) }
      }), let hasLists = bits.flag(), !hasLists || Self.skipLists(&bits), bits.skip(1),
      bits.skip(within: most.number, { $0.skipNumbers(1) }),
      // No more in the heads of slices.
      bits.flag() == false
    else { return false }
    self.hasLists = hasLists
    return bits.skipOptional { bits in
      guard let extensions = bits.number(8), extensions & 0x7F == 0 else { return false }
      return extensions == 0
        || bits.skip(within: most.formats) { Self.skipFormats(&$0, skipsTransforms: skipsTransforms) }
    }
  }

  private static func skipTiles(_ bits: inout FilmBits) -> Bool {
    guard let columns = bits.unsigned(), let rows = bits.unsigned(), columns <= 64, rows <= 64,
      let isEven = bits.flag()
    else { return false }
    return (isEven || bits.skipNumbers(columns + rows)) && bits.skip(1)
  }

  /// pps_range_extension.
  private static func skipFormats(_ bits: inout FilmBits, skipsTransforms: Bool) -> Bool {
    guard !skipsTransforms || bits.skipNumbers(1), bits.skip(1),
      bits.skipOptional({ bits in
        guard bits.skipNumbers(1), let further = bits.unsigned(), further <= 5 else { return false }
        return bits.skipNumbers(2 * (further + 1))
      })
    else { return false }
    return bits.skipNumbers(2)
  }

  /// profile_tier_level: each layer in time has the profile of all of them, and a level that is there and no higher.
  private static func skipProfile(_ bits: inout FilmBits, _ layers: Int) -> Bool {
    var general: [UInt8] = []
    for _ in 0..<12 {
      guard let byte = bits.number(8) else { return false }
      general.append(UInt8(byte))
    }
    guard general == ExaminedProfile.known(general), let level = general.last else { return false }
    guard layers > 0 else { return true }
    guard let said = bits.number(2 * layers), bits.number(2 * (8 - layers)) == 0 else { return false }
    for layer in (0..<layers).reversed() {
      if said >> (2 * layer + 1) & 1 == 1 {
        for byte in general.dropLast() where bits.number(8) != Int(byte) { return false }
      }
      if said >> (2 * layer) & 1 == 1 {
        guard let own = bits.number(8), own <= level, own.isMultiple(of: 3) else { return false }
      }
    }
    return true
  }

  /// How many pictures are kept and wait, layer by layer or once.
  private static func skipOrders(_ bits: inout FilmBits, _ layers: Int) -> Bool {
    guard let isByLayer = bits.flag() else { return false }
    let count = isByLayer ? layers + 1 : 1
    return bits.skip(within: count * most.orders) { $0.skipNumbers(3 * count) }
  }

  /// scaling_list_data.
  private static func skipLists(_ bits: inout FilmBits) -> Bool {
    for size in 0..<4 {
      for _ in stride(from: 0, to: 6, by: size == 3 ? 3 : 1) {
        guard let isCoded = bits.flag() else { return false }
        let numbers = isCoded ? min(64, 1 << (4 + 2 * size)) + (size > 1 ? 1 : 0) : 1
        guard bits.skipNumbers(numbers) else { return false }
      }
    }
    return true
  }

  /// The sets of pictures that others refer to (7.3.7).
  private static func skipReferences(_ bits: inout FilmBits) -> Bool {
    guard let count = bits.unsigned(), count <= 64 else { return false }
    var pictures = 0
    for index in 0..<count {
      guard let follows = index == 0 ? false : bits.flag() else { return false }
      if follows {
        guard bits.skip(1), bits.skipNumbers(1) else { return false }
        var kept = 0
        for _ in 0...pictures {
          guard let isUsed = bits.flag(), let isKept = isUsed ? true : bits.flag() else { return false }
          if isKept { kept += 1 }
        }
        pictures = kept
      } else {
        guard let before = bits.unsigned(), let after = bits.unsigned(), before <= 16, after <= 16 else {
          return false
        }
        pictures = before + after
        for _ in 0..<pictures {
          guard bits.skipNumbers(1), bits.skip(1) else { return false }
        }
      }
    }
    return true
  }

  /// vui_parameters.
  private static func skipShowing(_ bits: inout FilmBits, _ layers: Int) -> Bool {
    guard bits.skipUsability(), bits.skip(3),
      bits.skipOptional({ bits in bits.skip(within: most.window) { $0.skipNumbers(4) } }),
      skipTimes(&bits, layers, hasBuffers: { $0.flag() })
    else { return false }
    return bits.skipOptional { bits in
      bits.skip(3) && bits.skip(within: most.restrictions) { $0.skipNumbers(5) }
    }
  }

  /// - Parameter hasBuffers: reads whether something is said of buffers; nil where too much is.
  private static func skipTimes(
    _ bits: inout FilmBits, _ layers: Int, hasBuffers: (inout FilmBits) -> Bool?
  ) -> Bool {
    guard let areThere = bits.flag() else { return false }
    guard areThere else { return true }
    guard bits.skip(64),
      bits.skipOptional({ bits in bits.skip(within: most.length) { $0.skipNumbers(1) } }),
      let isFurther = hasBuffers(&bits)
    else { return false }
    return !isFurther || bits.skip(within: (layers + 1) * most.buffers) { skipBuffers(&$0, layers) }
  }

  /// hrd_parameters (E.2.2).
  private static func skipBuffers(_ bits: inout FilmBits, _ layers: Int) -> Bool {
    guard let ofUnits = bits.flag(), let ofStream = bits.flag() else { return false }
    let kinds = (ofUnits ? 1 : 0) + (ofStream ? 1 : 0)
    var hasParts = false
    if kinds > 0 {
      guard let areThere = bits.flag(), bits.skip(areThere ? 19 + 12 : 8), bits.skip(15) else { return false }
      hasParts = areThere
    }
    for _ in 0...layers {
      guard let isFixed = bits.flag(), let isFixedWithin = isFixed ? true : bits.flag() else { return false }
      var isLate = false
      if isFixedWithin {
        guard bits.skipNumbers(1) else { return false }
      } else {
        guard let late = bits.flag() else { return false }
        isLate = late
      }
      guard let further = isLate ? 0 : bits.unsigned(), further < 32 else { return false }
      for _ in 0..<kinds * (further + 1) {
        guard bits.skipNumbers(hasParts ? 4 : 2), bits.skip(1) else { return false }
      }
    }
    return true
  }
}
