/// A style of making a face unrecognisable.
///
/// A style is a function of the cell means alone, so no style can show more of a face than its means do.
/// A new style is one new file that conforms to this, and a case in `ObscuringStyle`.
public protocol Obscuring: Sendable {
  /// Whether the sample is the same all over a cell, so that a block of it needs no AC coefficient.
  var isFlatInCells: Bool { get }

  /// The sample that replaces the one at a point of the area.
  /// - Parameters:
  ///   - means: the area's cell means in one colour component, 0…255.
  ///   - x: the point in cells from the area's left edge; its whole part is the column.
  ///   - y: the point in cells from the area's upper edge; its whole part is the row.
  /// - Returns: 0…255.
  func sample(in means: CellMeans, x: Double, y: Double) -> Double

  /// The samples of a raster of points, row by row, where many are asked for at once.
  /// - Parameters:
  ///   - xs: the points' x, as for `sample`.
  ///   - ys: their y.
  ///   - samples: takes `xs.count * ys.count` values.
  func fill(_ samples: inout [Double], in means: CellMeans, xs: [Double], ys: [Double])
}

extension Obscuring {
  public func fill(_ samples: inout [Double], in means: CellMeans, xs: [Double], ys: [Double]) {
    for (row, y) in ys.enumerated() {
      for (column, x) in xs.enumerated() { samples[row * xs.count + column] = sample(in: means, x: x, y: y) }
    }
  }
}
