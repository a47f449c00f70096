internal import Glibc

/// What light a sample stands for, where that is another than in sRGB: how pictures are shown that a viewer heeds.
struct TransferCurve: Sendable {
  /// Of a sample of 0…1, the light, where 1 is the white of a page.
  private let light: @Sendable (Double) -> Double

  /// A plain power.
  init(exponent: Double) { light = { pow($0, exponent) } }

  /// - Parameter codePoint: H.273's transfer_characteristics (table 3).
  /// - Returns: nil for that of sRGB and what is much the same, and for what is not known.
  init?(codePoint: Int) {
    switch codePoint {
    case 4: light = { pow($0, 2.2) }
    case 5: light = { pow($0, 2.8) }
    case 8: light = { $0 }
    case 16: light = { Self.perceptualQuantizer($0) }
    case 18: light = { Self.hybridLogGamma($0) }
    default: return nil
    }
  }

  /// That of sRGB (IEC 61966-2-1).
  static let sRGB = TransferCurve { $0 <= 0.040_45 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }

  private init(_ light: @escaping @Sendable (Double) -> Double) { self.light = light }

  /// By 8-bit sample, what it is in sRGB; nil where that is much the same.
  var shown: [UInt8]? { Self.visible(levels(entries: 256)) }

  /// The same, but that what is brighter than a page's white is told apart, in steps that become smaller. Nothing is cut off.
  var shownRolledOff: [UInt8]? {
    let peak = light(1)
    return Self.visible(
      (0..<256).map { Self.level(ofLight: Self.rolledOff(light(Double($0) / 255), peak: peak)) })
  }

  private static func visible(_ curve: [UInt8]) -> [UInt8]? {
    let isNear = curve.indices.allSatisfy { abs(Int(curve[$0]) - $0) <= visibleDifference }
    return isNear ? nil : curve
  }

  /// What each of as many samples is in sRGB, in 8 bits.
  func levels(entries: Int) -> [UInt8] { amounts(entries: entries).map { Self.level(ofLight: Double($0)) } }

  /// The light that each of as many samples stands for, 0…1.
  func amounts(entries: Int) -> [Float] {
    (0..<entries).map { Float(min(max(light(Double($0) / Double(entries - 1)), 0), 1)) }
  }

  /// How sRGB says an amount of light of 0…1 in 8 bits (IEC 61966-2-1).
  static func level(ofLight linear: Double) -> UInt8 {
    let encoded = linear <= 0.003_130_8 ? 12.92 * linear : 1.055 * pow(linear, 1 / 2.4) - 0.055
    return UInt8(min(max((encoded * 255).rounded(), 0), 255))
  }

  /// Levels that nobody tells apart, as those between a plain power of 2.2 and sRGB are.
  private static let visibleDifference = 10

  /// Up to here light stays as it is where it is rolled off.
  private static let shoulder = 0.5

  /// Reinhard's curve above the shoulder, as steep there as what is below, and white at the brightest.
  private static func rolledOff(_ light: Double, peak: Double) -> Double {
    guard light > shoulder, peak > 1 else { return light }
    let (above, most) = ((light - shoulder) / (1 - shoulder), (peak - shoulder) / (1 - shoulder))
    return shoulder + (1 - shoulder) * above * (1 + above / (most * most)) / (1 + above)
  }

  /// SMPTE ST 2084, with a page's white at 203 cd/m² (ITU-R BT.2408).
  private static func perceptualQuantizer(_ sample: Double) -> Double {
    let (m1, m2) = (2610.0 / 16384, 2523.0 / 4096 * 128)
    let (c1, c2, c3) = (3424.0 / 4096, 2413.0 / 4096 * 32, 2392.0 / 4096 * 32)
    let root = pow(sample, 1 / m2)
    return pow(max(root - c1, 0) / (c2 - c3 * root), 1 / m1) * 10_000 / 203
  }

  /// ITU-R BT.2100, table 5, without the system's gamma; a page's white is at three quarters.
  private static func hybridLogGamma(_ sample: Double) -> Double {
    let (a, b, c) = (0.178_832_77, 0.284_668_92, 0.559_910_73)
    let light = sample <= 0.5 ? sample * sample / 3 : (exp((sample - c) / a) + b) / 12
    return light / 0.265
  }
}
