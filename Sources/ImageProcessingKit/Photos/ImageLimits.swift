/// What a hostile file may claim before it is refused.
public struct ImageLimits: Sendable, Hashable {
  /// Width times height. A progressive photo costs up to 8 bytes of memory per pixel.
  public var maxPixels = 200_000_000
  /// Bytes of one input file.
  public var maxFileBytes = 1 << 30
  /// Scans of one JPEG; cameras and editors write at most about twenty.
  public var maxScans = 100

  public init() {}
}
