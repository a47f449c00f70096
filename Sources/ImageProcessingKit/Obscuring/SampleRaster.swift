/// What a picture's samples are, at full size, in stored orientation, on the grid of its units: how every format hides areas whose
/// samples it can write as they are.
struct SampleRaster {
  let geometry: PhotoGeometry
  /// What the samples of a pixel mean, one for each component.
  let colors: ColorModel
  /// The largest sample there is, which is as bright as 255 in 8 bits: 1 to 65535.
  var maxSample = 255

  /// Replaces every sample of some areas by what a style makes of the cells' tones, in a picture that is in memory.
  /// - Parameters:
  ///   - areas: on the grid of `geometry`; they do not overlap.
  ///   - samples: as many for each pixel as there are components, row by row from the top.
  func obscure(_ areas: [ObscuredArea], in samples: inout [UInt8], with obscurer: any Obscuring) {
    var obscurer = RowObscurer(areas, in: self, with: obscurer)
    let components = colors.components.count
    let length = geometry.storedWidth * components
    samples.withUnsafeMutableBufferPointer { samples in
      for y in 0..<geometry.storedHeight where obscurer.concerns(y) {
        let row = UnsafeBufferPointer(rebasing: samples[y * length..<(y + 1) * length])
        obscurer.take(row, pixelStride: components, RasterRow(y: y))
      }
      obscurer.settle()
      for y in 0..<geometry.storedHeight where obscurer.hides(y) {
        let start = y * length
        obscurer.forEachHiddenPixel(of: RasterRow(y: y)) { x, hidden in
          for component in 0..<components {
            samples[start + x * components + component] = UInt8(truncatingIfNeeded: hidden[component])
          }
        }
      }
    }
  }
}

/// Which pixels of a picture a row of samples has: those of row `y` from column `x` on, every `step`-th one. Whole rows are the
/// rule; interlaced pictures come in parts of rows.
struct RasterRow {
  let y: Int
  var x = 0
  var step = 1

  /// The places in the row of those of its pixels that lie in some columns of the picture.
  func places(in columns: Range<Int>) -> Range<Int> {
    func place(_ column: Int) -> Int { column <= x ? 0 : (column - x + step - 1) / step }
    return place(columns.lowerBound)..<place(columns.upperBound)
  }

  /// The column of the picture that a place in the row is.
  func column(_ place: Int) -> Int { x + place * step }
}

/// Hides areas of a picture row by row, so that the picture need not be in memory.
///
/// First it is shown every row that it is concerned with, in any order; then it tells what the hidden pixels become.
struct RowObscurer {
  private let raster: SampleRaster
  private let areas: [ObscuredArea]
  private let obscurer: any Obscuring
  /// By row of units, what lies in an area or beside one; rows with nothing of that are missing.
  private let stretches: [Int: [RowStretch]]
  /// By area and component.
  private var beside: [[Surroundings]] = []
  private var means: [[CellAccumulator]] = []
  private var tones: [[CellTones]] = []
  /// By area, the samples of its cells one after the other, where a cell is flat.
  private var flat: [[Int]] = []

  /// - Parameter areas: on the grid of the raster's geometry; they do not overlap.
  init(_ areas: [ObscuredArea], in raster: SampleRaster, with obscurer: any Obscuring) {
    self.raster = raster
    self.areas = areas
    self.obscurer = obscurer
    let columns = raster.geometry.unitColumns
    var stretches: [Int: [RowStretch]] = [:]
    for area in areas {
      for row in max(area.bounds.y - 1, 0)..<min(area.bounds.maxY + 1, raster.geometry.unitRows)
      where stretches[row] == nil {
        stretches[row] = areas.stretches(ofRow: row, columns: columns, withBeside: true)
          .filter { $0.kind != .apart }
      }
    }
    self.stretches = stretches
    let components = raster.colors.components.count
    switch obscurer.source {
    case .surroundings:
      beside = areas.map { [Surroundings](repeating: Surroundings(of: $0), count: components) }
    case .means, .neutral:
      means = areas.map { area in raster.colors.neutrals.map { CellAccumulator(area: area, neutral: $0) } }
    }
  }

  /// Whether tones come from a row of the picture, or it has hidden pixels.
  func concerns(_ y: Int) -> Bool { !stretches(at: y).isEmpty }

  /// Whether a row of the picture has hidden pixels.
  func hides(_ y: Int) -> Bool {
    stretches(at: y).contains {
      if case .inside = $0.kind { true } else { false }
    }
  }

  /// Whether a pixel of the row is hidden.
  func hides(_ row: RasterRow, width: Int) -> Bool {
    stretches(at: row.y).contains {
      guard case .inside = $0.kind else { return false }
      return !row.places(in: columns($0)).clamped(to: 0..<width).isEmpty
    }
  }

  /// Takes in what tones come from.
  /// - Parameters:
  ///   - samples: of the row, pixel by pixel, those of the colours first.
  ///   - pixelStride: how many samples a pixel has.
  mutating func take<Sample: FixedWidthInteger>(
    _ samples: UnsafeBufferPointer<Sample>, pixelStride: Int, _ row: RasterRow
  ) {
    let unit = (width: raster.geometry.unitWidth, height: raster.geometry.unitHeight)
    let unitY = row.y / unit.height
    let places = 0..<samples.count / pixelStride
    let components = raster.colors.components.count
    let scale = 255 / Double(raster.maxSample)
    for stretch in stretches(at: row.y) {
      let taken = row.places(in: columns(stretch)).clamped(to: places)
      switch (stretch.kind, obscurer.source) {
      case (.beside(let indices), .surroundings):
        for index in indices {
          for place in taken {
            for component in 0..<components {
              beside[index][component].take(
                Int(samples[place * pixelStride + component]), unitX: row.column(place) / unit.width,
                unitY: unitY)
            }
          }
        }
      case (.inside(let index), .means):
        for place in taken {
          let cell = areas[index].cell(unitX: row.column(place) / unit.width, unitY: unitY)
          for component in 0..<components {
            means[index][component].add(
              Double(samples[place * pixelStride + component]) * scale, toCell: cell)
          }
        }
      default: break
      }
    }
  }

  /// Makes the tones of what was taken. All are known before the first pixel is written, so no area sees another one.
  mutating func settle() {
    let components = raster.colors.components.count
    // Samples of 16 bits are 256/257 of a 256th each; a level of any other depth is a whole number of them.
    let (step, divisor) = raster.maxSample == 65_535 ? (256, 257) : (255 * 256 / raster.maxSample, 1)
    tones = areas.indices.map { index in
      guard obscurer.source == .surroundings else { return means[index].map(\.means) }
      return SurroundingTones(of: areas[index], colors: raster.colors).tones(
        isTextured: obscurer.isFlatInCells, size: (raster.geometry.storedWidth, raster.geometry.storedHeight)
      ) { component, x, y in
        beside[index][component].value(unitX: x, unitY: y, offset: 0, step: step, divisor: divisor)
      }
    }
    (beside, means) = ([], [])
    guard obscurer.isFlatInCells else { return }
    flat = zip(areas, tones).map { area, tones in
      (0..<area.columns * area.rows).flatMap { cell in
        (0..<components).map { component in
          let (column, row) = (cell % area.columns, cell / area.columns)
          return sample(
            obscurer.sample(in: tones[component], x: Double(column) + 0.5, y: Double(row) + 0.5))
        }
      }
    }
  }

  /// Tells what the hidden pixels of a row become.
  /// - Parameter use: is given a pixel's place in the row and its samples, one for each component of the colours.
  func forEachHiddenPixel(
    of row: RasterRow, _ use: (_ place: Int, _ samples: UnsafeBufferPointer<Int>) -> Void
  ) {
    let geometry = raster.geometry
    let components = raster.colors.components.count
    let unitY = row.y / geometry.unitHeight
    withUnsafeTemporaryAllocation(of: Int.self, capacity: components) { pixel in
      for stretch in stretches(at: row.y) {
        guard case .inside(let index) = stretch.kind else { continue }
        let area = areas[index]
        for place in row.places(in: columns(stretch)) {
          let x = row.column(place)
          if obscurer.isFlatInCells {
            let cell = area.cell(unitX: x / geometry.unitWidth, unitY: unitY)
            for component in 0..<components { pixel[component] = flat[index][cell * components + component] }
          } else {
            let column =
              (Double(x - area.gridX * geometry.unitWidth) + 0.5)
              / Double(geometry.unitWidth * area.cellWidth)
            let down =
              (Double(row.y - area.gridY * geometry.unitHeight) + 0.5)
              / Double(geometry.unitHeight * area.cellHeight)
            for component in 0..<components {
              pixel[component] = sample(obscurer.sample(in: tones[index][component], x: column, y: down))
            }
          }
          use(place, UnsafeBufferPointer(pixel))
        }
      }
    }
  }

  /// Names the pixels of a row that are not hidden.
  /// - Parameters:
  ///   - width: pixels of the row.
  ///   - use: is given a pixel's place in the row.
  func forEachOpenPlace(of row: RasterRow, width: Int, _ use: (_ place: Int) -> Void) {
    var next = 0
    for stretch in stretches(at: row.y) {
      guard case .inside = stretch.kind else { continue }
      let hidden = row.places(in: columns(stretch))
      for place in next..<max(next, hidden.lowerBound) { use(place) }
      next = max(next, hidden.upperBound)
    }
    for place in min(next, width)..<width { use(place) }
  }

  /// What a tone of 0…255 is in samples.
  private func sample(_ tone: Double) -> Int {
    let scale = Double(raster.maxSample) / 255
    return Int(min(max((tone * scale).rounded(), 0), Double(raster.maxSample)))
  }

  /// What lies in an area or beside one in a row of the picture.
  private func stretches(at y: Int) -> [RowStretch] { stretches[y / raster.geometry.unitHeight] ?? [] }

  /// The columns of the picture that a stretch of units has.
  private func columns(_ stretch: RowStretch) -> Range<Int> {
    let width = raster.geometry.unitWidth
    return stretch.columns.lowerBound
      * width..<min(stretch.columns.upperBound * width, raster.geometry.storedWidth)
  }
}
