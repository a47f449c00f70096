/// The shape of a photo: its stored size, how it is turned, what of it is seen, and the grid of units it is obscured in.
///
/// The one place where upright, normalised rectangles become stored pixels and back.
package struct PhotoGeometry: Sendable, Hashable {
  /// Size as stored, in pixels, before the orientation is applied.
  package let storedWidth: Int
  package let storedHeight: Int
  package let orientation: Orientation
  /// Size of one unit in stored pixels. A unit is obscured whole or not at all: a JPEG's MCU.
  package let unitWidth: Int
  package let unitHeight: Int
  /// The upright picture and what viewers show of it.
  package let frame: PictureFrame

  /// - Parameter visible: what viewers show, in stored pixels; nil for all of it. What does not lie in the picture counts as that.
  package init(
    storedWidth: Int, storedHeight: Int, orientation: Orientation, unitWidth: Int, unitHeight: Int,
    visible: PixelRect? = nil
  ) {
    precondition(storedWidth > 0 && storedHeight > 0 && unitWidth > 0 && unitHeight > 0, "sizes are positive")
    let upright = orientation.uprightSize(storedWidth: storedWidth, storedHeight: storedHeight)
    let whole = PixelRect(x: 0, y: 0, width: storedWidth, height: storedHeight)
    let shown = visible.flatMap { $0.lies(in: whole) ? $0 : nil }
    frame = PictureFrame(
      width: upright.width, height: upright.height,
      visible: shown.map { orientation.upright(fromStored: $0, width: storedWidth, height: storedHeight) })
    self.storedWidth = storedWidth
    self.storedHeight = storedHeight
    self.orientation = orientation
    self.unitWidth = unitWidth
    self.unitHeight = unitHeight
  }

  /// By which places are found again in another version of the photo.
  var shape: UprightShape {
    UprightShape(width: frame.width, height: frame.height, orientation: orientation)
  }

  /// Size of the whole upright picture in pixels.
  package var uprightSize: (width: Int, height: Int) { (frame.width, frame.height) }

  /// Size of what viewers show, upright, in pixels.
  package var visibleSize: (width: Int, height: Int) { (frame.visible.width, frame.visible.height) }

  /// Units across and down the stored picture, the last ones reaching beyond its edge.
  package var unitColumns: Int { (storedWidth + unitWidth - 1) / unitWidth }
  package var unitRows: Int { (storedHeight + unitHeight - 1) / unitHeight }

  /// Arithmetic on fractions is off by far less than this; a real part of a pixel is far more.
  private static let tolerance = 1e-3

  /// The whole units that an upright, normalised rectangle touches: outward, never inward, at least one.
  func units(covering upright: NormalizedRect) -> UnitRect {
    let stored = orientation.stored(fromUpright: upright.clampedToPicture())
    func span(_ start: Double, _ end: Double, pixels: Int, unit: Int, count: Int) -> Range<Int> {
      let first = Int(((start * Double(pixels) + Self.tolerance) / Double(unit)).rounded(.down))
      let last = Int(((end * Double(pixels) - Self.tolerance) / Double(unit)).rounded(.up))
      let lower = min(max(first, 0), count - 1)
      return lower..<min(max(last, lower + 1), count)
    }
    let columns = span(stored.x, stored.maxX, pixels: storedWidth, unit: unitWidth, count: unitColumns)
    let rows = span(stored.y, stored.maxY, pixels: storedHeight, unit: unitHeight, count: unitRows)
    return UnitRect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
  }

  /// The ellipse in an upright, normalised rectangle, in units from the upper left of the stored picture.
  func ellipse(in upright: NormalizedRect) -> UnitEllipse {
    let stored = orientation.stored(fromUpright: upright)
    let across = Double(storedWidth) / Double(unitWidth)
    let down = Double(storedHeight) / Double(unitHeight)
    return UnitEllipse(
      centerX: (stored.x + stored.width / 2) * across, centerY: (stored.y + stored.height / 2) * down,
      radiusX: stored.width / 2 * across, radiusY: stored.height / 2 * down)
  }

  /// The upright, normalised rectangle that a rectangle of units covers, without what lies beyond the edge.
  func uprightRect(of units: UnitRect) -> NormalizedRect {
    let stored = NormalizedRect(
      x: Double(units.x * unitWidth) / Double(storedWidth),
      y: Double(units.y * unitHeight) / Double(storedHeight),
      width: Double(units.width * unitWidth) / Double(storedWidth),
      height: Double(units.height * unitHeight) / Double(storedHeight)
    )
    return orientation.upright(fromStored: stored.clampedToPicture())
  }

  /// Where a normalised upright point lies on the grid of units.
  func unitPoint(uprightX x: Double, uprightY y: Double) -> (x: Double, y: Double) {
    let stored = orientation.stored(fromUpright: NormalizedRect(x: x, y: y, width: 0, height: 0))
    return (
      stored.x * Double(storedWidth) / Double(unitWidth),
      stored.y * Double(storedHeight) / Double(unitHeight)
    )
  }
}
