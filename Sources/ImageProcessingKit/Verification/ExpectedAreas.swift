/// What the samples of some areas must be, component by component: what the style makes of the picture's own surroundings, as
/// `ExpectedSurroundings` reckons them, or of the original's means.
struct ExpectedAreas {
  /// On the grid of the picture's units.
  let areas: [ObscuredArea]
  let style: ObscuringStyle
  let colors: ColorModel
  /// The sample that is as bright as 255 in 8 bits.
  let white: Int

  private let hasOriginal: Bool
  /// By area and component; of areas that show means alone.
  private var means: [[ExpectedMeans]]
  /// By area; of those that show their surroundings alone.
  private var surroundings: [ExpectedSurroundings?]

  /// What a sample may lie beside its tone: the rounding, and what arithmetic on fractions is off by.
  static let tolerance = 0.5 + 1e-6

  /// - Parameters:
  ///   - size: the picture's as it is stored, in pixels.
  ///   - hasOriginal: whether the original's samples are taken in; without, cells of means need only be flat.
  init(
    _ areas: [ObscuredArea], _ style: ObscuringStyle, _ colors: ColorModel, white: Int,
    size: (width: Int, height: Int), hasOriginal: Bool
  ) {
    self.areas = areas
    self.style = style
    self.colors = colors
    self.white = white
    self.hasOriginal = hasOriginal
    means = areas.map { area in
      colors.components.map { _ in ExpectedMeans(area) }
    }
    surroundings = areas.map { area in
      style.revealsContent || style == .fill || area.isFilled
        ? nil : ExpectedSurroundings(area, colors, isTextured: style == .mosaic, size: size)
    }
  }

  /// What a difference of 1 in an 8-bit level is in samples.
  var scale: Double { Double(white) / 255 }

  /// Whether an area shows means of what it hides.
  func isOfMeans(_ area: Int) -> Bool { style.revealsContent && !areas[area].isFilled }

  /// Whether an area shows what stands beside it.
  func isOfSurroundings(_ area: Int) -> Bool { surroundings[area] != nil }

  /// Whether each cell of an area has one colour, though nobody knows which.
  func isFlatOfUnknownMeans(_ area: Int) -> Bool {
    isOfMeans(area) && !hasOriginal && style != .smoothPixelate
  }

  /// Takes a hidden sample of the original in, of an area of means.
  mutating func takeHidden(_ sample: UInt16, of area: Int, component: Int, unitX: Int, unitY: Int) {
    means[area][component].take(Double(sample), unitX: unitX, unitY: unitY)
  }

  /// Takes in what stands in a unit beside an area of surroundings, or a part of it.
  mutating func takeBeside(sum: Int, of count: Int, _ area: Int, component: Int, unitX: Int, unitY: Int) {
    surroundings[area]?.take(
      sum: Double(sum), of: Double(count), component: component, unitX: unitX, unitY: unitY)
  }

  /// What an area must show, by component; nil where nobody gave the means.
  func expected(_ area: Int) -> [ExpectedTones]? {
    values(area).map { $0.map { ExpectedTones(areas[area], style, $0) } }
  }

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
      zero: 0, steps: colors.components.map { _ in 65_280 }, divisor: Double(white))
  }

  /// Whether each sample is its tone, rounded; whatever it is where there are none.
  static func isRounded(_ samples: UnsafeBufferPointer<UInt16>, _ tones: [Double]?) -> Bool {
    guard let tones else { return true }
    return tones.indices.allSatisfy { abs(Double(samples[$0]) - tones[$0]) <= tolerance }
  }
}
