/// The sample that stands for every cell of an area, for one colour component.
///
/// All that a style ever learns about what it paints.
package struct CellTones: Sendable, Hashable {
  package let columns: Int
  package let rows: Int
  /// Row by row, 0…255; a cell without any unit of the area holds the middle value, and so do all of a filled area.
  package let values: [Double]
  /// The sample that makes middle grey in this component: 128, but of cyan, magenta and yellow no ink.
  package let neutral: Double
  /// Row by row, whether a unit of the area lies in the cell.
  private let presence: [Bool]

  init(area: ObscuredArea, values: [Double], neutral: Double, presence: [Bool]) {
    columns = area.columns
    rows = area.rows
    self.values = values
    self.neutral = neutral
    self.presence = presence
  }

  /// Whether there is such a cell and a unit of the area lies in it.
  package func isPresent(column: Int, row: Int) -> Bool {
    (0..<columns).contains(column) && (0..<rows).contains(row) && presence[row * columns + column]
  }

  /// The tone of the cell at a column and a row.
  package subscript(column: Int, row: Int) -> Double { values[row * columns + column] }
}

/// Where the tones of an area's cells come from.
package enum ToneSource: Sendable, Hashable {
  /// From what lies just outside the area, and nothing else: whatever the area hides, its tones are the same.
  case surroundings
  /// Each cell's own mean: what it hides, in few pixels. It tells something.
  case means
  /// From nothing: one neutral tone.
  case neutral
}

/// Adds up the samples of an area's cells.
struct CellAccumulator {
  private let area: ObscuredArea
  private var sums: [Double]
  private var counts: [Int]
  private let neutral: Double

  init(area: ObscuredArea, neutral: Double = 128) {
    self.area = area
    self.neutral = neutral
    sums = [Double](repeating: 0, count: area.columns * area.rows)
    counts = [Int](repeating: 0, count: area.columns * area.rows)
  }

  mutating func add(_ sample: Double, toCell cell: Int) {
    sums[cell] += sample
    counts[cell] += 1
  }

  /// Each cell's mean.
  var means: CellTones {
    CellTones(
      area: area,
      values: zip(sums, counts).map { sum, count in
        count > 0 && !area.isFilled ? sum / Double(count) : neutral
      },
      neutral: neutral, presence: counts.map { $0 > 0 })
  }
}
