/// Measures on the coefficients whether areas are as obscured as their plan says.
///
/// Flat styles: no block has any AC, all blocks of a cell share one DC, and that is the mean of what the original has
/// there, to one step of the quantiser. Smooth styles, in a second pass: every coefficient is what the means give, to
/// one step.
struct RegionCheck {
  let areas: [ObscuredArea]
  let components: [ComparedComponent]
  private let obscurer: any Obscuring
  /// By area and component.
  private var accumulators: [[CellAccumulator]]
  /// By area, component and cell: the DC that every block must have.
  private var tones: [[[Int16?]]]
  private var means: [[CellMeans]] = []
  private var knowsOriginal = true
  /// Whether every block so far was as it should be.
  private(set) var holds = true

  init(_ areas: [ObscuredArea], _ components: [ComparedComponent], _ obscurer: any Obscuring) {
    self.areas = areas
    self.components = components
    self.obscurer = obscurer
    accumulators = areas.map { area in components.map { _ in CellAccumulator(area: area) } }
    tones = areas.map { area in
      components.map { _ in [Int16?](repeating: nil, count: area.columns * area.rows) }
    }
  }

  /// Whether a second pass is needed.
  var isSmooth: Bool { !obscurer.isFlatInCells }

  /// The first pass, block by block.
  mutating func take(_ block: ComparedBlock) {
    let component = components[block.component]
    let area = areas[block.area]
    let cell = area.cell(unitX: block.x / component.across, unitY: block.y / component.down)
    if let dc = block.originalDC {
      // What lies beyond the picture's edge was not part of any mean.
      if block.x < component.widthInBlocks, block.y < component.heightInBlocks {
        accumulators[block.area][block.component].add(
          128 + Double(dc) * Double(component.quantisers[0]) / 8, toCell: cell)
      }
    } else {
      knowsOriginal = false
    }
    guard !isSmooth || area.isFilled else { return }
    let isFlat = Self.isFlat(block)
    let tone = tones[block.area][block.component][cell] ?? block.coefficients[0]
    tones[block.area][block.component][cell] = tone
    holds = holds && isFlat && tone == block.coefficients[0]
  }

  private static func isFlat(_ block: ComparedBlock) -> Bool {
    (1..<64).allSatisfy { block.coefficients[$0] == 0 }
  }

  /// Ends the first pass: compares the tones of flat cells with what they should be.
  mutating func endFirstPass() {
    means = accumulators.map { $0.map(\.means) }
    guard holds else { return }
    for (area, grid) in areas.enumerated() where !isSmooth || grid.isFilled {
      for (index, component) in components.enumerated() {
        for (cell, tone) in tones[area][index].enumerated() {
          guard let tone else { continue }
          let isRight =
            hidesMeans(grid)
            ? tone == tones[area][index].lazy.compactMap(\.self).first
            : !knowsOriginal || abs(Int(tone) - expected(cell, of: means[area][index], component)) <= 1
          holds = holds && isRight
        }
      }
    }
  }

  /// Whether an area shows one tone that tells nothing of what it hides.
  private func hidesMeans(_ area: ObscuredArea) -> Bool { obscurer is FillObscurer || area.isFilled }

  private func expected(_ cell: Int, of means: CellMeans, _ component: ComparedComponent) -> Int {
    let sample = obscurer.sample(
      in: means, x: Double(cell % means.columns) + 0.5, y: Double(cell / means.columns) + 0.5)
    return Int(((sample - 128) * 8 / Double(component.quantisers[0])).rounded())
  }

  /// The second pass over smooth areas, block by block. Without the original's means there is nothing to compare with:
  /// a picture that was encoded anew is left to the detector's second look.
  mutating func takeSmooth(_ block: ComparedBlock) {
    // A filled area has one tone, which the first pass has seen to.
    guard knowsOriginal, !areas[block.area].isFilled else { return }
    let component = components[block.component]
    // Beyond the picture's edge, libjpeg writes flat blocks of its own.
    let isSeen = block.x < component.widthInBlocks && block.y < component.heightInBlocks
    if !isSeen, Self.isFlat(block) { return }
    let area = areas[block.area]
    let width = Double(component.across * area.cellWidth)
    let height = Double(component.down * area.cellHeight)
    let inner = (0..<8).map { (Double($0) + 0.5) / 8 }
    let left = Double(block.x - area.bounds.x * component.across)
    let top = Double(block.y - area.bounds.y * component.down)
    var samples = [Double](repeating: 0, count: 64)
    obscurer.fill(
      &samples, in: means[block.area][block.component], xs: inner.map { (left + $0) / width },
      ys: inner.map { (top + $0) / height })
    let expected = ForwardDCT.quantised(samples, by: component.quantisers)
    holds = holds && (0..<64).allSatisfy { abs(Int(block.coefficients[$0]) - Int(expected[$0])) <= 1 }
  }

  /// What the cells of each area show, row by row, read from the render; nil where the style is not flat.
  /// - Parameter isYCbCr: whether the components are gray or JFIF's YCbCr.
  func colors(isYCbCr: Bool) -> [[CellColor]]? {
    guard !isSmooth, isYCbCr, components.count != 4 else { return nil }
    return zip(areas, tones).map { area, tones in
      (0..<(area.columns * area.rows)).map { cell in
        CellColor(
          samples: zip(components, tones).map { component, tones in
            128 + Double(tones[cell] ?? 0) * Double(component.quantisers[0]) / 8
          })
      }
    }
  }
}
