/// Puts a stream together again: bits that stay are copied, blocks of the areas are written anew with codes
/// of the file's own tables.
struct BaselineWriter: ~Copyable {
  private let stream: BaselineJPEG
  private let map: ScanMap
  private var output: EntropyWriter
  private var predictions: [Int]

  /// The edited stream, or nil where its tables lack a code that it needs: another path takes over then.
  /// - Parameters:
  ///   - map: what the scan found; its grids hold the blocks as they are to be.
  ///   - segments: application segments, put behind SOI.
  static func write(
    _ stream: BaselineJPEG, _ bytes: UnsafeBufferPointer<UInt8>, _ map: consuming ScanMap, segments: [UInt8]
  ) -> [UInt8]? {
    guard let base = bytes.baseAddress else { return nil }
    var writer = BaselineWriter(stream, map, segments: segments, expecting: bytes.count)
    guard writer.run(base) else { return nil }
    return writer.finished()
  }

  private init(_ stream: BaselineJPEG, _ map: consuming ScanMap, segments: [UInt8], expecting expected: Int) {
    self.stream = stream
    self.map = map
    output = EntropyWriter(header: stream.header(with: segments), expecting: expected)
    predictions = [Int](repeating: 0, count: stream.components.count)
  }

  private consuming func finished() -> [UInt8] {
    output.putMarker(JPEGMarkers.endOfImage)
    return output.finished()
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
            guard putDC(Int(grids[index].dc[place]), index), putEndOfBlock(index) else { return false }
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
    let size = Int.bitWidth - abs(difference).leadingZeroBitCount
    guard size <= 15, let code = stream.dcTables[stream.components[component].dcTable]?.code(for: UInt8(size))
    else { return false }
    output.put(UInt32(code.code), bits: Int(code.length))
    if size > 0 {
      let bits = difference < 0 ? difference + (1 << size) - 1 : difference
      output.put(UInt32(bits), bits: size)
    }
    return true
  }

  private mutating func putEndOfBlock(_ component: Int) -> Bool {
    guard let code = stream.acTables[stream.components[component].acTable]?.code(for: 0) else { return false }
    output.put(UInt32(code.code), bits: Int(code.length))
    return true
  }
}
