/// How far a set of parameters of H.264 says what a film needs, and nothing else (ITU-T H.264, 7.3.2.1, 7.3.2.2, E.1.1 and E.1.2).
struct ExaminedAVCSet {
  /// Whether it ends where it has said all, and what players pass over is as short as encoders write it.
  private(set) var isPlain = false
  /// Whether it brings factors for the quantiser, and some for blocks of 8 × 8.
  private(set) var hasLists = false
  private(set) var hasLargeLists = false
  /// Of a set of pictures: whether there may be such blocks.
  private(set) var hasLargeBlocks = false
  /// Of a set of a sequence: whether all colours are as fine as luma, of which there are more factors.
  private(set) var hasFullColors = false

  /// How many bits tell the order of pictures.
  private static let mostOfOrder = 64

  /// A set of a sequence.
  /// - Parameter unit: with its head of one byte.
  init(ofSequence unit: [UInt8]) {
    guard unit.count <= ExaminedSetLimits.film.bytes else { return }
    var bits = ExaminedBits(unit: unit, head: 1)
    isPlain = skipSequence(&bits) && bits.isAtEnd
  }

  /// A set of pictures.
  /// - Parameters:
  ///   - unit: with its head of one byte.
  ///   - hasFullColors: whether their sequence has.
  init(ofPictures unit: [UInt8], hasFullColors: Bool) {
    guard unit.count <= ExaminedSetLimits.film.bytes else { return }
    var bits = ExaminedBits(unit: unit, head: 1)
    isPlain = skipPicture(&bits, hasFullColors) && bits.isAtEnd
  }

  private mutating func skipSequence(_ bits: inout ExaminedBits) -> Bool {
    let number = ExaminedSetLimits.number
    guard let profile = bits.number(8), let constraints = bits.number(8), constraints & 3 == 0, bits.skip(8),
      bits.skipNumbers(1), !CutMargins.profilesWithColors.contains(profile) || skipColors(&bits),
      bits.skip(within: number, { $0.skipNumbers(1) }),
      bits.skip(within: Self.mostOfOrder, { $0.skipOrder() }),
      bits.skip(within: number, { $0.skipNumbers(1) }), bits.skip(1), bits.skipNumbers(2),
      let hasFramesAlone = bits.flag(), hasFramesAlone || bits.skip(1), bits.skip(1),
      bits.skipOptional({ $0.skipNumbers(4) })
    else { return false }
    return bits.skipOptional(Self.skipShowing)
  }

  private mutating func skipColors(_ bits: inout ExaminedBits) -> Bool {
    guard let colors = bits.exponential(), colors <= 3, colors != 3 || bits.flag() == false,
      bits.skipNumbers(2),
      bits.skip(1), let hasLists = bits.flag()
    else { return false }
    (self.hasLists, hasFullColors) = (hasLists, colors == 3)
    return !hasLists || skipLists(&bits, colors == 3 ? 12 : 8)
  }

  private mutating func skipLists(_ bits: inout ExaminedBits, _ count: Int) -> Bool {
    for list in 0..<count {
      guard let isThere = bits.flag() else { return false }
      guard isThere else { continue }
      if list >= 6 { hasLargeLists = true }
      guard bits.skipList(of: list < 6 ? 16 : 64) else { return false }
    }
    return true
  }

  /// vui_parameters.
  private static func skipShowing(_ bits: inout ExaminedBits) -> Bool {
    guard bits.colors() != nil,
      bits.skipOptional({ bits in bits.skip(within: ExaminedSetLimits.chroma) { $0.skipNumbers(2) } }),
      bits.skipOptional({ $0.skip(65) })
    else { return false }
    var hasBuffers = false
    for _ in 0..<2 {
      guard let isThere = bits.flag() else { return false }
      guard isThere else { continue }
      hasBuffers = true
      guard bits.skip(within: ExaminedSetLimits.film.buffers, skipBuffers) else { return false }
    }
    guard !hasBuffers || bits.skip(1), bits.skip(1) else { return false }
    return bits.skipOptional { bits in
      bits.skip(1) && bits.skip(within: ExaminedSetLimits.restrictions) { $0.skipNumbers(6) }
    }
  }

  /// hrd_parameters.
  private static func skipBuffers(_ bits: inout ExaminedBits) -> Bool {
    guard let further = bits.exponential(), further < 32, bits.skip(8) else { return false }
    for _ in 0...further {
      guard bits.skipNumbers(2), bits.skip(1) else { return false }
    }
    return bits.skip(20)
  }

  private mutating func skipPicture(_ bits: inout ExaminedBits, _ hasFullColors: Bool) -> Bool {
    let number = ExaminedSetLimits.number
    // Not of groups of slices, which films do not have.
    guard bits.skipNumbers(2), bits.skip(2), bits.exponential() == 0,
      bits.skip(within: 2 * number, { $0.skipNumbers(2) }), bits.skip(3),
      bits.skip(within: 3 * number, { $0.skipNumbers(3) }), bits.skip(3)
    else { return false }
    guard !bits.isAtEnd else { return true }
    guard let hasLargeBlocks = bits.flag(), let hasLists = bits.flag() else { return false }
    (self.hasLargeBlocks, self.hasLists) = (hasLargeBlocks, hasLists)
    return (!hasLists || skipLists(&bits, 6 + (hasLargeBlocks ? (hasFullColors ? 6 : 2) : 0)))
      && bits.skip(within: number) { $0.skipNumbers(1) }
  }
}
