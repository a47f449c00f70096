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

  /// How many bits they take up: a small number, what tells the order of pictures, each buffer of a decoder, and how little code may be.
  private static let most = (number: 16, cycle: 64, buffers: 256, restrictions: 64)

  /// A set of a sequence.
  /// - Parameter unit: with its head of one byte.
  init(ofSequence unit: [UInt8]) {
    guard unit.count <= FilmParameterSets.mostBytes else { return }
    var bits = FilmBits(unit, from: 1, most: unit.count)
    isPlain = skipSequence(&bits) && bits.isAtEnd
  }

  /// A set of pictures.
  /// - Parameters:
  ///   - unit: with its head of one byte.
  ///   - hasFullColors: whether their sequence has.
  init(ofPictures unit: [UInt8], hasFullColors: Bool) {
    guard unit.count <= FilmParameterSets.mostBytes else { return }
    var bits = FilmBits(unit, from: 1, most: unit.count)
    isPlain = skipPicture(&bits, hasFullColors) && bits.isAtEnd
  }

  private mutating func skipSequence(_ bits: inout FilmBits) -> Bool {
    let most = Self.most
    guard let profile = bits.number(8), let constraints = bits.number(8), constraints & 3 == 0, bits.skip(8),
      bits.skipNumbers(1), !CutMargins.profilesWithColors.contains(profile) || skipColors(&bits),
      bits.skip(within: most.number, { $0.skipNumbers(1) }),
      bits.skip(within: most.cycle, Self.skipOrder),
      bits.skip(within: most.number, { $0.skipNumbers(1) }), bits.skip(1), bits.skipNumbers(2),
      let hasFramesAlone = bits.flag(), hasFramesAlone || bits.skip(1), bits.skip(1),
      bits.skipOptional({ $0.skipNumbers(4) })
    else { return false }
    return bits.skipOptional(Self.skipShowing)
  }

  private mutating func skipColors(_ bits: inout FilmBits) -> Bool {
    guard let colors = bits.unsigned(), colors <= 3, colors != 3 || bits.flag() == false, bits.skipNumbers(2),
      bits.skip(1), let hasLists = bits.flag()
    else { return false }
    (self.hasLists, hasFullColors) = (hasLists, colors == 3)
    return !hasLists || skipLists(&bits, colors == 3 ? 12 : 8)
  }

  private mutating func skipLists(_ bits: inout FilmBits, _ count: Int) -> Bool {
    for list in 0..<count {
      guard let isThere = bits.flag() else { return false }
      guard isThere else { continue }
      if list >= 6 { hasLargeLists = true }
      guard bits.skipList(of: list < 6 ? 16 : 64) else { return false }
    }
    return true
  }

  private static func skipOrder(_ bits: inout FilmBits) -> Bool {
    switch bits.unsigned() {
    case 0: return bits.skipNumbers(1)
    case 1:
      guard bits.skip(1), bits.skipNumbers(2), let count = bits.unsigned(), count < 256 else { return false }
      return bits.skipNumbers(count)
    case 2: return true
    default: return false
    }
  }

  /// vui_parameters.
  private static func skipShowing(_ bits: inout FilmBits) -> Bool {
    guard bits.skipUsability(), bits.skipOptional({ $0.skip(65) }) else { return false }
    var hasBuffers = false
    for _ in 0..<2 {
      guard let isThere = bits.flag() else { return false }
      guard isThere else { continue }
      hasBuffers = true
      guard bits.skip(within: most.buffers, skipBuffers) else { return false }
    }
    guard !hasBuffers || bits.skip(1), bits.skip(1) else { return false }
    return bits.skipOptional { bits in
      bits.skip(1) && bits.skip(within: most.restrictions) { $0.skipNumbers(6) }
    }
  }

  /// hrd_parameters.
  private static func skipBuffers(_ bits: inout FilmBits) -> Bool {
    guard let further = bits.unsigned(), further < 32, bits.skip(8) else { return false }
    for _ in 0...further {
      guard bits.skipNumbers(2), bits.skip(1) else { return false }
    }
    return bits.skip(20)
  }

  private mutating func skipPicture(_ bits: inout FilmBits, _ hasFullColors: Bool) -> Bool {
    let most = Self.most
    // Not of groups of slices, which films do not have.
    guard bits.skipNumbers(2), bits.skip(2), bits.unsigned() == 0,
      bits.skip(within: 2 * most.number, { $0.skipNumbers(2) }), bits.skip(3),
      bits.skip(within: 3 * most.number, { $0.skipNumbers(3) }), bits.skip(3)
    else { return false }
    guard !bits.isAtEnd else { return true }
    guard let hasLargeBlocks = bits.flag(), let hasLists = bits.flag() else { return false }
    (self.hasLargeBlocks, self.hasLists) = (hasLargeBlocks, hasLists)
    return (!hasLists || skipLists(&bits, 6 + (hasLargeBlocks ? (hasFullColors ? 6 : 2) : 0)))
      && bits.skip(within: most.number) { $0.skipNumbers(1) }
  }
}
