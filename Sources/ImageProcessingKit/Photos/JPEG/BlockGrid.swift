/// The blocks of one component that an area covers, and what becomes of them.
///
/// The one place where blocks become cell means and cell means become blocks: every path that edits
/// coefficients gives the same blocks.
struct BlockGrid: Sendable {
  let area: ObscuredArea
  /// Blocks per unit across and down.
  let blocksX: Int
  let blocksY: Int
  /// The first block of the component that belongs to the grid.
  let x: Int
  let y: Int
  /// Size in blocks, with blocks of the last units that carry no picture.
  let width: Int
  let height: Int
  /// Size in blocks without those.
  let visibleWidth: Int
  let visibleHeight: Int
  /// Quantised DC coefficients, row by row.
  var dc: [Int16]

  init(area: ObscuredArea, blocksX: Int, blocksY: Int, widthInBlocks: Int, heightInBlocks: Int) {
    self.area = area
    self.blocksX = blocksX
    self.blocksY = blocksY
    x = area.bounds.x * blocksX
    y = area.bounds.y * blocksY
    width = area.bounds.width * blocksX
    height = area.bounds.height * blocksY
    visibleWidth = min(max(widthInBlocks - x, 0), width)
    visibleHeight = min(max(heightInBlocks - y, 0), height)
    dc = [Int16](repeating: 0, count: width * height)
  }

  /// Whether a block, counted from the grid's corner, belongs to the area.
  func contains(column: Int, row: Int) -> Bool {
    area.contains(unitX: (x + column) / blocksX, unitY: (y + row) / blocksY)
  }

  /// Where the DC of one block of a unit of the area is.
  func index(unitX: Int, unitY: Int, blockX: Int, blockY: Int) -> Int {
    (unitY * blocksY + blockY - y) * width + unitX * blocksX + blockX - x
  }

  /// Replaces the DC of every block in the area; the AC coefficients become zero.
  /// - Parameter quantiser: the quantiser of the DC coefficient; a block's mean sample is
  ///   128 + DC · quantiser / 8 (ITU-T T.81, A.3.3).
  /// - Parameter neutral: the sample that makes middle gray in this component.
  mutating func obscure(with obscurer: any Obscuring, quantiser: Int, neutral: Double) {
    let step = Double(quantiser) / 8
    var accumulator = CellAccumulator(area: area, neutral: neutral)
    for row in 0..<visibleHeight {
      for column in 0..<visibleWidth where contains(column: column, row: row) {
        let cell = area.cell(unitX: (x + column) / blocksX, unitY: (y + row) / blocksY)
        accumulator.add(128 + Double(dc[row * width + column]) * step, toCell: cell)
      }
    }
    let means = accumulator.means
    for row in 0..<height {
      for column in 0..<width where contains(column: column, row: row) {
        let sample = obscurer.sample(
          in: means,
          x: (Double(column) + 0.5) / Double(blocksX * area.cellWidth),
          y: (Double(row) + 0.5) / Double(blocksY * area.cellHeight))
        dc[row * width + column] = Int16(clamping: Int(((sample - 128) / step).rounded()))
      }
    }
  }
}
