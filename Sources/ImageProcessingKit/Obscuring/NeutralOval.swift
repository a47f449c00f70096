/// A shape in one tone, the same for everybody, as bright as the surroundings let it be: it says that somebody was here.
struct NeutralOval {
  /// In 256ths.
  private let brightness: Int

  /// How much of a cell in the oval is its tone, in 256ths.
  private static let share = 205

  /// - Parameter surroundings: their brightness in 256ths. The oval's lies halfway between it and the middle, so that the shape
  ///   is darker than a bright wall and brighter than the night.
  init(at surroundings: Int) {
    brightness = (surroundings + 128 * 256) / 2
  }

  /// The sample in a component, in 256ths: red, green and blue as 190 to 165 to 150, whose luma is 171; nil of black ink, which
  /// stays as the surroundings have it.
  func tone(of component: ColorModel.Component, isInverted: Bool) -> Int? {
    let middle = 128 * 256
    let tone: Int
    switch component {
    case .luma: tone = brightness
    case .red: tone = brightness * 190 / 171
    case .green: tone = brightness * 165 / 171
    case .blue: tone = brightness * 150 / 171
    case .blueDifference: return isInverted ? middle + brightness * 12 / 171 : middle - brightness * 12 / 171
    case .redDifference: return isInverted ? middle - brightness * 14 / 171 : middle + brightness * 14 / 171
    case .black: return nil
    }
    return isInverted ? 255 * 256 - tone : min(tone, 255 * 256)
  }

  /// By cell of an area, how much of it is the oval's tone, in 256ths: as many of its units as have their middle in the ellipse
  /// of a region, whose axes are .92 of the region's.
  static func shares(of area: ObscuredArea) -> [Int] {
    let stride = area.bounds.width + 1
    // Where in a row an ellipse begins and ends, so that a thousand large ones cost no more than their rows.
    var changes = [Int32](repeating: 0, count: stride * area.bounds.height)
    for region in area.regions {
      for y in region.y..<region.maxY {
        guard let span = span(ofEllipseIn: region, row: y) else { continue }
        let row = (y - area.bounds.y) * stride - area.bounds.x
        changes[row + span.lowerBound] += 1
        changes[row + span.upperBound] -= 1
      }
    }
    var inside = [Int](repeating: 0, count: area.columns * area.rows)
    var all = inside
    for y in 0..<area.bounds.height {
      var depth: Int32 = 0
      for x in 0..<area.bounds.width {
        depth += changes[y * stride + x]
        let (unitX, unitY) = (x + area.bounds.x, y + area.bounds.y)
        guard area.contains(unitX: unitX, unitY: unitY) else { continue }
        let cell = area.cell(unitX: unitX, unitY: unitY)
        all[cell] += 1
        if depth > 0 { inside[cell] += 1 }
      }
    }
    return zip(inside, all).map { $1 > 0 ? $0 * share / $1 : 0 }
  }

  /// The units of a row whose middle lies in the ellipse of a region: (across / width)² + (down / height)² < .85, in halves of
  /// units and in integers.
  private static func span(ofEllipseIn region: UnitRect, row: Int) -> Range<Int>? {
    let (width, height) = (region.width, region.height)
    let down = 2 * (row - region.y) + 1 - height
    let room = width * width * (85 * height * height - 100 * down * down)
    guard room > 0 else { return nil }
    // The largest distance from the middle that is still inside.
    var across = Int((Double(room) / Double(100 * height * height)).squareRoot()) + 1
    while across >= 0, 100 * across * across * height * height >= room { across -= 1 }
    guard across >= 0 else { return nil }
    // 2 (x - left) + 1 - width lies within -across...across.
    let first = region.x + (width - 1 - across + 1) / 2
    let last = region.x + (width - 1 + across) / 2
    return first <= last ? first..<(last + 1) : nil
  }
}

/// A few levels of brightness more or less from cell to cell, so that the cells can be seen.
struct CellTexture {
  private let seed: UInt64

  /// In levels, up and down.
  private static let depth = 7

  /// - Parameter size: the photo's in pixels.
  init(size: (width: Int, height: Int)) {
    seed = UInt64(size.width) << 32 | UInt64(size.height)
  }

  /// What is added to the cell that begins at a unit, in 256ths: SplitMix64's mixing of the size and the place (Steele, Lea and
  /// Flood, Fast Splittable Pseudorandom Number Generators, 2014).
  func offset(unitX: Int, unitY: Int) -> Int {
    var hash =
      seed &+ 0x9E37_79B9_7F4A_7C15
      &* (UInt64(UInt32(truncatingIfNeeded: unitX)) << 32
        | UInt64(UInt32(truncatingIfNeeded: unitY)) &+ 1)
    hash = (hash ^ hash >> 30) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ hash >> 27) &* 0x94D0_49BB_1331_11EB
    hash ^= hash >> 31
    return ((Int(hash >> 48) * (2 * Self.depth + 1)) >> 16 - Self.depth) * 256
  }
}
