/// Puts a stream together again: bits that stay are copied, blocks of the areas are written anew with codes
/// of the file's own tables.
struct BaselineWriter: ~Copyable {
  private let stream: BaselineJPEG
  private let map: ScanMap
  private var output: EntropyWriter
  private var predictions: [Int]
  /// Whether nothing is written, only noted which symbols would be, whatever codes there are.
  private let isDryRun: Bool
  private var used = SymbolUse()
  /// The bytes before the coded data.
  private let headerBytes: Int
  /// Where the writer stood in the middle.
  private var seam: RenderSeam?

  /// What became of a stream.
  enum Outcome {
    /// Its tables lack a code that it needs: another path takes over.
    case lacksCode
    /// It is written.
    case written(RenderSeam?)
  }

  /// Writes the edited stream.
  /// - Parameters:
  ///   - map: what the scan found; its grids hold the blocks as they are to be.
  ///   - segments: application segments, put behind SOI.
  static func write(
    _ stream: BaselineJPEG, _ bytes: UnsafeBufferPointer<UInt8>, _ map: ScanMap, segments: [UInt8],
    into sink: any ByteSink
  ) -> Outcome {
    guard let base = bytes.baseAddress else { return .lacksCode }
    var stream = stream
    if !stream.ownTables.isEmpty {
      // The tables come before the picture that decides what is left of them.
      var dryRun = BaselineWriter(stream, map, isDryRun: true, into: MemorySink())
      guard dryRun.run(base), let kept = stream.keeping(map.used, adding: dryRun.used) else {
        return .lacksCode
      }
      stream = kept
    }
    let header = stream.header(with: segments)
    sink.append(header)
    var writer = BaselineWriter(stream, map, isDryRun: false, behind: header.count, into: sink)
    guard writer.run(base) else { return .lacksCode }
    writer.finish()
    return .written(writer.seam)
  }

  private init(
    _ stream: BaselineJPEG, _ map: ScanMap, isDryRun: Bool, behind headerBytes: Int = 0,
    into sink: any ByteSink
  ) {
    self.stream = stream
    self.headerBytes = headerBytes
    self.map = map
    self.isDryRun = isDryRun
    output = EntropyWriter(into: sink)
    predictions = [Int](repeating: 0, count: stream.components.count)
  }

  private mutating func finish() {
    output.putMarker(JPEGMarkers.endOfImage)
    output.flush()
  }

  private mutating func run(_ base: UnsafePointer<UInt8>) -> Bool {
    for step in map.steps {
      switch step {
      case .copy(let start, let end):
        if !isDryRun { output.copy(base, from: start, to: end) }
      case .predict(let component, let value):
        predictions[component] = Int(value)
      case .obscure(let area, let row, let columns):
        guard obscure(area, row: row, columns: columns) else { return false }
      case .dc(let component, let value):
        guard putDC(Int(value), component) else { return false }
      case .unseen(let component):
        guard putUnseen(component) else { return false }
      case .seam(var seam):
        let position = output.position
        seam.render = RenderSeam.Place(byte: headerBytes + position.byte, bit: position.bit)
        self.seam = seam
      case .restart(let number):
        if !isDryRun { output.putMarker(UInt8(0xD0 | number & 7)) }
        for index in predictions.indices { predictions[index] = 0 }
      }
    }
    return true
  }

  private mutating func obscure(_ area: Int, row: Int, columns: Range<Int>) -> Bool {
    let grids = map.grids[area]
    // Through a buffer a grid is looked at where it is: of an array each look would copy it, and count who holds its parts.
    return grids.withUnsafeBufferPointer { grids in
      columns.allSatisfy { putUnit(of: grids, row: row, column: $0) }
    }
  }

  /// Writes the blocks of one unit of an area.
  private mutating func putUnit(of grids: UnsafeBufferPointer<BlockGrid>, row: Int, column: Int) -> Bool {
    for (index, component) in stream.components.enumerated() {
      for y in 0..<component.blocksY {
        for x in 0..<component.blocksX {
          let place = grids[index].index(unitX: column, unitY: row, blockX: x, blockY: y)
          guard
            !component.isSeen(column * component.blocksX + x, row * component.blocksY + y)
              ? putUnseen(index)
              : grids[index].isFlat
                ? putDC(Int(grids[index].dc[place]), index) && putEndOfBlock(index)
                : put(grids[index].block(at: place), index)
          else { return false }
        }
      }
    }
    return true
  }

  /// Writes the difference to the component's last DC.
  private mutating func putDC(_ value: Int, _ component: Int) -> Bool {
    let difference = value - predictions[component]
    predictions[component] = value
    return put(difference, run: 0, .dc, stream.components[component].dcTable)
  }

  private mutating func putEndOfBlock(_ component: Int) -> Bool {
    put(0, run: 0, .ac, stream.components[component].acTable)
  }

  /// Writes a block that nobody sees as libjpeg does: with the DC of the component's block before it, and no AC.
  private mutating func putUnseen(_ component: Int) -> Bool {
    putDC(predictions[component], component) && putEndOfBlock(component)
  }

  private mutating func put(_ block: [Int16], _ component: Int) -> Bool {
    putDC(Int(block[0]), component) && putAC(block, component)
  }

  /// Writes the 63 AC coefficients of a block as runs of zeros and values (ITU-T T.81, F.1.2.2).
  private mutating func putAC(_ block: [Int16], _ component: Int) -> Bool {
    let table = stream.components[component].acTable
    var run = 0
    for place in ZigZag.natural.dropFirst() {
      if block[place] == 0 {
        run += 1
        continue
      }
      while run > 15 {
        guard put(0, run: 15, .ac, table) else { return false }
        run -= 16
      }
      guard put(Int(block[place]), run: run, .ac, table) else { return false }
      run = 0
    }
    return run == 0 || putEndOfBlock(component)
  }

  /// Writes a value behind a run of zeros: the code of run and size, then the value's bits.
  private mutating func put(_ value: Int, run: Int, _ kind: HuffmanTable.Kind, _ number: Int) -> Bool {
    let size = Int.bitWidth - abs(value).leadingZeroBitCount
    let symbol = UInt8(truncatingIfNeeded: run << 4 | size)
    guard size <= 11, StandardCodes.isPlain(symbol, kind) else { return false }
    if isDryRun {
      used.note(symbol, kind, number)
      return true
    }
    let table = kind == .dc ? stream.dcTables[number] : stream.acTables[number]
    guard let code = table?.code(for: symbol) else { return false }
    output.put(UInt32(code.code), bits: Int(code.length))
    if size > 0 { output.put(UInt32(value < 0 ? value + (1 << size) - 1 : value), bits: size) }
    return true
  }
}
