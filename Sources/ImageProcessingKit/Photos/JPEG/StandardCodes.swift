/// The Huffman tables that nearly all photos have (ITU-T T.81, K.3), and the symbols that a photo's tables are made of.
enum StandardCodes {
  /// The tables for luma and for chroma: counts by code length, and symbols.
  static func tables(of kind: HuffmanTable.Kind) -> [(counts: [UInt8], symbols: [UInt8])] {
    switch kind {
    case .dc: dc
    case .ac: ac
    }
  }

  /// Every symbol: those that `isPlain` first, in order, then the others.
  static func symbols(of kind: HuffmanTable.Kind) -> [UInt8] {
    let all = (0...255).map { UInt8($0) }
    return all.filter { isPlain($0, kind) } + all.filter { !isPlain($0, kind) }
  }

  /// Whether an encoder of photos with eight bits a sample may need a symbol (T.81, F.1.2): differences have at most 11
  /// bits, values at most 10, and a run without a value is sixteen zeros or the rest of the block.
  static func isPlain(_ symbol: UInt8, _ kind: HuffmanTable.Kind) -> Bool {
    switch kind {
    case .dc: symbol <= 11
    case .ac: (1...10).contains(symbol & 15) || symbol == 0x00 || symbol == 0xF0
    }
  }

  private static let dc: [(counts: [UInt8], symbols: [UInt8])] = [
    ([0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0], Array(0...11)),
    ([0, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0], Array(0...11)),
  ]

  private static let ac: [(counts: [UInt8], symbols: [UInt8])] = [
    (
      [0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 125],
      withTheRest([
        0x01, 0x02, 0x03, 0x00, 0x04, 0x11, 0x05, 0x12, 0x21, 0x31, 0x41, 0x06, 0x13, 0x51, 0x61, 0x07, 0x22,
        0x71, 0x14, 0x32, 0x81, 0x91, 0xA1, 0x08, 0x23, 0x42, 0xB1, 0xC1, 0x15, 0x52, 0xD1, 0xF0, 0x24, 0x33,
        0x62, 0x72, 0x82,
      ])
    ),
    (
      [0, 2, 1, 2, 4, 4, 3, 4, 7, 5, 4, 4, 0, 1, 2, 119],
      withTheRest([
        0x00, 0x01, 0x02, 0x03, 0x11, 0x04, 0x05, 0x21, 0x31, 0x06, 0x12, 0x41, 0x51, 0x07, 0x61, 0x71, 0x13,
        0x22, 0x32, 0x81, 0x08, 0x14, 0x42, 0x91, 0xA1, 0xB1, 0xC1, 0x09, 0x23, 0x33, 0x52, 0xF0, 0x15, 0x62,
        0x72, 0xD1, 0x0A, 0x16, 0x24, 0x34, 0xE1, 0x25, 0xF1,
      ])
    ),
  ]

  /// In the standard's tables the rare symbols stand in order behind those named.
  private static func withTheRest(_ symbols: [UInt8]) -> [UInt8] {
    symbols + (0...255).filter { isPlain($0, .ac) && !symbols.contains($0) }
  }
}
