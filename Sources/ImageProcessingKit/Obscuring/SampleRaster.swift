/// A picture of interleaved 8-bit samples at full size, in stored orientation, on the grid of its units: how every format hides
/// areas whose samples it can write as they are.
struct SampleRaster {
  let geometry: PhotoGeometry
  /// What the samples of a pixel mean, one for each component.
  let colors: ColorModel

  /// Replaces every sample of some areas by what a style makes of the cells' tones.
  /// - Parameters:
  ///   - areas: on the grid of `geometry`; they do not overlap.
  ///   - samples: as many for each pixel as there are components, row by row from the top.
  func obscure(_ areas: [ObscuredArea], in samples: inout [UInt8], with obscurer: any Obscuring) {
    let hidden = obscurer.source == .surroundings ? hiddenUnits(of: areas) : []
    // All tones are known before the first sample is painted, so no area sees another one.
    let tones = areas.map { area in
      switch obscurer.source {
      case .surroundings: surroundingTones(of: area, samples, hidden, isTextured: obscurer.isFlatInCells)
      case .means, .neutral: means(of: area, samples)
      }
    }
    for (area, tones) in zip(areas, tones) { paint(area, in: &samples, tones, with: obscurer) }
  }

  private var components: Int { colors.components.count }

  /// Row by row, whether a unit belongs to one of some areas.
  private func hiddenUnits(of areas: [ObscuredArea]) -> [Bool] {
    var hidden = [Bool](repeating: false, count: geometry.unitColumns * geometry.unitRows)
    for area in areas {
      for y in area.bounds.y..<min(area.bounds.maxY, geometry.unitRows) {
        for x in area.bounds.x..<min(area.bounds.maxX, geometry.unitColumns)
        where area.contains(unitX: x, unitY: y) {
          hidden[y * geometry.unitColumns + x] = true
        }
      }
    }
    return hidden
  }

  /// By component, the tones that come from the units beside an area.
  private func surroundingTones(
    of area: ObscuredArea, _ samples: [UInt8], _ hidden: [Bool], isTextured: Bool
  ) -> [CellTones] {
    var beside = [Surroundings](repeating: Surroundings(of: area), count: components)
    for unitY in max(area.bounds.y - 1, 0)..<min(area.bounds.maxY + 1, geometry.unitRows) {
      for unitX in max(area.bounds.x - 1, 0)..<min(area.bounds.maxX + 1, geometry.unitColumns)
      where area.isBeside(unitX: unitX, unitY: unitY) && !hidden[unitY * geometry.unitColumns + unitX] {
        forEachPixel(of: UnitRect(x: unitX, y: unitY, width: 1, height: 1)) { _, _, place in
          for component in 0..<components {
            beside[component].take(Int(samples[place + component]), unitX: unitX, unitY: unitY)
          }
        }
      }
    }
    return SurroundingTones(of: area, colors: colors).tones(
      isTextured: isTextured, size: (geometry.storedWidth, geometry.storedHeight)
    ) { component, x, y in
      beside[component].value(unitX: x, unitY: y, offset: 0, step: 256)
    }
  }

  /// By component, the means of an area's cells.
  private func means(of area: ObscuredArea, _ samples: [UInt8]) -> [CellTones] {
    var accumulators = colors.neutrals.map { CellAccumulator(area: area, neutral: $0) }
    forEachPixel(of: area) { x, y, place in
      let cell = area.cell(unitX: x / geometry.unitWidth, unitY: y / geometry.unitHeight)
      for component in 0..<components {
        accumulators[component].add(Double(samples[place + component]), toCell: cell)
      }
    }
    return accumulators.map(\.means)
  }

  private func paint(
    _ area: ObscuredArea, in samples: inout [UInt8], _ tones: [CellTones], with obscurer: any Obscuring
  ) {
    forEachPixel(of: area) { x, y, place in
      let column =
        (Double(x - area.gridX * geometry.unitWidth) + 0.5) / Double(geometry.unitWidth * area.cellWidth)
      let row =
        (Double(y - area.gridY * geometry.unitHeight) + 0.5) / Double(geometry.unitHeight * area.cellHeight)
      for component in 0..<components {
        let sample = obscurer.sample(in: tones[component], x: column, y: row)
        samples[place + component] = UInt8(min(max(sample.rounded(), 0), 255))
      }
    }
  }

  /// - Parameter body: is given a pixel of the area that lies in the picture, and where its first sample is.
  private func forEachPixel(of area: ObscuredArea, _ body: (_ x: Int, _ y: Int, _ place: Int) -> Void) {
    forEachPixel(of: area.bounds) { x, y, place in
      guard area.contains(unitX: x / geometry.unitWidth, unitY: y / geometry.unitHeight) else { return }
      body(x, y, place)
    }
  }

  private func forEachPixel(of units: UnitRect, _ body: (_ x: Int, _ y: Int, _ place: Int) -> Void) {
    let columns =
      units.x * geometry.unitWidth..<min(units.maxX * geometry.unitWidth, geometry.storedWidth)
    for y in units.y * geometry.unitHeight..<min(units.maxY * geometry.unitHeight, geometry.storedHeight) {
      for x in columns { body(x, y, (y * geometry.storedWidth + x) * components) }
    }
  }
}
