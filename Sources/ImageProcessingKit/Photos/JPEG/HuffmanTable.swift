/// A Huffman table of a JPEG stream (ITU-T T.81, annex C), as it is stored and for writing.
struct HuffmanTable: Sendable {
  /// What a table codes: differences of DCs, or runs of zeros and the values behind them.
  enum Kind: UInt8, Sendable {
    case dc = 0
    case ac = 1
  }

  /// What a DHT segment holds: how many codes there are of each length, and the symbols in order.
  let counts: [UInt8]
  let symbols: [UInt8]
  /// Whether no symbol has two codes, so that who chooses between them could tell something by it.
  let isUnambiguous: Bool
  /// By symbol: code and its length; length 0 where the table lacks the symbol.
  private let codes: [(code: UInt16, length: UInt8)]

  /// Nil where the counts do not describe a prefix code.
  init?(counts: [UInt8], symbols: [UInt8]) {
    guard counts.count == 16, counts.reduce(0, { $0 + Int($1) }) == symbols.count, symbols.count <= 256 else {
      return nil
    }
    var codes = [(code: UInt16, length: UInt8)](repeating: (0, 0), count: 256)
    var code = 0
    var index = 0
    for length in 1...16 {
      for _ in 0..<counts[length - 1] {
        let symbol = Int(symbols[index])
        // A symbol that comes twice is written with its first code.
        if codes[symbol].length == 0 { codes[symbol] = (UInt16(truncatingIfNeeded: code), UInt8(length)) }
        code += 1
        index += 1
      }
      // No code is all ones (ITU-T T.81, F.1.2.1.3 and C.2): decoders refuse a table with one.
      guard code < 1 << length else { return nil }
      code <<= 1
    }
    self.counts = counts
    self.symbols = symbols
    self.codes = codes
    isUnambiguous = Set(symbols).count == symbols.count
  }

  /// The code of a symbol; nil where the table lacks it.
  func code(for symbol: UInt8) -> (code: UInt16, length: UInt8)? {
    let found = codes[Int(symbol)]
    return found.length > 0 ? found : nil
  }

  /// Whether it is one of those that nearly all photos have: whoever names it tells nothing by its codes.
  func isStandard(_ kind: Kind) -> Bool {
    StandardCodes.tables(of: kind).contains { $0.counts == counts && $0.symbols == symbols }
  }

  /// The same codes for the symbols that stay in use, and of the others only what is needed: it tells nothing what they
  /// stood for. The first of their codes are for the symbols that are added, in order, and any between codes in use for
  /// the smallest symbols of a photo that are in no use; those behind the last code in use are left out.
  /// - Parameters:
  ///   - stays: by symbol, whether its code is in use and must stay.
  ///   - isAdded: by symbol, whether it is in use now.
  /// - Returns: nil where there are not enough codes.
  func keeping(_ stays: [Bool], adding isAdded: [Bool], _ kind: Kind) -> HuffmanTable? {
    var free = self.symbols.indices.filter { !stays[Int(self.symbols[$0])] }[...]
    var symbols = self.symbols
    var last = symbols.lastIndex { stays[Int($0)] } ?? 0
    for symbol in isAdded.indices where isAdded[symbol] && !stays[symbol] {
      guard let place = free.popFirst() else { return nil }
      symbols[place] = UInt8(symbol)
      last = max(last, place)
    }
    let spare = StandardCodes.symbols(of: kind).filter { !stays[Int($0)] && !isAdded[Int($0)] }
    for (place, symbol) in zip(free, spare) { symbols[place] = symbol }
    var counts = self.counts
    var surplus = symbols.count - last - 1
    for length in counts.indices.reversed() {
      let dropped = min(surplus, Int(counts[length]))
      counts[length] -= UInt8(dropped)
      surplus -= dropped
    }
    return HuffmanTable(counts: counts, symbols: Array(symbols.prefix(last + 1)))
  }
}
