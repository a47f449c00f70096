/// Goes through a render and its original side by side: outside the areas every coefficient must be the same, and
/// each block inside is handed to a judge.
///
/// Where both use the same codes, equal coefficients have equal bits, so one decoding and a comparison of bits do for
/// both; right behind an area, where the differences to the last DC are others, both are decoded.
struct PictureComparison {
  private let original: CodedPicture
  private let renderEnd: Int
  private let areas: [ObscuredArea]
  private let sharesCodes: Bool
  /// By component, the table of its DC and that of its AC.
  private let originalTables: UnsafePointer<CodeTable>
  private let renderTables: UnsafePointer<CodeTable>
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

  /// Nil where the two cannot be compared so: another kind of stream, size, sampling or quantisers.
  init?(
    _ originalBytes: UnsafeBufferPointer<UInt8>, _ renderBytes: UnsafeBufferPointer<UInt8>,
    areas: [ObscuredArea]
  ) {
    guard let original = CodedPicture(originalBytes), let render = CodedPicture(renderBytes),
      original.isComparable(to: render), original.restartInterval == render.restartInterval,
      let originalBase = originalBytes.baseAddress, let renderBase = renderBytes.baseAddress
    else { return nil }
    let memory = memory
    func tables(of picture: CodedPicture) -> [CodeTable] {
      picture.components.flatMap { [$0.dcTable, $0.acTable] }.compactMap {
        CodeTable(picture.tables[$0], in: memory)
      }
    }
    let originalTables = tables(of: original)
    let renderTables = tables(of: render)
    guard originalTables.count == 2 * original.components.count, renderTables.count == originalTables.count
    else {
      return nil
    }
    self.original = original
    self.areas = areas
    self.originalTables = memory.keep(originalTables)
    self.renderTables = memory.keep(renderTables)
    sharesCodes = original.sharesCodes(with: render)
    unit = original.components.enumerated().flatMap { index, component in
      (0..<component.down).flatMap { y in
        (0..<component.across).map { UnitBlock(component: index, x: $0, y: y) }
      }
    }
    unitBlocks = memory.keep(unit)
    naturalOrder = memory.keep(ZigZag.natural)
    renderEnd = renderBytes.count
    originalBits = BitWindow(originalBase, count: originalBytes.count, from: original.entropyStart)
    renderBits = BitWindow(renderBase, count: renderBytes.count, from: render.entropyStart)
    originalDCs = memory.keepMutable([Int](repeating: 0, count: original.components.count))
    renderDCs = memory.keepMutable([Int](repeating: 0, count: original.components.count))
    originalBlock = memory.keepMutable([Int16](repeating: 0, count: 64))
    renderBlock = memory.keepMutable([Int16](repeating: 0, count: 64))
    unitsToRestart = original.restartInterval > 0 ? original.restartInterval : .max
  }

  /// The components that blocks belong to.
  var components: [ComparedComponent] {
    let mostAcross = original.components.map(\.across).max() ?? 1
    let mostDown = original.components.map(\.down).max() ?? 1
    func blocks(_ size: Int, _ part: Int, _ most: Int) -> Int { (size * part + 8 * most - 1) / (8 * most) }
    return original.components.map { component in
      var quantisers = [UInt16](repeating: 1, count: 64)
      for (place, value) in original.quantisers[component.quantiser].enumerated() {
        quantisers[ZigZag.natural[place]] = value
      }
      return ComparedComponent(
        across: component.across, down: component.down,
        widthInBlocks: blocks(original.width, component.across, mostAcross),
        heightInBlocks: blocks(original.height, component.down, mostDown), quantisers: quantisers)
    }
  }

  /// - Parameter judge: gets every block of every area and beside one, in coding order.
  /// - Throws: the first finding outside the areas; what the judge finds it keeps.
  mutating func run(_ judge: (ComparedBlock) -> Void) throws(ComparisonFinding) {
    defer { withExtendedLifetime(memory) {} }
    for row in 0..<original.rows {
      for stretch in areas.stretches(ofRow: row, columns: original.columns, withBeside: true) {
        switch stretch.kind {
        case .inside(let area):
          for column in stretch.columns { try compareInside(area, column, row, judge) }
        case .beside(let areas):
          for column in stretch.columns { try compareBeside(areas, column, row, judge) }
        case .apart: try compareOutside(stretch.columns.count)
        }
      }
    }
    guard originalBits.pass(marker: 0xD9) else { throw .unreadableOriginal }
    guard renderBits.pass(marker: 0xD9) else { throw .damaged }
    guard renderBits.nextByte == renderEnd else { throw .bytesBehindPicture }
  }

  private mutating func passRestart() throws(ComparisonFinding) {
    guard unitsToRestart == 0 else { return }
    let marker = UInt8(0xD0 | restarts & 7)
    guard originalBits.pass(marker: marker) else { throw .unreadableOriginal }
    guard renderBits.pass(marker: marker) else { throw .damaged }
    restarts += 1
    unitsToRestart = original.restartInterval
    for index in original.components.indices {
      originalDCs[index] = 0
      renderDCs[index] = 0
    }
    isOutOfStep = false
  }

  private mutating func compareOutside(_ count: Int) throws(ComparisonFinding) {
    var left = count
    while left > 0 {
      try passRestart()
      if isOutOfStep || !sharesCodes {
        for block in unit { try compareDecoded(block.component) }
        isOutOfStep = false
        left -= 1
        unitsToRestart -= 1
      } else {
        let stretch = min(left, unitsToRestart)
        try compareBits(units: stretch)
        left -= stretch
        unitsToRestart -= stretch
      }
    }
  }

  /// Decodes one block of either, which must be the same.
  private mutating func compareDecoded(_ component: Int) throws(ComparisonFinding) {
    try decode(component)
    guard (0..<64).allSatisfy({ originalBlock[$0] == renderBlock[$0] }) else { throw .changedOutside }
  }

  private mutating func compareBeside(
    _ areas: [Int], _ column: Int, _ row: Int, _ judge: (ComparedBlock) -> Void
  ) throws(ComparisonFinding) {
    try passRestart()
    isOutOfStep = false
    unitsToRestart -= 1
    for block in unit {
      try compareDecoded(block.component)
      for area in areas { hand(block, of: area, isBeside: true, column, row, to: judge) }
    }
  }

  private mutating func compareInside(
    _ area: Int, _ column: Int, _ row: Int, _ judge: (ComparedBlock) -> Void
  ) throws(ComparisonFinding) {
    try passRestart()
    isOutOfStep = true
    unitsToRestart -= 1
    for block in unit {
      try decode(block.component)
      hand(block, of: area, isBeside: false, column, row, to: judge)
    }
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
        originalDC: originalDCs[block.component], coefficients: UnsafePointer(renderBlock)))
  }

  /// Decodes one block of either.
  private mutating func decode(_ component: Int) throws(ComparisonFinding) {
    guard
      Self.decode(
        &originalBits, originalTables[2 * component], originalTables[2 * component + 1],
        &originalDCs[component],
        into: originalBlock, naturalOrder)
    else { throw .unreadableOriginal }
    guard
      Self.decode(
        &renderBits, renderTables[2 * component], renderTables[2 * component + 1], &renderDCs[component],
        into: renderBlock, naturalOrder)
    else { throw .damaged }
  }

  private static func decode(
    _ bits: inout BitWindow, _ dcTable: CodeTable, _ acTable: CodeTable, _ lastDC: inout Int,
    into block: UnsafeMutablePointer<Int16>, _ naturalOrder: UnsafePointer<Int>
  ) -> Bool {
    block.initialize(repeating: 0, count: 64)
    bits.refill()
    let entry = dcTable.entry(bits.bits)
    guard entry != 0 else { return false }
    lastDC += value(&bits, entry)
    guard let dc = Int16(exactly: lastDC) else { return false }
    block[0] = dc
    var index = 1
    while index < 64 {
      bits.refill()
      let entry = acTable.entry(bits.bits)
      guard entry != 0 else { return false }
      let run = Int(entry >> 20)
      let isZero = entry >> 16 & 15 == 0
      if isZero && run < 15 {
        bits.drop(Int(entry & 255))
        break
      }
      index += run
      guard index < 64 else { return false }
      block[naturalOrder[index]] = Int16(truncatingIfNeeded: value(&bits, entry))
      index += 1
    }
    return !bits.isExhausted
  }

  /// Takes a code and the value behind it (ITU-T T.81, F.2.2.1): a first bit of 0 means that it is negative.
  @inline(__always)
  private static func value(_ bits: inout BitWindow, _ entry: UInt32) -> Int {
    let size = Int(entry >> 16 & 15)
    bits.drop(Int(entry & 255))
    guard size > 0 else { return 0 }
    let raw = Int(truncatingIfNeeded: bits.bits &>> UInt64(64 - size))
    bits.drop(size)
    return raw >> (size - 1) == 0 ? raw - (1 << size) + 1 : raw
  }

  /// The hot loop: units whose bits must be equal. What it uses is kept in locals, so that it stays in registers.
  private mutating func compareBits(units: Int) throws(ComparisonFinding) {
    var mine = renderBits
    var theirs = originalBits
    var difference: UInt64 = 0
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
        mine.refill()
        theirs.refill()
        let entry = dcTable.entry(mine.bits)
        guard entry != 0 else { throw .damaged }
        let length = Int(entry >> 8 & 255)
        difference |= (mine.bits ^ theirs.bits) &>> UInt64(64 - length)
        let change = Self.value(&mine, entry)
        theirs.drop(length)
        myDCs[component] &+= change
        theirDCs[component] &+= change

        var index = 1
        while index < 64 {
          mine.refill()
          theirs.refill()
          // Several symbols at once, unless they might reach beyond the block.
          let run = acTable.run(mine.bits)
          let passed = Int(run >> 8 & 255)
          if run != 0, index &+ passed < 64 {
            let length = Int(run & 255)
            difference |= (mine.bits ^ theirs.bits) &>> UInt64(64 - length)
            mine.drop(length)
            theirs.drop(length)
            index &+= passed
            if run >> 16 != 0 { break }
            continue
          }
          let entry = acTable.entry(mine.bits)
          guard entry != 0 else { throw .damaged }
          let length = Int(entry >> 8 & 255)
          difference |= (mine.bits ^ theirs.bits) &>> UInt64(64 - length)
          mine.drop(length)
          theirs.drop(length)
          let zeros = Int(entry >> 20)
          if entry >> 16 & 15 == 0 && zeros < 15 { break }
          index &+= zeros &+ 1
        }
        guard index <= 64 else { throw .damaged }
      }
      guard difference == 0 else { throw .changedOutside }
      guard !mine.isExhausted, !theirs.isExhausted else { throw .damaged }
    }
    renderBits = mine
    originalBits = theirs
  }
}
