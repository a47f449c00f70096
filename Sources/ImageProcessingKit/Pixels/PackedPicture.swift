/// A picture in memory as codecs give and take it: plane by plane, one byte a sample of 8 bits, else two in the machine's own order.
///
/// Large pictures stay so, since planes of 16 bits would take twice the memory; what is to be done with their samples is done band by
/// band.
struct PackedPicture: Sendable, Hashable {
  let shape: PlanarShape
  /// All of its samples.
  private(set) var bytes: [UInt8]

  /// Rows of a band: a whole number of every format's units.
  private static let bandRows = 256

  /// - Returns: nil where they are more or fewer than a picture of the shape has, or a sample is larger than its depth allows.
  init?(_ shape: PlanarShape, bytes: [UInt8]) {
    guard bytes.count == shape.sampleCount * shape.sampleBytes else { return nil }
    if shape.sampleBytes == 2 {
      let largest = UInt16((1 << shape.depth) - 1)
      let areSmall = bytes.withUnsafeBytes { bytes in
        stride(from: 0, to: bytes.count, by: 2).allSatisfy {
          bytes.loadUnaligned(fromByteOffset: $0, as: UInt16.self) <= largest
        }
      }
      guard areSmall else { return nil }
    }
    (self.shape, self.bytes) = (shape, bytes)
  }

  init(_ picture: PlanarPicture) { (shape, bytes) = (picture.shape, picture.bytes) }

  private init(_ shape: PlanarShape, cut bytes: [UInt8]) { (self.shape, self.bytes) = (shape, bytes) }

  /// The same in planes of 16 bits.
  var planar: PlanarPicture { PlanarPicture(shape, packed: bytes) }

  /// Rows of pixels that make a band, from the top; they begin with a sample of every plane.
  var bands: [Range<Int>] {
    stride(from: 0, to: shape.height, by: Self.bandRows).map { $0..<min($0 + Self.bandRows, shape.height) }
  }

  /// Some rows in planes of 16 bits.
  /// - Parameter rows: of pixels; they begin with a sample of every plane, and end with one or with the picture.
  func band(_ rows: Range<Int>) -> PlanarPicture { cut(rows).planar }

  /// Some rows as a picture; see `band`.
  func cut(_ rows: Range<Int>) -> PackedPicture {
    guard rows != 0..<shape.height else { return self }
    let shape = shape.sized(width: shape.width, height: rows.count)
    var cut: [UInt8] = []
    cut.reserveCapacity(shape.sampleCount * shape.sampleBytes)
    for plane in 0..<shape.planeCount { cut += bytes[places(of: rows, plane)] }
    return PackedPicture(shape, cut: cut)
  }

  /// Puts other samples in the place of some rows.
  /// - Parameter band: of as many rows.
  mutating func replace(_ rows: Range<Int>, by band: PlanarPicture) {
    let other = band.bytes
    var start = 0
    for plane in 0..<shape.planeCount {
      let places = places(of: rows, plane)
      bytes.replaceSubrange(places, with: other[start..<start + places.count])
      start += places.count
    }
  }

  /// Where the samples of some rows of pixels lie in one plane.
  private func places(of rows: Range<Int>, _ plane: Int) -> Range<Int> {
    var start = 0
    for before in 0..<plane {
      let size = shape.size(ofPlane: before)
      start += size.width * size.height * shape.sampleBytes
    }
    let (length, step) = (shape.size(ofPlane: plane).width * shape.sampleBytes, shape.step(ofPlane: plane).y)
    return start + rows.lowerBound / step * length..<start + (rows.upperBound + step - 1) / step * length
  }
}
