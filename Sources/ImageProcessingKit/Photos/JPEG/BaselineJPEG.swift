/// The parts of a sequential Huffman stream with one scan over all its components: the kind whose bits can be
/// copied. Nine of ten camera files are.
struct BaselineJPEG: Sendable {
  struct Component: Sendable {
    let id: UInt8
    /// Blocks per MCU across and down; 1 × 1 where the stream has a single component.
    let blocksX: Int
    let blocksY: Int
    /// Blocks that carry picture.
    let widthInBlocks: Int
    let heightInBlocks: Int
    let quantization: Int
    let dcTable: Int
    let acTable: Int
    /// Sampling factors as the frame header states them; 1 × 1 of a single component, for which they mean nothing.
    let sampling: UInt8

    /// Whether a block carries picture; those beyond the right and the lower edge fill up the last MCUs.
    func isSeen(_ x: Int, _ y: Int) -> Bool { x < widthInBlocks && y < heightInBlocks }
  }

  let width: Int
  let height: Int
  let components: [Component]
  /// By table number, 64 values in zigzag order; nil where the stream does not define the table.
  let quantizers: [[UInt16]?]
  private(set) var dcTables: [HuffmanTable?]
  private(set) var acTables: [HuffmanTable?]
  /// MCUs between two restart markers; 0 for none, also where the picture has no more than that.
  let restartInterval: Int
  /// Where the entropy-coded data begins.
  let entropyStart: Int

  let mcuColumns: Int
  let mcuRows: Int

  /// Nil where the stream is of another kind or breaks the rules: another path judges it then.
  init?(_ bytes: FileBytes) {
    var quantizers = [[UInt16]?](repeating: nil, count: 4)
    var dcTables = [HuffmanTable?](repeating: nil, count: 4)
    var acTables = [HuffmanTable?](repeating: nil, count: 4)
    var restartInterval = 0
    var frame: ArraySlice<UInt8>?
    var scan: ArraySlice<UInt8>?
    var scanEnd = 0

    for segment in JPEGMarkers(bytes) {
      let content = bytes.copy(segment.content)[...]
      switch segment.marker {
      case 0xDB:
        guard Self.readQuantizers(content, into: &quantizers) else { return nil }
      case 0xC4:
        guard Self.readHuffmanTables(content, dc: &dcTables, ac: &acTables) else { return nil }
      case 0xDD:
        guard content.count == 2 else { return nil }
        restartInterval = content.reduce(0) { $0 << 8 | Int($1) }
      case 0xC0, 0xC1:
        guard frame == nil else { return nil }
        frame = content
      case 0xC2...0xCF, 0xDC, 0xD8:
        // Another kind of frame, arithmetic conditioning, a late height, a second picture.
        return nil
      case JPEGMarkers.startOfScan:
        scan = content
        scanEnd = segment.content.upperBound
      default:
        continue
      }
    }
    guard let frame, let scan, let parts = Self.readFrame(frame, scan: scan) else { return nil }
    for component in parts.components {
      guard quantizers[component.quantization] != nil, let dc = dcTables[component.dcTable],
        let ac = acTables[component.acTable], dc.isUnambiguous, ac.isUnambiguous
      else { return nil }
    }
    let unit = Self.unit(of: parts.components)
    width = parts.width
    height = parts.height
    components = parts.components
    self.quantizers = quantizers
    self.dcTables = dcTables
    self.acTables = acTables
    entropyStart = scanEnd
    mcuColumns = (width + unit.width - 1) / unit.width
    mcuRows = (height + unit.height - 1) / unit.height
    // One that is never reached could be any number.
    self.restartInterval = restartInterval < mcuColumns * mcuRows ? restartInterval : 0
  }

  private static func unit(of components: [Component]) -> (width: Int, height: Int) {
    let across = components.map(\.blocksX).max() ?? 1
    let down = components.map(\.blocksY).max() ?? 1
    return (8 * across, 8 * down)
  }

  private static func readQuantizers(_ content: ArraySlice<UInt8>, into tables: inout [[UInt16]?]) -> Bool {
    var rest = content
    while let head = rest.popFirst() {
      let wide = head >> 4 == 1
      let number = Int(head & 15)
      guard head >> 4 <= 1, number < 4, rest.count >= (wide ? 128 : 64) else { return false }
      let values = Array(rest.prefix(wide ? 128 : 64))
      rest = rest.dropFirst(values.count)
      let table =
        wide
        ? (0..<64).map { UInt16(values[2 * $0]) << 8 | UInt16(values[2 * $0 + 1]) } : values.map(UInt16.init)
      guard table.allSatisfy({ $0 > 0 }) else { return false }
      tables[number] = table
    }
    return true
  }

  private static func readHuffmanTables(
    _ content: ArraySlice<UInt8>, dc: inout [HuffmanTable?], ac: inout [HuffmanTable?]
  ) -> Bool {
    var rest = content
    while let head = rest.popFirst() {
      let number = Int(head & 15)
      guard head >> 4 <= 1, number < 4, rest.count >= 16 else { return false }
      let counts = Array(rest.prefix(16))
      let total = counts.reduce(0) { $0 + Int($1) }
      rest = rest.dropFirst(16)
      guard rest.count >= total else { return false }
      let symbols = Array(rest.prefix(total))
      rest = rest.dropFirst(total)
      guard let table = HuffmanTable(counts: counts, symbols: symbols) else { return false }
      if head >> 4 == 0 {
        // A DC symbol is the number of bits of a difference.
        guard symbols.allSatisfy({ $0 <= 15 }) else { return false }
        dc[number] = table
      } else {
        ac[number] = table
      }
    }
    return true
  }

  private static func readFrame(
    _ frame: ArraySlice<UInt8>, scan: ArraySlice<UInt8>
  ) -> (width: Int, height: Int, components: [Component])? {
    let frame = Array(frame)
    let scan = Array(scan)
    guard frame.count >= 6, frame[0] == 8 else { return nil }
    let height = Int(frame[1]) << 8 | Int(frame[2])
    let width = Int(frame[3]) << 8 | Int(frame[4])
    let count = Int(frame[5])
    guard width > 0, height > 0, [1, 3, 4].contains(count), frame.count == 6 + 3 * count,
      // The scan holds every component, all coefficients, whole.
      scan.count == 4 + 2 * count, Int(scan[0]) == count, scan[1 + 2 * count] == 0,
      scan[2 + 2 * count] == 63, scan[3 + 2 * count] == 0
    else { return nil }

    let ids = ComponentIDs.canonical((0..<count).map { frame[6 + 3 * $0] })
    let sampling = (0..<count).map { frame[7 + 3 * $0] }
    guard sampling.allSatisfy({ (1...4).contains($0 >> 4) && (1...4).contains($0 & 15) }) else { return nil }
    let maxX = sampling.map { Int($0 >> 4) }.max() ?? 1
    let maxY = sampling.map { Int($0 & 15) }.max() ?? 1
    guard count == 1 || sampling.reduce(0, { $0 + Int($1 >> 4) * Int($1 & 15) }) <= 10 else { return nil }

    var components: [Component] = []
    for index in 0..<count {
      // Frame and scan list the components in the same order.
      guard scan[1 + 2 * index] == frame[6 + 3 * index], frame[8 + 3 * index] < 4 else { return nil }
      let tables = scan[2 + 2 * index]
      guard tables >> 4 < 4, tables & 15 < 4 else { return nil }
      let across = Int(sampling[index] >> 4)
      let down = Int(sampling[index] & 15)
      components.append(
        Component(
          id: ids[index],
          blocksX: count == 1 ? 1 : across,
          blocksY: count == 1 ? 1 : down,
          widthInBlocks: (width * across + 8 * maxX - 1) / (8 * maxX),
          heightInBlocks: (height * down + 8 * maxY - 1) / (8 * maxY),
          quantization: Int(frame[8 + 3 * index]),
          dcTable: Int(tables >> 4),
          acTable: Int(tables & 15),
          sampling: count == 1 ? 0x11 : sampling[index]))
    }
    guard Set((0..<count).map { frame[6 + 3 * $0] }).count == count else { return nil }
    return (width, height, components)
  }

  /// A table number of each kind that components use, in the order in which they first name it.
  private static func inOrder(_ numbers: [Int]) -> [Int] {
    numbers.enumerated().filter { !numbers.prefix($0.offset).contains($0.element) }.map(\.element)
  }

  /// The tables that are used and are not standard ones, so that their unused codes could tell something.
  var ownTables: [(kind: HuffmanTable.Kind, number: Int)] {
    func own(_ kind: HuffmanTable.Kind, _ tables: [HuffmanTable?], _ numbers: [Int]) -> [(
      HuffmanTable.Kind, Int
    )] {
      Set(numbers).sorted().filter { tables[$0]?.isStandard(kind) == false }.map { (kind, $0) }
    }
    return own(.dc, dcTables, components.map(\.dcTable)) + own(.ac, acTables, components.map(\.acTable))
  }

  /// The same stream with nothing left in its own tables of codes that it does not use.
  /// - Parameters:
  ///   - copied: what the bits that stay use.
  ///   - written: what is written anew uses.
  /// - Returns: nil where a table has no code for what is written anew.
  func keeping(_ copied: SymbolUse, adding written: SymbolUse) -> BaselineJPEG? {
    var result = self
    for (kind, number) in ownTables {
      let table = kind == .dc ? dcTables[number] : acTables[number]
      guard let kept = table?.keeping(copied[kind, number], adding: written[kind, number], kind) else {
        return nil
      }
      if kind == .dc { result.dcTables[number] = kept } else { result.acTables[number] = kept }
    }
    return result
  }

  /// A component's 64 quantisers in natural order.
  func quantizers(of component: Component) -> [UInt16] {
    var result = [UInt16](repeating: 1, count: 64)
    for (place, value) in (quantizers[component.quantization] ?? []).enumerated() {
      result[ZigZag.natural[place]] = value
    }
    return result
  }

  /// Frame, tables and scan header written anew as libjpeg writes them, from SOI on, with application segments behind
  /// it: nothing that a stream could hide in a table it does not use, or in the order of its parts, comes along.
  func header(with segments: [UInt8]) -> [UInt8] {
    var result: [UInt8] = [0xFF, 0xD8] + segments
    func append(_ marker: UInt8, _ content: [UInt8]) { result += JPEGHeaderWriter.segment(marker, content) }
    var isExtended = components.contains { max($0.dcTable, $0.acTable) > 1 }
    for number in Self.inOrder(components.map(\.quantization)) {
      guard let table = quantizers[number] else { continue }
      let isWide = table.contains { $0 > 255 }
      isExtended = isExtended || isWide
      append(
        0xDB,
        [UInt8(isWide ? 16 | number : number)]
          + table.flatMap { isWide ? [UInt8($0 >> 8), UInt8($0 & 255)] : [UInt8($0)] })
    }
    // SOF0 has at most two tables of a kind and quantisers of eight bits (ITU-T T.81, table B.2), SOF1 the others.
    append(
      isExtended ? 0xC1 : 0xC0,
      [8, UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255)]
        + [UInt8(components.count)] + components.flatMap { [$0.id, $0.sampling, UInt8($0.quantization)] })
    for head in Self.inOrder(components.flatMap { [$0.dcTable, 16 | $0.acTable] }) {
      guard let table = head < 16 ? dcTables[head] : acTables[head & 15] else { continue }
      append(0xC4, [UInt8(head)] + table.counts + table.symbols)
    }
    if restartInterval > 0 { append(0xDD, [UInt8(restartInterval >> 8), UInt8(restartInterval & 255)]) }
    append(
      JPEGMarkers.startOfScan,
      [UInt8(components.count)] + components.flatMap { [$0.id, UInt8($0.dcTable << 4 | $0.acTable)] }
        + [0, 63, 0])
    return result
  }
}
