/// A Huffman table for decoding (ITU-T T.81, annex C and F.2.2.3): short codes by one look, long ones by their range.
struct CodeTable: BitwiseCopyable {
  /// Bits of one look.
  private static let lookBits = 10

  /// By the next ten bits: the bits of the code, those of code and value together, and the symbol, a byte each;
  /// zero for longer codes.
  private let looks: UnsafePointer<UInt32>
  /// By the next twelve bits, as many AC symbols as they hold whole, with their values: the bits of all, how many
  /// coefficients they pass, and whether the last one ends the block, a byte each; zero where not even one is whole.
  private let runs: UnsafePointer<UInt32>
  private static let runBits = 12
  /// By length: the first code, left-aligned in 16 bits, behind the last one of that length, and what leads from a
  /// code to its symbol.
  private let limits: UnsafePointer<Limit>
  private let symbols: UnsafePointer<UInt8>

  private struct Limit: BitwiseCopyable {
    var limit: UInt32 = 0
    var offset: Int32 = 0
  }

  /// - Parameters:
  ///   - stored: sixteen counts, then the symbols; nil where they are no prefix code.
  ///   - memory: keeps what the table points to.
  init?(_ stored: [UInt8], in memory: ScanMemory) {
    var looks = [UInt32](repeating: 0, count: 1 << Self.lookBits)
    var limits = [Limit](repeating: Limit(), count: 17)
    var symbols = [UInt8](repeating: 0, count: 256)
    guard stored.count >= 16, stored.count <= 16 + 256 else { return nil }
    var code = 0
    var place = 0
    for length in 1...16 {
      limits[length].offset = Int32(place - code)
      for _ in 0..<stored[length - 1] {
        guard place + 16 < stored.count else { return nil }
        symbols[place] = stored[16 + place]
        if length <= Self.lookBits {
          let size = UInt32(symbols[place] & 15)
          let entry = UInt32(length) | (UInt32(length) + size) << 8 | UInt32(symbols[place]) << 16
          let first = code << (Self.lookBits - length)
          guard first + 1 << (Self.lookBits - length) <= 1 << Self.lookBits else { return nil }
          for look in first..<(first + 1 << (Self.lookBits - length)) { looks[look] = entry }
        }
        code += 1
        place += 1
      }
      guard code < 1 << length else { return nil }
      limits[length].limit = UInt32(code << (16 - length))
      code <<= 1
    }
    self.looks = memory.keep(looks)
    runs = memory.keep((0..<(1 << Self.runBits)).map { Self.run($0, looks) })
    self.limits = memory.keep(limits)
    self.symbols = memory.keep(symbols)
  }

  private static func run(_ bits: Int, _ looks: [UInt32]) -> UInt32 {
    var used = 0
    var passed = 0
    while true {
      // What is beyond the twelve bits reads as zeros; a symbol that needs them does not count.
      let ahead = bits << used & (1 << runBits - 1)
      let entry = looks[ahead >> (runBits - lookBits)]
      let length = Int(entry >> 8 & 255)
      guard entry != 0, used + length <= runBits else { break }
      used += length
      if entry >> 16 & 15 == 0 && entry >> 20 < 15 {
        return UInt32(used | passed << 8 | 1 << 16)
      }
      passed += Int(entry >> 20) + 1
    }
    return UInt32(used | passed << 8)
  }

  /// The run of symbols for the bits that come next.
  @inline(__always)
  func run(_ window: UInt64) -> UInt32 {
    runs[Int(truncatingIfNeeded: window &>> UInt64(64 - Self.runBits))]
  }

  /// The entry for the bits that come next, zero where they are no code.
  @inline(__always)
  func entry(_ window: UInt64) -> UInt32 {
    let entry = looks[Int(truncatingIfNeeded: window &>> UInt64(64 - Self.lookBits))]
    return entry != 0 ? entry : longEntry(window)
  }

  @inline(never)
  private func longEntry(_ window: UInt64) -> UInt32 {
    let bits = UInt32(truncatingIfNeeded: window >> 48)
    for length in (Self.lookBits + 1)...16 where bits < limits[length].limit {
      let place = Int(bits >> UInt32(16 - length)) + Int(limits[length].offset)
      guard (0..<256).contains(place) else { return 0 }
      let symbol = UInt32(symbols[place])
      return UInt32(length) | (UInt32(length) + (symbol & 15)) << 8 | symbol << 16
    }
    return 0
  }
}
