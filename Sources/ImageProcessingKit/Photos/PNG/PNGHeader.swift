/// What the first chunk of a PNG says of its picture (11.2.1).
struct PNGHeader: Hashable {
  enum ColorType: UInt8 {
    case gray = 0
    case rgb = 2
    case palette = 3
    case grayAlpha = 4
    case rgbAlpha = 6

    /// The depths that samples of this type may have.
    fileprivate var depths: Set<Int> {
      switch self {
      case .gray: [1, 2, 4, 8, 16]
      case .palette: [1, 2, 4, 8]
      case .rgb, .grayAlpha, .rgbAlpha: [8, 16]
      }
    }

    /// Samples of a pixel.
    var samples: Int {
      switch self {
      case .gray, .palette: 1
      case .grayAlpha: 2
      case .rgb: 3
      case .rgbAlpha: 4
      }
    }

    var hasAlpha: Bool { self == .grayAlpha || self == .rgbAlpha }
    var isGray: Bool { self == .gray || self == .grayAlpha }
  }

  /// In pixels, 1…2³¹ − 1.
  var width: Int
  var height: Int
  /// Bits of a sample.
  var depth: Int
  var colorType: ColorType
  /// Stored in seven passes (Adam7).
  var isInterlaced: Bool

  /// Where the header ends, and the earliest place of the chunk that follows.
  static let end = PNGChunk.signature.count + 12 + contentBytes
  private static let contentBytes = 13

  /// - Throws: `FaceBlurError` where the file does not begin with a header that is read.
  init(_ bytes: FileBytes) throws(FaceBlurError) {
    guard bytes.starts(with: PNGChunk.signature) else {
      throw .damagedPhoto("it does not begin as a PNG does")
    }
    guard bytes.count >= Self.end else { throw .truncatedPhoto("it ends in its header") }
    let chunk = try bytes.withUnsafeBufferPointer { (bytes) throws(FaceBlurError) in
      let chunk = try PNGChunk(at: PNGChunk.signature.count, in: bytes)
      guard chunk.type == .header, chunk.content.count == Self.contentBytes else {
        if chunk.type != .header, chunk.type.isCritical { throw .unknownChunk(chunk.type) }
        throw .damagedPhoto("it does not begin with a header")
      }
      try chunk.check(in: bytes)
      return Array(bytes[chunk.content])
    }
    func side(_ place: Int) -> Int { chunk[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) } }
    (width, height, depth) = (side(0), side(4), Int(chunk[8]))
    guard (1...Int(Int32.max)).contains(width), (1...Int(Int32.max)).contains(height) else {
      throw .damagedPhoto("it has no pixels, or more than there can be")
    }
    guard let type = ColorType(rawValue: chunk[9]), type.depths.contains(depth) else {
      throw .damagedPhoto("its header states colours that there are not")
    }
    guard chunk[10] == 0, chunk[11] == 0, chunk[12] <= 1 else {
      throw .unsupportedPNG("its header asks for another compression, filter or order")
    }
    (colorType, isInterlaced) = (type, chunk[12] == 1)
  }

  /// The content of the chunk that says this.
  var content: [UInt8] {
    BigEndian.bytes(width, 4) + BigEndian.bytes(height, 4)
      + [UInt8(depth), colorType.rawValue, 0, 0, isInterlaced ? 1 : 0]
  }

  /// The largest sample there is.
  var maxSample: Int { 1 << depth - 1 }
  var bitsPerPixel: Int { depth * colorType.samples }
  /// How far back a filter looks, in bytes (9.2).
  var filterStride: Int { max(bitsPerPixel / 8, 1) }
  /// Bytes of a sample once each has bytes of its own.
  var sampleBytes: Int { depth == 16 ? 2 : 1 }
  /// Bytes of a pixel likewise.
  var pixelBytes: Int { sampleBytes * colorType.samples }

  /// Bytes of all rows as they are filtered, before they are deflated; of a picture within the limits.
  var filteredBytes: Int { passes.reduce(0) { $0 + $1.filteredBytes } }

  /// One reduced picture of an interlaced one, or the whole picture.
  struct Pass: Hashable {
    /// The pixel of the picture that its first one is, and how far apart its pixels are in it.
    let x: Int
    let y: Int
    let stepX: Int
    let stepY: Int
    let width: Int
    let height: Int
    /// Bytes of a row without its filter's number.
    let rowBytes: Int

    var filteredBytes: Int { (rowBytes + 1) * height }

    /// Which of the picture's pixels a row of the pass has.
    func raster(_ row: Int) -> RasterRow { RasterRow(y: y + row * stepY, x: x, step: stepX) }
  }

  /// Those that have pixels (8.1).
  var passes: [Pass] {
    let grids =
      isInterlaced
      ? [
        (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
      ] : [(0, 0, 1, 1)]
    return grids.compactMap { x, y, stepX, stepY in
      let across = (width - x + stepX - 1) / stepX
      let down = (height - y + stepY - 1) / stepY
      guard across > 0, down > 0 else { return nil }
      return Pass(
        x: x, y: y, stepX: stepX, stepY: stepY, width: across, height: down,
        rowBytes: (across * bitsPerPixel + 7) / 8)
    }
  }
}
