/// What a hostile file may claim before it is refused.
public struct ImageLimits: Sendable, Hashable {
  /// The most pixels that a JPEG's header can state.
  package static let maxHeaderPixels = 65_535 * 65_535

  /// Width times height. A photo that is edited by coefficients (progressive, arithmetic) costs 4 bytes of memory per
  /// sample while its render is compared with it: 6 per pixel at 4:2:0, 12 at 4:4:4, 16 in CMYK.
  public var maxPixels = 200_000_000
  /// Bytes of one input file.
  public var maxFileBytes = 1 << 30
  /// Scans of one JPEG; cameras and editors write at most about twenty.
  public var maxScans = 100

  public init() {}

  /// For files made from photos that have passed the limits.
  static let none: ImageLimits = {
    var limits = ImageLimits()
    limits.maxPixels = maxHeaderPixels
    limits.maxScans = 10_000
    return limits
  }()
}
