/// A shape in one tone, made from the surroundings in the same way for everybody: it says that somebody was here.
struct NeutralOval {
  /// Of the surroundings and of the shape, in 256ths.
  private let surroundings: Int
  private let brightness: Int

  /// How much of a cell in the oval is its tone, in 256ths.
  private static let share = 205
  /// Levels by which it is darker than a bright wall and brighter than the night, at most.
  private static let contrast = 32

  /// - Parameter surroundings: their brightness in 256ths.
  init(at surroundings: Int) {
    self.surroundings = surroundings
    let towardsMiddle = (128 * 256 - surroundings) >> 1
    brightness = surroundings + min(max(towardsMiddle, -256 * Self.contrast), 256 * Self.contrast)
  }

  /// The sample in a component, in 256ths: as bright as the shape, its colour halfway between that of the surroundings and one
  /// whose red, green and blue are as 190 to 165 to 150, of luma 171. Nil of black ink, which stays as around.
  /// - Parameter mean: of the surroundings in the component, in 256ths.
  func tone(of component: ColorModel.Component, mean: Int, isInverted: Bool) -> Int? {
    let isDifference = component == .blueDifference || component == .redDifference
    // What stands for the opposite: of a difference as far on the other side of the middle.
    let whole = isDifference ? 256 * 256 : 255 * 256
    let around = isInverted ? whole - mean : mean
    let tone: Int
    switch component {
    case .luma: tone = brightness
    case .red: tone = brightness + (brightness * 19 / 171 + around - surroundings) >> 1
    case .green: tone = brightness + (around - surroundings - brightness * 6 / 171) >> 1
    case .blue: tone = brightness + (around - surroundings - brightness * 21 / 171) >> 1
    case .blueDifference: tone = 128 * 256 + (around - 128 * 256 - brightness * 12 / 171) >> 1
    case .redDifference: tone = 128 * 256 + (around - 128 * 256 + brightness * 14 / 171) >> 1
    case .black: return nil
    }
    return isInverted ? whole - tone : tone
  }

  /// By cell of an area, how much of it is the oval's tone, in 256ths: as many of its units as have their middle in the ellipse
  /// of a region, whose axes are .85 of the region's.
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

  /// The units of a row whose middle lies in the ellipse of a region: (across / width)² + (down / height)² < .72, in halves of
  /// units and in integers.
  private static func span(ofEllipseIn region: UnitRect, row: Int) -> Range<Int>? {
    let (width, height) = (region.width, region.height)
    let down = 2 * (row - region.y) + 1 - height
    let room = width * width * (72 * height * height - 100 * down * down)
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
