/// How a stored picture is brought down to display size.
struct DisplayScale {
  private let stored: (width: Int, height: Int)
  let target: (width: Int, height: Int)
  /// The smallest decode that is still as large as the target; decoding at 1/2, 1/4 and 1/8 is cheaper.
  let eighths: Int

  /// - Parameter longSide: of the target at most, in pixels; a picture is never enlarged.
  init(_ geometry: PhotoGeometry, fitting longSide: Int) {
    let (width, height) = (geometry.storedWidth, geometry.storedHeight)
    let scale = min(1, Double(max(longSide, 1)) / Double(max(width, height)))
    stored = (width, height)
    eighths = [1, 2, 4, 8].first { Double($0) / 8 >= scale } ?? 8
    target = (
      max(1, Int((Double(width) * scale).rounded())), max(1, Int((Double(height) * scale).rounded()))
    )
  }

  /// A picture that was decoded at `eighths`/8 of its size, at that of the target.
  func fitted(_ pixels: PixelBuffer) -> PixelBuffer {
    guard (pixels.width, pixels.height) != target else { return pixels }
    return AreaResampler.shrink(
      pixels, extent: Self.extent(of: stored, eighths: eighths), width: target.width, height: target.height)
  }

  /// The same row by row, for a picture of some size that was decoded at `eighths`/8 of its size; nil where it is of the target's size.
  func shrinker(of size: (width: Int, height: Int)) -> RowShrinker? {
    size == target
      ? nil : RowShrinker(of: size, extent: Self.extent(of: stored, eighths: eighths), to: target)
  }

  /// How much of a picture that was decoded at `eighths`/8 of its size is picture, in its pixels: the last ones reach beyond
  /// the edge where the size is no multiple.
  static func extent(of stored: (width: Int, height: Int), eighths: Int) -> (width: Double, height: Double) {
    (Double(stored.width) * Double(eighths) / 8, Double(stored.height) * Double(eighths) / 8)
  }
}
