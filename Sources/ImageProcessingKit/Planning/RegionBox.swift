/// A box as a person names it, in pixels of the upright full-size picture that viewers show or in percent of its width and height;
/// 0, 0 is the upper left corner.
public struct RegionBox: Sendable, Hashable {
  public enum Unit: Sendable, Hashable {
    case pixels
    case percent
  }

  public let x: Double
  public let y: Double
  public let width: Double
  public let height: Double
  public let unit: Unit

  /// Nil where a number is not finite or width or height is not above 0.
  public init?(x: Double, y: Double, width: Double, height: Double, unit: Unit = .pixels) {
    guard [x, y, width, height].allSatisfy(\.isFinite), width > 0, height > 0 else { return nil }
    self.x = x
    self.y = y
    self.width = width
    self.height = height
    self.unit = unit
  }

  /// What a box has in the picture at least, across and down: half a pixel, less what arithmetic on fractions is off by.
  private static let leastPixels = 0.5 - 1e-6

  /// How a box is written, for messages.
  package static let syntax =
    "X,Y,W,H in pixels of the upright photo or all four in percent, W and H above 0, such as 120,80,60,75 or"
    + " 10%,20%,5%,8%"

  /// A box as people write it; nil where it is none.
  public init?(_ text: String) {
    let words = text.split(separator: ",", omittingEmptySubsequences: false)
    let percents = words.filter { $0.hasSuffix("%") }.count
    guard words.count == 4, percents == 0 || percents == 4 else { return nil }
    let numbers = words.compactMap { Double(percents == 0 ? $0 : $0.dropLast()) }
    guard numbers.count == 4 else { return nil }
    self.init(
      x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3],
      unit: percents == 0 ? .pixels : .percent)
  }

  /// The box in a photo. It may reach beyond the picture, as a detected face may.
  /// - Throws: `FaceBlurError` of kind `boxOutside` where no part of it is in the picture that is half a pixel wide and high, or it
  ///   reaches absurdly far: nothing would be hidden.
  func rect(in frame: PictureFrame) throws(FaceBlurError) -> NormalizedRect {
    let size = frame.visible
    let whole =
      switch unit {
      case .pixels: (width: Double(size.width), height: Double(size.height))
      case .percent: (width: 100.0, height: 100.0)
      }
    let rect = NormalizedRect(
      x: x / whole.width, y: y / whole.height, width: width / whole.width, height: height / whole.height)
    guard rect.isValid else { throw .boxOutside(self, width: size.width, height: size.height) }
    let inside = rect.clampedToPicture()
    guard inside.width * Double(size.width) >= Self.leastPixels,
      inside.height * Double(size.height) >= Self.leastPixels
    else { throw .boxTooSmall(self, width: size.width, height: size.height) }
    return frame.wholeRect(ofVisible: rect)
  }
}

extension RegionBox: CustomStringConvertible {
  /// As people write it.
  public var description: String {
    [x, y, width, height].map { number in
      let text = "\(number)"
      return (text.hasSuffix(".0") ? String(text.dropLast(2)) : text) + (unit == .percent ? "%" : "")
    }.joined(separator: ",")
  }
}
