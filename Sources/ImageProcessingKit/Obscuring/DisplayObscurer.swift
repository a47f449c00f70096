extension PixelBuffer {
  /// Obscures the same areas, by the same cells, that the render of a photo does.
  ///
  /// Each pixel belongs to the unit that its centre lies in, so the preview shows the render's cells at any
  /// size.
  /// - Parameters:
  ///   - areas: areas on the grid of `geometry`.
  ///   - geometry: the photo this upright picture shows.
  mutating func obscure(_ areas: [ObscuredArea], of geometry: PhotoGeometry, with obscurer: any Obscuring) {
    for area in areas { obscure(area, of: geometry, with: obscurer) }
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

  private mutating func obscure(
    _ area: ObscuredArea, of geometry: PhotoGeometry, with obscurer: any Obscuring
  ) {
    let (columns, rows) = pixels(showing: area.bounds, of: geometry)

    // Gather first: where each pixel lies in the area, and the means of all cells.
    var samples: [(index: Int, cellX: Double, cellY: Double)] = []
    var accumulators = [CellAccumulator](repeating: CellAccumulator(area: area), count: Self.channels)
    for y in rows {
      for x in columns {
        let point = geometry.unitPoint(
          uprightX: (Double(x) + 0.5) / Double(width), uprightY: (Double(y) + 0.5) / Double(height))
        let unitX = Int(point.x)
        let unitY = Int(point.y)
        guard area.contains(unitX: unitX, unitY: unitY) else { continue }
        let index = (y * width + x) * Self.channels
        let cell = area.cell(unitX: unitX, unitY: unitY)
        for channel in 0..<Self.channels {
          accumulators[channel].add(Double(bytes[index + channel]), toCell: cell)
        }
        samples.append(
          (
            index, (point.x - Double(area.bounds.x)) / Double(area.cellWidth),
            (point.y - Double(area.bounds.y)) / Double(area.cellHeight)
          ))
      }
    }

    let means = accumulators.map(\.means)
    withUnsafeMutableBytes { target in
      for sample in samples {
        for channel in 0..<Self.channels {
          let value = obscurer.sample(in: means[channel], x: sample.cellX, y: sample.cellY)
          target[sample.index + channel] = UInt8(min(max(value.rounded(), 0), 255))
        }
      }
    }
  }
}
