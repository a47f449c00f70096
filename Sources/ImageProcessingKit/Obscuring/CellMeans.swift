/// The mean sample of every cell of an area, for one colour component.
///
/// All that a style ever learns about what it hides.
public struct CellMeans: Sendable, Hashable {
  public let columns: Int
  public let rows: Int
  /// Row by row, 0…255; a cell without any unit of the area holds the middle value, and so do all of a filled area.
  public let values: [Double]
  /// The sample that makes middle gray in this component: 128, but of cyan, magenta and yellow no ink.
  public let neutral: Double
  /// Row by row, whether a unit of the area lies in the cell.
  private let presence: [Bool]

  fileprivate init(columns: Int, rows: Int, values: [Double], neutral: Double, presence: [Bool]) {
    self.columns = columns
    self.rows = rows
    self.values = values
    self.neutral = neutral
    self.presence = presence
  }

  /// Whether there is such a cell and a unit of the area lies in it.
  public func isPresent(column: Int, row: Int) -> Bool {
    (0..<columns).contains(column) && (0..<rows).contains(row) && presence[row * columns + column]
  }

  /// The mean of the cell at a column and a row.
  public subscript(column: Int, row: Int) -> Double { values[row * columns + column] }
}

/// Adds up the samples of an area's cells.
struct CellAccumulator {
  private let columns: Int
  private let rows: Int
  private var sums: [Double]
  private var counts: [Int]
  private let neutral: Double
  private let isFilled: Bool

  init(area: ObscuredArea, neutral: Double = 128) {
    self.neutral = neutral
    isFilled = area.isFilled
    columns = area.columns
    rows = area.rows
    sums = [Double](repeating: 0, count: columns * rows)
    counts = [Int](repeating: 0, count: columns * rows)
  }

  mutating func add(_ sample: Double, toCell cell: Int) {
    sums[cell] += sample
    counts[cell] += 1
  }

  var means: CellMeans {
    CellMeans(
      columns: columns, rows: rows,
      values: zip(sums, counts).map { sum, count in count > 0 && !isFilled ? sum / Double(count) : neutral },
      neutral: neutral, presence: counts.map { $0 > 0 })
  }
}
