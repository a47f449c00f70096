/// Puts a stream together again: bits that stay are copied, blocks of the areas are written anew with codes
/// of the file's own tables.
struct BaselineWriter: ~Copyable {
  private let stream: BaselineJPEG
  private let map: ScanMap
  private var output: EntropyWriter
  private var predictions: [Int]

  /// Writes the edited stream; false where its tables lack a code that it needs: another path takes over then.
  /// - Parameters:
  ///   - map: what the scan found; its grids hold the blocks as they are to be.
  ///   - segments: application segments, put behind SOI.
  static func write(
    _ stream: BaselineJPEG, _ bytes: UnsafeBufferPointer<UInt8>, _ map: consuming ScanMap, segments: [UInt8],
    into sink: any ByteSink
  ) -> Bool {
    guard let base = bytes.baseAddress else { return false }
    sink.append(stream.header(with: segments))
    var writer = BaselineWriter(stream, map, into: sink)
    guard writer.run(base) else { return false }
    writer.finish()
    return true
  }

  private init(_ stream: BaselineJPEG, _ map: consuming ScanMap, into sink: any ByteSink) {
    self.stream = stream
    self.map = map
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
        output.copy(base, from: start, to: end)
      case .predict(let values):
        for (index, value) in values.enumerated() { predictions[index] = Int(value) }
      case .obscure(let area, let row, let columns):
        guard obscure(area, row: row, columns: columns) else { return false }
      case .dc(let component, let value):
        guard putDC(Int(value), component) else { return false }
      case .restart(let number):
        output.putMarker(UInt8(0xD0 | number & 7))
        for index in predictions.indices { predictions[index] = 0 }
      }
    }
    return true
  }

  private mutating func obscure(_ area: Int, row: Int, columns: Range<Int>) -> Bool {
    let grids = map.grids[area]
    for column in columns {
      for (index, component) in stream.components.enumerated() {
        for y in 0..<component.blocksY {
          for x in 0..<component.blocksX {
            let place = grids[index].index(unitX: column, unitY: row, blockX: x, blockY: y)
            guard
              grids[index].isFlat
                ? putDC(Int(grids[index].dc[place]), index) && putEndOfBlock(index)
                : put(grids[index].block(at: place), index)
            else { return false }
          }
        }
      }
    }
    return true
  }

  /// Writes the difference to the component's last DC.
  private mutating func putDC(_ value: Int, _ component: Int) -> Bool {
    let difference = value - predictions[component]
    predictions[component] = value
    return put(difference, run: 0, with: stream.dcTables[stream.components[component].dcTable])
  }

  private mutating func putEndOfBlock(_ component: Int) -> Bool {
    put(0, run: 0, with: stream.acTables[stream.components[component].acTable])
  }

  private mutating func put(_ block: [Int16], _ component: Int) -> Bool {
    putDC(Int(block[0]), component) && putAC(block, component)
  }

  /// Writes the 63 AC coefficients of a block as runs of zeros and values (ITU-T T.81, F.1.2.2).
  private mutating func putAC(_ block: [Int16], _ component: Int) -> Bool {
    let table = stream.acTables[stream.components[component].acTable]
    var run = 0
    for place in ZigZag.natural.dropFirst() {
      if block[place] == 0 {
        run += 1
        continue
      }
      while run > 15 {
        guard put(0, run: 15, with: table) else { return false }
        run -= 16
      }
      guard put(Int(block[place]), run: run, with: table) else { return false }
      run = 0
    }
    return run == 0 || putEndOfBlock(component)
  }

  /// Writes a value behind a run of zeros: the code of run and size, then the value's bits.
  private mutating func put(_ value: Int, run: Int, with table: HuffmanTable?) -> Bool {
    let size = Int.bitWidth - abs(value).leadingZeroBitCount
    guard size <= 15, let code = table?.code(for: UInt8(run << 4 | size)) else { return false }
    output.put(UInt32(code.code), bits: Int(code.length))
    if size > 0 { output.put(UInt32(value < 0 ? value + (1 << size) - 1 : value), bits: size) }
    return true
  }
}
