/// A sample that is no colour, as a gray picture.
struct ExtraView {
  private var shrinker: RowShrinker
  private var first: UInt8?
  private var isFlat = true

  init(_ shrinker: RowShrinker) { self.shrinker = shrinker }

  /// - Parameter scratch: room for the row in red, green and blue.
  mutating func append(
    _ row: UnsafeBufferPointer<UInt8>, by scratch: UnsafeMutableBufferPointer<UInt8>
  ) {
    let level = first ?? row[0]
    first = level
    isFlat = isFlat && row.allSatisfy { $0 == level }
    Self.show(row, in: scratch)
    shrinker.append(UnsafeBufferPointer(scratch))
  }

  /// - Parameter rgb: room for the row in red, green and blue.
  static func show(_ row: UnsafeBufferPointer<UInt8>, in rgb: UnsafeMutableBufferPointer<UInt8>) {
    for (x, sample) in row.enumerated() {
      for channel in 0..<PixelBuffer.channels { rgb[PixelBuffer.channels * x + channel] = sample }
    }
  }

  /// Nil where there is nothing to see: the alpha of most pictures is the same everywhere.
  var picture: PixelBuffer? { isFlat ? nil : shrinker.picture }
}
