/// What several parameter sets of HEVC have in common, in photos and in films.
extension BitReader {
  static var oddNumber: FaceBlurError { .damagedFile("a parameter set has numbers that may not be") }

  /// Skips some ue(v) or se(v).
  /// - Returns: whether they take up no more than some bits.
  mutating func skipNumbers(_ count: Int, within bits: Int) throws(FaceBlurError) -> Bool {
    let start = position
    for _ in 0..<count { _ = try unsigned() }
    return position - start <= bits
  }

  /// Whether nothing but a stop bit and zeros is left.
  var isAtStop: Bool {
    var next = self
    return ((try? next.flag()) ?? false) && !hasMore
  }

  /// A number of things, of which there are no more than some.
  mutating func count(upTo most: Int) throws(FaceBlurError) -> Int {
    let count = try unsigned()
    guard count <= most else { throw Self.oddNumber }
    return count
  }

  /// profile_tier_level (ITU-T H.265, 7.3.3).
  /// - Parameter subLayers: beside the lowest one.
  /// - Returns: what all of it needs, profile, tier, constraints and level in 12 bytes; and whether it says nothing that decoders pass over:
  ///   each layer has the profile of all of them, and no higher level.
  mutating func profile(subLayers: Int) throws(FaceBlurError) -> (general: [UInt8], isPlain: Bool) {
    var general: [UInt8] = []
    for _ in 0..<12 { general.append(UInt8(try bits(8))) }
    var isPlain = HEVCReserved.isUnused(in: general)
    guard subLayers > 0 else { return (general, isPlain) }
    var isThere: [(profile: Bool, level: Bool)] = []
    for _ in 0..<subLayers { isThere.append((try flag(), try flag())) }
    if try bits(2 * (8 - subLayers)) != 0 { isPlain = false }
    for layer in isThere {
      if layer.profile {
        for byte in general.dropLast() where try bits(8) != Int(byte) { isPlain = false }
      }
      if layer.level {
        let level = try bits(8)
        // There are levels for every third number alone.
        if level % 3 != 0 || level > Int(general[11]) { isPlain = false }
      }
    }
    return (general, isPlain)
  }

  /// Skips how many pictures are kept, and wait for others.
  /// - Returns: whether that is as short as encoders write it.
  mutating func skipShortOrders(subLayers: Int) throws(FaceBlurError) -> Bool {
    let count = try flag() ? subLayers + 1 : 1
    return try skipNumbers(3 * count, within: SetLimits.orders * count)
  }

  /// Skips ticks of the pictures' times, and the buffers that go with them (E.2.1).
  /// - Parameter hasBuffers: reads whether there are some.
  /// - Returns: whether that is as short as encoders write it.
  mutating func skipShortTimes(
    subLayers: Int, _ limits: SetLimits, _ hasBuffers: (inout BitReader) throws(FaceBlurError) -> Bool
  ) throws(FaceBlurError) -> Bool {
    guard try flag() else { return true }
    for _ in 0..<2 { _ = try bits(32) }
    var isShort = true
    if try flag() { isShort = try skipNumbers(1, within: SetLimits.ticks) }
    guard try hasBuffers(&self) else { return isShort }
    let start = position
    try skipBuffers(subLayers: subLayers)
    return isShort && position - start <= limits.buffers * (subLayers + 1)
  }

  /// scaling_list_data (7.3.4).
  mutating func skipScalingLists() throws(FaceBlurError) {
    for size in 0..<4 {
      for _ in stride(from: 0, to: 6, by: size == 3 ? 3 : 1) {
        guard try flag() else {
          _ = try unsigned()
          continue
        }
        for _ in 0..<(min(64, 16 << (2 * size)) + (size > 1 ? 1 : 0)) { _ = try signed() }
      }
    }
  }

  /// hrd_parameters with what all layers have in common (E.2.2).
  mutating func skipBuffers(subLayers: Int) throws(FaceBlurError) {
    let kinds = (try flag() ? 1 : 0) + (try flag() ? 1 : 0)
    var hasParts = false
    if kinds > 0 {
      hasParts = try flag()
      if hasParts { _ = try bits(19) }
      _ = try bits(hasParts ? 12 : 8)
      _ = try bits(15)
    }
    for _ in 0...subLayers {
      let isFixed = try flag()
      let isFixedWithin = isFixed ? true : try flag()
      var isLate = false
      if isFixedWithin { _ = try unsigned() } else { isLate = try flag() }
      let count = isLate ? 1 : try count(upTo: 31) + 1
      for _ in 0..<(kinds * count) {
        for _ in 0..<(hasParts ? 4 : 2) { _ = try unsigned() }
        _ = try flag()
      }
    }
  }
}

/// Profile, tier, compatibility, constraints and level of HEVC.
enum HEVCReserved {
  /// Whether nothing but zeros stands where they have a place for what is yet to be invented.
  /// - Parameter profile: 12 bytes, as `hvcC` has them.
  static func isUnused(in profile: [UInt8]) -> Bool {
    // Of 32 flags of compatibility the last 20, and of 48 bits of constraints those from the 14th to the last but one (7.3.3).
    let reserved: [UInt8] = [0, 0, 0x0F, 0xFF, 0xFF, 0, 0x03, 0xFF, 0xFF, 0xFF, 0xFE, 0]
    return zip(profile, reserved).allSatisfy { $0 & $1 == 0 }
  }
}
