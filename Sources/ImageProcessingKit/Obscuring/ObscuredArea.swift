/// A connected part of the stored picture that is obscured as one: whole units, divided into cells.
///
/// Faces that touch or overlap share one area and one grid of cells. Each with a grid of its own would tell
/// more than either: where two cells overlap, the difference of their means shows what only one of them hides.
package struct ObscuredArea: Sendable, Hashable {
  /// The smallest rectangle around the area, in units.
  package let bounds: UnitRect
  /// Size of one cell in units, at least 1 × 1; cells at the area's edges may be smaller.
  package let cellWidth: Int
  package let cellHeight: Int
  /// The unit that the first cell begins at: that of the area's corner, or one before it, where the lattice is fixed to the
  /// picture.
  package let gridX: Int
  package let gridY: Int
  /// The rectangles around the regions that make up the area.
  package let regions: [UnitRect]
  /// Whether the area becomes one neutral tone whatever the style: even its means told too much.
  package let isFilled: Bool
  /// Row by row within `bounds`: whether a unit belongs to the area.
  private let mask: [Bool]

  /// One region of the area: a rectangle of units, or the units of it that an ellipse touches.
  struct Member: Hashable {
    var units: UnitRect
    var ellipse: UnitEllipse?
    /// The most cells across or down; 0 for none.
    var cells = 1
  }

  /// The union of some regions.
  /// - Parameters:
  ///   - members: not empty.
  ///   - lattice: what the cells begin at.
  init(
    members: [Member], cellWidth: Int, cellHeight: Int, isFilled: Bool = false, lattice: CellLattice = .area
  ) {
    precondition(!members.isEmpty && cellWidth > 0 && cellHeight > 0, "an area has units and cells")
    bounds = Self.bounds(of: members)
    regions = members.map(\.units)
    self.cellWidth = cellWidth
    self.cellHeight = cellHeight
    switch lattice {
    case .area: (gridX, gridY) = (bounds.x, bounds.y)
    case .picture: (gridX, gridY) = (bounds.x / cellWidth * cellWidth, bounds.y / cellHeight * cellHeight)
    }
    self.isFilled = isFilled
    var mask = Self.mask(of: members.filter { $0.ellipse == nil }.map(\.units), in: bounds)
    for member in members {
      guard let ellipse = member.ellipse else { continue }
      for y in member.units.y..<member.units.maxY {
        for x in member.units.x..<member.units.maxX where ellipse.touches(unitX: x, unitY: y) {
          mask[(y - bounds.y) * bounds.width + x - bounds.x] = true
        }
      }
    }
    self.mask = mask
  }

  /// The smallest rectangle around some regions.
  /// - Parameter members: not empty.
  static func bounds(of members: [Member]) -> UnitRect {
    members.dropFirst().reduce(members[0].units) { $0.union($1.units) }
  }

  /// Marks the corners of every rectangle and adds up, so that a thousand large rectangles cost no more than
  /// one.
  private static func mask(of members: [UnitRect], in bounds: UnitRect) -> [Bool] {
    let stride = bounds.width + 1
    var depth = [Int32](repeating: 0, count: stride * (bounds.height + 1))
    for member in members {
      let left = member.x - bounds.x
      let top = member.y - bounds.y
      depth[top * stride + left] += 1
      depth[top * stride + left + member.width] -= 1
      depth[(top + member.height) * stride + left] -= 1
      depth[(top + member.height) * stride + left + member.width] += 1
    }
    var mask: [Bool] = []
    mask.reserveCapacity(bounds.width * bounds.height)
    for y in 0..<bounds.height {
      var across: Int32 = 0
      for x in 0..<bounds.width {
        across += depth[y * stride + x]
        // What is above has been added up already.
        if y > 0 { depth[y * stride + x] = across + depth[(y - 1) * stride + x] } else { depth[x] = across }
        mask.append(depth[y * stride + x] > 0)
      }
    }
    return mask
  }

  /// Cells across and down.
  package var columns: Int { (bounds.maxX - gridX + cellWidth - 1) / cellWidth }
  package var rows: Int { (bounds.maxY - gridY + cellHeight - 1) / cellHeight }

  /// Whether a unit of the stored picture belongs to the area.
  package func contains(unitX x: Int, unitY y: Int) -> Bool {
    guard x >= bounds.x, x < bounds.maxX, y >= bounds.y, y < bounds.maxY else { return false }
    return mask[(y - bounds.y) * bounds.width + (x - bounds.x)]
  }

  /// The index of the cell that a unit within the bounds lies in, row by row.
  func cell(unitX x: Int, unitY y: Int) -> Int {
    (y - gridY) / cellHeight * columns + (x - gridX) / cellWidth
  }

  /// Whether a unit lies outside of the area and shares an edge with a unit of it.
  func isBeside(unitX x: Int, unitY y: Int) -> Bool {
    !contains(unitX: x, unitY: y)
      && (contains(unitX: x - 1, unitY: y) || contains(unitX: x + 1, unitY: y)
        || contains(unitX: x, unitY: y - 1) || contains(unitX: x, unitY: y + 1))
  }
}

/// What the cells of an area are counted from.
package enum CellLattice: String, Sendable, Hashable, Codable {
  /// The area's corner.
  case area
  /// The picture's corner, so that areas which lie a little differently have the same cells.
  case picture
}
