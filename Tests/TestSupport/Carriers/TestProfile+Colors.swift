/// Profiles whose curves and tables say something else than cameras' do.
extension TestProfile {
  /// Red, green and blue light, 0…1.
  public typealias Light = (red: Double, green: Double, blue: Double)

  /// A `curv` of some entries.
  public static func curve(_ entries: [UInt16]) -> [UInt8] {
    Array("curv\0\0\0\0".utf8) + ByteOrder.bigEndian.number(entries.count, 4)
      + entries.flatMap { ByteOrder.bigEndian.number(Int($0), 2) }
  }

  /// A curve by what it makes of a sample, both 0…1.
  public static func curve(_ count: Int, _ light: (Double) -> Double) -> [UInt8] {
    curve((0..<count).map { UInt16((light(Double($0) / Double(count - 1)) * 65_535).rounded()) })
  }

  /// A profile of sRGB's primaries with other curves.
  public static func profile(curve: [UInt8], others: [Tag] = []) -> [UInt8] {
    profile(sRGBColorants + ["rTRC", "gTRC", "bTRC"].map { ($0, curve) } + others)
  }

  /// A profile for grey.
  public static func gray(curve: [UInt8]) -> [UInt8] {
    replacing("GRAY", at: 16, in: profile([("kTRC", curve)]))
  }

  /// A profile that tells colours by a table, of as many entries on each side, between which lines are straight.
  /// - Parameter light: what a sample of red, green and blue, 0…1, shows.
  public static func table(side: Int, others: [Tag] = [], _ light: (Light) -> Light) -> [UInt8] {
    let steps = (0..<side).map { Double($0) / Double(side - 1) }
    var grid: [UInt8] = []
    for red in steps {
      for green in steps {
        for blue in steps { grid += connection(light((red, green, blue))) }
      }
    }
    return profile([("A2B0", lut(inputs: 3, side: side, grid))] + others)
  }

  /// A profile of four inks, each of which takes its part of the light away; the fourth leaves a fiftieth.
  public static func inks(others: [Tag] = []) -> [UInt8] {
    var grid: [UInt8] = []
    for corner in 0..<16 {
      let left = corner & 1 == 0 ? 1 : 0.02
      func part(_ ink: Int) -> Double { corner & ink == 0 ? left : 0 }
      grid += connection((part(8), part(4), part(2)))
    }
    return replacing(
      "CMYK", at: 16, in: profile([("A2B0", lut(inputs: 4, side: 2, grid))] + others))
  }

  /// Puts four letters into a header.
  public static func replacing(_ name: String, at place: Int, in profile: [UInt8]) -> [UInt8] {
    var result = profile
    result.replaceSubrange(place..<(place + 4), with: Array(name.utf8))
    return result
  }

  /// The colorants of sRGB, adapted to D50.
  static let sRGBColorants: [Tag] = [
    ("rXYZ", point(0.43607, 0.22249, 0.01392)), ("gXYZ", point(0.38515, 0.71687, 0.09708)),
    ("bXYZ", point(0.14307, 0.06061, 0.71410)),
  ]

  /// An `mft2` with straight curves before and behind (ICC.1:2001-04, 6.5.7).
  private static func lut(inputs: Int, side: Int, _ grid: [UInt8]) -> [UInt8] {
    let unit = [1, 0, 0, 0, 1, 0, 0, 0, 1].flatMap { ByteOrder.bigEndian.number($0 * 65_536, 4) }
    let straight: [UInt8] = [0, 0, 0xFF, 0xFF]
    return Array("mft2\0\0\0\0".utf8) + [UInt8(inputs), 3, UInt8(side), 0] + unit + [0, 2, 0, 2]
      + (0..<inputs).flatMap { _ in straight } + grid + (0..<3).flatMap { _ in straight }
  }

  /// XYZ of light in sRGB's primaries, each with fifteen fractional bits.
  private static func connection(_ light: Light) -> [UInt8] {
    let x = 0.43607 * light.red + 0.38515 * light.green + 0.14307 * light.blue
    let y = 0.22249 * light.red + 0.71687 * light.green + 0.06061 * light.blue
    let z = 0.01392 * light.red + 0.09708 * light.green + 0.71410 * light.blue
    return [x, y, z].flatMap { ByteOrder.bigEndian.number(Int(min(max($0, 0), 1.9) * 32_768), 2) }
  }
}
