/// Measures on the coefficients whether areas are as obscured as their plan says.
///
/// Tones that come from the surroundings are reckoned again from the render's own, and one grey is what it is: no coefficient may
/// differ from what they give, flat or, in a second pass, smooth. Means are reckoned from the original, where there is one, and
/// may differ by one step of the quantiser.
struct RegionCheck {
  let areas: [ObscuredArea]
  let components: [ComparedComponent]
  private let style: ObscuringStyle
  private let colors: ColorModel
  /// By component.
  private let spectra: [BlockSpectrum]
  /// By area.
  private var surroundings: [ExpectedSurroundings]
  /// By area and component.
  private var means: [[ExpectedMeans]]
  /// By area and component: what they must show, known when the first pass has ended.
  private var expected: [[ExpectedTones]] = []
  /// By area, component and cell: the DC that every block must have.
  private var tones: [[[Int16?]]]
  private var knowsOriginal = true
  /// Whether every block so far was as it should be.
  private(set) var holds = true

  /// - Parameters:
  ///   - colors: what the components mean.
  ///   - geometry: the photo's.
  init(
    _ areas: [ObscuredArea], _ components: [ComparedComponent], _ style: ObscuringStyle,
    _ colors: ColorModel, on geometry: PhotoGeometry
  ) {
    self.areas = areas
    self.components = components
    self.style = style
    self.colors = colors
    spectra = components.map { BlockSpectrum(quantizers: $0.quantizers) }
    let size = (geometry.storedWidth, geometry.storedHeight)
    surroundings = areas.map { ExpectedSurroundings($0, colors, isTextured: style == .mosaic, size: size) }
    means = areas.map { area in components.map { _ in ExpectedMeans(area) } }
    tones = areas.map { area in
      components.map { _ in [Int16?](repeating: nil, count: area.columns * area.rows) }
    }
    // A render's components are those of its colours.
    holds = components.count == colors.components.count
  }

  /// Whether a second pass is needed.
  var isSmooth: Bool { style == .blur || style == .smoothPixelate }

  /// The first pass, block by block of those that carry picture.
  mutating func take(_ block: ComparedBlock) {
    let component = components[block.component]
    let (unitX, unitY) = (block.x / component.across, block.y / component.down)
    guard holds else { return }
    if block.isBeside {
      surroundings[block.area].take(
        sum: Double(block.coefficients[0]), component: block.component, unitX: unitX, unitY: unitY)
      return
    }
    if style.revealsContent { takeMean(of: block, unitX, unitY) }
    let area = areas[block.area]
    guard !isSmooth || area.isFilled else { return }
    let cell = area.cell(unitX: unitX, unitY: unitY)
    let tone = tones[block.area][block.component][cell] ?? block.coefficients[0]
    tones[block.area][block.component][cell] = tone
    holds = Self.isFlat(block) && tone == block.coefficients[0]
  }

  private mutating func takeMean(of block: ComparedBlock, _ unitX: Int, _ unitY: Int) {
    guard let dc = block.originalDC else {
      knowsOriginal = false
      return
    }
    means[block.area][block.component].take(
      128 + Double(dc) * Double(components[block.component].quantizers[0]) / 8, unitX: unitX, unitY: unitY)
  }

  /// Takes over what another one was given of other blocks, in the same pass.
  mutating func add(_ other: RegionCheck) {
    holds = holds && other.holds
    guard holds, expected.isEmpty else { return }
    knowsOriginal = knowsOriginal && other.knowsOriginal
    for area in areas.indices {
      surroundings[area].add(other.surroundings[area])
      for component in components.indices {
        means[area][component].add(other.means[area][component])
        for (cell, tone) in other.tones[area][component].enumerated() {
          guard let tone else { continue }
          let mine = tones[area][component][cell] ?? tone
          tones[area][component][cell] = mine
          holds = holds && mine == tone
        }
      }
    }
  }

  private static func isFlat(_ block: ComparedBlock) -> Bool {
    (1..<64).allSatisfy { block.coefficients[$0] == 0 }
  }

  /// Ends the first pass: reckons what areas must show and compares the tones of flat cells.
  mutating func endFirstPass() {
    guard holds else { return }
    let check = self
    expected = Array(areas.indices).concurrentMap(inPiecesOf: 1) { check.expectedTones(of: $0) }
    for (area, grid) in areas.enumerated() where !isSmooth || grid.isFilled {
      for (index, component) in components.enumerated() {
        for (cell, tone) in tones[area][index].enumerated() {
          guard let tone else { continue }
          guard let sample = expected[area][index][cell] else {
            holds = holds && style.revealsContent && !knowsOriginal
            continue
          }
          let dc = Int16(clamping: Int(((sample - 128) * 8 / Double(component.quantizers[0])).rounded()))
          let mayDiffer = style.revealsContent && !grid.isFilled
          holds = holds && (tone == dc || mayDiffer && abs(Int(tone) - Int(dc)) <= 1)
        }
      }
    }
  }

  private func expectedTones(of index: Int) -> [ExpectedTones] {
    let area = areas[index]
    let values: [[Double?]]
    if style == .fill || area.isFilled {
      values = colors.neutrals.map { [Double?](repeating: $0, count: area.columns * area.rows) }
    } else if style.revealsContent {
      values = means[index].map(\.values)
    } else {
      // A block's mean is 128 + DC · quantiser / 8 (ITU-T T.81, A.3.3).
      values = surroundings[index].values(
        zero: 32_768, steps: components.map { 32 * Double($0.quantizers[0]) })
    }
    return values.map { ExpectedTones(area, style, $0) }
  }

  /// The second pass over smooth areas, block by block.
  mutating func takeSmooth(_ block: ComparedBlock) {
    // A filled area has one tone, which the first pass has seen to; of means without their original nothing is known.
    guard holds, !block.isBeside, !areas[block.area].isFilled, knowsOriginal || !style.revealsContent else {
      return
    }
    let component = components[block.component]
    let tones = expected[block.area][block.component]
    let samples = (0..<64).compactMap { place in
      tones.sample(
        unitX: (Double(block.x) + (Double(place % 8) + 0.5) / 8) / Double(component.across),
        unitY: (Double(block.y) + (Double(place / 8) + 0.5) / 8) / Double(component.down)
      ).map { Float($0) }
    }
    holds =
      samples.count == 64
      && samples.withUnsafeBufferPointer { samples in
        samples.baseAddress.map {
          spectra[block.component].holds($0, stride: 8, for: block.coefficients)
        } ?? false
      }
  }
}
