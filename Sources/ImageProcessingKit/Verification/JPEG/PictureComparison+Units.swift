internal import Glibc

// How units are compared: by their bits where equal coefficients have equal ones, else coefficient by coefficient.
extension PictureComparison {
  mutating func passRestart() throws(ComparisonFinding) {
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

  mutating func compareOutside(_ columns: Range<Int>, _ row: Int) throws(ComparisonFinding) {
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
        let theirs = block.coefficients(column, row, in: rows)
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
      let theirs = read.map { block.coefficients(column, row, in: $0.rows) } ?? UnsafePointer(originalBlock)
      guard memcmp(theirs, renderBlock, 64 * MemoryLayout<Int16>.stride) == 0 else { throw .changedOutside }
      for area in areas { hand(block, of: area, isBeside: true, column, row, to: judge) }
    }
    isOutOfStep = original.components.indices.contains { originalDCs[$0] != renderDCs[$0] }
  }

  mutating func compareBeside(
    _ areas: [Int], _ column: Int, _ row: Int, _ judge: (ComparedBlock) -> Void
  ) throws(ComparisonFinding) {
    try passRestart()
    unitsToRestart -= 1
    try compareUnit(column, row, beside: areas, judge)
  }

  mutating func compareInside(
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

  /// Hands the block that was decoded last to a judge.
  private func hand(
    _ block: UnitBlock, of area: Int, isBeside: Bool, _ column: Int, _ row: Int,
    to judge: (ComparedBlock) -> Void
  ) {
    let readDC = read.map { Int(block.coefficients(column, row, in: $0.rows)[0]) }
    judge(
      ComparedBlock(
        area: area, isBeside: isBeside, component: block.component,
        x: column * block.across + block.x, y: row * block.down + block.y,
        originalDC: readDC ?? originalDCs[block.component],
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
    if read == nil {
      let (dcTable, acTable) = (originalTables[2 * component], originalTables[2 * component + 1])
      let isReadable =
        comparesOriginal
        ? originalBits.decodeBlock(
          dcTable, acTable, &originalDCs[component], &isAnomalous, into: originalBlock, naturalOrder)
        : originalBits.passBlock(dcTable, acTable, &originalDCs[component])
      guard isReadable else { throw .unreadableOriginal }
      isAnomalous = false
    }
    guard
      renderBits.decodeBlock(
        renderTables[2 * component], renderTables[2 * component + 1], &renderDCs[component], &isAnomalous,
        into: renderBlock, naturalOrder)
    else { throw .damaged }
    if isAnomalous { anomalies.insert(.symbols) }
    let x = column * block.across + block.x
    let y = row * block.down + block.y
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
