/// Cuts parts out of a picture while it is read row by row, each at full size or brought down. Nothing else of it is kept in memory.
struct PartCutter {
  private struct Part {
    /// In stored pixels.
    let rect: PixelRect
    var shrinker: RowShrinker
  }

  private var parts: [Part]
  private let orientation: Orientation
  /// The rows from the first that is part of anything to the last.
  private let rows: Range<Int>
  /// The number of the next row.
  private var row = 0

  /// - Parameters:
  ///   - geometry: of the photo.
  ///   - rects: in upright pixels; each must lie in the picture.
  ///   - longSide: of a part at most, in pixels.
  init(_ geometry: PhotoGeometry, cutting rects: [PixelRect], fitting longSide: Int) {
    let (orientation, size) = (geometry.orientation, geometry.uprightSize)
    self.orientation = orientation
    parts = rects.map { rect in
      let stored = orientation.stored(fromUpright: rect, width: size.width, height: size.height)
      return Part(
        rect: stored, shrinker: RowShrinker(width: stored.width, height: stored.height, fitting: longSide))
    }
    let first = parts.map(\.rect.y).min() ?? 0
    rows = first..<max(parts.map(\.rect.maxY).max() ?? 0, first)
  }

  /// Whether any part has something of the next row.
  var needsNext: Bool { parts.contains { ($0.rect.y..<$0.rect.maxY).contains(row) } }

  /// Whether no further row is needed.
  var isComplete: Bool { row >= rows.upperBound }

  /// Whether any part has something of some stored pixels.
  func needs(_ rect: PixelRect) -> Bool { parts.contains { $0.rect.overlaps(rect) } }

  /// Takes the next row of the stored picture: interleaved RGB, of which only what parts have is read.
  mutating func append(_ pixels: UnsafeBufferPointer<UInt8>) {
    for index in parts.indices {
      let rect = parts[index].rect
      guard (rect.y..<rect.maxY).contains(row) else { continue }
      parts[index].shrinker.append(
        UnsafeBufferPointer(
          rebasing: pixels[rect.x * PixelBuffer.channels..<rect.maxX * PixelBuffer.channels]))
    }
    row += 1
  }

  /// Passes over rows of which no part has anything.
  mutating func skip(_ count: Int) { row += count }

  /// The parts upright, in the order in which they were asked for.
  /// - Throws: `FaceBlurError` where rows are missing.
  func pictures() throws(FaceBlurError) -> [PixelBuffer] {
    guard parts.allSatisfy(\.shrinker.isComplete) else {
      throw .internalError("the rows of a picture are not as many as it has")
    }
    return parts.map { orientation.upright($0.shrinker.picture) }
  }
}

extension EditablePhoto {
  /// A photo whose rows are not lent is decoded whole, no larger than this: 72 MB.
  private static var mostPixels: Int { 24 << 20 }

  func parts(
    _ rects: [PixelRect], fitting longSide: Int, by kind: DisplayView.Kind?
  ) throws(FaceBlurError) -> [PixelBuffer] {
    try partsOfWhole(rects, fitting: longSide, by: kind)
  }

  /// Parts of the picture, which is decoded whole for them.
  func partsOfWhole(
    _ rects: [PixelRect], fitting longSide: Int, by kind: DisplayView.Kind?
  ) throws(FaceBlurError) -> [PixelBuffer] {
    let (width, height) = geometry.uprightSize
    let ratio = min(1, (Double(Self.mostPixels) / Double(width * height)).squareRoot())
    let side = max(Int(Double(max(width, height)) * ratio), 1)
    let image = try displayImage(fitting: side)
    let whole = kind.flatMap(image.view) ?? image.pixels
    return rects.map { rect in
      let frame = PictureFrame(width: width, height: height, visible: rect)
      return AreaResampler.shrink(whole.visible(in: frame), toLongSide: longSide)
    }
  }
}
