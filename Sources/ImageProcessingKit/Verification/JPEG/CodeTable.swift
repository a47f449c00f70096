/// A Huffman table for decoding (ITU-T T.81, annex C and F.2.2.3): short codes by one look, long ones by their range.
struct CodeTable: BitwiseCopyable {
  /// Bits of one look.
  private static let lookBits = 10

  /// By the next ten bits: the bits of the code, those of code and value together, and the symbol, a byte each, and
  /// whether it is irregular; zero for longer codes.
  private let looks: UnsafePointer<UInt32>
  /// By the next twelve bits, as many AC symbols as they hold whole, with their values: the bits of all, how many
  /// coefficients they pass, and whether the last one ends the block, a byte each; zero where not even one is whole.
  private let runs: UnsafePointer<UInt32>
  private static let runBits = 12
  /// By the same twelve bits: whether that run was noted; then by symbol: whether that was, and whether that was decoded.
  private let notes: UnsafeMutablePointer<Bool>
  /// By length: the first code, left-aligned in 16 bits, behind the last one of that length, and what leads from a
  /// code to its symbol.
  private let limits: UnsafePointer<Limit>
  private let symbols: UnsafePointer<UInt8>
  private let kind: HuffmanTable.Kind

  private struct Limit: BitwiseCopyable {
    var limit: UInt32 = 0
    var offset: Int32 = 0
  }

  /// - Parameters:
  ///   - stored: sixteen counts, then the symbols; nil where they are no prefix code.
  ///   - kind: what the table codes.
  ///   - memory: keeps what the table points to.
  init?(_ stored: [UInt8], _ kind: HuffmanTable.Kind, in memory: ScanMemory) {
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
          let entry = Self.entry(symbols[place], UInt32(length), kind)
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
    self.kind = kind
    notes = memory.keepMutable([Bool](repeating: false, count: 1 << Self.runBits + 512))
  }

  /// Sixteen zeros are irregular, since a value must follow them, and so is what no picture of eight bits a sample needs.
  private static func entry(_ symbol: UInt8, _ length: UInt32, _ kind: HuffmanTable.Kind) -> UInt32 {
    let isIrregular = !StandardCodes.isPlain(symbol, kind) || kind == .ac && symbol == zeroRun
    return length | (length + UInt32(symbol & 15)) << 8 | UInt32(symbol) << 16 | (isIrregular ? irregular : 0)
  }

  /// The mark of irregular entries.
  static let irregular: UInt32 = 1 << 24
  private static let zeroRun: UInt8 = 0xF0

  /// Whether a block may go on with a symbol behind sixteen zeros: not by ending.
  @inline(__always)
  static func follows(_ entry: UInt32) -> Bool {
    entry >> 16 & 15 != 0 || entry >> 16 & 255 == UInt32(zeroRun)
  }

  /// Whether an entry is sixteen zeros.
  @inline(__always)
  static func isZeroRun(_ entry: UInt32) -> Bool { entry >> 16 & 255 == UInt32(zeroRun) }

  private static func run(_ bits: Int, _ looks: [UInt32]) -> UInt32 {
    var used = 0
    var passed = 0
    while true {
      // What is beyond the twelve bits reads as zeros; a symbol that needs them does not count.
      let ahead = bits << used & (1 << runBits - 1)
      let entry = looks[ahead >> (runBits - lookBits)]
      let length = Int(entry >> 8 & 255)
      // Irregular ones are looked at one by one.
      guard entry != 0, entry & irregular == 0, used + length <= runBits else { break }
      used += length
      if entry >> 16 & 15 == 0 && entry >> 20 & 15 < 15 {
        return UInt32(used | passed << 8 | 1 << 16)
      }
      passed += Int(entry >> 20 & 15) + 1
    }
    return UInt32(used | passed << 8)
  }

  /// The run of symbols for the bits that come next.
  @inline(__always)
  func run(_ window: UInt64) -> UInt32 {
    runs[Int(truncatingIfNeeded: window &>> UInt64(64 - Self.runBits))]
  }

  /// Notes the run of symbols for the bits that come next as used.
  @inline(__always)
  func noteRun(_ window: UInt64) {
    notes[Int(truncatingIfNeeded: window &>> UInt64(64 - Self.runBits))] = true
  }

  /// Notes an entry's symbol as used.
  @inline(__always)
  func note(_ entry: UInt32) {
    notes[1 &<< Self.runBits &+ Int(truncatingIfNeeded: entry >> 16 & 255)] = true
  }

  /// Notes that an entry's symbol was decoded.
  @inline(__always)
  func noteDecoded(_ entry: UInt32) {
    notes[1 &<< Self.runBits &+ 256 &+ Int(truncatingIfNeeded: entry >> 16 & 255)] = true
  }

  /// By symbol, whether it was decoded.
  var decodedSymbols: [Bool] { (0..<256).map { notes[1 << Self.runBits + 256 + $0] } }

  /// By symbol, whether it was noted.
  var notedSymbols: [Bool] {
    var result = (0..<256).map { notes[1 << Self.runBits + $0] }
    for look in 0..<(1 << Self.runBits) where notes[look] {
      var used = 0
      while used < Int(runs[look] & 255) {
        let entry = looks[(look << used & (1 << Self.runBits - 1)) >> (Self.runBits - Self.lookBits)]
        result[Int(entry >> 16 & 255)] = true
        used += Int(entry >> 8 & 255)
      }
    }
    return result
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
      return Self.entry(symbols[place], UInt32(length), kind)
    }
    return 0
  }
}
