internal import Glibc

/// Colours as a matrix and rising curves (a matrix-shaper profile), the only kind of profile that a render carries.
///
/// A profile is written from this value: nothing of an untrusted profile is in it but nine checked numbers and curves of 64
/// entries each, too few for a picture to be known.
struct MatrixShaper: Hashable {
  /// Red, green and blue, three numbers each with sixteen fractional bits; none for grey.
  let colorants: [Int32]
  /// Three curves, or one for grey, of `entries` entries each, none below the one before.
  let curves: [[UInt16]]

  static let entries = 64
  /// The most by which a curve may differ from the one it is made from, in levels of 255 of sRGB.
  private static let tolerance = 0.5
  /// Where colorants lie in any colour space that cameras, monitors and editors use, and their sums.
  static let plausible = Int32(-65_536 / 4)...Int32(65_536 * 5 / 4)
  static let plausibleSums = 65_536 / 2...65_536 * 3 / 2

  var isGray: Bool { colorants.isEmpty }

  init(colorants: [Int32], curves: [[UInt16]]) {
    self.colorants = colorants
    self.curves = curves
  }

  /// Why a profile's colours cannot be told this way.
  struct Obstacle: Error, Hashable {
    let reason: String
  }

  /// - Throws: `Obstacle` where the profile has more to say than a matrix and curves, or the curves would not be the same.
  init(_ profile: ICCProfile) throws(Obstacle) {
    guard !profile.hasTables, profile.space != .cmyk else {
      throw Obstacle(reason: "it tells colours by tables")
    }
    guard profile.connection == "XYZ " else { throw Obstacle(reason: "its curves lead to Lab") }
    let isGray = profile.space == .gray
    if isGray {
      colorants = []
    } else {
      colorants = ["rXYZ", "gXYZ", "bXYZ"].flatMap { profile.point($0) ?? [] }
      guard Self.isPlausible(colorants) else { throw Obstacle(reason: "its primary colours are none") }
    }
    var curves: [[UInt16]] = []
    var last: ICCCurve?
    for tag in isGray ? ["kTRC"] : ["rTRC", "gTRC", "bTRC"] {
      guard let curve = profile.curve(tag) else { throw Obstacle(reason: "it has no curve that can be read") }
      // Nearly always the three are one.
      if let same = curves.last, curve == last {
        curves.append(same)
      } else {
        curves.append(try Self.resampled(curve))
      }
      last = curve
    }
    self.curves = curves
  }

  static func isPlausible(_ colorants: [Int32]) -> Bool {
    colorants.count == 9 && colorants.allSatisfy(plausible.contains)
      && (0..<3).allSatisfy { axis in
        plausibleSums.contains((0..<3).reduce(0) { $0 + Int(colorants[3 * $1 + axis]) })
      }
  }

  /// A curve by few entries, between which colour managements go straight.
  static func resampled(_ curve: ICCCurve) throws(Obstacle) -> [UInt16] {
    guard curve.isRising else { throw Obstacle(reason: "one of its curves falls") }
    let values = (0..<entries).map { curve.value(at: Double($0) / Double(entries - 1)) }
    // Between the levels of samples a function may still be none.
    guard values.allSatisfy(\.isFinite), zip(values, values.dropFirst()).allSatisfy({ $0 <= $1 }) else {
      throw Obstacle(reason: "one of its curves falls")
    }
    let result = values.map { UInt16(($0 * 65_535).rounded()) }
    let table = ICCCurve.table(result)
    let differs = (0...255).contains { level in
      let x = Double(level) / 255
      return abs(lightness(curve.value(at: x)) - lightness(table.value(at: x))) > tolerance
    }
    guard !differs else { throw Obstacle(reason: "one of its curves is not smooth") }
    return result
  }

  /// The level, 0…255, at which sRGB shows an amount of light (IEC 61966-2-1).
  static func lightness(_ light: Double) -> Double {
    255 * (light <= 0.003_130_8 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055)
  }

  /// Whether colours are those of another space but for what nobody sees.
  func isNearly(_ other: MatrixShaper) -> Bool {
    guard colorants.count == other.colorants.count, curves.count == other.curves.count else { return false }
    // Two thousandths, and one level.
    return zip(colorants, other.colorants).allSatisfy { abs($0 - $1) <= 131 }
      && zip(curves.joined(), other.curves.joined()).allSatisfy { mine, theirs in
        abs(Self.lightness(Double(mine) / 65_535) - Self.lightness(Double(theirs) / 65_535)) <= 1
      }
  }

  /// The profile of a render with these colours.
  var profile: [UInt8] {
    ICCWriter.profile(
      isGray ? "Gray" : "RGB", colorants: colorants,
      curves: curves.map { curve in
        Array("curv".utf8) + [0, 0, 0, 0, 0, 0, 0, UInt8(curve.count)]
          + curve.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
      })
  }
}
