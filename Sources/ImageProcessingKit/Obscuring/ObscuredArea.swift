/// A connected part of the stored picture that is obscured as one: whole units, divided into cells.
///
/// Faces that touch or overlap share one area and one grid of cells. Each with a grid of its own would tell
/// more than either: where two cells overlap, the difference of their means shows what only one of them hides.
public struct ObscuredArea: Sendable, Hashable {
  /// The smallest rectangle around the area, in units.
  public let bounds: UnitRect
  /// Size of one cell in units, at least 1 × 1; the last column and row may be smaller.
  public let cellWidth: Int
  public let cellHeight: Int
  /// Row by row within `bounds`: whether a unit belongs to the area.
  private let mask: [Bool]

  /// The union of rectangles of units.
  /// - Parameter members: not empty.
  init(members: [UnitRect], cellWidth: Int, cellHeight: Int) {
    precondition(!members.isEmpty && cellWidth > 0 && cellHeight > 0, "an area has units and cells")
    let bounds = members.dropFirst().reduce(members[0]) { $0.union($1) }
    var mask = [Bool](repeating: false, count: bounds.width * bounds.height)
    for member in members {
      for y in member.y..<member.maxY {
        let start = (y - bounds.y) * bounds.width - bounds.x
        for x in member.x..<member.maxX { mask[start + x] = true }
      }
    }
    self.bounds = bounds
    self.cellWidth = cellWidth
    self.cellHeight = cellHeight
    self.mask = mask
  }

  /// Cells across and down.
  public var columns: Int { (bounds.width + cellWidth - 1) / cellWidth }
  public var rows: Int { (bounds.height + cellHeight - 1) / cellHeight }

  /// Whether a unit of the stored picture belongs to the area.
  public func contains(unitX x: Int, unitY y: Int) -> Bool {
    guard x >= bounds.x, x < bounds.maxX, y >= bounds.y, y < bounds.maxY else { return false }
    return mask[(y - bounds.y) * bounds.width + (x - bounds.x)]
  }

  /// The index of the cell that a unit within the bounds lies in, row by row.
  func cell(unitX x: Int, unitY y: Int) -> Int {
    (y - bounds.y) / cellHeight * columns + (x - bounds.x) / cellWidth
  }
}
