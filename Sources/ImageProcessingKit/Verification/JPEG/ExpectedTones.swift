/// What an area of one component must show, as the gate reckons it from the samples that are hidden there.
///
/// Written for the gate alone: what the styles are said to do, apart from the code that does it.
struct ExpectedTones {
  private let area: ObscuredArea
  private let style: ObscuringStyle
  /// By cell, row by row.
  private var sums: [Double]
  private var counts: [Int]

  init(_ area: ObscuredArea, _ style: ObscuringStyle) {
    self.area = area
    self.style = style
    sums = [Double](repeating: 0, count: area.columns * area.rows)
    counts = [Int](repeating: 0, count: area.columns * area.rows)
  }

  /// Whether the area shows one tone that tells nothing of what it hides.
  var isOneTone: Bool { style == .fill || area.isFilled }

  /// Takes a sample of the original in, by the unit it lies in.
  mutating func take(_ sample: Double, unitX: Int, unitY: Int) {
    let cell = area.cell(unitX: unitX, unitY: unitY)
    sums[cell] += sample
    counts[cell] += 1
  }

  /// The sample at a point, which lies in a cell that a sample was taken of.
  /// - Parameters:
  ///   - x: in units from the left edge of the picture.
  ///   - y: in units from its upper edge.
  ///   - neutral: what one tone is, where that is what the area shows.
  /// - Returns: 0…255.
  func sample(unitX x: Double, unitY y: Double, neutral: Double = 128) -> Double {
    if isOneTone { return neutral }
    let column = (x - Double(area.bounds.x)) / Double(area.cellWidth)
    let row = (y - Double(area.bounds.y)) / Double(area.cellHeight)
    switch style {
    case .fill: return neutral
    case .mosaic: return mean(Int(column), Int(row)) ?? neutral
    case .blur: return blend(column, row) ?? neutral
    }
  }

  /// Nil where no sample of the cell was taken.
  private func mean(_ column: Int, _ row: Int) -> Double? {
    guard (0..<area.columns).contains(column), (0..<area.rows).contains(row) else { return nil }
    let cell = row * area.columns + column
    return counts[cell] > 0 ? sums[cell] / Double(counts[cell]) : nil
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
        guard weight > 0, let mean = mean(x, y) else { continue }
        sum += weight * mean
        weights += weight
      }
    }
    return weights > 0 ? sum / weights : nil
  }
}
