/// Filters the rows of a picture whose samples have bytes of their own, pass by pass.
struct PNGRowEncoder: ~Copyable {
  private let header: PNGHeader
  private let target: UnsafeMutableBufferPointer<UInt8>
  /// Of an interlaced picture, which is filtered when all of it is there; else the row above.
  private let memory: PictureMemory
  private let length: Int
  private var rows = 0

  /// - Parameter target: takes the filtered rows.
  init(_ header: PNGHeader, into target: UnsafeMutableBufferPointer<UInt8>) throws(FaceBlurError) {
    self.header = header
    self.target = target
    length = header.width * header.pixelBytes
    memory = try PictureMemory(count: length * (header.isInterlaced ? header.height : 1))
    if !header.isInterlaced { memory.bytes.initialize(repeating: 0) }
  }

  /// Takes the next row of the picture.
  mutating func append(_ row: UnsafeBufferPointer<UInt8>) {
    if header.isInterlaced {
      _ = UnsafeMutableBufferPointer(rebasing: memory.bytes[rows * length..<(rows + 1) * length])
        .update(fromContentsOf: row)
    } else {
      filter(row, above: UnsafeBufferPointer(memory.bytes), to: rows * (length + 1))
      _ = memory.bytes.update(fromContentsOf: row)
    }
    rows += 1
  }

  /// Filters what could not be before.
  func finish() {
    guard header.isInterlaced else { return }
    var place = 0
    for pass in header.passes {
      var row = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: pass.rowBytes)
      var above = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: pass.rowBytes)
      defer {
        row.deallocate()
        above.deallocate()
      }
      above.initialize(repeating: 0)
      for number in 0..<pass.height {
        let raster = pass.raster(number)
        for pixel in 0..<pass.width {
          let source = raster.y * length + raster.column(pixel) * header.pixelBytes
          for byte in 0..<header.pixelBytes {
            row[pixel * header.pixelBytes + byte] = memory.bytes[source + byte]
          }
        }
        filter(UnsafeBufferPointer(row), above: UnsafeBufferPointer(above), to: place)
        place += pass.rowBytes + 1
        swap(&row, &above)
      }
    }
  }

  private func filter(_ row: UnsafeBufferPointer<UInt8>, above: UnsafeBufferPointer<UInt8>, to place: Int) {
    PNGFilter.choose(
      for: row, above: above, stride: header.filterStride, isTried: true,
      into: UnsafeMutableBufferPointer(rebasing: target[place..<place + row.count + 1]))
  }
}
