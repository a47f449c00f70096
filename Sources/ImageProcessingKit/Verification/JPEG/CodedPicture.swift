/// A baseline picture as the gate decodes it: one scan over all components, Huffman-coded.
///
/// Written for the gate alone, so that it shares no parsing code with the reader and writer that it judges.
struct CodedPicture {
  struct Component: Equatable {
    let id: UInt8
    let across: Int
    let down: Int
    let quantizer: Int
    var dcTable = 0
    var acTable = 0
  }

  private(set) var width = 0
  private(set) var height = 0
  private(set) var components: [Component] = []
  /// By number, 64 values in coding order.
  private(set) var quantizers = [[UInt16]](repeating: [], count: 4)
  /// DC tables at 0…3, AC tables at 4…7, each as the file stores it.
  private(set) var tables = [[UInt8]](repeating: [], count: 8)
  /// Units between two restarts; 0 for none, also where the picture has no more than that.
  private(set) var restartInterval = 0
  /// Where what codes the picture begins, behind the application segments.
  private(set) var codingStart = 0
  private(set) var entropyStart = 0

  /// Units (MCUs) across and down.
  private(set) var columns = 0
  private(set) var rows = 0

  /// Nil where the file is of another kind or breaks the rules.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    for piece in JPEGPieces(bytes) {
      guard case .segment(let code) = piece.kind else {
        if piece.kind == .endOfImage || piece.kind == .entropy { return nil }
        continue
      }
      let content = Array(bytes[piece.content])
      if codingStart == 0, !(0xE0...0xEF).contains(code) { codingStart = piece.range.lowerBound }
      switch code {
      case 0xDB: guard takeQuantizers(content) else { return nil }
      case 0xC4: guard takeTables(content) else { return nil }
      case 0xC0, 0xC1: guard components.isEmpty, takeFrame(content) else { return nil }
      case 0xDD:
        guard content.count == 2 else { return nil }
        restartInterval = Int(content[0]) << 8 | Int(content[1])
      case 0xDA:
        guard takeScan(content) else { return nil }
        entropyStart = piece.range.upperBound
        if restartInterval >= columns * rows { restartInterval = 0 }
        return
      case 0xC2, 0xC3, 0xC5...0xCF, 0xDC: return nil
      default: continue
      }
    }
    return nil
  }

  private mutating func takeQuantizers(_ content: [UInt8]) -> Bool {
    var place = 0
    while place < content.count {
      let number = Int(content[place] & 15)
      let size = content[place] >> 4 == 0 ? 1 : 2
      guard number < 4, content[place] >> 4 < 2, place + 1 + 64 * size <= content.count else { return false }
      quantizers[number] = (0..<64).map { index in
        (0..<size).reduce(0) { $0 << 8 | UInt16(content[place + 1 + index * size + $1]) }
      }
      place += 1 + 64 * size
    }
    return true
  }

  private mutating func takeTables(_ content: [UInt8]) -> Bool {
    var place = 0
    while place < content.count {
      let number = Int(content[place] & 15)
      let isAC = content[place] >> 4
      guard number < 4, isAC < 2, place + 17 <= content.count else { return false }
      let count = content[(place + 1)..<(place + 17)].reduce(0) { $0 + Int($1) }
      guard place + 17 + count <= content.count else { return false }
      tables[Int(isAC) * 4 + number] = Array(content[(place + 1)..<(place + 17 + count)])
      place += 17 + count
    }
    return true
  }

  private mutating func takeFrame(_ content: [UInt8]) -> Bool {
    guard content.count >= 6, content[0] == 8, content.count == 6 + 3 * Int(content[5]),
      [1, 3, 4].contains(content[5])
    else { return false }
    height = Int(content[1]) << 8 | Int(content[2])
    width = Int(content[3]) << 8 | Int(content[4])
    components = stride(from: 6, to: content.count, by: 3).map { place in
      let isAlone = content[5] == 1
      return Component(
        id: content[place], across: isAlone ? 1 : Int(content[place + 1] >> 4),
        down: isAlone ? 1 : Int(content[place + 1] & 15), quantizer: Int(content[place + 2]))
    }
    guard width > 0, height > 0,
      components.allSatisfy({ (1...4).contains($0.across) && (1...4).contains($0.down) && $0.quantizer < 4 })
    else { return false }
    let unitWidth = 8 * (components.map(\.across).max() ?? 1)
    let unitHeight = 8 * (components.map(\.down).max() ?? 1)
    columns = (width + unitWidth - 1) / unitWidth
    rows = (height + unitHeight - 1) / unitHeight
    return true
  }

  private mutating func takeScan(_ content: [UInt8]) -> Bool {
    let count = components.count
    guard count > 0, content.count == 4 + 2 * count, content[0] == UInt8(count),
      Array(content.suffix(3)) == [0, 63, 0]
    else { return false }
    for index in 0..<count {
      let tables = content[2 + 2 * index]
      guard content[1 + 2 * index] == components[index].id, tables >> 4 < 4, tables & 15 < 4 else {
        return false
      }
      components[index].dcTable = Int(tables >> 4)
      components[index].acTable = 4 + Int(tables & 15)
    }
    return components.allSatisfy { component in
      !tables[component.dcTable].isEmpty && !tables[component.acTable].isEmpty
        && quantizers[component.quantizer].allSatisfy { $0 > 0 } && !quantizers[component.quantizer].isEmpty
    }
  }

  /// Whether another picture has the same size, components and quantisers, so that coefficients compare.
  func isComparable(to other: CodedPicture) -> Bool {
    width == other.width && height == other.height && restartInterval == other.restartInterval
      && ComponentIDs.canonical(components.map(\.id)) == ComponentIDs.canonical(other.components.map(\.id))
      && zip(components, other.components).allSatisfy { mine, theirs in
        mine.across == theirs.across && mine.down == theirs.down
          && quantizers[mine.quantizer] == other.quantizers[theirs.quantizer]
      }
  }

  /// How many blocks of a component carry picture, across or down.
  func blocks(_ size: Int, _ part: Int, _ parts: (Component) -> Int) -> Int {
    let most = components.map(parts).max() ?? 1
    return (size * part + 8 * most - 1) / (8 * most)
  }

  /// Whether another picture uses codes of this one, so that the same coefficients have the same bits, provided that the
  /// codes which it uses stand for the same symbols.
  func lendsCodes(to other: CodedPicture) -> Bool {
    zip(components, other.components).allSatisfy { mine, theirs in
      UnusedCodes.are(other.tables[theirs.dcTable], theFirstOf: tables[mine.dcTable])
        && UnusedCodes.are(other.tables[theirs.acTable], theFirstOf: tables[mine.acTable])
    }
  }

  /// What stands before the coded bits, behind the application segments, as it is written of what was read from it: each
  /// table that is used once, in the order in which components name them, and no number larger than it need be.
  var segmentsAnew: [UInt8] {
    var result: [UInt8] = []
    func append(_ code: UInt8, _ content: [UInt8]) {
      let size = content.count + 2
      result += [0xFF, code, UInt8(size >> 8), UInt8(size & 255)] + content
    }
    func big(_ number: Int) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 255)] }
    var written: Set<Int> = []
    var isExtended = false
    for component in components where written.insert(component.quantizer).inserted {
      let values = quantizers[component.quantizer]
      let isWide = values.contains { $0 > 255 }
      isExtended = isExtended || isWide
      append(
        0xDB,
        [UInt8(component.quantizer + (isWide ? 16 : 0))]
          + (isWide ? values.flatMap { big(Int($0)) } : values.map { UInt8($0) }))
    }
    isExtended = isExtended || components.contains { $0.dcTable > 1 || $0.acTable > 5 }
    let ids = ComponentIDs.canonical(components.map(\.id))
    let frame = zip(components, ids).flatMap { component, id in
      [id, UInt8(component.across << 4 | component.down), UInt8(component.quantizer)]
    }
    append(isExtended ? 0xC1 : 0xC0, [8] + big(height) + big(width) + [UInt8(components.count)] + frame)
    written = []
    for table in components.flatMap({ [$0.dcTable, $0.acTable] }) where written.insert(table).inserted {
      append(0xC4, [UInt8(table < 4 ? table : 16 | table - 4)] + tables[table])
    }
    if restartInterval > 0 { append(0xDD, big(restartInterval)) }
    let scan = zip(components, ids).flatMap { component, id in
      [id, UInt8(component.dcTable << 4 | component.acTable - 4)]
    }
    append(0xDA, [UInt8(components.count)] + scan + [0, 63, 0])
    return result
  }
}
