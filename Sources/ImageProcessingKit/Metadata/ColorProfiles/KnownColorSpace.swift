/// A colour space that photos are usually in. A viewer that ignores profiles shows faces in it as well as one that heeds them.
enum KnownColorSpace: String, CaseIterable, Hashable {
  case sRGB = "sRGB"
  case displayP3 = "Display P3"
  /// Adobe's, whose name is a trademark.
  case adobeRGB = "Compatible with Adobe RGB (1998)"
  case proPhoto = "ROMM RGB"
  case graySRGB = "Gray, curve of sRGB"
  case gray22 = "Gray, gamma 2.2"
  case gray18 = "Gray, gamma 1.8"

  /// A space that is shown with the curve of sRGB.
  /// - Parameter primaries: H.273's colour_primaries (table 2).
  /// - Returns: nil for those of sRGB, and for what is not known.
  init?(primaries: Int) {
    guard primaries == 12 else { return nil }
    self = .displayP3
  }

  /// The space of some colours, if they are one's but for what nobody sees.
  static func of(_ colors: MatrixShaper) -> KnownColorSpace? {
    all.first { colors.isNearly($0.colors) }?.space
  }

  private static let all = allCases.compactMap { space in space.colors.map { (space: space, colors: $0) } }

  /// Colorants adapted to D50, red, green and blue, as the spaces' own makers round them.
  private var colorants: [Int32] {
    let numbers: [Double] =
      switch self {
      case .sRGB: [0.43607, 0.22249, 0.01392, 0.38515, 0.71687, 0.09708, 0.14307, 0.06061, 0.71410]
      case .displayP3: [0.51512, 0.24120, -0.00105, 0.29198, 0.69225, 0.04189, 0.15710, 0.06657, 0.78407]
      case .adobeRGB: [0.60974, 0.31111, 0.01947, 0.20528, 0.62567, 0.06087, 0.14919, 0.06322, 0.74457]
      case .proPhoto: [0.79767, 0.28804, 0, 0.13519, 0.71188, 0, 0.03134, 0.00009, 0.82491]
      case .graySRGB, .gray22, .gray18: []
      }
    return numbers.map(Self.fixed)
  }

  private static func fixed(_ number: Double) -> Int32 { Int32((number * 65_536).rounded()) }

  /// The function's number and its parameters (ICC.1:2010, 10.15).
  private var function: (kind: Int, parameters: [Double]) {
    switch self {
    // IEC 61966-2-1.
    case .sRGB, .displayP3, .graySRGB: (3, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
    case .adobeRGB: (0, [563.0 / 256])
    // ISO 22028-2.
    case .proPhoto: (3, [1.8, 1, 0, 1.0 / 16, 1.0 / 32])
    case .gray22: (0, [2.2])
    case .gray18: (0, [1.8])
    }
  }

  private var channels: Int { colorants.isEmpty ? 1 : 3 }

  private var curve: [UInt8] {
    let numbers = function.parameters.flatMap { number in
      (0..<4).map { UInt8(truncatingIfNeeded: Self.fixed(number) >> (24 - 8 * $0)) }
    }
    return Array("para".utf8) + [0, 0, 0, 0, 0, UInt8(function.kind), 0, 0] + numbers
  }

  private var colors: MatrixShaper? {
    guard let curve = ICCCurve(curve), let entries = try? MatrixShaper.resampled(curve) else { return nil }
    return MatrixShaper(
      colorants: colorants, curves: [[UInt16]](repeating: entries, count: channels))
  }

  /// The profile of a render in this space: the same bytes for every photo.
  var profile: [UInt8] {
    ICCWriter.profile(
      rawValue, colorants: colorants, curves: [[UInt8]](repeating: curve, count: channels))
  }
}
