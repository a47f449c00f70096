/// A rectangle in the upright picture, as fractions of its width and height; (0, 0) is the upper left corner.
public struct NormalizedRect: Sendable, Hashable, Codable {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  public var maxX: Double { x + width }
  public var maxY: Double { y + height }
  public var area: Double { width * height }

  /// All of the picture.
  static let wholePicture = NormalizedRect(x: 0, y: 0, width: 1, height: 1)

  /// Far beyond any face, and small enough that no arithmetic on it overflows.
  static let farthest = 16.0

  /// Whether all four numbers are finite and within sixteen pictures of this one, the size is positive and a
  /// part of the rectangle is in the picture.
  public var isValid: Bool { isSound && x < 1 && y < 1 && maxX > 0 && maxY > 0 }

  /// The same wherever it lies.
  var isSound: Bool {
    [x, y, width, height].allSatisfy { abs($0) <= Self.farthest } && width > 0 && height > 0
  }

  /// The rectangle enlarged about its centre: 1.3 makes each side 1.3 times as long.
  public func scaled(by factor: Double) -> NormalizedRect {
    NormalizedRect(
      x: x - width * (factor - 1) / 2,
      y: y - height * (factor - 1) / 2,
      width: width * factor,
      height: height * factor
    )
  }

  /// The part inside the picture; all of it where a side is no number, so that nobody is shown for that.
  public func clampedToPicture() -> NormalizedRect {
    guard !maxX.isNaN, !maxY.isNaN else { return .wholePicture }
    let left = min(max(x, 0), 1)
    let top = min(max(y, 0), 1)
    let right = min(max(maxX, left), 1)
    let bottom = min(max(maxY, top), 1)
    return NormalizedRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Whether no part of another rectangle lies outside this one.
  func contains(_ other: NormalizedRect) -> Bool {
    x <= other.x && y <= other.y && maxX >= other.maxX && maxY >= other.maxY
  }

  /// The same place in a picture that shows this one in a part of it.
  func lying(in part: NormalizedRect) -> NormalizedRect {
    NormalizedRect(
      x: part.x + x * part.width, y: part.y + y * part.height, width: width * part.width,
      height: height * part.height)
  }

  /// Whether the middle of another rectangle lies in this one, its right and lower edges not included.
  func containsMiddle(of other: NormalizedRect) -> Bool {
    let (middleX, middleY) = (other.x + other.width / 2, other.y + other.height / 2)
    return middleX >= x && middleX < maxX && middleY >= y && middleY < maxY
  }

  /// The smallest rectangle that holds both.
  func union(_ other: NormalizedRect) -> NormalizedRect {
    let left = min(x, other.x)
    let top = min(y, other.y)
    return NormalizedRect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// The common part of two rectangles, of size zero where there is none.
  public func intersection(_ other: NormalizedRect) -> NormalizedRect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return NormalizedRect(
      x: left,
      y: top,
      width: max(0, min(maxX, other.maxX) - left),
      height: max(0, min(maxY, other.maxY) - top)
    )
  }
}
