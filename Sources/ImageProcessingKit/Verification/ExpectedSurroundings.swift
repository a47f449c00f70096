/// The tones of an area's cells, as the gate reckons them from what stands around the area in the published picture.
///
/// Nothing of the original is needed, so anybody can do this. Written for the gate alone: it does what `SurroundingTones` is said
/// to do, apart from its code, and must come to the same numbers.
struct ExpectedSurroundings {
  private let area: ObscuredArea
  private let colors: ColorModel
  private let isTextured: Bool
  private let size: (width: Int, height: Int)
  /// By component, what was taken of the units around the area.
  private var units: [[Place: (sum: Double, count: Double)]]

  /// A unit of the picture.
  private struct Place: Hashable {
    let x: Int
    let y: Int

    var neighbors: [Place] {
      [Place(x: x - 1, y: y), Place(x: x + 1, y: y), Place(x: x, y: y - 1), Place(x: x, y: y + 1)]
    }
  }

  /// - Parameters:
  ///   - isTextured: whether cells differ a little in brightness, so that they can be seen.
  ///   - size: the picture's as it is stored, in pixels.
  init(_ area: ObscuredArea, _ colors: ColorModel, isTextured: Bool, size: (width: Int, height: Int)) {
    self.area = area
    self.colors = colors
    self.isTextured = isTextured
    self.size = size
    units = colors.components.map { _ in [:] }
  }

  /// Takes in what stands in a unit beside the area, or a part of it; which scale it is of, `values` is told.
  /// - Parameters:
  ///   - sum: of the samples.
  ///   - count: how many they are.
  mutating func take(sum: Double, of count: Double = 1, component: Int, unitX: Int, unitY: Int) {
    let place = Place(x: unitX, y: unitY)
    let earlier = units[component][place] ?? (0, 0)
    units[component][place] = (earlier.sum + sum, earlier.count + count)
  }

  /// Takes in what another one was given. Sums of whole numbers are the same in any order.
  mutating func add(_ other: ExpectedSurroundings) {
    for component in units.indices {
      units[component].merge(other.units[component]) { ($0.sum + $1.sum, $0.count + $1.count) }
    }
  }

  /// By component and cell, 0…255; nil where no unit of the area lies in a cell.
  /// - Parameters:
  ///   - zero: what a sample of 0 stands for, in 256ths of a level.
  ///   - steps: by component, what a difference of 1 stands for, in 256ths of the divisor. Whole numbers are reckoned with exactly.
  ///   - divisor: for scales whose steps are no whole 256ths.
  func values(zero: Double, steps: [Double], divisor: Double = 1) -> [[Double?]] {
    let cells = Cells(area)
    let borders = units.indices.map { border(of: cells, component: $0, zero, steps[$0], divisor) }
    let neutrals = colors.neutrals.map { $0 * 256 }
    let means = zip(borders, neutrals).map { border, neutral in
      let count = border.reduce(0) { $0 + $1.count }
      return count > 0 ? (border.reduce(0) { $0 + $1.sum } / count).rounded() : neutral
    }
    let oval = Oval(at: brightness(of: means))
    let shares = Oval.shares(of: area)
    return colors.components.enumerated().map { index, component in
      let tones = cells.settled(borders[index], from: means[index])
      return tones.indices.map { cell -> Double? in
        guard cells.units[cell] > 0 else { return nil }
        var tone = tones[cell]
        if let ovalTone = oval.tone(of: component, mean: means[index], colors.isInverted) {
          tone = ((tone * (256 - shares[cell]) + ovalTone * shares[cell] + 128) / 256).rounded(.down)
        }
        switch component {
        case .luma, .red, .green, .blue: if isTextured { tone += texture(ofCell: cell) }
        case .blueDifference, .redDifference, .black: break
        }
        return min(max(tone, 0), 65_280) / 256
      }
    }
  }

  /// By cell: the sum of what stands beside it, in 256ths of a level, and how many units that is.
  private func border(
    of cells: Cells, component: Int, _ zero: Double, _ step: Double, _ divisor: Double
  ) -> [(sum: Double, count: Double)] {
    var border = [(sum: Double, count: Double)](repeating: (0, 0), count: cells.units.count)
    for y in area.bounds.y..<area.bounds.maxY {
      for x in area.bounds.x..<area.bounds.maxX where area.contains(unitX: x, unitY: y) {
        for place in Place(x: x, y: y).neighbors where !area.contains(unitX: place.x, unitY: place.y) {
          guard let (sum, count) = units[component][place] else { continue }
          let tone = ((zero * count + step * sum) / (count * divisor)).rounded()
          let cell = area.cell(unitX: x, unitY: y)
          border[cell].sum += min(max(tone, 0), 65_280)
          border[cell].count += 1
        }
      }
    }
    return border
  }

  /// JFIF 1.02's luma, in 256ths, from weights that are 256ths themselves.
  private func brightness(of samples: [Double]) -> Double {
    let weights: [ColorModel.Component: Double] = [.luma: 256, .red: 77, .green: 150, .blue: 29]
    let sum = zip(colors.components, samples).reduce(0) { $0 + (weights[$1.0] ?? 0) * $1.1 }
    let brightness = (sum / 256).rounded(.down)
    return colors.isInverted ? 65_280 - brightness : brightness
  }

  /// Up to seven levels up or down, by the photo's size and the cell's first unit: SplitMix64 (Steele, Lea and Flood, 2014).
  private func texture(ofCell cell: Int) -> Double {
    let x = UInt64(area.gridX + cell % area.columns * area.cellWidth)
    let y = UInt64(area.gridY + cell / area.columns * area.cellHeight)
    var state = UInt64(size.width) << 32 + UInt64(size.height)
    state &+= (x << 32 + y + 1) &* 0x9E37_79B9_7F4A_7C15
    state = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    state = (state ^ state >> 27) &* 0x94D0_49BB_1331_11EB
    let step = (state ^ state >> 31) >> 48
    return (Double((step * 15) >> 16) - 7) * 256
  }
}

extension ExpectedSurroundings {
  /// The cells of an area and what joins them.
  private struct Cells {
    /// By cell, how many units of the area lie in it.
    private(set) var units: [Int]
    /// By cell, the others that it touches and along how many units.
    private var neighbors: [[Int: Double]]

    init(_ area: ObscuredArea) {
      units = [Int](repeating: 0, count: area.columns * area.rows)
      neighbors = [[Int: Double]](repeating: [:], count: area.columns * area.rows)
      for y in area.bounds.y..<area.bounds.maxY {
        for x in area.bounds.x..<area.bounds.maxX where area.contains(unitX: x, unitY: y) {
          let cell = area.cell(unitX: x, unitY: y)
          units[cell] += 1
          for place in Place(x: x, y: y).neighbors where area.contains(unitX: place.x, unitY: place.y) {
            let other = area.cell(unitX: place.x, unitY: place.y)
            if other != cell { neighbors[cell][other, default: 0] += 1 }
          }
        }
      }
    }

    /// Each cell becomes the mean of what it touches, 24 times through all of them, forwards and backwards in turn. What stands
    /// outside counts twice.
    func settled(_ border: [(sum: Double, count: Double)], from start: Double) -> [Double] {
      let neighbors = neighbors.map(Array.init)
      var tones = [Double](repeating: start, count: units.count)
      for round in 0..<24 {
        for step in tones.indices {
          let cell = round.isMultiple(of: 2) ? step : tones.count - 1 - step
          var sum = 2 * border[cell].sum
          var count = 2 * border[cell].count
          for (other, length) in neighbors[cell] {
            sum += length * tones[other]
            count += length
          }
          if count > 0 { tones[cell] = (sum / count).rounded() }
        }
      }
      return tones
    }
  }

  /// The shape that stands for everybody.
  private struct Oval {
    private let surroundings: Double
    private let brightness: Double

    /// Halfway from the surroundings to the middle, and no more than 32 levels.
    init(at surroundings: Double) {
      self.surroundings = surroundings
      let change = ((32_768 - surroundings) / 2).rounded(.down)
      brightness = surroundings + min(max(change, -8192), 8192)
    }

    /// Its colour is the mean of the surroundings' and of red, green and blue as 190, 165 and 150, of luma 171; black ink has none.
    func tone(of component: ColorModel.Component, mean: Double, _ isInverted: Bool) -> Double? {
      /// What is so many 171ths of the brightness.
      func part(_ number: Double) -> Double { (brightness * number / 171).rounded(.down) }
      /// Halfway from a grey of some brightness to the surroundings and to a tint.
      func mixed(_ gray: Double, _ around: Double, _ tint: Double) -> Double {
        gray + ((around + tint) / 2).rounded(.down)
      }
      let light = isInverted ? 65_280 - mean : mean
      let difference = isInverted ? 32_768 - mean : mean - 32_768
      let tone: Double
      switch component {
      case .luma: tone = brightness
      case .red: tone = mixed(brightness, light - surroundings, part(19))
      case .green: tone = mixed(brightness, light - surroundings, -part(6))
      case .blue: tone = mixed(brightness, light - surroundings, -part(21))
      case .blueDifference, .redDifference:
        let tint = component == .redDifference ? part(14) : -part(12)
        let shown = mixed(0, difference, tint)
        return 32_768 + (isInverted ? -shown : shown)
      case .black: return nil
      }
      return isInverted ? 65_280 - tone : tone
    }

    /// By cell, how much of it the shape takes, in 256ths: .8 of the units whose middle is in a region's ellipse.
    static func shares(of area: ObscuredArea) -> [Double] {
      let stride = area.bounds.width + 1
      var depth = [Int](repeating: 0, count: stride * area.bounds.height)
      for region in area.regions {
        for y in region.y..<region.maxY {
          guard let half = half(of: region, row: y) else { continue }
          let start = (y - area.bounds.y) * stride + region.x - area.bounds.x
          depth[start + half.lowerBound] += 1
          depth[start + half.upperBound] -= 1
        }
      }
      var hit = [Double](repeating: 0, count: area.columns * area.rows)
      var all = hit
      for y in 0..<area.bounds.height {
        var open = 0
        for x in 0..<area.bounds.width {
          open += depth[y * stride + x]
          let unit = (x: x + area.bounds.x, y: y + area.bounds.y)
          guard area.contains(unitX: unit.x, unitY: unit.y) else { continue }
          all[area.cell(unitX: unit.x, unitY: unit.y)] += 1
          if open > 0 { hit[area.cell(unitX: unit.x, unitY: unit.y)] += 1 }
        }
      }
      return zip(hit, all).map { $1 > 0 ? ($0 * 205 / $1).rounded(.down) : 0 }
    }

    /// The columns of a region's row whose middle lies in its ellipse of .72 of the area: found from both sides, halving.
    private static func half(of region: UnitRect, row: Int) -> Range<Int>? {
      let (width, height) = (region.width, region.height)
      func isInside(_ column: Int) -> Bool {
        let across = (2 * column + 1 - width) * height
        let down = (2 * (row - region.y) + 1 - height) * width
        return 100 * (across * across + down * down) < 72 * (width * height) * (width * height)
      }
      let middle = width / 2
      guard isInside(middle) else { return nil }
      var outside = -1
      var inside = middle
      while inside - outside > 1 {
        let column = (inside + outside + 1) / 2
        if isInside(column) { inside = column } else { outside = column }
      }
      // The ellipse is as wide to the right.
      return inside..<(width - inside)
    }
  }
}
