extension PixelBuffer {
  /// Obscures the same areas, by the same cells, that the render of a photo does.
  ///
  /// A pixel that shows any part of an area belongs to it: decoders and resamplers mix neighbours. The others are what the tones
  /// are made of.
  /// - Parameters:
  ///   - areas: areas on the grid of `geometry`.
  ///   - geometry: the photo this upright picture shows.
  ///   - isGray: whether the photo has no colours.
  mutating func obscure(
    _ areas: [ObscuredArea], of geometry: PhotoGeometry, isGray: Bool, with obscurer: any Obscuring
  ) {
    let grid = DisplayGrid(of: self, geometry)
    var hidden = [Bool](repeating: false, count: width * height)
    let pixels = areas.map { area in
      // What shows parts of two areas is the first one's.
      let shown = grid.pixels(showing: area, without: hidden, withPoints: !obscurer.isFlatInCells)
      for pixel in shown.pixels { hidden[pixel.index] = true }
      return shown
    }
    // All tones are known before the first pixel is painted, so no area sees another one.
    let tones = zip(areas, pixels).map { area, pixels in
      switch obscurer.source {
      case .surroundings:
        surroundingTones(of: area, grid, hidden, isGray: isGray, isTextured: obscurer.isFlatInCells)
      case .means, .neutral: means(of: area, pixels.pixels)
      }
    }
    for (pixels, tones) in zip(pixels, tones) { paint(pixels, in: tones, with: obscurer) }
  }

  /// - Parameter tones: by channel.
  private mutating func paint(
    _ shown: (pixels: [DisplayGrid.Pixel], points: [SIMD2<Double>]), in tones: [CellTones],
    with obscurer: any Obscuring
  ) {
    func byte(_ value: Double) -> UInt8 { UInt8(min(max(value.rounded(), 0), 255)) }
    let columns = tones[0].columns
    // Flat cells are made once and not for each pixel.
    let cells: [UInt8] =
      obscurer.isFlatInCells
      ? tones[0].values.indices.flatMap { cell in
        tones.map {
          byte(
            obscurer.sample(
              in: $0, x: Double(cell % columns) + 0.5, y: Double(cell / columns) + 0.5))
        }
      } : []
    withUnsafeMutableBytes { target in
      if obscurer.isFlatInCells {
        cells.withUnsafeBufferPointer { cells in
          for pixel in shown.pixels {
            let cell = Int(pixel.cell)
            for channel in 0..<Self.channels {
              target[pixel.index * Self.channels + channel] = cells[cell * Self.channels + channel]
            }
          }
        }
        return
      }
      for (channel, tones) in tones.enumerated() {
        for (pixel, point) in zip(shown.pixels, shown.points) {
          target[pixel.index * Self.channels + channel] = byte(
            obscurer.sample(in: tones, x: point.x, y: point.y))
        }
      }
    }
  }

  /// The pixels of this upright picture that show a part of some units.
  func pixels(showing units: UnitRect, of geometry: PhotoGeometry) -> (columns: Range<Int>, rows: Range<Int>)
  {
    let upright = geometry.uprightRect(of: units)
    func span(_ start: Double, _ end: Double, _ length: Int) -> Range<Int> {
      Int(start * Double(length))..<min(length, Int((end * Double(length)).rounded(.up)))
    }
    return (span(upright.x, upright.maxX, width), span(upright.y, upright.maxY, height))
  }

  /// By channel, the means of an area's cells.
  private func means(of area: ObscuredArea, _ pixels: [DisplayGrid.Pixel]) -> [CellTones] {
    var accumulators = [CellAccumulator](repeating: CellAccumulator(area: area), count: Self.channels)
    for pixel in pixels where pixel.isInside {
      for channel in 0..<Self.channels {
        accumulators[channel].add(
          Double(bytes[pixel.index * Self.channels + channel]), toCell: Int(pixel.cell))
      }
    }
    return accumulators.map(\.means)
  }

  /// By channel, the tones that come from what is beside an area.
  private func surroundingTones(
    of area: ObscuredArea, _ grid: DisplayGrid, _ hidden: [Bool], isGray: Bool, isTextured: Bool
  ) -> [CellTones] {
    var beside = [Surroundings](repeating: Surroundings(of: area), count: Self.channels)
    for unit in grid.units(beside: area) {
      let (columns, rows) = grid.pixels(around: unit)
      for y in rows {
        for x in columns where !hidden[y * width + x] {
          for channel in 0..<Self.channels {
            beside[channel].take(
              Int(bytes[(y * width + x) * Self.channels + channel]), unitX: unit.x, unitY: unit.y)
          }
        }
      }
    }
    let tones = SurroundingTones(of: area, colors: isGray ? .gray : .rgb).tones(
      isTextured: isTextured, size: (grid.geometry.storedWidth, grid.geometry.storedHeight)
    ) { component, x, y in
      beside[component].value(unitX: x, unitY: y, offset: 0, step: 256)
    }
    return isGray ? [CellTones](repeating: tones[0], count: Self.channels) : tones
  }
}

/// How the pixels of an upright picture lie on the grid of its photo's units.
private struct DisplayGrid {
  let geometry: PhotoGeometry
  private let picture: PixelBuffer
  private let width: Double
  private let height: Double

  /// How many pixels around itself a pixel may show a part of: decoders that bring half-size chroma up to full size mix
  /// neighbours. At half of the size there is nothing to bring up, if chroma is halved both ways or not at all.
  private let reach: Double
  /// Units that are smaller than this many pixels are looked at together with what is around them.
  private static let minReach = 2.5
  /// For so many pixels of an area memory is taken at once; an area around a whole group may be mostly empty.
  private static let mostReserved = 1 << 16

  /// A pixel of an area: there are many.
  struct Pixel {
    /// Row by row in the picture.
    let index: Int
    let cell: Int32
    /// Whether its middle lies in the area.
    let isInside: Bool
  }

  init(of picture: PixelBuffer, _ geometry: PhotoGeometry) {
    self.geometry = geometry
    self.picture = picture
    width = Double(picture.width)
    height = Double(picture.height)
    let isReduced = 2 * picture.width <= geometry.uprightSize.width
    reach = isReduced && geometry.unitWidth == geometry.unitHeight ? 0 : 1
  }

  /// Where a point of the picture, in pixels, lies on the grid.
  private func unitPoint(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    let inset = 1e-6
    return geometry.unitPoint(
      uprightX: min(max(x, inset), width - inset) / width,
      uprightY: min(max(y, inset), height - inset) / height)
  }

  /// The pixels that show a part of an area.
  /// - Parameters:
  ///   - hidden: by index, those that are another area's.
  ///   - hasPoints: whether it matters where in its cell a pixel lies.
  /// - Returns: with each, if asked for, where it lies in cells from where the area's first one begins.
  func pixels(
    showing area: ObscuredArea, without hidden: [Bool], withPoints hasPoints: Bool
  ) -> (pixels: [Pixel], points: [SIMD2<Double>]) {
    let (across, down) = picture.pixels(showing: area.bounds, of: geometry)
    let columns = max(across.lowerBound - 1, 0)..<min(across.upperBound + 1, picture.width)
    let rows = max(down.lowerBound - 1, 0)..<min(down.upperBound + 1, picture.height)
    var pixels: [Pixel] = []
    var points: [SIMD2<Double>] = []
    pixels.reserveCapacity(min(columns.count * rows.count, Self.mostReserved))
    // Either side of the grid hangs on one side of the picture alone.
    let ofColumns = columns.map { unitPoint(Double($0) + 0.5, 0.5) }
    let ofRows = rows.map { unitPoint(0.5, Double($0) + 0.5) }
    let isSwapped = geometry.orientation.swapsAxes
    for y in rows {
      let ofRow = ofRows[y - rows.lowerBound]
      for x in columns where !hidden[y * picture.width + x] {
        let ofColumn = ofColumns[x - columns.lowerBound]
        let middle = isSwapped ? (x: ofRow.x, y: ofColumn.y) : (x: ofColumn.x, y: ofRow.y)
        let isInside = area.contains(unitX: Int(middle.x), unitY: Int(middle.y))
        guard isInside || touches(area, x, y) else { continue }
        // One whose middle lies outside is painted as the nearest cell is.
        let nearest = isInside ? middle : nearest(in: area, to: middle)
        pixels.append(
          Pixel(
            index: y * picture.width + x,
            cell: Int32(area.cell(unitX: Int(nearest.x), unitY: Int(nearest.y))), isInside: isInside))
        guard hasPoints else { continue }
        points.append(
          SIMD2(
            (nearest.x - Double(area.gridX)) / Double(area.cellWidth),
            (nearest.y - Double(area.gridY)) / Double(area.cellHeight)))
      }
    }
    return (pixels, points)
  }

  /// Whether a unit of the area lies in what a pixel may show.
  private func touches(_ area: ObscuredArea, _ x: Int, _ y: Int) -> Bool {
    let first = unitPoint(Double(x) - reach, Double(y) - reach)
    let last = unitPoint(Double(x) + 1 + reach, Double(y) + 1 + reach)
    let across = Int(min(first.x, last.x))...Int(max(first.x, last.x))
    let down = Int(min(first.y, last.y))...Int(max(first.y, last.y))
    return down.contains { unitY in across.contains { area.contains(unitX: $0, unitY: unitY) } }
  }

  /// The nearest point of an area's units that touch a point's surroundings.
  private func nearest(in area: ObscuredArea, to point: (x: Double, y: Double)) -> (x: Double, y: Double) {
    let (across, down) = geometry.orientation.swapsAxes ? (height, width) : (width, height)
    let reachX = Int((1.5 + reach) * Double(geometry.unitColumns) / across) + 1
    let reachY = Int((1.5 + reach) * Double(geometry.unitRows) / down) + 1
    var best = (x: Double(area.bounds.x), y: Double(area.bounds.y))
    var least = Double.infinity
    for unitY in Int(point.y) - reachY...Int(point.y) + reachY {
      for unitX in Int(point.x) - reachX...Int(point.x) + reachX
      where area.contains(unitX: unitX, unitY: unitY) {
        let x = min(max(point.x, Double(unitX)), Double(unitX) + 0.999)
        let y = min(max(point.y, Double(unitY)), Double(unitY) + 0.999)
        let distance = (x - point.x) * (x - point.x) + (y - point.y) * (y - point.y)
        if distance < least { (best, least) = ((x, y), distance) }
      }
    }
    return best
  }

  /// The units that lie in the picture and beside an area.
  func units(beside area: ObscuredArea) -> [(x: Int, y: Int)] {
    let columns = max(area.bounds.x - 1, 0)..<min(area.bounds.maxX + 1, geometry.unitColumns)
    return (max(area.bounds.y - 1, 0)..<min(area.bounds.maxY + 1, geometry.unitRows)).flatMap { y in
      columns.filter { area.isBeside(unitX: $0, unitY: y) }.map { ($0, y) }
    }
  }

  /// The pixels that stand for a unit: those whose middle lies in it, and where it is small, those around.
  func pixels(around unit: (x: Int, y: Int)) -> (columns: Range<Int>, rows: Range<Int>) {
    let upright = geometry.uprightRect(of: UnitRect(x: unit.x, y: unit.y, width: 1, height: 1))
    func span(_ start: Double, _ end: Double, _ length: Int) -> Range<Int> {
      let middle = (start + end) / 2 * Double(length)
      let reach = max((end - start) / 2 * Double(length), Self.minReach)
      let first = max(Int((middle - reach + 0.5).rounded(.down)), 0)
      return first..<max(first, min(Int((middle + reach + 0.5).rounded(.down)), length))
    }
    return (
      span(upright.x, upright.maxX, picture.width), span(upright.y, upright.maxY, picture.height)
    )
  }
}
