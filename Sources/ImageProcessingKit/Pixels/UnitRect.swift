/// A rectangle of whole units in the stored picture.
package struct UnitRect: Sendable, Hashable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  package var maxX: Int { x + width }
  package var maxY: Int { y + height }

  /// Whether two rectangles overlap or share an edge or a corner.
  func touches(_ other: UnitRect) -> Bool {
    x <= other.maxX && other.x <= maxX && y <= other.maxY && other.y <= maxY
  }

  func union(_ other: UnitRect) -> UnitRect {
    let left = min(x, other.x)
    let top = min(y, other.y)
    return UnitRect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }
}

/// An ellipse with upright axes, in units of the stored picture.
struct UnitEllipse: Sendable, Hashable {
  let centerX: Double
  let centerY: Double
  let radiusX: Double
  let radiusY: Double

  /// Whether a part of a unit lies in the ellipse: whether its point nearest to the centre does.
  func touches(unitX x: Int, unitY y: Int) -> Bool {
    let nearestX = min(max(centerX, Double(x)), Double(x + 1))
    let nearestY = min(max(centerY, Double(y)), Double(y + 1))
    let across = (nearestX - centerX) / radiusX
    let down = (nearestY - centerY) / radiusY
    return across * across + down * down < 1
  }
}
