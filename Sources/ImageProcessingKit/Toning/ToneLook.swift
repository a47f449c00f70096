/// Looks that people know by a name: filters with values of their own.
///
/// A look is recorded as the filters that it is, so what comes after it, here or in another version, shows the same. Sepia and the vignette begin
/// where the sliders of Filtster do (see `ToneSlider`). The others are tables of colours, called after the effects of Apple's Core Image
/// that they are made after (Core Image Filter Reference: CIPhotoEffectChrome, CIPhotoEffectInstant, CIColorInvert, CIColorPosterize). Of the
/// first two that says in words alone what they do, so their values are ours. Integers alone decide every value.
public enum ToneLook: String, Sendable, Hashable, CaseIterable {
  case sepia
  case vignette
  /// Film of old with exaggerated colours: colours a quarter stronger, shadows darker and lights lighter.
  case chrome
  /// Film of old with distorted colours: colours a fifth weaker, no black and no white, blue least of all.
  case instant
  /// The negative.
  case invert
  /// Six levels of each colour.
  case posterize

  /// The look and nothing else.
  public var filters: ToneFilters { applied(to: ToneFilters()) }

  /// The colours that it is made of; nil where it is no table.
  public var table: ColorLUT? {
    switch self {
    case .sepia, .vignette: nil
    case .chrome: Self.chromeTable
    case .instant: Self.instantTable
    case .invert: Self.invertedTable
    case .posterize: Self.posterizedTable
    }
  }

  /// The look that a table is; nil where it is none of these, whatever it is called.
  public init?(table: ColorLUT) {
    guard let look = Self.allCases.first(where: { $0.table == table }) else { return nil }
    self = look
  }

  /// Some filters with this look's in the place of those of its kind: there is one table, one sepia and one vignette.
  public func applied(to filters: ToneFilters) -> ToneFilters {
    var filters = filters
    switch self {
    case .sepia: filters.sepia = ToneSlider.sepia.start
    case .vignette:
      filters.vignette = Vignette(
        radius: ToneSlider.vignetteRadius.start, intensity: ToneSlider.vignetteIntensity.start)
    case .chrome, .instant, .invert, .posterize: filters.lut = table
    }
    return filters
  }
}

/// The sliders of Filtster, a photo editing extension of 2015 (Sam Davies), in their order, each from 0 to 1.
public enum ToneSlider: String, Sendable, Hashable, CaseIterable {
  case vignetteRadius
  case vignetteIntensity
  case sepia

  /// Where it stands when the filter is taken.
  public var start: Double {
    switch self {
    case .vignetteRadius: 0.5
    case .vignetteIntensity, .sepia: 1
    }
  }
}

/// The tables. They have as few nodes as show the look, because a record keeps all of them.
extension ToneLook {
  /// A colour in 1/65535.
  private typealias Color = (red: Int, green: Int, blue: Int)

  private static let whole = 65535

  private static let chromeTable = made(.chrome, size: 17) { color in
    let strong = saturated(color, by: (5, 4))
    return (contrasted(strong.red), contrasted(strong.green), contrasted(strong.blue))
  }

  private static let instantTable = made(.instant, size: 17) { color in
    let weak = saturated(color, by: (4, 5))
    // Black and white become 6 and 100 % of red, 5 and 97 % of green, 16 and 86 % of blue.
    return (
      spread(weak.red, 3932, 65535), spread(weak.green, 3277, 63569), spread(weak.blue, 10486, 56360)
    )
  }

  /// Between two nodes a table is linear, and so is this look.
  private static let invertedTable = made(.invert, size: 2) { color in
    (whole - color.red, whole - color.green, whole - color.blue)
  }

  /// What `inputLevels` of CIColorPosterize is where nobody says.
  private static let levels = 6

  /// With 25 cells each of the five steps from level to level lies in the middle of one, and is as steep as a table lets it be.
  private static let posterizedTable = made(.posterize, size: 26) { color in
    func level(_ value: Int) -> Int {
      (2 * value * (levels - 1) + whole) / (2 * whole) * whole / (levels - 1)
    }
    return (level(color.red), level(color.green), level(color.blue))
  }

  private static func made(_ look: ToneLook, size: Int, _ change: (Color) -> Color) -> ColorLUT {
    func place(_ node: Int) -> Int { (2 * node * whole + size - 1) / (2 * (size - 1)) }
    var values: [UInt16] = []
    values.reserveCapacity(ColorLUT.valueCount(size))
    for blue in 0..<size {
      for green in 0..<size {
        for red in 0..<size {
          let color = change((place(red), place(green), place(blue)))
          values += [
            UInt16(clamping: color.red), UInt16(clamping: color.green), UInt16(clamping: color.blue),
          ]
        }
      }
    }
    guard let table = ColorLUT(size: size, name: look.rawValue, values: values) else {
      preconditionFailure("a look's table has as many values as its size asks for")
    }
    return table
  }

  /// A colour farther from its grey, or nearer, by a fraction. The grey is the luma of ITU-R BT.709 (3.2).
  private static func saturated(_ color: Color, by share: (Int, Int)) -> Color {
    let grey = (2126 * color.red + 7152 * color.green + 722 * color.blue + 5000) / 10000
    func moved(_ value: Int) -> Int { min(max(grey + (value - grey) * share.0 / share.1, 0), whole) }
    return (moved(color.red), moved(color.green), moved(color.blue))
  }

  /// Halfway between a value and the smooth step v²(3 − 2v).
  private static func contrasted(_ value: Int) -> Int {
    let step = value * value / whole * (3 * whole - 2 * value) / whole
    return (value + step) / 2
  }

  /// 0…65535 onto another range.
  private static func spread(_ value: Int, _ lowest: Int, _ highest: Int) -> Int {
    lowest + (value * (highest - lowest) + whole / 2) / whole
  }
}
