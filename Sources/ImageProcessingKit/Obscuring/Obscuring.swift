/// A style of making a face unrecognisable.
///
/// A style is a function of the cells' tones alone, and where those come from it says: no style can show more than they do.
/// A new style is one new file that conforms to this, and a case in `ObscuringStyle`.
package protocol Obscuring: Sendable {
  /// Where the tones of the cells come from.
  var source: ToneSource { get }

  /// Whether the sample is the same all over a cell, so that a block of it needs no AC coefficient.
  var isFlatInCells: Bool { get }

  /// The sample that replaces the one at a point of the area.
  /// - Parameters:
  ///   - tones: the area's cells in one colour component, 0…255.
  ///   - x: the point in cells from the area's left edge; its whole part is the column.
  ///   - y: the point in cells from the area's upper edge; its whole part is the row.
  /// - Returns: 0…255.
  func sample(in tones: CellTones, x: Double, y: Double) -> Double

  /// The samples of a raster of points, row by row, where many are asked for at once.
  /// - Parameters:
  ///   - tones: of the cells.
  ///   - xs: the points' x, as for `sample`.
  ///   - ys: their y.
  ///   - samples: takes `xs.count * ys.count` values.
  func fill(_ samples: inout [Double], in tones: CellTones, xs: [Double], ys: [Double])
}

extension Obscuring {
  package func fill(_ samples: inout [Double], in tones: CellTones, xs: [Double], ys: [Double]) {
    for (row, y) in ys.enumerated() {
      for (column, x) in xs.enumerated() { samples[row * xs.count + column] = sample(in: tones, x: x, y: y) }
    }
  }
}
