/// What a baseline photo's code can hold while every decoder shows the same picture, and how to plant it.
public enum HiddenCode: String, CaseIterable, Sendable {
  /// Bits that fill up the last bytes of restart intervals and of the picture.
  case padding
  /// Sixteen zeros, or none, before the end of a block.
  case zeroRuns
  /// Ends of blocks by a symbol that stands for nothing.
  case otherEnds
  /// A symbol with two codes.
  case twoCodes
  /// Symbols of codes that no block uses.
  case unusedCodes
  /// Blocks beyond the right and lower edge.
  case unseenBlocks
  /// A restart interval longer than the picture.
  case restartInterval
  /// The components' names.
  case names
  /// The kind of frame, where either would do.
  case frame

  /// Plants another message by another `seed`.
  /// - Returns: nil where the photo has no room for it.
  public func planted(in photo: [UInt8], seed: UInt64 = 1) throws -> [UInt8]? {
    var coded = try HandCodedJPEG(photo)
    var random = SplitMix(seed: seed)
    switch self {
    case .padding:
      // The first two are not alike, so that a short message is none that an encoder's habit explains.
      let bits = [0, 1] + (0..<62).map { _ in UInt32.random(in: 0...1, using: &random) }
      coded.padding = { bits[$0 % bits.count] }
    case .zeroRuns:
      for index in coded.blocks.indices where Bool.random(using: &random) {
        let passed = coded.blocks[index].symbols.dropFirst().dropLast().reduce(1) {
          $0 + Int($1.symbol >> 4) + 1
        }
        guard coded.blocks[index].symbols.last?.symbol == 0, passed < 48 else { continue }
        let zeros = try coded.symbol(0xF0, of: coded.blocks[index].component)
        coded.blocks[index].symbols.insert(zeros, at: coded.blocks[index].symbols.count - 1)
      }
    case .otherEnds: try plant(0x20, for: 0x00, in: &coded, &random)
    case .twoCodes: try plant(0x01, for: 0x01, in: &coded, &random)
    case .unusedCodes:
      for head in coded.tables.keys.sorted() {
        let unused = coded.unusedCodes(of: head)
        let symbols = unused.compactMap { coded.tables[head]?.symbols[$0] }.shuffled(using: &random)
        for (code, symbol) in zip(unused, symbols) { coded.tables[head]?.symbols[code] = symbol }
      }
    case .unseenBlocks:
      let unseen = coded.blocks.indices.filter { !coded.blocks[$0].isSeen }
      for index in unseen {
        let seen = coded.blocks.filter { $0.isSeen && $0.component == coded.blocks[index].component }
        guard let other = seen.randomElement(using: &random) else { continue }
        // With the same DC, so that other blocks show what they did.
        coded.blocks[index].symbols.replaceSubrange(1..., with: other.symbols.dropFirst())
      }
      if unseen.isEmpty { return nil }
    case .restartInterval:
      guard !coded.segments.contains(where: { $0.marker == 0xDD }) else { return nil }
      coded.segments.insert((0xDD, [0xF0, UInt8(truncatingIfNeeded: seed)]), at: 0)
    case .names:
      for index in coded.segments.indices {
        let isFrame = coded.segments[index].marker == 0xC0
        guard isFrame || coded.segments[index].marker == 0xDA else { continue }
        let (first, size) = isFrame ? (6, 3) : (1, 2)
        for component in 0..<3 {
          coded.segments[index].content[first + size * component] =
            UInt8(truncatingIfNeeded: seed) + 11 * UInt8(component)
        }
      }
    case .frame:
      guard let index = coded.segments.firstIndex(where: { $0.marker == 0xC0 }) else { return nil }
      coded.segments[index].marker = 0xC1
    }
    let planted = coded.bytes
    return planted == photo ? nil : planted
  }

  /// Makes an unused AC code stand for a symbol, and uses it in half of the places of another one.
  private func plant(
    _ symbol: UInt8, for other: UInt8, in coded: inout HandCodedJPEG, _ random: inout SplitMix
  ) throws {
    let head: UInt8 = 0x10
    guard let code = coded.unusedCodes(of: head).last else { throw TestJPEG.Failure() }
    coded.tables[head]?.symbols[code] = symbol
    for index in coded.blocks.indices where coded.blocks[index].component == 0 {
      for place in coded.blocks[index].symbols.indices.dropFirst()
      where coded.blocks[index].symbols[place].symbol == other && Bool.random(using: &random) {
        coded.blocks[index].symbols[place].code = code
        coded.blocks[index].symbols[place].symbol = symbol
      }
    }
  }
}
