/// The blocks of one component that an area covers, and what becomes of them.
///
/// The one place where blocks become cells and cells become blocks: every path that edits coefficients gives the same blocks.
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
  /// The component's blocks that carry picture.
  private let widthInBlocks: Int
  private let heightInBlocks: Int
  /// Quantised DC coefficients, row by row.
  var dc: [Int16]
  /// What lies beside the area, in quantised DC coefficients; nil where it is not needed.
  private(set) var surroundings: Surroundings?
  /// What the blocks are made of where a style is not flat in its cells; they are made one by one as they are
  /// written, because 64 coefficients each would take more memory than the photo.
  private var smooth: Smooth?

  private struct Smooth {
    let obscurer: any Obscuring
    let tones: CellTones
    let quantizers: [UInt16]
  }

  /// - Parameter takesSurroundings: whether what lies beside the area is taken in.
  init(
    area: ObscuredArea, blocksX: Int, blocksY: Int, widthInBlocks: Int, heightInBlocks: Int,
    takesSurroundings: Bool
  ) {
    self.area = area
    surroundings = takesSurroundings ? Surroundings(of: area) : nil
    self.widthInBlocks = widthInBlocks
    self.heightInBlocks = heightInBlocks
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

  /// Takes a block in, by its place in the component, if it belongs to the area or lies beside it.
  mutating func take(dc value: Int16, x: Int, y: Int) {
    if area.contains(unitX: x / blocksX, unitY: y / blocksY) {
      dc[(y - self.y) * width + x - self.x] = value
    } else if area.isBeside(unitX: x / blocksX, unitY: y / blocksY) {
      takeBeside(dc: Int(value), x: x, y: y)
    }
  }

  /// Takes a block of the area in, by its unit and its place in that.
  mutating func take(dc value: Int16, unitX: Int, unitY: Int, blockX: Int, blockY: Int) {
    dc[index(unitX: unitX, unitY: unitY, blockX: blockX, blockY: blockY)] = value
  }

  /// Takes a block of a unit beside the area in, by its place in the component; one that carries no picture does not count.
  mutating func takeBeside(dc: Int, x: Int, y: Int) {
    guard x < widthInBlocks, y < heightInBlocks else { return }
    let (unitX, unitY) = (x / blocksX, y / blocksY)
    surroundings?.take(dc, unitX: unitX, unitY: unitY)
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
    let column = Double(index % width) + offsetX
    let row = Double(index / width) + offsetY
    var samples = [Double](repeating: 0, count: 64)
    let inner = (0..<8).map { (Double($0) + 0.5) / 8 }
    smooth.obscurer.fill(
      &samples, in: smooth.tones, xs: inner.map { (column + $0) / cellColumns },
      ys: inner.map { (row + $0) / cellRows })
    return ForwardDCT.quantized(samples, by: smooth.quantizers)
  }

  /// Replaces every block of an area by what a style makes of the cells' tones.
  /// - Parameters:
  ///   - grids: the area's, by component, with all blocks and what lies beside them.
  ///   - quantizers: by component 64, in natural order; a block's mean sample is 128 + DC · quantiser / 8 (ITU-T T.81, A.3.3).
  ///   - geometry: the photo's.
  static func obscure(
    _ grids: inout [BlockGrid], with obscurer: any Obscuring, quantizers: [[UInt16]], colors: ColorModel,
    of geometry: PhotoGeometry
  ) {
    guard let area = grids.first?.area else { return }
    let beside = grids.map(\.surroundings)
    let steps = quantizers.map { 32 * Int($0[0]) }
    let tones: [CellTones] =
      switch obscurer.source {
      case .surroundings:
        SurroundingTones(of: area, colors: colors).tones(
          isTextured: obscurer.isFlatInCells, size: (geometry.storedWidth, geometry.storedHeight)
        ) { component, x, y in
          beside[component]?.value(unitX: x, unitY: y, offset: 128 * 256, step: steps[component])
        }
      case .means, .neutral:
        zip(grids.indices, colors.neutrals).map { grids[$0].means(quantizer: quantizers[$0][0], neutral: $1) }
      }
    for index in grids.indices {
      grids[index].obscure(with: obscurer, tones[index], quantizers: quantizers[index])
    }
  }

  private mutating func obscure(
    with obscurer: any Obscuring, _ tones: CellTones, quantizers: [UInt16]
  ) {
    guard obscurer.isFlatInCells else {
      smooth = Smooth(obscurer: obscurer, tones: tones, quantizers: quantizers)
      return
    }
    for row in 0..<height {
      for column in 0..<width where contains(column: column, row: row) {
        let sample = obscurer.sample(
          in: tones, x: (Double(column) + offsetX + 0.5) / cellColumns,
          y: (Double(row) + offsetY + 0.5) / cellRows)
        dc[row * width + column] = Int16(
          clamping: Int(((sample - 128) * 8 / Double(max(quantizers[0], 1))).rounded()))
      }
    }
  }

  /// Blocks from where the first cell begins to the grid's corner.
  private var offsetX: Double { Double((area.bounds.x - area.gridX) * blocksX) }
  private var offsetY: Double { Double((area.bounds.y - area.gridY) * blocksY) }
  /// Blocks per cell across and down.
  private var cellColumns: Double { Double(blocksX * area.cellWidth) }
  private var cellRows: Double { Double(blocksY * area.cellHeight) }

  /// The mean sample of each cell's visible blocks.
  private func means(quantizer: UInt16, neutral: Double) -> CellTones {
    let step = Double(max(quantizer, 1)) / 8
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
