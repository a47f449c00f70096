/// Darkens a picture towards its corners.
///
/// At a distance r from the centre, in half diagonals (0 in the centre, 1 in the corners), a sample is multiplied by
/// 1 − intensity · t²(3 − 2t) with t = (r² − radius²) / (1 − radius²), held within 0…1: a smooth step in r², which needs
/// no root. The centre is that of all that the photo codes. Distances are those of the pixels, so the darkening is round in every picture, and the same upright, turned
/// and at any size.
public struct Vignette: Sendable, Hashable, Codable {
  /// How far from the centre the picture stays as it is, in half diagonals, 0…1.
  public var radius: Double
  /// How dark the corners become: 0 leaves them as they are, 1 makes them black.
  public var intensity: Double

  /// Leaves what is in the middle third of the picture's diagonal as it is.
  public static let defaultRadius = 0.33

  public init(radius: Double = Self.defaultRadius, intensity: Double) {
    self.radius = radius
    self.intensity = intensity
  }
}

extension Vignette: ToneFilter {
  /// Nearer to the corners than this lies the centre of no pixel of a picture of 65,535 × 65,535.
  private static let minReach = 0x1p-20

  private var reach: Double { 1 - UnitInterval.clamped(radius) * UnitInterval.clamped(radius) }

  var isNeutral: Bool { UnitInterval.clamped(intensity) == 0 || reach <= Self.minReach }

  func validate() throws(FaceBlurError) {
    try UnitInterval.validate(radius, "the radius of the vignette")
    try UnitInterval.validate(intensity, "the intensity of the vignette")
  }

  func prepared(width: Int, height: Int) -> any RowToner {
    let reach = max(reach, Self.minReach)
    let diagonal = Double(width * width + height * height)
    func term(_ square: Double) -> Int64 { Int64((square / reach * VignetteToner.scale).rounded()) }
    /// What the place across, or down, adds to t: its distance from the centre squared.
    func terms(_ count: Int) -> [Int64] {
      (0..<count).map { place in
        let distance = Double(2 * place + 1 - count)
        return term(distance * distance / diagonal)
      }
    }
    let intensity = UnitInterval.clamped(intensity)
    let steps = VignetteToner.steps
    let gains = (0...steps).map { step in
      let t = Double(step) / Double(steps)
      return UInt32(((1 - intensity * t * t * (3 - 2 * t)) * 65536).rounded())
    }
    return VignetteToner(
      columns: terms(width), rows: terms(height), start: term(1 - self.reach), gains: gains)
  }
}

private struct VignetteToner: RowToner {
  /// What t is multiplied by.
  static let scale = 0x1p20
  /// So many steps of t have a gain of their own; one step changes a sample by at most a tenth.
  static let steps = 4096

  let columns: [Int64]
  let rows: [Int64]
  /// What t is more than 0 from.
  let start: Int64
  /// By step of t, in 1/65536.
  let gains: [UInt32]

  func tone(_ row: UnsafeMutableBufferPointer<UInt8>, y: Int) {
    forEachPixel(ofRow: y) { pixel, gain in
      row[pixel] = Self.scaled(row[pixel], by: gain)
      row[pixel &+ 1] = Self.scaled(row[pixel &+ 1], by: gain)
      row[pixel &+ 2] = Self.scaled(row[pixel &+ 2], by: gain)
    }
  }

  func tone(_ row: UnsafeMutableBufferPointer<UInt16>, y: Int) {
    forEachPixel(ofRow: y) { pixel, gain in
      for channel in pixel..<(pixel &+ PixelBuffer.channels) {
        row[channel] = UInt16(truncatingIfNeeded: (UInt64(row[channel]) &* UInt64(gain) &+ 32768) &>> 16)
      }
    }
  }

  /// - Parameter use: is given where a pixel's first sample is, and what its samples are multiplied by, in 1/65536.
  @inline(__always)
  private func forEachPixel(ofRow y: Int, _ use: (_ place: Int, _ gain: UInt32) -> Void) {
    let down = rows[y] - start
    columns.withUnsafeBufferPointer { columns in
      gains.withUnsafeBufferPointer { gains in
        for x in 0..<columns.count {
          let t = min(max(columns[x] &+ down, 0), 1 << 20)
          use(x &* PixelBuffer.channels, gains[Int(truncatingIfNeeded: t &>> 8)])
        }
      }
    }
  }

  @inline(__always)
  private static func scaled(_ sample: UInt8, by gain: UInt32) -> UInt8 {
    UInt8(truncatingIfNeeded: (UInt32(sample) &* gain &+ 32768) &>> 16)
  }
}
