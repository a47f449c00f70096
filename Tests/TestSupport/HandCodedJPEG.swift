/// A baseline photo taken apart into its symbols, to be coded again in ways in which no encoder codes it. Shares no code
/// with the readers and writers under test.
public struct HandCodedJPEG {
  /// A code and the value bits behind it.
  public struct Symbol: Sendable, Hashable {
    /// Which of the table's codes it is, counted from its first.
    public var code: Int
    public var symbol: UInt8
    public var value: UInt32

    public init(code: Int, symbol: UInt8, value: UInt32) {
      self.code = code
      self.symbol = symbol
      self.value = value
    }
  }

  public struct Block: Sendable, Hashable {
    public let component: Int
    /// Counted in the component's blocks.
    public let x: Int
    public let y: Int
    /// Whether it carries picture.
    public let isSeen: Bool
    /// The DC's first, then those of the AC.
    public var symbols: [Symbol]
  }

  /// Counts by code length, and symbols.
  public typealias Table = (counts: [UInt8], symbols: [UInt8])

  /// What stands before the coded bits: a marker and its content each.
  public var segments: [JPEGParts.Segment] = []
  /// By class and number as in a DHT segment.
  public var tables: [UInt8: Table] = [:]
  /// In coding order.
  public var blocks: [Block] = []
  /// The bit that fills up the last byte of a restart interval or of the picture, by how many there have been.
  public var padding: @Sendable (Int) -> UInt32 = { _ in 1 }

  private var blocksPerInterval = Int.max
  /// By component.
  private var heads: [(dc: UInt8, ac: UInt8)] = []

  /// - Throws: `TestJPEG.Failure` where it is no baseline photo of one scan.
  public init(_ jpeg: [UInt8]) throws {
    var interval = 0
    var frame: [UInt8] = []
    for (marker, range) in JPEGParts.segments(of: jpeg) {
      let content = JPEGParts.content(of: range, in: jpeg)
      switch marker {
      case 0xC4: takeTables(content)
      case 0xDD: interval = Int(content[0]) << 8 | Int(content[1])
      case 0xC0, 0xC1: frame = content
      case 0xDA:
        heads = (0..<Int(content[0])).map { index in
          let selectors = content[2 + 2 * index]
          return (dc: selectors >> 4, ac: 0x10 | (selectors & 15))
        }
      default: break
      }
      // The tables are written of what they hold then.
      if marker != 0xC4 { segments.append((marker, content)) }
    }
    guard frame.count == 6 + 3 * heads.count, let start = JPEGParts.segments(of: jpeg).last?.range.upperBound
    else { throw TestJPEG.Failure() }
    try readBlocks(jpeg, from: start, frame, interval)
  }

  private mutating func takeTables(_ content: [UInt8]) {
    var rest = content[...]
    while let head = rest.popFirst() {
      let counts = Array(rest.prefix(16))
      let size = counts.reduce(0) { $0 + Int($1) }
      tables[head] = (counts, Array(rest.dropFirst(16).prefix(size)))
      rest = rest.dropFirst(16 + size)
    }
  }

  // MARK: Reading

  private struct Bits {
    let bytes: [UInt8]
    var byte: Int
    var bit = 0

    mutating func next() throws -> UInt32 {
      guard byte < bytes.count, bytes[byte] != 0xFF || bytes[byte + 1] == 0 else { throw TestJPEG.Failure() }
      let value = UInt32(bytes[byte] >> UInt8(7 - bit) & 1)
      bit += 1
      if bit == 8 {
        byte += bytes[byte] == 0xFF ? 2 : 1
        bit = 0
      }
      return value
    }

    mutating func passRestart() {
      if bit > 0 { byte += bytes[byte] == 0xFF ? 2 : 1 }
      bit = 0
      byte += 2
    }
  }

  private mutating func readBlocks(_ jpeg: [UInt8], from start: Int, _ frame: [UInt8], _ interval: Int) throws
  {
    let size = (width: Int(frame[3]) << 8 | Int(frame[4]), height: Int(frame[1]) << 8 | Int(frame[2]))
    let isAlone = heads.count == 1
    let factors = heads.indices.map { index -> (h: Int, v: Int) in
      isAlone ? (1, 1) : (Int(frame[7 + 3 * index] >> 4), Int(frame[7 + 3 * index] & 15))
    }
    let most = (h: factors.map(\.h).max() ?? 1, v: factors.map(\.v).max() ?? 1)
    func blocks(_ pixels: Int, _ part: Int, _ parts: Int) -> Int {
      (pixels * part + 8 * parts - 1) / (8 * parts)
    }
    let units = (blocks(size.width, 1, most.h), blocks(size.height, 1, most.v))
    let perUnit = factors.reduce(0) { $0 + $1.h * $1.v }
    if interval > 0 { blocksPerInterval = interval * perUnit }
    var bits = Bits(bytes: jpeg, byte: start)
    for unit in 0..<(units.0 * units.1) {
      if unit > 0, interval > 0, unit % interval == 0 { bits.passRestart() }
      for (index, factor) in factors.enumerated() {
        for part in 0..<(factor.h * factor.v) {
          let x = unit % units.0 * factor.h + part % factor.h
          let y = unit / units.0 * factor.v + part / factor.h
          self.blocks.append(
            Block(
              component: index, x: x, y: y,
              isSeen: x < blocks(size.width, factor.h, most.h) && y < blocks(size.height, factor.v, most.v),
              symbols: try readBlock(&bits, heads[index])))
        }
      }
    }
  }

  private func readBlock(_ bits: inout Bits, _ heads: (dc: UInt8, ac: UInt8)) throws -> [Symbol] {
    var symbols = [try readSymbol(&bits, heads.dc)]
    var index = 1
    while index < 64 {
      let symbol = try readSymbol(&bits, heads.ac)
      symbols.append(symbol)
      if symbol.symbol == 0 { break }
      index += Int(symbol.symbol >> 4) + 1
    }
    return symbols
  }

  private func readSymbol(_ bits: inout Bits, _ head: UInt8) throws -> Symbol {
    guard let table = tables[head] else { throw TestJPEG.Failure() }
    var code = 0
    var first = 0
    var place = 0
    for count in table.counts.map(Int.init) {
      code = code << 1 | Int(try bits.next())
      first <<= 1
      if code - first < count {
        let symbol = table.symbols[place + code - first]
        var value: UInt32 = 0
        for _ in 0..<(symbol & 15) { value = value << 1 | (try bits.next()) }
        return Symbol(code: place + code - first, symbol: symbol, value: value)
      }
      first += count
      place += count
    }
    throw TestJPEG.Failure()
  }

  // MARK: Writing

  /// A symbol with the first code that a component's table has for it.
  public func symbol(_ symbol: UInt8, value: UInt32 = 0, isDC: Bool = false, of component: Int) throws
    -> Symbol
  {
    let head = isDC ? heads[component].dc : heads[component].ac
    guard let code = tables[head]?.symbols.firstIndex(of: symbol) else { throw TestJPEG.Failure() }
    return Symbol(code: code, symbol: symbol, value: value)
  }

  /// The file.
  public var bytes: [UInt8] {
    var result: [UInt8] = [0xFF, 0xD8]
    for (marker, content) in segments {
      if marker == 0xDA {
        // As libjpeg orders them: by number, DC first.
        for head in tables.keys.sorted(by: { ($0 & 15, $0) < ($1 & 15, $1) }) {
          guard let table = tables[head] else { continue }
          result += JPEGParts.segment(0xC4, [head] + table.counts + table.symbols)
        }
        // libjpeg writes the restart interval behind the tables.
        result += segments.filter { $0.marker == 0xDD }.flatMap { JPEGParts.segment($0.marker, $0.content) }
      }
      if marker != 0xDD { result += JPEGParts.segment(marker, content) }
    }
    var pending: UInt64 = 0
    var count = 0
    var paddings = 0
    func put(_ value: UInt32, _ bits: Int) {
      for bit in (0..<bits).reversed() {
        pending = pending << 1 | UInt64(value >> UInt32(bit) & 1)
        count += 1
        if count == 8 {
          result.append(UInt8(pending))
          if pending == 0xFF { result.append(0) }
          (pending, count) = (0, 0)
        }
      }
    }
    func align() {
      while count > 0 {
        put(padding(paddings), 1)
        paddings += 1
      }
    }
    let codes = tables.mapValues { Self.codes(of: $0) }
    for (index, block) in blocks.enumerated() {
      if index > 0, index % blocksPerInterval == 0 {
        align()
        result += [0xFF, UInt8(0xD0 | (index / blocksPerInterval - 1) & 7)]
      }
      for (place, symbol) in block.symbols.enumerated() {
        let head = place == 0 ? heads[block.component].dc : heads[block.component].ac
        guard let code = codes[head]?[symbol.code] else { continue }
        put(code.code, code.length)
        put(symbol.value, Int(symbol.symbol & 15))
      }
    }
    align()
    return result + [0xFF, 0xD9]
  }

  private static func codes(of table: Table) -> [(code: UInt32, length: Int)] {
    var result: [(UInt32, Int)] = []
    var code: UInt32 = 0
    for (index, count) in table.counts.enumerated() {
      for _ in 0..<count {
        result.append((code, index + 1))
        code += 1
      }
      code <<= 1
    }
    return result
  }
}

extension TestJPEG {
  /// States another size in a photo's frame header: its coded units stay as many where those of both sizes are.
  public static func resized(_ jpeg: [UInt8], width: Int, height: Int) -> [UInt8] {
    var result = jpeg
    for (marker, range) in JPEGParts.segments(of: jpeg) where (0xC0...0xC2).contains(marker) {
      let size = [UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255)]
      result.replaceSubrange((range.lowerBound + 5)..<(range.lowerBound + 9), with: size)
    }
    return result
  }
}

extension HandCodedJPEG {
  /// The codes of a table that no block uses.
  public func unusedCodes(of head: UInt8) -> [Int] {
    guard let table = tables[head] else { return [] }
    var used: Set<Int> = []
    for block in blocks {
      for (place, symbol) in block.symbols.enumerated()
      where head == (place == 0 ? heads[block.component].dc : heads[block.component].ac) {
        used.insert(symbol.code)
      }
    }
    return table.symbols.indices.filter { !used.contains($0) }
  }
}
