/// How many bits some parts of parameter sets take up in photos. Decoders of a photo pass over most of them, so that whatever is longer
/// could be anything.
enum SetLimits {
  /// How many pictures are kept, and wait for others.
  static let orders = 32
  /// Sides and depths of blocks.
  static let blocks = 40
  /// Which pictures others refer to; a photo has one.
  static let references = 64
  /// Where chroma samples lie.
  static let chroma = 10
  /// In how many ticks a picture follows another one.
  static let ticks = 63
  /// How a stream fills a decoder's buffer.
  static let buffers = 192
  /// How little code may take up.
  static let restrictions = 64
}

extension BitReader {
  /// Skips times and buffers of a set of one layer in time (ITU-T H.265, E.2.1).
  /// - Parameter hasBuffers: reads whether there are some.
  /// - Returns: whether they take up no more than in photos.
  mutating func skipPlainTimes(
    _ hasBuffers: (inout BitReader) throws(FaceBlurError) -> Bool
  ) throws(FaceBlurError) -> Bool {
    guard try flag() else { return true }
    for _ in 0..<2 { _ = try bits(32) }
    if try flag() {
      guard try skipNumbers(1, within: SetLimits.ticks) else { return false }
    }
    guard try hasBuffers(&self) else { return true }
    let start = position
    try skipBuffers(subLayers: 0)
    return position - start <= SetLimits.buffers
  }
}
