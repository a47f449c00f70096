/// The tones of some areas: first it is shown samples, then it tells what those of the areas become. What hides row by row and what
/// hides plane by plane share it.
struct AreaTones {
  let areas: [ObscuredArea]
  private let raster: SampleRaster
  private let obscurer: any Obscuring
  /// By area and component.
  private var beside: [[Surroundings]] = []
  private var means: [[CellAccumulator]] = []
  private var tones: [[CellTones]] = []
  /// By area, the samples of its cells one after the other, where a cell is flat.
  private var flat: [[Int]] = []

  /// - Parameter areas: on the grid of the raster's geometry; they do not overlap.
  init(_ areas: [ObscuredArea], in raster: SampleRaster, with obscurer: any Obscuring) {
    self.areas = areas
    self.raster = raster
    self.obscurer = obscurer
    let components = raster.colors.components.count
    switch obscurer.source {
    case .surroundings:
      beside = areas.map { [Surroundings](repeating: Surroundings(of: $0), count: components) }
    case .means, .neutral:
      means = areas.map { area in raster.colors.neutrals.map { CellAccumulator(area: area, neutral: $0) } }
    }
  }

  /// Where the tones come from: only samples of that are taken.
  var source: ToneSource { obscurer.source }
  /// Whether all samples of a cell are the same.
  var isFlatInCells: Bool { obscurer.isFlatInCells }
  private var componentCount: Int { raster.colors.components.count }

  /// Takes a sample in of a unit beside an area.
  mutating func take(_ sample: Int, besideArea index: Int, component: Int, unitX: Int, unitY: Int) {
    beside[index][component].take(sample, unitX: unitX, unitY: unitY)
  }

  /// Takes a sample of an area in.
  mutating func take(_ sample: Int, ofArea index: Int, component: Int, unitX: Int, unitY: Int) {
    let cell = areas[index].cell(unitX: unitX, unitY: unitY)
    means[index][component].add(Double(sample) * (255 / Double(raster.maxSample)), toCell: cell)
  }

  /// Makes the tones of what was taken. All are known before the first sample is written, so no area sees another one.
  mutating func settle() {
    // Samples of 16 bits are 256/257 of a 256th each; a level of any other depth is a whole number of them.
    let (step, divisor) = raster.maxSample == 65_535 ? (256, 257) : (255 * 256 / raster.maxSample, 1)
    tones = areas.indices.map { index in
      guard source == .surroundings else { return means[index].map(\.means) }
      return SurroundingTones(of: areas[index], colors: raster.colors).tones(
        isTextured: isFlatInCells, size: (raster.geometry.storedWidth, raster.geometry.storedHeight)
      ) { component, x, y in
        beside[index][component].value(unitX: x, unitY: y, offset: 0, step: step, divisor: divisor)
      }
    }
    (beside, means) = ([], [])
    guard isFlatInCells else { return }
    flat = zip(areas, tones).map { area, tones in
      (0..<area.columns * area.rows).flatMap { cell in
        (0..<componentCount).map { component in
          let (column, row) = (cell % area.columns, cell / area.columns)
          return sample(
            obscurer.sample(in: tones[component], x: Double(column) + 0.5, y: Double(row) + 0.5))
        }
      }
    }
  }

  /// What a sample of an area becomes whose cells are flat.
  /// - Parameter cell: the area's.
  func sample(ofArea index: Int, component: Int, cell: Int) -> Int {
    flat[index][cell * componentCount + component]
  }

  /// What a sample of an area becomes.
  /// - Parameters:
  ///   - x: the middle of what it stands for, in stored pixels.
  ///   - y: likewise.
  func sample(ofArea index: Int, component: Int, x: Double, y: Double) -> Int {
    let (area, geometry) = (areas[index], raster.geometry)
    let column =
      (x - Double(area.gridX * geometry.unitWidth)) / Double(geometry.unitWidth * area.cellWidth)
    let row =
      (y - Double(area.gridY * geometry.unitHeight)) / Double(geometry.unitHeight * area.cellHeight)
    return sample(obscurer.sample(in: tones[index][component], x: column, y: row))
  }

  /// What a tone of 0…255 is in samples.
  private func sample(_ tone: Double) -> Int {
    let scale = Double(raster.maxSample) / 255
    return Int(min(max((tone * scale).rounded(), 0), Double(raster.maxSample)))
  }
}

/// What lies in an area or beside one, by rows of units.
struct AreaStretches {
  private let geometry: PhotoGeometry
  /// Rows with nothing of that are missing.
  private let stretches: [Int: [RowStretch]]

  /// - Parameter areas: on the grid of the geometry; they do not overlap.
  init(_ areas: [ObscuredArea], in geometry: PhotoGeometry) {
    self.geometry = geometry
    var stretches: [Int: [RowStretch]] = [:]
    for area in areas {
      for row in max(area.bounds.y - 1, 0)..<min(area.bounds.maxY + 1, geometry.unitRows)
      where stretches[row] == nil {
        stretches[row] = areas.stretches(ofRow: row, columns: geometry.unitColumns, withBeside: true)
          .filter { $0.kind != .apart }
      }
    }
    self.stretches = stretches
  }

  /// From the left to the right, what a row of pixels has.
  func at(_ y: Int) -> [RowStretch] { stretches[y / geometry.unitHeight] ?? [] }

  /// The columns of the picture that a stretch of units has.
  func columns(_ stretch: RowStretch) -> Range<Int> {
    let width = geometry.unitWidth
    return stretch.columns.lowerBound
      * width..<min(stretch.columns.upperBound * width, geometry.storedWidth)
  }
}
