/// What the cells of an area must show in one component, as the gate reckons it.
///
/// Written for the gate alone: what the styles are said to do, apart from the code that does it.
struct ExpectedTones {
  private let area: ObscuredArea
  private let isSmooth: Bool
  /// By cell, row by row; nil where no unit of the area lies in a cell.
  private let values: [Double?]

  /// - Parameter values: by cell, 0…255.
  init(_ area: ObscuredArea, _ style: ObscuringStyle, _ values: [Double?]) {
    self.area = area
    isSmooth = style == .blur || style == .smoothPixelate
    self.values = values
  }

  /// The tone of a cell; nil where there is none.
  subscript(cell: Int) -> Double? { values[cell] }

  /// The sample at a point of the area.
  /// - Parameters:
  ///   - x: in units from the left edge of the picture.
  ///   - y: in units from its upper edge.
  /// - Returns: 0…255; nil where the area has no cell.
  func sample(unitX x: Double, unitY y: Double) -> Double? {
    let column = (x - Double(area.gridX)) / Double(area.cellWidth)
    let row = (y - Double(area.gridY)) / Double(area.cellHeight)
    return isSmooth ? blend(column, row) : tone(Int(column), Int(row))
  }

  private func tone(_ column: Int, _ row: Int) -> Double? {
    guard (0..<area.columns).contains(column), (0..<area.rows).contains(row) else { return nil }
    return values[row * area.columns + column]
  }

  /// The four cells whose centres are nearest, each as much as the point is near it; those that are not there do not count.
  private func blend(_ column: Double, _ row: Double) -> Double? {
    var sum = 0.0
    var weights = 0.0
    let left = Int((column - 0.5).rounded(.down))
    let top = Int((row - 0.5).rounded(.down))
    for y in top...(top + 1) {
      for x in left...(left + 1) {
        let weight = (1 - abs(column - 0.5 - Double(x))) * (1 - abs(row - 0.5 - Double(y)))
        guard weight > 0, let tone = tone(x, y) else { continue }
        sum += weight * tone
        weights += weight
      }
    }
    return weights > 0 ? sum / weights : nil
  }
}

/// The means of an area's cells in one component, from the samples that are hidden there.
struct ExpectedMeans {
  private let area: ObscuredArea
  private var sums: [Double]
  private var counts: [Int]

  init(_ area: ObscuredArea) {
    self.area = area
    sums = [Double](repeating: 0, count: area.columns * area.rows)
    counts = [Int](repeating: 0, count: area.columns * area.rows)
  }

  /// Takes a sample of the original in, by the unit it lies in.
  mutating func take(_ sample: Double, unitX: Int, unitY: Int) {
    let cell = area.cell(unitX: unitX, unitY: unitY)
    sums[cell] += sample
    counts[cell] += 1
  }

  /// Takes in what another one was given. Sums of eighths are the same in any order.
  mutating func add(_ other: ExpectedMeans) {
    for cell in sums.indices {
      sums[cell] += other.sums[cell]
      counts[cell] += other.counts[cell]
    }
  }

  /// By cell; nil where no sample was taken.
  var values: [Double?] { zip(sums, counts).map { $1 > 0 ? $0 / Double($1) : nil } }
}
