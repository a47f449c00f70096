/// Measures on the coefficients whether areas are as obscured as their plan says.
///
/// Flat styles: no block has any AC, all blocks of a cell share one DC, and that is the mean of what the original has
/// there, to one step of the quantiser. Smooth styles, in a second pass: every coefficient is what the means give, to
/// its rounding.
struct RegionCheck {
  let areas: [ObscuredArea]
  let components: [ComparedComponent]
  private let style: ObscuringStyle
  /// By component.
  private let spectra: [BlockSpectrum]
  /// By area and component.
  private var expected: [[ExpectedTones]]
  /// By area, component and cell: the DC that every block must have.
  private var tones: [[[Int16?]]]
  private var knowsOriginal = true
  /// Whether every block so far was as it should be.
  private(set) var holds = true

  init(_ areas: [ObscuredArea], _ components: [ComparedComponent], _ style: ObscuringStyle) {
    self.areas = areas
    self.components = components
    self.style = style
    spectra = components.map { BlockSpectrum(quantisers: $0.quantisers) }
    expected = areas.map { area in components.map { _ in ExpectedTones(area, style) } }
    tones = areas.map { area in
      components.map { _ in [Int16?](repeating: nil, count: area.columns * area.rows) }
    }
  }

  /// Whether a second pass is needed.
  var isSmooth: Bool { style == .blur }

  /// The first pass, block by block.
  mutating func take(_ block: ComparedBlock) {
    let component = components[block.component]
    let area = areas[block.area]
    let (unitX, unitY) = (block.x / component.across, block.y / component.down)
    let cell = area.cell(unitX: unitX, unitY: unitY)
    if let dc = block.originalDC {
      // What lies beyond the picture's edge was not part of any mean.
      if block.x < component.widthInBlocks, block.y < component.heightInBlocks {
        expected[block.area][block.component].take(
          128 + Double(dc) * Double(component.quantisers[0]) / 8, unitX: unitX, unitY: unitY)
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
    guard holds else { return }
    for (area, grid) in areas.enumerated() where !isSmooth || grid.isFilled {
      for (index, component) in components.enumerated() {
        for (cell, tone) in tones[area][index].enumerated() {
          guard let tone else { continue }
          let isRight =
            expected[area][index].isOneTone
            ? tone == tones[area][index].lazy.compactMap(\.self).first
            : !knowsOriginal || abs(Int(tone) - mean(ofCell: cell, area, index, component)) <= 1
          holds = holds && isRight
        }
      }
    }
  }

  /// The DC of a cell's mean.
  private func mean(ofCell cell: Int, _ area: Int, _ index: Int, _ component: ComparedComponent) -> Int {
    let grid = areas[area]
    let sample = expected[area][index].sample(
      unitX: Double(grid.bounds.x) + (Double(cell % grid.columns) + 0.5) * Double(grid.cellWidth),
      unitY: Double(grid.bounds.y) + (Double(cell / grid.columns) + 0.5) * Double(grid.cellHeight))
    return Int(((sample - 128) * 8 / Double(component.quantisers[0])).rounded())
  }

  /// The second pass over smooth areas, block by block. Without the original's coefficients there is nothing to compare with.
  mutating func takeSmooth(_ block: ComparedBlock) {
    // A filled area has one tone, which the first pass has seen to.
    guard knowsOriginal, !areas[block.area].isFilled else { return }
    let component = components[block.component]
    // Beyond the picture's edge, libjpeg writes flat blocks of its own.
    let isSeen = block.x < component.widthInBlocks && block.y < component.heightInBlocks
    if !isSeen, Self.isFlat(block) { return }
    let tones = expected[block.area][block.component]
    let samples = (0..<64).map { place in
      Float(
        tones.sample(
          unitX: (Double(block.x) + (Double(place % 8) + 0.5) / 8) / Double(component.across),
          unitY: (Double(block.y) + (Double(place / 8) + 0.5) / 8) / Double(component.down)))
    }
    let isRight = samples.withUnsafeBufferPointer { samples in
      samples.baseAddress.map {
        spectra[block.component].holds($0, stride: 8, for: block.coefficients)
      } ?? false
    }
    holds = holds && isRight
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
