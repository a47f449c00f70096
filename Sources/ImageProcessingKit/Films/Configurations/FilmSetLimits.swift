/// How many bits some parts of parameter sets take up in films. Players pass over most of them, so that whatever is longer could be
/// anything.
enum FilmSetLimits {
  /// Of a set as a whole, in bytes: no set that encoders write is longer.
  static let bytes = 512
  /// How many pictures are kept, and wait for others, in each layer in time.
  static let orders = 32
  /// Sides and depths of blocks.
  static let blocks = 40
  /// A small number, and each of a few.
  static let number = 16
  /// Which pictures others refer to.
  static let references = 512
  /// How the order of pictures follows from that of their code.
  static let cycle = 64
  /// Where a picture is divided into tiles.
  static let tiles = 512
  /// Where chroma samples lie.
  static let chroma = 10
  /// What else could be cut off.
  static let window = 64
  /// In how many ticks a picture follows another one.
  static let ticks = 63
  /// How a stream fills a decoder's buffer, in each layer in time.
  static let buffers = 256
  /// How little code may take up.
  static let restrictions = 64
  /// What a picture parameter set says of further formats of samples.
  static let formats = 128
}

/// What sets of HEVC say of layers in time.
extension BitReader {
  /// profile_tier_level (ITU-T H.265, 7.3.3).
  /// - Parameter subLayers: beside the lowest one.
  /// - Returns: whether it says nothing that players pass over: each layer has the profile of all of them, and no higher level.
  mutating func skipPlainProfile(subLayers: Int) throws(FaceBlurError) -> Bool {
    let general = try profile(subLayers: 0)
    guard HEVCReserved.isUnused(in: general) else { return false }
    guard subLayers > 0 else { return true }
    var isThere: [(profile: Bool, level: Bool)] = []
    for _ in 0..<subLayers { isThere.append((try flag(), try flag())) }
    guard try bits(2 * (8 - subLayers)) == 0 else { return false }
    for layer in isThere {
      if layer.profile {
        for byte in general.dropLast() where try bits(8) != Int(byte) { return false }
      }
      if layer.level {
        let level = try bits(8)
        // There are levels for every third number alone.
        guard level % 3 == 0, level <= Int(general[11]) else { return false }
      }
    }
    return true
  }

  /// Skips how many pictures are kept, and wait for others.
  /// - Returns: whether that is as short as in films.
  mutating func skipShortOrders(subLayers: Int) throws(FaceBlurError) -> Bool {
    let count = try flag() ? subLayers + 1 : 1
    return try skipNumbers(3 * count, within: FilmSetLimits.orders * count)
  }

  /// Skips ticks of the pictures' times, which the container's replace, and the buffers that go with them.
  /// - Parameter hasBuffers: reads whether there are some.
  /// - Returns: whether that is as short as in films.
  mutating func skipShortTimes(
    subLayers: Int, _ hasBuffers: (inout BitReader) throws(FaceBlurError) -> Bool
  ) throws(FaceBlurError) -> Bool {
    guard try flag() else { return true }
    for _ in 0..<2 { _ = try bits(32) }
    var isShort = true
    if try flag() { isShort = try skipNumbers(1, within: FilmSetLimits.ticks) }
    guard try hasBuffers(&self) else { return isShort }
    let start = position
    try skipBuffers(subLayers: subLayers)
    return isShort && position - start <= FilmSetLimits.buffers * (subLayers + 1)
  }
}
