/// A rectangle in a picture, in whole pixels from its upper left corner.
public struct PixelRect: Sendable, Hashable, Codable {
  public var x: Int
  public var y: Int
  public var width: Int
  public var height: Int

  var maxX: Int { x + width }
  var maxY: Int { y + height }

  /// Whether two rectangles have a pixel in common.
  func overlaps(_ other: PixelRect) -> Bool {
    x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY
  }

  /// Whether it has pixels and all of them are another one's, whatever the numbers.
  func lies(in other: PixelRect) -> Bool {
    width > 0 && height > 0 && x >= other.x && y >= other.y && width <= other.width
      && height <= other.height && x <= other.maxX - width && y <= other.maxY - height
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

  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}
