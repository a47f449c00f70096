/// An upright picture and the part of it that viewers show.
///
/// Some formats code more than they show. What lies beyond is in the file all the same, so it is looked at and hidden like the rest,
/// and regions are fractions of the whole. People and other programs are told places in what they see: this is where the one
/// becomes the other.
public struct PictureFrame: Sendable, Hashable {
  /// What a side of a picture may be, in whatever format, where a number is read.
  static let allowedSides = 1...Int(Int32.max)

  /// Of the whole picture in pixels.
  public let width: Int
  public let height: Int
  /// What viewers show, in pixels of the whole.
  public let visible: PixelRect

  /// - Parameters:
  ///   - width: of the whole picture in pixels.
  ///   - height: likewise.
  ///   - visible: nil for all of it; what does not lie in the picture counts as that.
  public init(width: Int, height: Int, visible: PixelRect? = nil) {
    let whole = PixelRect(x: 0, y: 0, width: width, height: height)
    self.width = width
    self.height = height
    self.visible = visible.flatMap { $0.lies(in: whole) ? $0 : nil } ?? whole
  }

  /// Whether viewers show all of it.
  public var isWhole: Bool { (visible.width, visible.height) == (width, height) }

  /// Whether a picture of a size can be the whole one at another scale, its sides rounded.
  func hasShape(ofWidth width: Int, height: Int) -> Bool {
    let across = Double(width) / Double(self.width)
    let down = Double(height) / Double(self.height)
    return abs(across * Double(self.height) - Double(height)) <= 1
      || abs(down * Double(self.width) - Double(width)) <= 1
  }

  /// How long the whole picture's longer side is at the scale at which what viewers show has a longer side of `pixels`; no more than
  /// four times that, whatever a file says is shown.
  func longSide(showing pixels: Int) -> Int {
    guard !isWhole else { return pixels }
    let scale = Double(max(width, height)) / Double(max(visible.width, visible.height))
    return Int((Double(pixels) * min(scale, 4)).rounded())
  }

  /// What viewers show, as fractions of the whole.
  var visiblePart: NormalizedRect {
    NormalizedRect(
      x: Double(visible.x) / Double(width), y: Double(visible.y) / Double(height),
      width: Double(visible.width) / Double(width), height: Double(visible.height) / Double(height))
  }

  /// A rectangle in fractions of the whole, in fractions of what viewers show. It may lie beyond that.
  public func visibleRect(of rect: NormalizedRect) -> NormalizedRect {
    // The very numbers, unless there is something to convert.
    guard !isWhole else { return rect }
    let part = visiblePart
    return NormalizedRect(
      x: (rect.x - part.x) / part.width, y: (rect.y - part.y) / part.height, width: rect.width / part.width,
      height: rect.height / part.height)
  }

  /// The inverse of `visibleRect(of:)`.
  func wholeRect(ofVisible rect: NormalizedRect) -> NormalizedRect {
    guard !isWhole else { return rect }
    let part = visiblePart
    return NormalizedRect(
      x: part.x + rect.x * part.width, y: part.y + rect.y * part.height, width: rect.width * part.width,
      height: rect.height * part.height)
  }
}
