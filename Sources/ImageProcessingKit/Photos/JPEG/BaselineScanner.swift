/// Scans a stream once. Symbols outside the areas are measured and passed over; only DC differences are read.
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
  /// Whether an area touched the current restart interval, so that its bits move.
  private var isShifted = false
  private var mcusToRestart: Int
  private var restarts = 0

  private struct Block {
    let component: Int
    let x: Int
    let y: Int
    let isFirst: Bool
    let dc: HuffmanDecoder
    let ac: HuffmanDecoder
  }

  /// Keeps the memory behind the pointers.
  private let memory: ScanMemory

  /// Scans the whole stream; nil where its data breaks the rules or does not end with its last MCU.
  /// - Parameter takingSurroundings: whether the grids are given what lies beside their areas.
  static func scan(
    _ stream: BaselineJPEG, _ bytes: UnsafeBufferPointer<UInt8>, areas: [ObscuredArea],
    takingSurroundings: Bool = true
  ) -> ScanMap? {
    guard let base = bytes.baseAddress,
      var scanner = BaselineScanner(stream, base, bytes.count, areas, takingSurroundings)
    else { return nil }
    let isWhole = withExtendedLifetime(scanner.memory) { scanner.run() }
    return isWhole ? scanner.map : nil
  }

  private init?(
    _ stream: BaselineJPEG, _ base: UnsafePointer<UInt8>, _ count: Int, _ areas: [ObscuredArea],
    _ takesSurroundings: Bool
  ) {
    self.takesSurroundings = takesSurroundings
    let memory = ScanMemory()
    let dcDecoders = stream.dcTables.map { $0.map { HuffmanDecoder($0, in: memory) } }
    let acDecoders = stream.acTables.map { $0.map { HuffmanDecoder($0, in: memory) } }
    var blocks: [Block] = []
    for (index, component) in stream.components.enumerated() {
      guard let dc = dcDecoders[component.dcTable], let ac = acDecoders[component.acTable] else { return nil }
      for y in 0..<component.blocksY {
        for x in 0..<component.blocksX {
          blocks.append(Block(component: index, x: x, y: y, isFirst: x == 0 && y == 0, dc: dc, ac: ac))
        }
      }
    }
    self.stream = stream
    self.blocks = blocks
    blockList = memory.keep(blocks)
    self.memory = memory
    reader = EntropyReader(base, from: stream.entropyStart, to: count)
    predictionList = memory.keepMutable([Int32](repeating: 0, count: stream.components.count))
    self.areas = areas
    copyStart = BitPosition(byte: stream.entropyStart, bit: 0)
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
    for row in 0..<stream.mcuRows {
      for stretch in areas.stretches(
        ofRow: row, columns: stream.mcuColumns, withBeside: takesSurroundings)
      {
        let isRead =
          switch stretch.kind {
          case .inside(let area): collect(stretch.columns, of: area, row: row)
          case .beside(let areas): observe(stretch.columns, for: areas, row: row)
          case .apart: skip(stretch.columns.count)
          }
        guard isRead else { return false }
      }
    }
    guard !reader.hasOverrun, reader.isAtEndOfImage else { return false }
    map.steps.append(.copy(copyStart, reader.position))
    return true
  }

  /// Passes over MCUs outside the areas.
  private mutating func skip(_ count: Int) -> Bool {
    var left = count
    while left > 0 {
      guard mcusToRestart > 0 || restart() else { return false }
      if mendsPredictions {
        guard mend() else { return false }
        left -= 1
        mcusToRestart -= 1
        continue
      }
      let stretch = min(left, mcusToRestart)
      guard skipStretch(stretch) else { return false }
      left -= stretch
      mcusToRestart -= stretch
    }
    return true
  }

  /// Passes over MCUs beside some areas and takes down their DCs.
  private mutating func observe(_ columns: Range<Int>, for areas: [Int], row: Int) -> Bool {
    for column in columns {
      guard mcusToRestart > 0 || restart() else { return false }
      let place = Beside(areas: areas, column: column, row: row)
      if mendsPredictions {
        guard mend(place) else { return false }
      } else {
        for block in blocks {
          guard let difference = Self.readDifference(&reader, block.dc),
            Self.skipCoefficients(&reader, block.ac)
          else { return false }
          predictionList[block.component] &+= difference
          note(block, place)
        }
        guard !reader.hasOverrun else { return false }
      }
      mcusToRestart -= 1
    }
    return true
  }

  /// An MCU beside some areas.
  private struct Beside {
    let areas: [Int]
    let column: Int
    let row: Int
  }

  /// Takes down the DC that was read last.
  private mutating func note(_ block: Block, _ place: Beside) {
    let component = stream.components[block.component]
    for area in place.areas {
      map.grids[area][block.component].takeBeside(
        dc: Int(predictionList[block.component]), x: place.column * component.blocksX + block.x,
        y: place.row * component.blocksY + block.y)
    }
  }

  /// The hot loop: MCUs within one restart interval. Reader and pointers are locals, so that they stay in
  /// registers.
  private mutating func skipStretch(_ count: Int) -> Bool {
    var reader = self.reader
    defer { self.reader = reader }
    let blocks = blockList
    let predictions = predictionList
    let blockCount = self.blocks.count
    for _ in 0..<count {
      for index in 0..<blockCount {
        guard let difference = Self.readDifference(&reader, blocks[index].dc),
          Self.skipCoefficients(&reader, blocks[index].ac)
        else { return false }
        predictions[blocks[index].component] &+= difference
      }
      if reader.hasOverrun { return false }
    }
    return true
  }

  /// Reads the DCs of an area's MCUs; their bits are left out of the output.
  private mutating func collect(_ columns: Range<Int>, of area: Int, row: Int) -> Bool {
    var first = columns.lowerBound
    for column in columns {
      if mcusToRestart == 0 {
        if first < column {
          map.steps.append(.obscure(area: area, row: row, columns: first..<column))
          first = column
        }
        guard restart() else { return false }
      }
      if column == first, !mendsPredictions {
        if copyStart != reader.position { map.steps.append(.copy(copyStart, reader.position)) }
        // Right behind a restart the writer's predictions are zero already.
        if !map.endsWithRestart {
          map.steps.append(.predict(stream.components.indices.map { predictionList[$0] }))
        }
      }
      isShifted = true
      mendsPredictions = true
      for block in blocks {
        guard let difference = Self.readDifference(&reader, block.dc),
          Self.skipCoefficients(&reader, block.ac)
        else { return false }
        predictionList[block.component] &+= difference
        guard let value = Int16(exactly: predictionList[block.component]) else { return false }
        let place = map.grids[area][block.component].index(
          unitX: column, unitY: row, blockX: block.x, blockY: block.y)
        map.grids[area][block.component].dc[place] = value
      }
      guard !reader.hasOverrun else { return false }
      mcusToRestart -= 1
    }
    map.steps.append(.obscure(area: area, row: row, columns: first..<columns.upperBound))
    copyStart = reader.position
    return true
  }

  /// Whether the next MCU comes right behind an area, so that its DC differences no longer hold.
  private var mendsPredictions = false

  /// Reads one MCU behind an area and takes the first DC of each component out of what is copied.
  /// - Parameter place: where it is, if it lies beside an area.
  private mutating func mend(_ place: Beside? = nil) -> Bool {
    mendsPredictions = false
    copyStart = reader.position
    for block in blocks {
      let start = reader.position
      guard let difference = Self.readDifference(&reader, block.dc) else { return false }
      predictionList[block.component] &+= difference
      if let place { note(block, place) }
      if block.isFirst {
        guard !reader.hasOverrun, let value = Int16(exactly: predictionList[block.component]) else {
          return false
        }
        if copyStart != start { map.steps.append(.copy(copyStart, start)) }
        map.steps.append(.dc(component: block.component, value: value))
        copyStart = reader.position
      }
      guard Self.skipCoefficients(&reader, block.ac), !reader.hasOverrun else { return false }
    }
    return true
  }

  /// Goes into the next restart interval.
  private mutating func restart() -> Bool {
    guard !reader.hasOverrun else { return false }
    let end = reader.position
    guard reader.skipRestartMarker(restarts) else { return false }
    if isShifted {
      // Behind an area there is nothing to copy yet.
      if !mendsPredictions { map.steps.append(.copy(copyStart, end)) }
      map.steps.append(.restart(restarts))
      copyStart = reader.position
    }
    restarts += 1
    mcusToRestart = stream.restartInterval
    isShifted = false
    mendsPredictions = false
    for index in stream.components.indices { predictionList[index] = 0 }
    return true
  }

  @inline(__always)
  private static func readDifference(_ reader: inout EntropyReader, _ decoder: HuffmanDecoder) -> Int32? {
    reader.fill()
    guard let entry = decoder.entry(for: reader.window) else { return nil }
    reader.consume(entry.codeBits)
    let size = entry.symbol
    if size == 0 { return 0 }
    let bits = Int32(truncatingIfNeeded: reader.window &>> UInt64(64 - size))
    reader.consume(size)
    // A value whose first bit is 0 is negative (ITU-T T.81, F.2.2.1).
    return bits < 1 &<< Int32(size - 1) ? bits &- (1 &<< Int32(size)) &+ 1 : bits
  }

  @inline(__always)
  private static func skipCoefficients(_ reader: inout EntropyReader, _ decoder: HuffmanDecoder) -> Bool {
    var index = 1
    while index < 64 {
      reader.fill()
      // Several symbols with one look, unless they might fill the block and reach into the next.
      let run = decoder.run(for: reader.window)
      if run.bits > 0, index &+ run.advance < 64 {
        reader.consume(run.bits)
        if run.endsBlock { return true }
        index &+= run.advance
        continue
      }
      guard let entry = decoder.entry(for: reader.window) else { return false }
      reader.consume(entry.allBits)
      index &+= entry.advance
    }
    // Either all 64 are there or the end of the block was coded; a run beyond the last one is damage.
    return index == 64 || index > HuffmanEntry.endOfBlock
  }
}
