/// Judges the segments that code a picture: frame, tables, restart intervals and scan headers (ITU-T T.81, B.2). They are not
/// metadata, but one that no scan uses, because none needs it or another takes its place first, can hold anything.
struct CodingSegments {
  private struct Table {
    let content: [UInt8]
    let segment: Range<Int>
    var isUsed = false
  }

  /// By kind and number.
  private var tables: [Int: Table] = [:]
  private var hasFrame = false
  private var isArithmetic = false
  /// By component, the number of its quantisers.
  private var quantizers: [UInt8: Int] = [:]
  /// The last restart interval, as long as no scan has begun with it.
  private var restart: Range<Int>?
  /// Segments with something that no scan uses.
  private(set) var unused: Set<Range<Int>> = []

  private static let huffman: UInt8 = 0xC4
  private static let conditioning: UInt8 = 0xCC
  private static let quantization: UInt8 = 0xDB

  private static func key(_ code: UInt8, _ number: Int) -> Int { Int(code) << 8 | number }

  /// What speaks against a segment; nil where it is what a picture needs. Whether a table is used shows later.
  /// - Parameter segment: where it lies in the file.
  mutating func objection(to code: UInt8, _ content: [UInt8], at segment: Range<Int>) -> String? {
    switch code {
    case Self.huffman, Self.conditioning, Self.quantization:
      takeTables(code, content, segment) ? nil : "it is no sound table"
    case 0xC0, 0xC1, 0xC2, 0xC9, 0xCA:
      takeFrame(code, content) ? nil : "it is no sound frame, or a second one"
    case 0xDA: takeScan(content) ? nil : "it is no sound scan header"
    case 0xDD: takeRestart(content, segment) ? nil : "it holds more than a number"
    default: "segment FF\(String(code, radix: 16, uppercase: true)) is not needed to show the picture"
    }
  }

  private mutating func takeFrame(_ code: UInt8, _ content: [UInt8]) -> Bool {
    guard !hasFrame, content.count >= 6, content.count == 6 + 3 * Int(content[5]) else { return false }
    hasFrame = true
    isArithmetic = code >= 0xC9
    for place in stride(from: 6, to: content.count, by: 3) {
      quantizers[content[place]] = Int(content[place + 2])
    }
    return true
  }

  private mutating func takeRestart(_ content: [UInt8], _ segment: Range<Int>) -> Bool {
    if let restart { unused.insert(restart) }
    restart = segment
    return content.count == 2
  }

  private mutating func takeTables(_ code: UInt8, _ content: [UInt8], _ segment: Range<Int>) -> Bool {
    var place = 0
    while place < content.count {
      let head = Int(content[place])
      let size =
        switch code {
        case Self.huffman:
          place + 17 <= content.count ? content[(place + 1)..<(place + 17)].reduce(17) { $0 + Int($1) } : 0
        case Self.conditioning: 2
        default: head < 16 ? 65 : 129
        }
      guard size > 0, size <= content.count - place else { return false }
      let table = Table(content: Array(content[place..<(place + size)]), segment: segment)
      let number = Self.key(code, code == Self.quantization ? head & 15 : head)
      // The same table again is what encoders write before a further scan.
      if let earlier = tables[number], earlier.isUsed, earlier.content == table.content {
        place += size
        continue
      }
      if let earlier = tables[number], !earlier.isUsed { unused.insert(earlier.segment) }
      tables[number] = table
      place += size
    }
    return true
  }

  private mutating func takeScan(_ content: [UInt8]) -> Bool {
    guard let count = content.first.map(Int.init), content.count == 4 + 2 * count else { return false }
    restart = nil
    for index in 0..<count {
      let selectors = Int(content[2 + 2 * index])
      if let number = quantizers[content[1 + 2 * index]] { use(Self.quantization, number) }
      for code in isArithmetic ? [Self.conditioning] : [Self.huffman] {
        use(code, selectors >> 4)
        use(code, 16 | selectors & 15)
      }
    }
    return true
  }

  private mutating func use(_ code: UInt8, _ number: Int) {
    tables[Self.key(code, number)]?.isUsed = true
  }

  /// To be called behind the last segment.
  mutating func end() {
    for table in tables.values where !table.isUsed { unused.insert(table.segment) }
    if let restart { unused.insert(restart) }
  }
}
