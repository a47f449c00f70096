/// What one code stands for.
struct HuffmanEntry {
  /// What `advance` is at the end of a block: more than any run.
  static let endOfBlock = 128

  fileprivate let packed: UInt32

  fileprivate static let irregularFlag: UInt32 = 1 << 23

  /// 1…16 bits.
  @inline(__always) var codeBits: Int { Int(packed >> 16 & 0x1F) }
  /// Bits of the code and of the value behind it.
  @inline(__always) var allBits: Int { Int(packed & 0xFF) }
  /// How far an AC symbol moves the coefficient index.
  @inline(__always) var advance: Int { Int(packed >> 8 & 0xFF) }
  /// The symbol; of a DC table the number of bits of the difference.
  @inline(__always) var symbol: Int { Int(packed >> 24) }
  /// Whether an encoder writes the symbol in certain places only, as sixteen zeros, or nowhere.
  @inline(__always) var isIrregular: Bool { packed & Self.irregularFlag != 0 }
  /// Whether it is sixteen zeros, which values must follow.
  @inline(__always) var isZeroRun: Bool { symbol == 0xF0 }

  fileprivate init(packed: UInt32) {
    self.packed = packed
  }

  fileprivate init(symbol: UInt8, codeBits: Int, _ kind: HuffmanTable.Kind) {
    let size = Int(symbol & 15)
    let run = Int(symbol >> 4)
    let advance = size > 0 ? run + 1 : run == 15 ? 16 : Self.endOfBlock
    let isIrregular = !StandardCodes.isPlain(symbol, kind) || kind == .ac && symbol == 0xF0
    packed =
      UInt32(codeBits + size) | UInt32(advance) << 8 | UInt32(codeBits) << 16 | UInt32(symbol) << 24
      | (isIrregular ? Self.irregularFlag : 0)
  }
}

/// The AC symbols that a window begins with, as many as one look can tell, for passing over them.
struct HuffmanRun {
  fileprivate static let endFlag: UInt16 = 1 << 15

  fileprivate let packed: UInt16

  /// Bits of all codes and values; 0 where not even one symbol fits.
  @inline(__always) var bits: Int { Int(packed & 0xFF) }
  /// How far they move the coefficient index, the end of the block left out: 0…63.
  @inline(__always) var advance: Int { Int(packed >> 8 & 0x3F) }
  /// Whether the last of them ends the block.
  @inline(__always) var endsBlock: Bool { packed & Self.endFlag != 0 }
}

/// Finds the code at the head of a bit window (ITU-T T.81, F.2.2.3).
///
/// Pointers without reference counts: it is copied and looked into for every symbol of a photo. The memory
/// belongs to `ScanMemory`.
struct HuffmanDecoder {
  /// Codes up to this length are found with one look.
  private static let lookupBits = 11
  private static let lookupCount = 1 << lookupBits
  private static let lengths = 17
  /// Two tables of runs stay in the first-level cache.
  private static let runBits = 12

  /// By the next 11 bits: the packed entry; 0 where the code is longer or unknown.
  private let lookup: UnsafePointer<UInt32>
  /// By code length: one more than the last code of that length, or 0 where there is none. Behind them, by code
  /// length: what turns a code into an index of the entries behind those.
  private let long: UnsafePointer<Int32>
  /// By the next 12 bits: the packed run of symbols that lie in them whole.
  private let runs: UnsafePointer<UInt16>
  /// By the same 12 bits, then by symbol: whether the run, or the symbol alone, was noted as used.
  private let used: UnsafeMutablePointer<Bool>

  /// The symbols that lie whole in the head of the window.
  @inline(__always)
  func run(for window: UInt64) -> HuffmanRun {
    HuffmanRun(packed: runs[Int(window &>> UInt64(64 - Self.runBits))])
  }

  /// Notes that the symbols which `run(for:)` finds are used.
  @inline(__always)
  func noteRun(for window: UInt64) {
    used[Int(window &>> UInt64(64 - Self.runBits))] = true
  }

  /// Notes that a symbol is used.
  @inline(__always)
  func note(_ symbol: Int) {
    used[1 &<< Self.runBits &+ symbol] = true
  }

  /// By symbol, whether it was noted.
  var usedSymbols: [Bool] {
    var result = Array(UnsafeBufferPointer(start: used + 1 << Self.runBits, count: 256))
    for pattern in 0..<(1 << Self.runBits) where used[pattern] {
      var bits = 0
      let end = HuffmanRun(packed: runs[pattern]).bits
      while bits < end {
        let head = pattern << bits & (1 << Self.runBits - 1)
        let entry = HuffmanEntry(packed: lookup[head >> (Self.runBits - Self.lookupBits)])
        result[entry.symbol] = true
        bits += entry.allBits
      }
    }
    return result
  }

  /// The entry for the code that the window begins with; nil where the table has no such code.
  @inline(__always)
  func entry(for window: UInt64) -> HuffmanEntry? {
    let packed = lookup[Int(window &>> UInt64(64 - Self.lookupBits))]
    return packed != 0 ? HuffmanEntry(packed: packed) : longEntry(for: Int32(window &>> 48))
  }

  @inline(never)
  private func longEntry(for next16: Int32) -> HuffmanEntry? {
    for length in (Self.lookupBits + 1)...16 {
      let code = next16 >> Int32(16 - length)
      guard code < long[length] else { continue }
      let index = Int(code + long[Self.lengths + length])
      guard index >= 0 else { return nil }
      return HuffmanEntry(packed: UInt32(bitPattern: long[2 * Self.lengths + index]))
    }
    return nil
  }

  init(_ table: HuffmanTable, _ kind: HuffmanTable.Kind, in memory: ScanMemory) {
    var lookup = [UInt32](repeating: 0, count: Self.lookupCount)
    var ends = [Int32](repeating: 0, count: Self.lengths)
    var offsets = [Int32](repeating: 0, count: Self.lengths)
    var entries: [Int32] = []
    var code = 0
    for length in 1...16 {
      offsets[length] = Int32(entries.count - code)
      for _ in 0..<table.counts[length - 1] {
        let entry = HuffmanEntry(symbol: table.symbols[entries.count], codeBits: length, kind).packed
        entries.append(Int32(bitPattern: entry))
        if length <= Self.lookupBits {
          let first = code << (Self.lookupBits - length)
          for place in first..<(first + 1 << (Self.lookupBits - length)) { lookup[place] = entry }
        }
        code += 1
      }
      ends[length] = table.counts[length - 1] > 0 ? Int32(code) : 0
      code <<= 1
    }
    runs = memory.keep(Self.runs(of: lookup))
    self.lookup = memory.keep(lookup)
    long = memory.keep(ends + offsets + entries)
    used = memory.keepMutable([Bool](repeating: false, count: 1 << Self.runBits + 256))
  }

  /// Reads symbol after symbol of every pattern of bits until one does not fit.
  private static func runs(of lookup: [UInt32]) -> [UInt16] {
    (0..<(1 << runBits)).map { pattern in
      var bits = 0
      var advance = 0
      while bits < runBits {
        let head = pattern << bits & (1 << runBits - 1)
        let entry = HuffmanEntry(packed: lookup[head >> (runBits - lookupBits)])
        // Irregular ones are looked at one by one.
        guard entry.packed != 0, !entry.isIrregular, entry.allBits <= runBits - bits else { break }
        if entry.advance == HuffmanEntry.endOfBlock {
          return UInt16(bits + entry.allBits) | UInt16(advance) << 8 | HuffmanRun.endFlag
        }
        guard advance + entry.advance < 64 else { break }
        bits += entry.allBits
        advance += entry.advance
      }
      return UInt16(bits) | UInt16(advance) << 8
    }
  }
}
