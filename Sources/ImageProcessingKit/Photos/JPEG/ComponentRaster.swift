/// Interleaved samples of a picture's components at full size, in stored orientation.
struct ComponentRaster {
  let geometry: PhotoGeometry
  let components: Int
  /// By component, the sample that makes middle grey.
  let neutrals: [Double]

  /// Replaces every sample of an area by what a style makes of the area's own means, or of nothing.
  func obscure(_ area: ObscuredArea, in samples: inout [UInt8], with obscurer: any Obscuring) {
    let left = area.bounds.x * geometry.unitWidth
    let top = area.bounds.y * geometry.unitHeight
    let columns = left..<min(area.bounds.maxX * geometry.unitWidth, geometry.storedWidth)
    let rows = top..<min(area.bounds.maxY * geometry.unitHeight, geometry.storedHeight)

    func forEachPixel(_ body: (_ x: Int, _ y: Int, _ cell: Int) -> Void) {
      for y in rows {
        for x in columns {
          let unitX = x / geometry.unitWidth
          let unitY = y / geometry.unitHeight
          guard area.contains(unitX: unitX, unitY: unitY) else { continue }
          body(x, y, area.cell(unitX: unitX, unitY: unitY))
        }
      }
    }

    for component in 0..<components {
      var accumulator = CellAccumulator(area: area, neutral: neutrals[component])
      forEachPixel { x, y, cell in
        accumulator.add(
          Double(samples[(y * geometry.storedWidth + x) * components + component]), toCell: cell)
      }
      let means = accumulator.means
      forEachPixel { x, y, _ in
        let sample = obscurer.sample(
          in: means,
          x: (Double(x - area.gridX * geometry.unitWidth) + 0.5)
            / Double(geometry.unitWidth * area.cellWidth),
          y: (Double(y - area.gridY * geometry.unitHeight) + 0.5)
            / Double(geometry.unitHeight * area.cellHeight))
        samples[(y * geometry.storedWidth + x) * components + component] =
          UInt8(min(max(sample.rounded(), 0), 255))
      }
    }
  }
}
