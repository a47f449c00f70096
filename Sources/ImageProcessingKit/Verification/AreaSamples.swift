internal import Glibc

/// The samples of a picture, or of one plane of it, that lie in areas, and the comparison of those that do not.
///
/// The common part of `RasterRows` and `RasterPlanes`: rows come in whichever order, whole or in parts. It holds what lies in the
/// areas, 2 bytes a sample.
struct AreaSamples {
  /// How many samples there are across and down, and how many of them make a unit.
  struct Grid: Hashable {
    let width: Int
    let height: Int
    let unitWidth: Int
    let unitHeight: Int

    var columns: Int { (width + unitWidth - 1) / unitWidth }
  }

  /// A place on it is one for all channels.
  let grid: Grid
  /// How many samples lie at a place.
  let channels: Int
  /// What of a colour model's components the first samples at a place are.
  let components: Range<Int>

  private let areas: [ObscuredArea]
  private var held: [HeldArea]
  /// The row of units that was asked for last, and what lies in it.
  private var stretches: (row: Int, all: [RowStretch]) = (-1, [])
  /// How many places have been taken.
  private var count = 0
  /// By value, whether the last sample at a place in no area has it; empty where nobody asked.
  private(set) var notedOutside: [Bool]

  /// - Parameter notesLast: whether `notedOutside` is asked for; the last sample at a place is less than 256 then.
  init(
    _ areas: [ObscuredArea], _ grid: Grid, channels: Int, components: Range<Int>, notesLast: Bool = false
  ) {
    self.areas = areas
    self.grid = grid
    self.channels = channels
    self.components = components
    notedOutside = notesLast ? [Bool](repeating: false, count: 256) : []
    held = areas.map { HeldArea($0, grid, channels: channels) }
  }

  /// Whether as many places have been taken as there are.
  var isWhole: Bool { count == grid.width * grid.height }

  /// Lets some places that lie in no area count as taken.
  mutating func leaveOut(_ places: Int) { count += places }

  /// Takes some places of a row, each once.
  /// - Parameters:
  ///   - row: all samples at these places.
  ///   - original: the original's.
  ///   - first: the column of the first place; the next one is `step` columns to the right.
  ///   - tones: learns what they come from.
  /// - Throws: `FaceBlurError` of kind `leak(.changedOutside)` where a sample in no area is another.
  mutating func take(
    _ row: UnsafeBufferPointer<UInt16>, against original: UnsafeBufferPointer<UInt16>?, y: Int,
    from first: Int = 0, step: Int = 1, tones: inout ExpectedAreas
  ) throws(FaceBlurError) {
    let places = row.count / channels
    guard (0..<grid.height).contains(y), first >= 0, step > 0, places > 0,
      first + (places - 1) * step < grid.width, original.map({ $0.count == row.count }) ?? true
    else { throw .otherShape }
    count += places
    let unitRow = y / grid.unitHeight
    if stretches.row != unitRow {
      stretches = (unitRow, areas.stretches(ofRow: unitRow, columns: grid.columns, withBeside: true))
    }
    for stretch in stretches.all {
      /// The first of the places that lies in a column or to the right of it.
      func place(ofColumn column: Int) -> Int {
        min(max((column - first + step - 1) / step, 0), places)
      }
      let start = place(ofColumn: stretch.columns.lowerBound * grid.unitWidth)
      let end = place(ofColumn: stretch.columns.upperBound * grid.unitWidth)
      guard start < end else { continue }
      let samples = UnsafeBufferPointer(rebasing: row[start * channels..<end * channels])
      let before = original.map { UnsafeBufferPointer(rebasing: $0[start * channels..<end * channels]) }
      let columns = stride(from: first + start * step, to: first + end * step, by: step)
      switch stretch.kind {
      case .inside(let area): hold(samples, before, columns, y, area, &tones)
      case .apart, .beside:
        if let before, !Self.isSame(samples, before) { throw .changedOutside }
        if !notedOutside.isEmpty {
          for place in stride(from: channels - 1, to: samples.count, by: channels) {
            notedOutside[Int(samples[place] & 255)] = true
          }
        }
        if case .beside(let neighbors) = stretch.kind {
          for area in neighbors where tones.isOfSurroundings(area) {
            addUp(samples, columns, unitRow, area, &tones)
          }
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

  private mutating func hold(
    _ samples: UnsafeBufferPointer<UInt16>, _ original: UnsafeBufferPointer<UInt16>?,
    _ columns: StrideTo<Int>, _ y: Int, _ area: Int, _ tones: inout ExpectedAreas
  ) {
    let isOfMeans = tones.isOfMeans(area)
    var place = 0
    for x in columns {
      held[area].take(UnsafeBufferPointer(rebasing: samples[place..<(place + channels)]), x: x, y: y)
      if isOfMeans, let original {
        for component in components {
          tones.takeHidden(
            original[place + component - components.lowerBound], of: area, component: component,
            unitX: x / grid.unitWidth, unitY: y / grid.unitHeight)
        }
      }
      place += channels
    }
  }

  /// Adds up what stands in the units beside an area.
  private func addUp(
    _ samples: UnsafeBufferPointer<UInt16>, _ columns: StrideTo<Int>, _ unitRow: Int, _ area: Int,
    _ tones: inout ExpectedAreas
  ) {
    for component in components {
      var (sum, count) = (0, 0)
      var place = component - components.lowerBound
      var unit = -1
      for x in columns {
        if x / grid.unitWidth != unit {
          if count > 0 {
            tones.takeBeside(
              sum: sum, of: count, area, component: component, unitX: unit, unitY: unitRow)
          }
          (unit, sum, count) = (x / grid.unitWidth, 0, 0)
        }
        sum += Int(samples[place])
        count += 1
        place += channels
      }
      tones.takeBeside(sum: sum, of: count, area, component: component, unitX: unit, unitY: unitRow)
    }
  }

  /// Whether something holds for every place of an area that lies in the picture.
  /// - Parameters:
  ///   - expected: what the area must show, by component of the whole picture; nil where nobody knows.
  ///   - tones: what it comes from.
  ///   - isRight: is given all samples at a place and the tones of the components among them, not rounded.
  /// - Returns: also false where an area has no tone.
  func allHidden(
    of area: Int, _ expected: [ExpectedTones]?, _ tones: ExpectedAreas,
    satisfy isRight: (_ samples: UnsafeBufferPointer<UInt16>, _ tones: [Double]?) -> Bool
  ) -> Bool {
    let scale = tones.scale
    var values = [Double](repeating: 0, count: components.count)
    return held[area].allPlaces { samples, x, y in
      guard let expected else { return isRight(samples, nil) }
      let unitX = (Double(x) + 0.5) / Double(grid.unitWidth)
      let unitY = (Double(y) + 0.5) / Double(grid.unitHeight)
      for index in values.indices {
        guard let tone = expected[components.lowerBound + index].sample(unitX: unitX, unitY: unitY) else {
          return false
        }
        values[index] = min(max(tone, 0), 255) * scale
      }
      return isRight(samples, values)
    }
  }

  /// Whether every sample of an area that lies in the picture is near its tone, and the mean of each unit near that of its tones.
  /// - Parameters:
  ///   - expected: what the area must show, by component of the whole picture; nil where each cell must have one colour, whichever.
  ///   - tones: what it comes from.
  /// - Returns: also false where an area has no tone.
  func isNear(
    _ index: Int, _ expected: [ExpectedTones]?, _ tones: ExpectedAreas, within tolerance: ToneTolerance
  ) -> Bool {
    let (area, scale) = (areas[index], tones.scale)
    let means = expected == nil ? cellMeans(index) : []
    let unitCount = area.bounds.width * area.bounds.height
    return components.indices.allSatisfy { component in
      func tone(_ x: Int, _ y: Int) -> Double? {
        guard let expected else {
          let cell = area.cell(unitX: x / grid.unitWidth, unitY: y / grid.unitHeight)
          return means[cell * components.count + component - components.lowerBound]
        }
        let value = expected[component].sample(
          unitX: (Double(x) + 0.5) / Double(grid.unitWidth),
          unitY: (Double(y) + 0.5) / Double(grid.unitHeight))
        return value.map { min(max($0, 0), 255) * scale }
      }
      var whole = [MeanDifference](repeating: MeanDifference(), count: unitCount)
      var inside = whole
      let areNear = allDifferences(index, component, from: tone, edgeWidth: tolerance.edgeWidth) {
        difference, unit, isInside in
        whole[unit].add(difference)
        if isInside { inside[unit].add(difference) }
        return abs(difference) <= (isInside ? tolerance.inside : tolerance.edge) * scale
      }
      guard areNear, whole.allSatisfy({ abs($0.mean) <= tolerance.mean * scale }) else { return false }
      return allDifferences(index, component, from: tone, edgeWidth: tolerance.edgeWidth) {
        difference, unit, isInside in
        !isInside || abs(difference - inside[unit].mean) <= tolerance.structure * scale
      }
    }
  }

  private struct MeanDifference {
    private var sum = 0.0
    private var count = 0.0

    var mean: Double { sum / max(count, 1) }

    mutating func add(_ difference: Double) {
      sum += difference
      count += 1
    }
  }

  /// Whether something holds for how far each sample of an area lies from its tone; false where one has none.
  /// - Parameter holds: is given the difference, the number of the unit in the area, and whether it lies further inside that than a
  ///   filter of edges reaches.
  private func allDifferences(
    _ index: Int, _ component: Int, from tone: (_ x: Int, _ y: Int) -> Double?, edgeWidth: Int,
    _ holds: (_ difference: Double, _ unit: Int, _ isInside: Bool) -> Bool
  ) -> Bool {
    let bounds = areas[index].bounds
    return held[index].allPlaces { samples, x, y in
      guard let tone = tone(x, y) else { return false }
      let unit = (y / grid.unitHeight - bounds.y) * bounds.width + x / grid.unitWidth - bounds.x
      return holds(Double(samples[component - components.lowerBound]) - tone, unit, isInside(x, y, edgeWidth))
    }
  }

  /// Whether a place lies further inside its unit than a filter of edges reaches.
  private func isInside(_ x: Int, _ y: Int, _ edgeWidth: Int) -> Bool {
    func isInside(_ place: Int, of side: Int) -> Bool {
      let width = min(edgeWidth, max(side / 2 - 1, 0))
      return (width..<max(side - width, width)).contains(place % side)
    }
    return isInside(x, of: grid.unitWidth) && isInside(y, of: grid.unitHeight)
  }

  /// By cell of an area, the mean of each component.
  private func cellMeans(_ index: Int) -> [Double] {
    let (area, width) = (areas[index], components.count)
    var sums = [Int](repeating: 0, count: area.columns * area.rows * width)
    var counts = [Int](repeating: 0, count: area.columns * area.rows)
    _ = held[index].allPlaces { samples, x, y in
      let cell = area.cell(unitX: x / grid.unitWidth, unitY: y / grid.unitHeight)
      for component in 0..<width { sums[cell * width + component] += Int(samples[component]) }
      counts[cell] += 1
      return true
    }
    return sums.indices.map { Double(sums[$0]) / Double(max(counts[$0 / width], 1)) }
  }

  /// Whether each cell of an area has one colour.
  func isFlat(_ index: Int) -> Bool {
    let area = areas[index]
    var firsts = [[UInt16]?](repeating: nil, count: area.columns * area.rows)
    return held[index].allPlaces { samples, x, y in
      let cell = area.cell(unitX: x / grid.unitWidth, unitY: y / grid.unitHeight)
      guard let first = firsts[cell] else {
        firsts[cell] = Array(samples.prefix(components.count))
        return true
      }
      return samples.prefix(components.count).elementsEqual(first)
    }
  }
}

/// The samples in one area, in units of it and not of the rectangle around it.
private struct HeldArea {
  private let area: ObscuredArea
  private let grid: AreaSamples.Grid
  private let channels: Int
  /// Row by row in the area's bounds, the number of the unit among those of the area.
  private let numbers: [Int32]
  private var samples: [UInt16]

  init(_ area: ObscuredArea, _ grid: AreaSamples.Grid, channels: Int) {
    self.area = area
    self.grid = grid
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
    samples = [UInt16](repeating: 0, count: Int(count) * grid.unitWidth * grid.unitHeight * channels)
  }

  /// Takes what lies at a place of the area.
  mutating func take(_ samples: UnsafeBufferPointer<UInt16>, x: Int, y: Int) {
    let place = place(x, y)
    for channel in 0..<channels { self.samples[place + channel] = samples[channel] }
  }

  /// Where the first sample of a place of the area is.
  private func place(_ x: Int, _ y: Int) -> Int {
    let (unitX, unitY) = (x / grid.unitWidth, y / grid.unitHeight)
    let unit = Int(numbers[(unitY - area.bounds.y) * area.bounds.width + unitX - area.bounds.x])
    let place = (unit * grid.unitHeight + y % grid.unitHeight) * grid.unitWidth
    return (place + x % grid.unitWidth) * channels
  }

  /// Whether something holds for every place of the area that lies in the picture, row by row.
  func allPlaces(_ holds: (_ samples: UnsafeBufferPointer<UInt16>, _ x: Int, _ y: Int) -> Bool) -> Bool {
    let (unitWidth, unitHeight) = (grid.unitWidth, grid.unitHeight)
    let columns = area.bounds.x * unitWidth..<min(area.bounds.maxX * unitWidth, grid.width)
    return samples.withUnsafeBufferPointer { samples in
      for y in area.bounds.y * unitHeight..<min(area.bounds.maxY * unitHeight, grid.height) {
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
