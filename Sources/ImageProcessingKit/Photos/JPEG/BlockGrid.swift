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
  /// What the blocks are made of where a style is not flat in its cells; they are made one by one as they are
  /// written, because 64 coefficients each would take more memory than the photo.
  private var smooth: Smooth?

  private struct Smooth {
    let obscurer: any Obscuring
    let means: CellMeans
    let quantisers: [UInt16]
  }

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

  /// Whether every block is its DC alone.
  var isFlat: Bool { smooth == nil }

  /// The 64 coefficients of a block in natural order.
  func block(at index: Int) -> [Int16] {
    guard let smooth else { return [dc[index]] + [Int16](repeating: 0, count: 63) }
    let column = Double(index % width)
    let row = Double(index / width)
    var samples = [Double](repeating: 0, count: 64)
    let inner = (0..<8).map { (Double($0) + 0.5) / 8 }
    smooth.obscurer.fill(
      &samples, in: smooth.means, xs: inner.map { (column + $0) / cellColumns },
      ys: inner.map { (row + $0) / cellRows })
    return ForwardDCT.quantised(samples, by: smooth.quantisers)
  }

  /// Replaces every block in the area by what the style makes of the cell means.
  /// - Parameters:
  ///   - quantisers: 64, in natural order; a block's mean sample is 128 + DC · quantiser / 8 (ITU-T T.81, A.3.3).
  ///   - neutral: the sample that makes middle gray in this component.
  mutating func obscure(with obscurer: any Obscuring, quantisers: [UInt16], neutral: Double) {
    let means = means(quantiser: quantisers[0], neutral: neutral)
    guard obscurer.isFlatInCells else {
      smooth = Smooth(obscurer: obscurer, means: means, quantisers: quantisers)
      return
    }
    for row in 0..<height {
      for column in 0..<width where contains(column: column, row: row) {
        let sample = obscurer.sample(
          in: means, x: (Double(column) + 0.5) / cellColumns, y: (Double(row) + 0.5) / cellRows)
        dc[row * width + column] = Int16(
          clamping: Int(((sample - 128) * 8 / Double(max(quantisers[0], 1))).rounded()))
      }
    }
  }

  /// Blocks per cell across and down.
  private var cellColumns: Double { Double(blocksX * area.cellWidth) }
  private var cellRows: Double { Double(blocksY * area.cellHeight) }

  /// The mean sample of each cell's visible blocks.
  private func means(quantiser: UInt16, neutral: Double) -> CellMeans {
    let step = Double(max(quantiser, 1)) / 8
    var accumulator = CellAccumulator(area: area, neutral: neutral)
    for row in 0..<visibleHeight {
      for column in 0..<visibleWidth where contains(column: column, row: row) {
        let cell = area.cell(unitX: (x + column) / blocksX, unitY: (y + row) / blocksY)
        accumulator.add(128 + Double(dc[row * width + column]) * step, toCell: cell)
      }
    }
    return accumulator.means
  }
}
