/// A rectangle in a picture, in whole pixels from its upper left corner.
struct PixelRect: Sendable, Hashable {
  var x: Int
  var y: Int
  var width: Int
  var height: Int

  var maxX: Int { x + width }
  var maxY: Int { y + height }

  /// Whether two rectangles have a pixel in common.
  func overlaps(_ other: PixelRect) -> Bool {
    x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY
  }

  /// The pixels that a normalised rectangle touches, at least one. What leaves the picture is drawn along its edge,
  /// where it can be seen.
  init(covering rect: NormalizedRect, width: Int, height: Int) {
    let inside = rect.clampedToPicture()
    x = min(Int((inside.x * Double(width)).rounded(.down)), width - 1)
    y = min(Int((inside.y * Double(height)).rounded(.down)), height - 1)
    self.width = max(Int((inside.maxX * Double(width)).rounded(.up)) - x, 1)
    self.height = max(Int((inside.maxY * Double(height)).rounded(.up)) - y, 1)
  }

  init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}
