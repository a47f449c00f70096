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

  /// Whether nothing but zeros stands where profiles, their compatibility and constraints have a place for what is yet to be invented.
  /// - Parameter profile: with the level: 12 bytes, as `hvcC` has them.
  static func isPlain(_ profile: [UInt8]) -> Bool {
    // Of 32 flags of compatibility the last 20, and of 48 bits of constraints those from the 14th to the last but one (7.3.3).
    let reserved: [UInt8] = [0, 0, 0x0F, 0xFF, 0xFF, 0, 0x03, 0xFF, 0xFF, 0xFF, 0xFE, 0]
    return zip(profile, reserved).allSatisfy { $0 & $1 == 0 }
  }
}

extension BitReader {
  /// Skips some ue(v).
  /// - Returns: whether they take up no more than some bits.
  mutating func skipNumbers(_ count: Int, within bits: Int) throws(FaceBlurError) -> Bool {
    let start = position
    for _ in 0..<count { _ = try unsigned() }
    return position - start <= bits
  }

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

  /// Whether nothing but a stop bit and zeros is left.
  var isAtStop: Bool {
    var next = self
    return ((try? next.flag()) ?? false) && !hasMore
  }
}
