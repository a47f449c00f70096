/// Proves pictures of interleaved 8-bit samples: what the gate of a format asks whose samples are known exactly.
///
/// Nothing outside the areas may differ, and inside no sample from what the style makes of the picture's own surroundings, as
/// `ExpectedSurroundings` reckons them; means are reckoned from the original. The samples are those that a reader of the gate's own
/// has made of the file.
struct RasterCheck {
  /// In stored orientation, as many for each pixel as there are components, row by row from the top.
  let samples: [UInt8]
  let geometry: PhotoGeometry
  let colors: ColorModel

  /// What a sample may lie beside its tone: the rounding, and what arithmetic on fractions is off by.
  private static let tolerance = 0.5 + 1e-6

  /// A render with its original.
  /// - Parameters:
  ///   - original: its samples, of the same size and components.
  ///   - areas: on the grid of the geometry's units.
  /// - Throws: `FaceBlurError` of kind `leak`.
  func check(
    against original: [UInt8], _ areas: [ObscuredArea], _ style: ObscuringStyle
  ) throws(FaceBlurError) {
    guard original.count == samples.count, isWhole else { throw .otherShape }
    let length = geometry.storedWidth * components
    for unitRow in 0..<geometry.unitRows {
      let stretches = areas.stretches(ofRow: unitRow, columns: geometry.unitColumns, withBeside: false)
      for stretch in stretches where stretch.kind == .apart {
        let columns = self.columns(stretch.columns.lowerBound, stretch.columns.upperBound)
        for y in rows(unitRow, unitRow + 1) {
          let places =
            y * length + columns.lowerBound * components..<y * length + columns.upperBound * components
          guard samples[places] == original[places] else { throw .changedOutside }
        }
      }
    }
    try checkRegions(areas, style, against: original)
  }

  /// The areas alone.
  /// - Parameter original: nil where there is none; cells of means need only be flat then.
  /// - Throws: `FaceBlurError` of kind `leak(.region)` where an area shows something else than its style makes of it.
  func checkRegions(
    _ areas: [ObscuredArea], _ style: ObscuringStyle, against original: [UInt8]? = nil
  ) throws(FaceBlurError) {
    guard isWhole else { throw .otherShape }
    for area in areas {
      let isOfMeans = style.revealsContent && !area.isFilled
      if isOfMeans, original == nil {
        guard style == .smoothPixelate || isFlat(area) else { throw .leakingRegion }
        continue
      }
      let values: [[Double?]]
      if style == .fill || area.isFilled {
        values = colors.neutrals.map { [Double?](repeating: $0, count: area.columns * area.rows) }
      } else if isOfMeans {
        values = means(of: area, in: original ?? samples)
      } else {
        values = surroundings(of: area, among: areas, style)
      }
      guard shows(values.map { ExpectedTones(area, style, $0) }, in: area) else { throw .leakingRegion }
    }
  }

  /// Whether the picture is another one with filters applied. Both are red, green and blue.
  /// - Throws: `FaceBlurError` of kind `leak(.otherTones)` where it is not.
  func checkTones(of render: [UInt8], _ filters: ToneFilters) throws(FaceBlurError) {
    let length = geometry.storedWidth * PixelBuffer.channels
    guard colors == .rgb, render.count == samples.count else { throw .otherTones }
    let toner = Toner(filters, width: geometry.storedWidth, height: geometry.storedHeight)
    for y in 0..<geometry.storedHeight {
      var row = Array(render[y * length..<(y + 1) * length])
      row.withUnsafeMutableBufferPointer { toner.tone($0, y: y) }
      guard row[...] == samples[y * length..<(y + 1) * length] else { throw .otherTones }
    }
  }

  private var components: Int { colors.components.count }

  /// Whether there are as many samples as the geometry asks for.
  private var isWhole: Bool { samples.count == geometry.storedWidth * geometry.storedHeight * components }

  /// Whether every sample of an area is what is expected at its place, by component.
  private func shows(_ tones: [ExpectedTones], in area: ObscuredArea) -> Bool {
    allPixels(of: area) { x, y, place in
      let unitX = (Double(x) + 0.5) / Double(geometry.unitWidth)
      let unitY = (Double(y) + 0.5) / Double(geometry.unitHeight)
      return tones.indices.allSatisfy { component in
        guard let tone = tones[component].sample(unitX: unitX, unitY: unitY) else { return false }
        return abs(Double(samples[place + component]) - min(max(tone, 0), 255)) <= Self.tolerance
      }
    }
  }

  /// Whether each cell of an area has one colour.
  private func isFlat(_ area: ObscuredArea) -> Bool {
    var firsts = [Int?](repeating: nil, count: area.columns * area.rows)
    return allPixels(of: area) { x, y, place in
      let cell = area.cell(unitX: x / geometry.unitWidth, unitY: y / geometry.unitHeight)
      let first = firsts[cell] ?? place
      firsts[cell] = first
      return samples[first..<(first + components)] == samples[place..<(place + components)]
    }
  }

  private func means(of area: ObscuredArea, in original: [UInt8]) -> [[Double?]] {
    var means = [ExpectedMeans](repeating: ExpectedMeans(area), count: components)
    _ = allPixels(of: area) { x, y, place in
      for component in 0..<components {
        means[component].take(
          Double(original[place + component]), unitX: x / geometry.unitWidth, unitY: y / geometry.unitHeight)
      }
      return true
    }
    return means.map(\.values)
  }

  /// By component and cell, from the units that share an edge with one of the area and lie in no area.
  private func surroundings(
    of area: ObscuredArea, among areas: [ObscuredArea], _ style: ObscuringStyle
  ) -> [[Double?]] {
    var expected = ExpectedSurroundings(
      area, colors, isTextured: style == .mosaic, size: (geometry.storedWidth, geometry.storedHeight))
    // Regions with a common edge or corner share their area, so only what is one unit away can be in the way.
    let others = areas.filter { $0 != area && $0.bounds.touches(area.bounds) }
    for unitY in max(area.bounds.y - 1, 0)...min(area.bounds.maxY, geometry.unitRows - 1) {
      for unitX in max(area.bounds.x - 1, 0)...min(area.bounds.maxX, geometry.unitColumns - 1)
      where area.isBeside(unitX: unitX, unitY: unitY)
        && !others.contains(where: { $0.contains(unitX: unitX, unitY: unitY) })
      {
        let (columns, rows) = (columns(unitX, unitX + 1), rows(unitY, unitY + 1))
        for component in 0..<components {
          var sum = 0
          for y in rows {
            for x in columns { sum += Int(samples[(y * geometry.storedWidth + x) * components + component]) }
          }
          expected.take(
            sum: Double(sum), of: Double(rows.count * columns.count), component: component, unitX: unitX,
            unitY: unitY)
        }
      }
    }
    return expected.values(zero: 0, steps: colors.components.map { _ in 256 })
  }

  /// The pixels of the picture in a range of units.
  private func columns(_ first: Int, _ end: Int) -> Range<Int> {
    first * geometry.unitWidth..<min(end * geometry.unitWidth, geometry.storedWidth)
  }

  private func rows(_ first: Int, _ end: Int) -> Range<Int> {
    first * geometry.unitHeight..<min(end * geometry.unitHeight, geometry.storedHeight)
  }

  /// Whether something holds for every pixel of an area, given where its first sample is.
  private func allPixels(
    of area: ObscuredArea, _ holds: (_ x: Int, _ y: Int, _ place: Int) -> Bool
  ) -> Bool {
    for y in rows(area.bounds.y, area.bounds.maxY) {
      for x in columns(area.bounds.x, area.bounds.maxX)
      where area.contains(unitX: x / geometry.unitWidth, unitY: y / geometry.unitHeight) {
        guard holds(x, y, (y * geometry.storedWidth + x) * components) else { return false }
      }
    }
    return true
  }
}
