/// A Huffman table of a JPEG stream (ITU-T T.81, annex C), as it is stored and for writing.
struct HuffmanTable: Sendable {
  /// What a DHT segment holds: how many codes there are of each length, and the symbols in order.
  let counts: [UInt8]
  let symbols: [UInt8]
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
  }

  /// The code of a symbol; nil where the table lacks it.
  func code(for symbol: UInt8) -> (code: UInt16, length: UInt8)? {
    let found = codes[Int(symbol)]
    return found.length > 0 ? found : nil
  }
}
