/// Scans a stream once. Symbols outside the areas are measured and passed over; only DC differences are read.
///
/// What is copied must be coded as every encoder codes it: who could choose between two ways would tell something by the
/// choice. Blocks beyond the picture's edge are no picture and become flat, like an area. Samples beyond the edge in a
/// block that is partly seen stay: they hang on the same coefficients as what is seen.
struct BaselineScanner {
  private let stream: BaselineJPEG
  private var reader: EntropyReader
  /// The last DC of each component.
  private let predictionList: UnsafeMutablePointer<Int32>
  private var map: ScanMap
  private let areas: [ObscuredArea]
  private let takesSurroundings: Bool
  /// The blocks of one MCU in coding order, and the same at a place that does not move.
  private let blocks: [Block]
  private let blockList: UnsafePointer<Block>
  /// Where the bits begin that have not been accounted for.
  private var copyStart: BitPosition
  /// Whether an area or an unseen block touched the current restart interval, so that its bits move.
  private var isShifted = false
  /// By component, whether its last block in the output has, or may have, another DC than in the stream, so that the
  /// next difference does not hold.
  private var needsNewDifference: [Bool]
  /// MCUs without an unseen block: so many columns in so many rows.
  private let wholeColumns: Int
  private let wholeRows: Int
  /// Whether a table is not a standard one, so that it matters what of it is used.
  private let notesUse: Bool
  private var mcusToRestart: Int
  private var restarts = 0
  /// Bytes of the file.
  private let count: Int
  /// Whether the step in the middle is there.
  private var isSewn = false

  private struct Block {
    let component: Int
    let x: Int
    let y: Int
    let dc: HuffmanDecoder
    let ac: HuffmanDecoder
  }

  /// Where units begin; nil where nobody has looked.
  private let index: ScanIndex?
  /// Keeps the memory behind the pointers.
  private let memory: ScanMemory

  /// Scans the whole stream; nil where its data breaks the rules or does not end with its last MCU.
  /// - Parameters:
  ///   - index: of the stream; what lies apart from all areas is not read again then.
  ///   - takingSurroundings: whether the grids are given what lies beside their areas.
  static func scan(
    _ stream: BaselineJPEG, _ bytes: UnsafeBufferPointer<UInt8>, areas: [ObscuredArea],
    by index: ScanIndex? = nil, takingSurroundings: Bool = true
  ) -> ScanMap? {
    guard let base = bytes.baseAddress,
      var scanner = BaselineScanner(stream, base, bytes.count, areas, index, takingSurroundings)
    else { return nil }
    return withExtendedLifetime(scanner.memory) {
      guard scanner.run() else { return nil }
      scanner.collectUse()
      return scanner.map
    }
  }

  private init?(
    _ stream: BaselineJPEG, _ base: UnsafePointer<UInt8>, _ count: Int, _ areas: [ObscuredArea],
    _ index: ScanIndex?, _ takesSurroundings: Bool
  ) {
    self.index = index
    self.takesSurroundings = takesSurroundings
    let memory = ScanMemory()
    let dcDecoders = stream.dcTables.map { $0.map { HuffmanDecoder($0, .dc, in: memory) } }
    let acDecoders = stream.acTables.map { $0.map { HuffmanDecoder($0, .ac, in: memory) } }
    var blocks: [Block] = []
    for (index, component) in stream.components.enumerated() {
      guard let dc = dcDecoders[component.dcTable], let ac = acDecoders[component.acTable] else { return nil }
      for y in 0..<component.blocksY {
        for x in 0..<component.blocksX {
          blocks.append(Block(component: index, x: x, y: y, dc: dc, ac: ac))
        }
      }
    }
    self.stream = stream
    self.count = count
    self.blocks = blocks
    blockList = memory.keep(blocks)
    self.memory = memory
    reader = EntropyReader(base, from: stream.entropyStart, to: count)
    predictionList = memory.keepMutable([Int32](repeating: 0, count: stream.components.count))
    self.areas = areas
    copyStart = BitPosition(byte: stream.entropyStart, bit: 0)
    needsNewDifference = [Bool](repeating: false, count: stream.components.count)
    wholeColumns = stream.components.map { $0.widthInBlocks / $0.blocksX }.min() ?? 0
    wholeRows = stream.components.map { $0.heightInBlocks / $0.blocksY }.min() ?? 0
    notesUse = !stream.ownTables.isEmpty
    mcusToRestart = stream.restartInterval > 0 ? stream.restartInterval : .max
    map = ScanMap(
      steps: [],
      grids: areas.map { area in
        stream.components.map {
          BlockGrid(
            area: area, blocksX: $0.blocksX, blocksY: $0.blocksY, widthInBlocks: $0.widthInBlocks,
            heightInBlocks: $0.heightInBlocks, takesSurroundings: takesSurroundings)
        }
      })
  }

  private mutating func run() -> Bool {
    let middle = (stream.entropyStart + count) / 2
    for row in 0..<stream.mcuRows {
      if row > 0, !isSewn, reader.nextByte >= middle, !needsNewDifference.contains(true) { sew(row) }
      for stretch in areas.stretches(
        ofRow: row, columns: stream.mcuColumns, withBeside: takesSurroundings)
      {
        let isRead =
          switch stretch.kind {
          case .inside(let area): collect(stretch.columns, of: area, row: row)
          case .beside(let areas): observe(stretch.columns, row: row, for: areas)
          case .apart: skip(stretch.columns, row: row)
          }
        guard isRead else { return false }
      }
    }
    guard !reader.hasOverrun, reader.isAtEndOfImage else { return false }
    copy(to: reader.position)
    return true
  }

  /// Notes that a row begins.
  private mutating func sew(_ row: Int) {
    let position = reader.position
    copy(to: position)
    copyStart = position
    let place = RenderSeam.Place(byte: position.byte, bit: position.bit)
    map.steps.append(
      .seam(
        RenderSeam(
          row: row, original: place, render: place,
          dcs: stream.components.indices.map { Int(predictionList[$0]) })))
    isSewn = true
  }

  /// Adds what has not been accounted for to the bits that stay.
  private mutating func copy(to end: BitPosition) {
    if copyStart != end { map.steps.append(.copy(copyStart, end)) }
  }

  /// Passes over MCUs outside the areas.
  private mutating func skip(_ columns: Range<Int>, row: Int) -> Bool {
    let wholeEnd = row < wholeRows ? min(wholeColumns, columns.upperBound) : 0
    var column = columns.lowerBound
    while column < columns.upperBound {
      guard mcusToRestart > 0 || restart() else { return false }
      let isWatched = column >= wholeEnd || needsNewDifference.contains(true)
      let stretch = isWatched ? 1 : min(wholeEnd - column, mcusToRestart)
      guard isWatched ? passUnit(column: column, row: row) : pass(stretch, from: column, row: row) else {
        return false
      }
      column += stretch
      mcusToRestart -= stretch
    }
    return true
  }

  /// Passes over MCUs beside some areas and takes down their DCs.
  private mutating func observe(_ columns: Range<Int>, row: Int, for areas: [Int]) -> Bool {
    for column in columns {
      guard mcusToRestart > 0 || restart(), passUnit(column: column, row: row, beside: areas) else {
        return false
      }
      mcusToRestart -= 1
    }
    return true
  }

  /// Passes over MCUs within one restart interval, as far as the index leads without reading them.
  private mutating func pass(_ count: Int, from column: Int, row: Int) -> Bool {
    let start = row * stream.mcuColumns + column
    guard let (unit, mark) = index?.mark(notBehind: start + count, from: start) else {
      return skipStretch(count)
    }
    reader.go(to: mark.position.position)
    for component in stream.components.indices { predictionList[component] = mark.dcs[component] }
    return skipStretch(start + count - unit)
  }

  private mutating func skipStretch(_ count: Int) -> Bool {
    notesUse ? skipStretch(count, notes: true) : skipStretch(count, notes: false)
  }

  /// The hot loop: MCUs within one restart interval. Reader and pointers are locals, so that they stay in
  /// registers.
  @inline(__always)
  private mutating func skipStretch(_ count: Int, notes: Bool) -> Bool {
    var reader = self.reader
    defer { self.reader = reader }
    let blocks = blockList
    let predictions = predictionList
    let blockCount = self.blocks.count
    for _ in 0..<count {
      for index in 0..<blockCount {
        guard let difference = reader.readDifference(blocks[index].dc, isCopied: true, notes: notes),
          reader.skipCoefficients(blocks[index].ac, isCopied: true, notes: notes)
        else { return false }
        predictions[blocks[index].component] &+= difference
      }
      if reader.hasOverrun { return false }
    }
    return true
  }

  /// Passes over one MCU that cannot be copied whole, or of which the DCs are asked for.
  /// - Parameter areas: those that it lies beside.
  private mutating func passUnit(column: Int, row: Int, beside areas: [Int] = []) -> Bool {
    for block in blocks {
      let component = stream.components[block.component]
      let (x, y) = (column * component.blocksX + block.x, row * component.blocksY + block.y)
      let isSeen = component.isSeen(x, y)
      guard isSeen ? passSeen(block) : passUnseen(block), !reader.hasOverrun else { return false }
      for area in areas where isSeen {
        map.grids[area][block.component].takeBeside(
          dc: Int(predictionList[block.component]), x: x, y: y)
      }
    }
    return true
  }

  /// Passes over a block of which the DC difference may have to be written anew.
  private mutating func passSeen(_ block: Block) -> Bool {
    if needsNewDifference[block.component] {
      copy(to: reader.position)
      guard let difference = reader.readDifference(block.dc, isCopied: false, notes: false) else {
        return false
      }
      predictionList[block.component] &+= difference
      guard !reader.hasOverrun, let value = Int16(exactly: predictionList[block.component]) else {
        return false
      }
      map.steps.append(.dc(component: block.component, value: value))
      copyStart = reader.position
      needsNewDifference[block.component] = false
      isShifted = true
    } else {
      guard let difference = reader.readDifference(block.dc, isCopied: true, notes: true) else {
        return false
      }
      predictionList[block.component] &+= difference
    }
    return reader.skipCoefficients(block.ac, isCopied: true, notes: true)
  }

  /// Passes over a block beyond the picture's edge, and takes it out of what is copied unless it is flat.
  private mutating func passUnseen(_ block: Block) -> Bool {
    let start = reader.position
    let before = predictionList[block.component]
    guard let difference = reader.readDifference(block.dc, isCopied: false, notes: false) else {
      return false
    }
    predictionList[block.component] &+= difference
    reader.fill()
    let isEmpty = block.ac.entry(for: reader.window)?.symbol == 0
    guard reader.skipCoefficients(block.ac, isCopied: false, notes: false) else { return false }
    if difference == 0, isEmpty {
      block.dc.note(0)
      block.ac.note(0)
      return true
    }
    copy(to: start)
    // Behind a block that was written anew, the writer knows what the last DC is.
    if !needsNewDifference[block.component] {
      map.steps.append(.predict(component: block.component, value: before))
    }
    map.steps.append(.unseen(component: block.component))
    copyStart = reader.position
    needsNewDifference[block.component] = needsNewDifference[block.component] || difference != 0
    isShifted = true
    return true
  }

  /// Reads the DCs of an area's MCUs; their bits are left out of the output.
  private mutating func collect(_ columns: Range<Int>, of area: Int, row: Int) -> Bool {
    var first = columns.lowerBound
    for column in columns {
      if mcusToRestart == 0 {
        if first < column {
          map.steps.append(.obscure(area: area, row: row, columns: first..<column))
          copyStart = reader.position
          first = column
        }
        guard restart() else { return false }
      }
      if column == first {
        copy(to: reader.position)
        // Right behind a restart the writer's predictions are zero already.
        if !map.endsWithRestart {
          for index in needsNewDifference.indices where !needsNewDifference[index] {
            map.steps.append(.predict(component: index, value: predictionList[index]))
          }
        }
      }
      isShifted = true
      for index in needsNewDifference.indices { needsNewDifference[index] = true }
      for block in blocks {
        guard let difference = reader.readDifference(block.dc, isCopied: false, notes: false),
          reader.skipCoefficients(block.ac, isCopied: false, notes: false)
        else { return false }
        predictionList[block.component] &+= difference
        guard let value = Int16(exactly: predictionList[block.component]) else { return false }
        map.grids[area][block.component].take(
          dc: value, unitX: column, unitY: row, blockX: block.x, blockY: block.y)
      }
      guard !reader.hasOverrun else { return false }
      mcusToRestart -= 1
    }
    map.steps.append(.obscure(area: area, row: row, columns: first..<columns.upperBound))
    copyStart = reader.position
    return true
  }

  /// Goes into the next restart interval.
  private mutating func restart() -> Bool {
    guard !reader.hasOverrun else { return false }
    let end = reader.position
    // Bits that fill up the last byte are copied with the marker, unless they are not what they should be.
    let endsAnew = isShifted || !reader.isPaddedWithOnes
    guard reader.skipRestartMarker(restarts) else { return false }
    if endsAnew {
      copy(to: end)
      map.steps.append(.restart(restarts))
      copyStart = reader.position
    }
    restarts += 1
    mcusToRestart = stream.restartInterval
    isShifted = false
    for index in stream.components.indices {
      predictionList[index] = 0
      needsNewDifference[index] = false
    }
    return true
  }

  /// Adds up what the decoders noted.
  private mutating func collectUse() {
    guard notesUse else { return }
    for block in blocks where block.x == 0 && block.y == 0 {
      let component = stream.components[block.component]
      map.used.note(block.dc.usedSymbols, .dc, component.dcTable)
      map.used.note(block.ac.usedSymbols, .ac, component.acTable)
    }
  }
}
