internal import Glibc

/// Proves pictures of interleaved samples of 1 to 16 bits row by row: what the gate of a format asks whose samples are known exactly.
///
/// Nothing outside the areas may differ, and inside no sample from what the style makes of the picture's own surroundings, as
/// `ExpectedSurroundings` reckons them; means are reckoned from the original. The samples are those that a reader of the gate's own
/// has made of the file. Of the picture it holds what lies in the areas, 2 bytes a sample.
struct RasterRows {
  /// What the samples of a pixel mean that stand first; those behind them are compared outside the areas, and inside told to who asks.
  let colors: ColorModel
  /// All samples of a pixel.
  let channels: Int
  /// The largest sample.
  let largest: Int

  private let geometry: PhotoGeometry
  private let areas: [ObscuredArea]
  private let style: ObscuringStyle
  private let hasOriginal: Bool
  private var held: [HeldArea]
  /// By area and component; of areas that show means alone.
  private var means: [[ExpectedMeans]]
  /// By area; of those that show their surroundings alone.
  private var surroundings: [ExpectedSurroundings?]
  /// The row of units that was asked for last, and what lies in it.
  private var stretches: (row: Int, all: [RowStretch]) = (-1, [])
  /// How many pixels have been taken.
  private var count = 0
  /// By value, whether the last sample of a pixel in no area has it; empty where nobody asked.
  private(set) var notedOutside: [Bool]

  /// What a sample may lie beside its tone: the rounding, and what arithmetic on fractions is off by.
  static let tolerance = 0.5 + 1e-6

  /// - Parameters:
  ///   - extras: how many samples of a pixel are no colours.
  ///   - depth: bits of a sample, 1…16.
  ///   - areas: on the grid of the geometry's units.
  ///   - hasOriginal: whether rows come with the original's; without, cells of means need only be flat.
  ///   - notesLast: whether `notedOutside` is asked for; the last sample of a pixel is less than 256 then.
  init(
    _ geometry: PhotoGeometry, _ colors: ColorModel, extras: Int = 0, depth: Int = 8,
    _ areas: [ObscuredArea], _ style: ObscuringStyle, hasOriginal: Bool, notesLast: Bool = false
  ) {
    self.geometry = geometry
    self.colors = colors
    self.areas = areas
    self.style = style
    self.hasOriginal = hasOriginal
    channels = colors.components.count + extras
    largest = (1 << depth) - 1
    notedOutside = notesLast ? [Bool](repeating: false, count: 256) : []
    held = areas.map { [channels] in HeldArea($0, geometry, channels: channels) }
    means = areas.map { area in
      colors.components.map { _ in ExpectedMeans(area) }
    }
    surroundings = areas.map { area in
      style.revealsContent || style == .fill || area.isFilled
        ? nil
        : ExpectedSurroundings(
          area, colors, isTextured: style == .mosaic, size: (geometry.storedWidth, geometry.storedHeight))
    }
  }

  /// Takes some pixels of a row: all of it, or of a picture that comes in passes every so manieth. Each pixel is to be taken once.
  /// - Parameters:
  ///   - row: all samples of these pixels.
  ///   - original: the original's at the same place.
  ///   - first: the column of the first pixel; the next one is `step` columns to the right.
  /// - Throws: `FaceBlurError` of kind `leak(.changedOutside)` where a pixel in no area is another.
  mutating func take(
    _ row: UnsafeBufferPointer<UInt16>, against original: UnsafeBufferPointer<UInt16>? = nil, y: Int,
    from first: Int = 0, step: Int = 1
  ) throws(FaceBlurError) {
    let pixels = row.count / channels
    guard (0..<geometry.storedHeight).contains(y), first >= 0, step > 0, pixels > 0,
      first + (pixels - 1) * step < geometry.storedWidth, original.map({ $0.count == row.count }) ?? true
    else { throw .otherShape }
    count += pixels
    let unitRow = y / geometry.unitHeight
    if stretches.row != unitRow {
      stretches = (
        unitRow, areas.stretches(ofRow: unitRow, columns: geometry.unitColumns, withBeside: true)
      )
    }
    for stretch in stretches.all {
      /// The first of the pixels that lies in a column or to the right of it.
      func place(ofColumn column: Int) -> Int {
        min(max((column - first + step - 1) / step, 0), pixels)
      }
      let start = place(ofColumn: stretch.columns.lowerBound * geometry.unitWidth)
      let end = place(ofColumn: stretch.columns.upperBound * geometry.unitWidth)
      guard start < end else { continue }
      let samples = UnsafeBufferPointer(rebasing: row[start * channels..<end * channels])
      let before = original.map { UnsafeBufferPointer(rebasing: $0[start * channels..<end * channels]) }
      let columns = stride(from: first + start * step, to: first + end * step, by: step)
      switch stretch.kind {
      case .inside(let area): hold(samples, before, columns, y, area)
      case .apart, .beside:
        if let before, !Self.isSame(samples, before) { throw .changedOutside }
        if !notedOutside.isEmpty {
          for place in stride(from: channels - 1, to: samples.count, by: channels) {
            notedOutside[Int(samples[place] & 255)] = true
          }
        }
        if case .beside(let neighbors) = stretch.kind {
          for area in neighbors { addUp(samples, columns, unitRow, area) }
        }
      }
    }
  }

  /// Whether two stretches of one length have the same samples.
  private static func isSame(_ a: UnsafeBufferPointer<UInt16>, _ b: UnsafeBufferPointer<UInt16>) -> Bool {
    let (a, b) = (UnsafeRawBufferPointer(a), UnsafeRawBufferPointer(b))
    guard let first = a.baseAddress, let second = b.baseAddress else { return a.count == b.count }
    return a.count == b.count && memcmp(first, second, a.count) == 0
  }

  /// Proves what the areas show, once all rows have been taken: each colour is its tone, rounded.
  /// - Parameter isRight: what is asked of each pixel instead.
  /// - Throws: `FaceBlurError` of kind `leak(.region)` where an area shows something else than its style makes of it.
  func prove(
    where isRight: (_ pixel: UnsafeBufferPointer<UInt16>, _ tones: [Double]?) -> Bool = RasterRows.isRounded
  ) throws(FaceBlurError) {
    guard count == geometry.storedWidth * geometry.storedHeight else { throw .otherShape }
    guard areas.indices.allSatisfy({ !hasUnknownMeans($0) || style == .smoothPixelate || isFlat($0) }),
      allHiddenPixels(satisfy: isRight)
    else { throw .leakingRegion }
  }

  /// Whether something holds for every pixel of the areas that lies in the picture.
  /// - Parameter isRight: is given all samples of a pixel and the tones of its colours, 0…`largest` and not rounded; no tones where
  ///   they are means of what nobody gave. False where an area has no tone.
  func allHiddenPixels(
    satisfy isRight: (_ pixel: UnsafeBufferPointer<UInt16>, _ tones: [Double]?) -> Bool
  ) -> Bool {
    areas.indices.allSatisfy { index in
      let expected = values(index).map { $0.map { ExpectedTones(areas[index], style, $0) } }
      var tones = [Double](repeating: 0, count: colors.components.count)
      return held[index].allPixels { pixel, x, y in
        guard let expected else { return isRight(pixel, nil) }
        let unitX = (Double(x) + 0.5) / Double(geometry.unitWidth)
        let unitY = (Double(y) + 0.5) / Double(geometry.unitHeight)
        for component in expected.indices {
          guard let tone = expected[component].sample(unitX: unitX, unitY: unitY) else { return false }
          tones[component] = min(max(tone, 0), 255) * scale
        }
        return isRight(pixel, tones)
      }
    }
  }

  /// Whether each colour of a pixel is its tone, rounded; whatever it is where there are none.
  static func isRounded(_ pixel: UnsafeBufferPointer<UInt16>, _ tones: [Double]?) -> Bool {
    guard let tones else { return true }
    return tones.indices.allSatisfy { abs(Double(pixel[$0]) - tones[$0]) <= tolerance }
  }

  /// What a difference of 1 in an 8-bit level is in samples.
  private var scale: Double { Double(largest) / 255 }

  private mutating func hold(
    _ samples: UnsafeBufferPointer<UInt16>, _ original: UnsafeBufferPointer<UInt16>?,
    _ columns: StrideTo<Int>,
    _ y: Int, _ area: Int
  ) {
    let isOfMeans = isOfMeans(area)
    var place = 0
    for x in columns {
      held[area].take(UnsafeBufferPointer(rebasing: samples[place..<(place + channels)]), x: x, y: y)
      if isOfMeans, let original {
        for component in means[area].indices {
          means[area][component].take(
            Double(original[place + component]), unitX: x / geometry.unitWidth, unitY: y / geometry.unitHeight
          )
        }
      }
      place += channels
    }
  }

  /// Adds up what stands in the units beside an area.
  private mutating func addUp(
    _ samples: UnsafeBufferPointer<UInt16>, _ columns: StrideTo<Int>, _ unitRow: Int, _ area: Int
  ) {
    guard surroundings[area] != nil else { return }
    for component in colors.components.indices {
      var (sum, count) = (0, 0)
      var place = component
      var unit = -1
      for x in columns {
        if x / geometry.unitWidth != unit {
          if count > 0 {
            surroundings[area]?.take(
              sum: Double(sum), of: Double(count), component: component, unitX: unit, unitY: unitRow)
          }
          (unit, sum, count) = (x / geometry.unitWidth, 0, 0)
        }
        sum += Int(samples[place])
        count += 1
        place += channels
      }
      surroundings[area]?.take(
        sum: Double(sum), of: Double(count), component: component, unitX: unit, unitY: unitRow)
    }
  }

  private func isOfMeans(_ area: Int) -> Bool { style.revealsContent && !areas[area].isFilled }
  private func hasUnknownMeans(_ area: Int) -> Bool { isOfMeans(area) && !hasOriginal }

  /// By component and cell, 0…255; nil where they are not known.
  private func values(_ index: Int) -> [[Double?]]? {
    let area = areas[index]
    if style == .fill || area.isFilled {
      return colors.neutrals.map { [Double?](repeating: $0, count: area.columns * area.rows) }
    }
    if isOfMeans(index) {
      guard hasOriginal else { return nil }
      return means[index].map { $0.values.map { $0.map { $0 / scale } } }
    }
    // 65280 is the largest tone, in 256ths of a level.
    return surroundings[index]?.values(
      zero: 0, steps: colors.components.map { _ in 65_280 }, divisor: Double(largest))
  }

  /// Whether each cell of an area has one colour.
  private func isFlat(_ index: Int) -> Bool {
    let (area, components) = (areas[index], colors.components.count)
    var firsts = [[UInt16]?](repeating: nil, count: area.columns * area.rows)
    return held[index].allPixels { pixel, x, y in
      let cell = area.cell(unitX: x / geometry.unitWidth, unitY: y / geometry.unitHeight)
      guard let first = firsts[cell] else {
        firsts[cell] = Array(pixel.prefix(components))
        return true
      }
      return pixel.prefix(components).elementsEqual(first)
    }
  }
}

/// The samples in one area, in units of it and not of the rectangle around it.
private struct HeldArea {
  private let area: ObscuredArea
  private let geometry: PhotoGeometry
  private let channels: Int
  /// Row by row in the area's bounds, the number of the unit among those of the area.
  private let numbers: [Int32]
  private var samples: [UInt16]

  init(_ area: ObscuredArea, _ geometry: PhotoGeometry, channels: Int) {
    self.area = area
    self.geometry = geometry
    self.channels = channels
    var numbers: [Int32] = []
    var count: Int32 = 0
    for y in area.bounds.y..<area.bounds.maxY {
      for x in area.bounds.x..<area.bounds.maxX {
        numbers.append(count)
        if area.contains(unitX: x, unitY: y) { count += 1 }
      }
    }
    self.numbers = numbers
    samples = [UInt16](
      repeating: 0, count: Int(count) * geometry.unitWidth * geometry.unitHeight * channels)
  }

  /// Takes a pixel that lies in the area.
  mutating func take(_ pixel: UnsafeBufferPointer<UInt16>, x: Int, y: Int) {
    let place = place(x, y)
    for channel in 0..<channels { samples[place + channel] = pixel[channel] }
  }

  /// Where the first sample of a pixel of the area is.
  private func place(_ x: Int, _ y: Int) -> Int {
    let (unitX, unitY) = (x / geometry.unitWidth, y / geometry.unitHeight)
    let unit = Int(numbers[(unitY - area.bounds.y) * area.bounds.width + unitX - area.bounds.x])
    let pixel = (unit * geometry.unitHeight + y % geometry.unitHeight) * geometry.unitWidth
    return (pixel + x % geometry.unitWidth) * channels
  }

  /// Whether something holds for every pixel of the area that lies in the picture, row by row.
  func allPixels(_ holds: (_ pixel: UnsafeBufferPointer<UInt16>, _ x: Int, _ y: Int) -> Bool) -> Bool {
    let (unitWidth, unitHeight) = (geometry.unitWidth, geometry.unitHeight)
    let columns = area.bounds.x * unitWidth..<min(area.bounds.maxX * unitWidth, geometry.storedWidth)
    return samples.withUnsafeBufferPointer { samples in
      for y in area.bounds.y * unitHeight..<min(area.bounds.maxY * unitHeight, geometry.storedHeight) {
        for x in columns where area.contains(unitX: x / unitWidth, unitY: y / unitHeight) {
          let place = place(x, y)
          guard holds(UnsafeBufferPointer(rebasing: samples[place..<(place + channels)]), x, y) else {
            return false
          }
        }
      }
      return true
    }
  }
}
