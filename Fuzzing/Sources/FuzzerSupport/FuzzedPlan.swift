@testable public import ImageProcessingKit

extension RegionPlan {
  /// Up to three regions that follow from 16 bytes.
  /// - Returns: nil where there are fewer bytes.
  public init?(fuzzing bytes: some Collection<UInt8>, _ style: ObscuringStyle) {
    let dice = bytes.prefix(16).map { Double($0) / 256 }
    guard dice.count == 16 else { return nil }
    let regions = (0..<Int(dice[12] * 4)).map { index in
      PlannedRegion(
        id: "\(index)",
        rect: NormalizedRect(
          x: dice[4 * index], y: dice[4 * index + 1], width: 0.02 + dice[4 * index + 2] / 2,
          height: 0.02 + dice[4 * index + 3] / 2),
        score: nil, origin: .manual)
    }
    let shape: ObscuringShape = dice[14] < 0.5 ? .box : .ellipse
    let strength = ObscuringStrength(style: style, shape: shape, cells: 1 + Int(dice[13] * 6), margin: 1)
    guard let strength else { return nil }
    self.init(regions: regions, strength: strength)
  }
}

extension ImageLimits {
  /// Small, so that a size that lies costs no time.
  public static func fuzzing(pixels: Int) -> ImageLimits {
    var limits = ImageLimits()
    limits.maxPixels = pixels
    return limits
  }
}
