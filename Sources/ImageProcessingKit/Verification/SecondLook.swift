/// Looks with the detector at each obscured region of a finished render: now and then six cells still make a face.
public struct SecondLook {
  private let detector: any FaceDetecting
  private let picture: PixelBuffer

  /// - Parameters:
  ///   - detector: what found the faces.
  ///   - picture: the picture they were found in. The regions of the render are drawn into it; outside them the gate
  ///     has proven that the render is the same.
  public init(detector: any FaceDetecting, picture: PixelBuffer) {
    self.detector = detector
    self.picture = picture
  }

  /// What comes after a number of cells where a face is still seen; 0 is a gray fill.
  private static let steps = [4, 3, 2, 0]

  /// - Parameters:
  ///   - colors: what the gate read from the render's areas; nil where it cannot tell.
  ///   - render: the file as it was written.
  /// - Returns: the plan with fewer cells for each region in which a face is still seen; nil where none is.
  func strongerPlan(
    than plan: RegionPlan, on geometry: PhotoGeometry, colors: [[CellColor]]?, in render: [UInt8]
  ) throws(DetectionError) -> RegionPlan? {
    let regions = plan.applied.filter { $0.cells != 0 && plan.strength.style != .fill }
    let places = regions.map {
      geometry.uprightRect(of: geometry.units(covering: $0.rect.scaled(by: plan.strength.reach)))
    }
    guard places.contains(where: { detector.couldSeeObscured($0, in: picture) }) else { return nil }
    var areas = plan.areas(on: geometry)
    guard var shown = shown(areas, of: geometry, colors, in: render) else {
      // Nobody can look, so a face is taken to be there.
      return stronger(than: plan, regions, regions.map { _ in true })
    }
    guard var stronger = stronger(than: plan, regions, try detector.seesFaces(in: shown, at: places)) else {
      return nil
    }
    // Whether that will do can be foretold, so that the photo is rendered again once and not for every step.
    while true {
      let next = stronger.areas(on: geometry)
      for (area, earlier) in zip(next, areas) where area != earlier {
        picture.draw(area, of: geometry, with: picture.colors(of: area, geometry), on: &shown)
      }
      areas = next
      guard
        let further = self.stronger(than: stronger, regions, try detector.seesFaces(in: shown, at: places))
      else { return stronger }
      stronger = further
    }
  }

  /// The plan with the next step for each region in which a face is seen; nil where there is none.
  private func stronger(than plan: RegionPlan, _ regions: [PlannedRegion], _ seen: [Bool]) -> RegionPlan? {
    var stronger = plan
    for (region, isSeen) in zip(regions, seen) where isSeen {
      guard let index = stronger.regions.firstIndex(where: { $0.id == region.id }) else { continue }
      let cells = stronger.regions[index].cells ?? plan.strength.cells
      stronger.regions[index].cells = Self.steps.first { $0 < cells } ?? 0
    }
    return stronger == plan ? nil : stronger
  }

  /// The render at the picture's size.
  private func shown(
    _ areas: [ObscuredArea], of geometry: PhotoGeometry, _ colors: [[CellColor]]?, in render: [UInt8]
  ) -> PixelBuffer? {
    guard let colors else {
      let longSide = max(picture.width, picture.height)
      return try? PhotoFormat.open(render, limits: .none).displayImage(fitting: longSide).pixels
    }
    var shown = picture
    for (area, cells) in zip(areas, colors) { picture.draw(area, of: geometry, with: cells, on: &shown) }
    return shown
  }
}

/// What one cell of a render's area shows.
struct CellColor: Sendable, Hashable {
  var red: UInt8
  var green: UInt8
  var blue: UInt8
}

extension CellColor {
  init(_ pixel: (red: UInt8, green: UInt8, blue: UInt8)) {
    self.init(red: pixel.red, green: pixel.green, blue: pixel.blue)
  }

  /// JFIF's YCbCr (JFIF 1.02, page 3), or a gray.
  init(samples: [Double]) {
    let luma = samples.first ?? 128
    let blueness = samples.count == 3 ? samples[1] - 128 : 0
    let redness = samples.count == 3 ? samples[2] - 128 : 0
    func byte(_ value: Double) -> UInt8 { UInt8(min(max(value.rounded(), 0), 255)) }
    self.init(
      red: byte(luma + 1.402 * redness), green: byte(luma - 0.344136 * blueness - 0.714136 * redness),
      blue: byte(luma + 1.772 * blueness))
  }
}

/// Where the pixels of a picture lie among the units of an area, along the picture's two axes.
///
/// Four points stand for a pixel, a quarter of it from its edges, so that pixels at an edge are mixed.
private struct AreaPixels {
  let columns: Range<Int>
  let rows: Range<Int>
  /// The units of the two points of each column and of each row: stored x and y, or the other way round.
  let columnUnits: [Int]
  let rowUnits: [Int]
  let swapsAxes: Bool

  init(_ area: ObscuredArea, of geometry: PhotoGeometry, in picture: PixelBuffer) {
    let width = Double(picture.width)
    let height = Double(picture.height)
    (columns, rows) = picture.pixels(showing: area.bounds, of: geometry)
    let swapsAxes = geometry.orientation.swapsAxes
    self.swapsAxes = swapsAxes
    columnUnits = columns.flatMap { column in
      [0.25, 0.75].map { part in
        let point = geometry.unitPoint(uprightX: (Double(column) + part) / width, uprightY: 0.5)
        return Int(swapsAxes ? point.y : point.x)
      }
    }
    rowUnits = rows.flatMap { row in
      [0.25, 0.75].map { part in
        let point = geometry.unitPoint(uprightX: 0.5, uprightY: (Double(row) + part) / height)
        return Int(swapsAxes ? point.x : point.y)
      }
    }
  }

  /// Whether the four points of a pixel lie in the same unit.
  @inline(__always)
  func isInOneUnit(column: Int, row: Int) -> Bool {
    columnUnits[2 * column] == columnUnits[2 * column + 1] && rowUnits[2 * row] == rowUnits[2 * row + 1]
  }

  /// The cell at one of the four points of a pixel; nil outside the area.
  @inline(__always)
  func cell(_ area: ObscuredArea, columnPoint: Int, rowPoint: Int) -> Int? {
    let across = columnUnits[columnPoint]
    let down = rowUnits[rowPoint]
    let unit = swapsAxes ? (x: down, y: across) : (x: across, y: down)
    return area.contains(unitX: unit.x, unitY: unit.y) ? area.cell(unitX: unit.x, unitY: unit.y) : nil
  }
}

extension PixelBuffer {
  /// The mean colour of each cell of an area.
  fileprivate func colors(of area: ObscuredArea, _ geometry: PhotoGeometry) -> [CellColor] {
    var accumulators = [CellAccumulator](repeating: CellAccumulator(area: area), count: Self.channels)
    let pixels = AreaPixels(area, of: geometry, in: self)
    for (row, y) in pixels.rows.enumerated() {
      for (column, x) in pixels.columns.enumerated() {
        guard let cell = pixels.cell(area, columnPoint: 2 * column, rowPoint: 2 * row) else { continue }
        let pixel = self[x, y]
        for (channel, sample) in [pixel.red, pixel.green, pixel.blue].enumerated() {
          accumulators[channel].add(Double(sample), toCell: cell)
        }
      }
    }
    let means = accumulators.map(\.means.values)
    return (0..<(area.columns * area.rows)).map { cell in
      CellColor((UInt8(means[0][cell]), UInt8(means[1][cell]), UInt8(means[2][cell])))
    }
  }

  /// Draws the cells of an area over this picture, as a picture of this size shows them.
  fileprivate func draw(
    _ area: ObscuredArea, of geometry: PhotoGeometry, with cells: [CellColor], on target: inout PixelBuffer
  ) {
    let pixels = AreaPixels(area, of: geometry, in: self)
    for (row, y) in pixels.rows.enumerated() {
      for (column, x) in pixels.columns.enumerated() {
        // Most pixels lie in one unit.
        if pixels.isInOneUnit(column: column, row: row) {
          let cell = pixels.cell(area, columnPoint: 2 * column, rowPoint: 2 * row)
          target[x, y] = cell.map { (cells[$0].red, cells[$0].green, cells[$0].blue) } ?? self[x, y]
          continue
        }
        var sum = (red: 2, green: 2, blue: 2)
        for part in 0..<4 {
          let cell = pixels.cell(area, columnPoint: 2 * column + part & 1, rowPoint: 2 * row + part >> 1)
          let shown = cell.map { cells[$0] } ?? CellColor(self[x, y])
          sum = (sum.red + Int(shown.red), sum.green + Int(shown.green), sum.blue + Int(shown.blue))
        }
        target[x, y] = (UInt8(sum.red / 4), UInt8(sum.green / 4), UInt8(sum.blue / 4))
      }
    }
  }
}
