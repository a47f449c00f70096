internal import Glibc

/// Goes through a render and its original side by side: outside the areas every coefficient must be the same, and
/// each block inside is handed to a judge.
///
/// Where both use the same codes, equal coefficients have equal bits, so one decoding and a comparison of bits do for
/// both; right behind an area, where the differences to the last DC are others, both are decoded. Blocks beyond the
/// picture's edge are not compared: a render's must be flat.
///
/// Where the original is of another kind, its coefficients are read already, and all of the render is decoded and compared with them.
///
/// On the way it is noted what the render's code holds besides the picture. Compared with itself, a file is judged by that
/// alone.
struct PictureComparison {
  /// The render's own where the original's coefficients are read already.
  private let original: CodedPicture
  /// Nil where the original's bits are compared.
  private let read: OriginalCoefficients?
  private let render: CodedPicture
  private let renderBytes: UnsafeBufferPointer<UInt8>
  private let areas: [ObscuredArea]
  private let sharesCodes: Bool
  /// Whether the render has a table that is not a standard one, so that it matters what of it is used.
  private let notesUse: Bool
  /// By component, the table of its DC and that of its AC.
  private let originalTables: UnsafePointer<CodeTable>
  private let renderTables: UnsafePointer<CodeTable>
  /// By component, the blocks that carry picture.
  private let blocksAcross: [Int]
  private let blocksDown: [Int]
  /// Units without a block beyond the edge: so many columns in so many rows.
  private let wholeColumns: Int
  private let wholeRows: Int
  /// The blocks of one unit in coding order.
  private let unit: [UnitBlock]
  private let unitBlocks: UnsafePointer<UnitBlock>
  /// By place in coding order, the place in natural order.
  private let naturalOrder: UnsafePointer<Int>

  /// A block's component and its place in the unit.
  private struct UnitBlock: BitwiseCopyable {
    let component: Int
    let x: Int
    let y: Int
    /// Blocks of the component per unit.
    let across: Int
    let down: Int
  }

  private var originalBits: BitWindow
  private var renderBits: BitWindow
  /// The last DC of each component.
  private let originalDCs: UnsafeMutablePointer<Int>
  private let renderDCs: UnsafeMutablePointer<Int>
  private let originalBlock: UnsafeMutablePointer<Int16>
  private let renderBlock: UnsafeMutablePointer<Int16>
  /// Keeps what the pointers point to.
  private let memory = ScanMemory()
  private var unitsToRestart: Int
  private var restarts = 0
  /// Whether the DCs before the next unit differ, so that equal coefficients have other bits.
  private var isOutOfStep = false
  /// What the render's code was found to hold besides the picture.
  private(set) var anomalies: Set<CodingAnomaly> = []
  /// What another comparison has found behind this one's last row.
  private var rest: Findings?

  /// What was found in some rows, but for what lies outside the areas and is another: that ends a comparison.
  struct Findings: Sendable {
    fileprivate let anomalies: Set<CodingAnomaly>
    fileprivate let sawPaddingOne: Bool
    fileprivate let sawPaddingZero: Bool
    /// By component, for its table of DC and that of AC: by symbol, whether it was passed over, and whether it was decoded.
    fileprivate let passed: [[Bool]]
    fileprivate let decoded: [[Bool]]
    /// Where the render's next byte stands.
    fileprivate let nextByte: Int
  }

  /// Nil where the two cannot be compared so: another kind of stream, size, sampling or quantisers.
  /// - Parameter seam: where to begin; nil for the first row.
  init?(
    _ originalBytes: UnsafeBufferPointer<UInt8>, _ renderBytes: UnsafeBufferPointer<UInt8>,
    areas: [ObscuredArea], from seam: RenderSeam? = nil
  ) {
    self.init(originalBytes, renderBytes, nil, areas: areas, from: seam)
  }

  /// Nil where the render is of another kind.
  /// - Parameter read: the coefficients of an original.
  /// - Throws: `ComparisonFinding.changedOutside` where the render has another size, sampling or quantisers.
  init?(
    of read: OriginalCoefficients, _ renderBytes: UnsafeBufferPointer<UInt8>, areas: [ObscuredArea],
    from seam: RenderSeam? = nil
  ) throws(ComparisonFinding) {
    self.init(renderBytes, renderBytes, read, areas: areas, from: seam)
    guard components == read.components, render.width == read.width, render.height == read.height else {
      throw .changedOutside
    }
  }

  private init?(
    _ originalBytes: UnsafeBufferPointer<UInt8>, _ renderBytes: UnsafeBufferPointer<UInt8>,
    _ read: OriginalCoefficients?, areas: [ObscuredArea], from seam: RenderSeam?
  ) {
    guard let original = CodedPicture(originalBytes), let render = CodedPicture(renderBytes),
      original.isComparable(to: render),
      let originalBase = originalBytes.baseAddress, let renderBase = renderBytes.baseAddress
    else { return nil }
    let memory = memory
    func tables(of picture: CodedPicture) -> [CodeTable] {
      var made: [Int: CodeTable] = [:]
      return picture.components.flatMap { [$0.dcTable, $0.acTable] }.compactMap { number in
        made[number] = made[number] ?? CodeTable(picture.tables[number], number < 4 ? .dc : .ac, in: memory)
        return made[number]
      }
    }
    let originalTables = tables(of: original)
    let renderTables = tables(of: render)
    guard originalTables.count == 2 * original.components.count, renderTables.count == originalTables.count
    else {
      return nil
    }
    self.original = original
    self.read = read
    self.render = render
    self.renderBytes = renderBytes
    self.areas = areas
    self.originalTables = memory.keep(originalTables)
    self.renderTables = memory.keep(renderTables)
    sharesCodes = original.lendsCodes(to: render)
    notesUse = render.components.contains {
      !UnusedCodes.isStandard(render.tables[$0.dcTable], .dc)
        || !UnusedCodes.isStandard(render.tables[$0.acTable], .ac)
    }
    unit = original.components.enumerated().flatMap { index, component in
      (0..<component.down).flatMap { y in
        (0..<component.across).map {
          UnitBlock(component: index, x: $0, y: y, across: component.across, down: component.down)
        }
      }
    }
    unitBlocks = memory.keep(unit)
    naturalOrder = memory.keep(ZigZag.natural)
    originalBits = BitWindow(originalBase, count: originalBytes.count, from: original.entropyStart)
    renderBits = BitWindow(renderBase, count: renderBytes.count, from: render.entropyStart)
    originalDCs = memory.keepMutable([Int](repeating: 0, count: original.components.count))
    renderDCs = memory.keepMutable([Int](repeating: 0, count: original.components.count))
    originalBlock = memory.keepMutable([Int16](repeating: 0, count: 64))
    renderBlock = memory.keepMutable([Int16](repeating: 0, count: 64))
    unitsToRestart = original.restartInterval > 0 ? original.restartInterval : .max
    blocksAcross = original.components.map { original.blocks(original.width, $0.across, \.across) }
    blocksDown = original.components.map { original.blocks(original.height, $0.down, \.down) }
    wholeColumns = zip(blocksAcross, original.components).map { $0 / $1.across }.min() ?? 0
    wholeRows = zip(blocksDown, original.components).map { $0 / $1.down }.min() ?? 0
    if let seam {
      guard holds(seam) else { return nil }
      begin(at: seam)
    }
  }

  /// Whether a place may be one of these files.
  func holds(_ seam: RenderSeam) -> Bool {
    (1..<original.rows).contains(seam.row) && seam.dcs.count == original.components.count
      && Self.holds(seam.render, render, renderBits)
      && (read != nil || seam.original.map { Self.holds($0, original, originalBits) } ?? false)
  }

  private static func holds(_ place: RenderSeam.Place, _ picture: CodedPicture, _ bits: BitWindow) -> Bool {
    (picture.entropyStart..<bits.end).contains(place.byte) && (0..<8).contains(place.bit)
  }

  private mutating func begin(at seam: RenderSeam) {
    if read == nil, let place = seam.original { originalBits.go(toByte: place.byte, bit: place.bit) }
    renderBits.go(toByte: seam.render.byte, bit: seam.render.bit)
    for (index, dc) in seam.dcs.enumerated() {
      originalDCs[index] = dc
      renderDCs[index] = dc
    }
    guard original.restartInterval > 0 else { return }
    // A restart is passed with the unit behind it.
    let units = seam.row * original.columns
    restarts = (units - 1) / original.restartInterval
    unitsToRestart = (restarts + 1) * original.restartInterval - units
  }

  /// Whether it stands just as one does that begins there.
  func stands(at seam: RenderSeam) -> Bool {
    guard renderBits.position == (seam.render.byte, seam.render.bit),
      seam.dcs.indices.allSatisfy({ renderDCs[$0] == seam.dcs[$0] })
    else { return false }
    guard read == nil else { return true }
    return seam.original.map { originalBits.position == ($0.byte, $0.bit) } ?? false
      && seam.dcs.indices.allSatisfy { originalDCs[$0] == seam.dcs[$0] }
  }

  /// The components that blocks belong to.
  var components: [ComparedComponent] {
    original.components.enumerated().map { index, component in
      var quantizers = [UInt16](repeating: 1, count: 64)
      for (place, value) in original.quantizers[component.quantizer].enumerated() {
        quantizers[ZigZag.natural[place]] = value
      }
      return ComparedComponent(
        across: component.across, down: component.down,
        widthInBlocks: blocksAcross[index], heightInBlocks: blocksDown[index], quantizers: quantizers)
    }
  }

  /// - Parameter judge: gets every block that carries picture of every area and beside one, in coding order.
  /// - Throws: the first finding outside the areas; what the judge finds it keeps.
  mutating func run(_ judge: (ComparedBlock) -> Void) throws(ComparisonFinding) {
    try pass(rows: 0..<rowCount, judge)
    try passEnd()
    try finish()
  }

  var rowCount: Int { original.rows }

  /// Goes through some rows, the first of which is where it stands.
  mutating func pass(
    rows: Range<Int>, _ judge: (ComparedBlock) -> Void
  ) throws(ComparisonFinding) {
    defer { withExtendedLifetime(memory) {} }
    for row in rows {
      for stretch in areas.stretches(ofRow: row, columns: original.columns, withBeside: true) {
        switch stretch.kind {
        case .inside(let area):
          for column in stretch.columns { try compareInside(area, column, row, judge) }
        case .beside(let areas):
          for column in stretch.columns { try compareBeside(areas, column, row, judge) }
        case .apart: try compareOutside(stretch.columns, row)
        }
      }
    }
  }

  /// Goes behind the end of both pictures.
  mutating func passEnd() throws(ComparisonFinding) {
    guard read != nil || originalBits.pass(marker: 0xD9) else { throw .unreadableOriginal }
    guard renderBits.pass(marker: 0xD9) else { throw .damaged }
  }

  /// Judges the render as a whole, when all rows are passed.
  mutating func finish() throws(ComparisonFinding) {
    try judgeTables()
    judgePadding()
    guard nextByte == renderBytes.count else { throw .bytesBehindPicture }
  }

  private var nextByte: Int { rest?.nextByte ?? renderBits.nextByte }

  /// Where the next byte of the render stands.
  var reachedByte: Int { renderBits.nextByte }

  /// What was found so far.
  var findings: Findings {
    let tables = notesUse ? (0..<2 * render.components.count).map { renderTables[$0] } : []
    return Findings(
      anomalies: anomalies, sawPaddingOne: renderBits.sawPaddingOne,
      sawPaddingZero: renderBits.sawPaddingZero, passed: tables.map(\.notedSymbols),
      decoded: tables.map(\.decodedSymbols), nextByte: renderBits.nextByte)
  }

  /// Takes over what was found from where it stands to the end.
  mutating func add(_ rest: Findings) {
    anomalies.formUnion(rest.anomalies)
    self.rest = rest
  }

  /// Where an anomaly lies in the render.
  func place(of anomaly: CodingAnomaly) -> Range<Int> {
    switch anomaly {
    case .header, .unusedCodes: render.codingStart..<render.entropyStart
    default: render.entropyStart..<max(nextByte, render.entropyStart)
    }
  }

  /// Equal bits are equal coefficients only where codes stand for the same, and codes that are not used for nothing.
  private mutating func judgeTables() throws(ComparisonFinding) {
    if !renderBytes[render.codingStart..<render.entropyStart].elementsEqual(render.segmentsAnew) {
      anomalies.insert(.header)
    }
    guard notesUse else { return }
    for (index, component) in render.components.enumerated() {
      let theirs = original.components[index]
      for (kind, number, original, table) in [
        (HuffmanTable.Kind.dc, component.dcTable, original.tables[theirs.dcTable], renderTables[2 * index]),
        (.ac, component.acTable, original.tables[theirs.acTable], renderTables[2 * index + 1]),
      ] {
        let stored = render.tables[number]
        let place = 2 * index + (kind == .dc ? 0 : 1)
        let isCompared = Self.either(table.notedSymbols, rest?.passed[place])
        let isDecoded = Self.either(table.decodedSymbols, rest?.decoded[place])
        let isUsed = Self.either(isCompared, isDecoded)
        if !UnusedCodes.carryNoInformation(in: stored, kind, isUsed) { anomalies.insert(.unusedCodes) }
        guard sharesCodes else { continue }
        for (mine, theirs) in zip(stored, original).dropFirst(16)
        where mine != theirs && isCompared[Int(mine)] {
          throw .changedOutside
        }
      }
    }
  }

  private static func either(_ one: [Bool], _ other: [Bool]?) -> [Bool] {
    other.map { zip(one, $0).map { $0 || $1 } } ?? one
  }

  private mutating func judgePadding() {
    guard renderBits.sawPaddingZero || rest?.sawPaddingZero ?? false else { return }
    let sawOne = renderBits.sawPaddingOne || rest?.sawPaddingOne ?? false
    anomalies.insert(sawOne ? .padding : .zeroPadding)
  }

  private mutating func passRestart() throws(ComparisonFinding) {
    guard unitsToRestart == 0 else { return }
    let marker = UInt8(0xD0 | restarts & 7)
    guard read != nil || originalBits.pass(marker: marker) else { throw .unreadableOriginal }
    guard renderBits.pass(marker: marker) else { throw .damaged }
    restarts += 1
    unitsToRestart = original.restartInterval
    for index in original.components.indices {
      originalDCs[index] = 0
      renderDCs[index] = 0
    }
    isOutOfStep = false
  }

  private mutating func compareOutside(_ columns: Range<Int>, _ row: Int) throws(ComparisonFinding) {
    let wholeEnd = row < wholeRows ? min(wholeColumns, columns.upperBound) : 0
    var column = columns.lowerBound
    while column < columns.upperBound {
      try passRestart()
      var stretch = 1
      if column < wholeEnd, let read {
        stretch = min(wholeEnd - column, unitsToRestart)
        try compareCoefficients(column..<(column + stretch), row, read.rows)
      } else if isOutOfStep || !sharesCodes || column >= wholeEnd {
        try compareUnit(column, row)
      } else {
        stretch = min(wholeEnd - column, unitsToRestart)
        if notesUse {
          try compareBits(units: stretch, notes: true)
        } else {
          try compareBits(units: stretch, notes: false)
        }
      }
      column += stretch
      unitsToRestart -= stretch
    }
  }

  /// Compares units without a block beyond the edge with coefficients that are read already. What the hot loop uses is kept in locals.
  /// - Parameter rows: by component and row of blocks.
  private mutating func compareCoefficients(
    _ columns: Range<Int>, _ row: Int, _ rows: UnsafePointer<UnsafePointer<UnsafePointer<Int16>>>
  ) throws(ComparisonFinding) {
    var bits = renderBits
    defer { renderBits = bits }
    let blocks = unitBlocks
    let blockCount = unit.count
    let tables = renderTables
    let dcs = renderDCs
    let mine = renderBlock
    let order = naturalOrder
    var isAnomalous = false
    for column in columns {
      for place in 0..<blockCount {
        let block = blocks[place]
        let theirs =
          rows[block.component][row &* block.down &+ block.y] + 64 &* (column &* block.across &+ block.x)
        guard
          bits.decodeBlock(
            tables[2 * block.component], tables[2 * block.component + 1], &dcs[block.component],
            &isAnomalous, into: mine, order)
        else { throw .damaged }
        guard memcmp(theirs, mine, 64 * MemoryLayout<Int16>.stride) == 0 else { throw .changedOutside }
      }
    }
    if isAnomalous { anomalies.insert(.symbols) }
  }

  /// Compares a unit outside the areas coefficient by coefficient.
  /// - Parameters:
  ///   - areas: those that it lies beside.
  ///   - judge: gets its blocks, once for each of them.
  private mutating func compareUnit(
    _ column: Int, _ row: Int, beside areas: [Int] = [], _ judge: (ComparedBlock) -> Void = { _ in }
  ) throws(ComparisonFinding) {
    for block in unit {
      guard try decode(block, column, row) else { continue }
      let theirs = readBlock(block, column, row) ?? UnsafePointer(originalBlock)
      guard memcmp(theirs, renderBlock, 64 * MemoryLayout<Int16>.stride) == 0 else { throw .changedOutside }
      for area in areas { hand(block, of: area, isBeside: true, column, row, to: judge) }
    }
    isOutOfStep = original.components.indices.contains { originalDCs[$0] != renderDCs[$0] }
  }

  private mutating func compareBeside(
    _ areas: [Int], _ column: Int, _ row: Int, _ judge: (ComparedBlock) -> Void
  ) throws(ComparisonFinding) {
    try passRestart()
    unitsToRestart -= 1
    try compareUnit(column, row, beside: areas, judge)
  }

  private mutating func compareInside(
    _ area: Int, _ column: Int, _ row: Int, _ judge: (ComparedBlock) -> Void
  ) throws(ComparisonFinding) {
    try passRestart()
    isOutOfStep = true
    unitsToRestart -= 1
    for block in unit {
      // Of the original nothing is asked but the DC.
      guard try decode(block, column, row, comparesOriginal: false) else { continue }
      hand(block, of: area, isBeside: false, column, row, to: judge)
    }
  }

  /// A block that carries picture of an original whose coefficients are read already.
  @inline(__always)
  private func readBlock(_ block: UnitBlock, _ column: Int, _ row: Int) -> UnsafePointer<Int16>? {
    guard let read else { return nil }
    let component = original.components[block.component]
    return read.rows[block.component][row * component.down + block.y]
      + 64 * (column * component.across + block.x)
  }

  /// Hands the block that was decoded last to a judge.
  private func hand(
    _ block: UnitBlock, of area: Int, isBeside: Bool, _ column: Int, _ row: Int,
    to judge: (ComparedBlock) -> Void
  ) {
    let component = original.components[block.component]
    judge(
      ComparedBlock(
        area: area, isBeside: isBeside, component: block.component,
        x: column * component.across + block.x, y: row * component.down + block.y,
        originalDC: readBlock(block, column, row).map { Int($0[0]) } ?? originalDCs[block.component],
        coefficients: UnsafePointer(renderBlock)))
  }

  /// Decodes one block of either.
  /// - Parameter comparesOriginal: whether more of the original's than its DC is needed.
  /// - Returns: whether it carries picture; of one that does not, the render's must be flat.
  private mutating func decode(
    _ block: UnitBlock, _ column: Int, _ row: Int, comparesOriginal: Bool = true
  ) throws(ComparisonFinding) -> Bool {
    let component = block.component
    let lastDC = renderDCs[component]
    var isAnomalous = false
    let (dcTable, acTable) = (originalTables[2 * component], originalTables[2 * component + 1])
    guard
      read != nil
        ? true
        : comparesOriginal
          ? originalBits.decodeBlock(
            dcTable, acTable, &originalDCs[component], &isAnomalous, into: originalBlock, naturalOrder)
          : originalBits.passBlock(dcTable, acTable, &originalDCs[component])
    else { throw .unreadableOriginal }
    isAnomalous = false
    guard
      renderBits.decodeBlock(
        renderTables[2 * component], renderTables[2 * component + 1], &renderDCs[component], &isAnomalous,
        into: renderBlock, naturalOrder)
    else { throw .damaged }
    if isAnomalous { anomalies.insert(.symbols) }
    let x = column * original.components[component].across + block.x
    let y = row * original.components[component].down + block.y
    if x < blocksAcross[component], y < blocksDown[component] { return true }
    if lastDC != renderDCs[component] || (1..<64).contains(where: { renderBlock[$0] != 0 }) {
      // What varies along the edge alone is what the edge repeated would show.
      let isAlongEdge = (1..<64).allSatisfy { place in
        renderBlock[place] == 0
          || (x < blocksAcross[component] || place % 8 == 0) && (y < blocksDown[component] || place < 8)
      }
      anomalies.insert(isAlongEdge ? .repeatedEdge : .unseenBlocks)
    }
    return false
  }

  /// Passes over units whose bits must be equal: by the render's codes, and once it is known how many bits there are, they are
  /// compared in words.
  /// - Parameter notes: whether it is noted what is used of the tables.
  @inline(__always)
  private mutating func compareBits(units: Int, notes: Bool) throws(ComparisonFinding) {
    var mine = renderBits
    var theirs = originalBits
    let passed = skip(units: units, notes: notes)
    guard BitWindow.takeEqual(&mine, &theirs, count: passed.bits) else { throw .changedOutside }
    guard passed.isReadable, !renderBits.isExhausted, !theirs.isExhausted else { throw .damaged }
    originalBits = theirs
  }

  /// The hot loop. What it uses is kept in locals, so that it stays in registers.
  /// - Returns: how many of the render's bits were passed, and whether all of them are codes.
  @inline(__always)
  private mutating func skip(units: Int, notes: Bool) -> (bits: Int, isReadable: Bool) {
    var bits = renderBits
    defer { renderBits = bits }
    var passed = 0
    var irregular: UInt32 = 0
    let blocks = unitBlocks
    let blockCount = unit.count
    let tables = renderTables
    let myDCs = renderDCs
    let theirDCs = originalDCs
    for _ in 0..<units {
      for place in 0..<blockCount {
        let component = blocks[place].component
        let dcTable = tables[2 * component]
        let acTable = tables[2 * component + 1]
        bits.refill()
        let entry = dcTable.entry(bits.bits)
        guard entry != 0 else { return (passed, false) }
        passed &+= Int(entry >> 8 & 255)
        irregular |= entry
        if notes { dcTable.note(entry) }
        let change = bits.takeValue(entry)
        myDCs[component] &+= change
        theirDCs[component] &+= change

        guard bits.passCoefficients(acTable, &passed, &irregular, notes: notes) else {
          return (passed, false)
        }
      }
    }
    if irregular & CodeTable.irregular != 0 { anomalies.insert(.symbols) }
    return (passed, true)
  }
}
