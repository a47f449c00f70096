/// What a set of parameters of HEVC says of layers in time, and of the decoder that it asks for (ITU-T H.265, 7.3.3).
struct ExaminedProfile {
  /// Layers in time beside the lowest one, up to 6.
  let layers: Int
  /// Whether decoding may go on in a higher layer at any picture: the flag behind their number.
  let isNested: Bool
  /// Space, tier, profile, compatibility, constraints and level, as `hvcC` has them: 12 bytes.
  let general: [UInt8]
  /// Whether it says nothing that is yet to be given a meaning, and that layers have the profile of all of them, and no higher level.
  let isPlain: Bool

  static let size = 12

  /// Profile, tier, compatibility, constraints and level without the bits that are yet to be given a meaning.
  /// - Parameter general: 12 bytes.
  static func known(_ general: [UInt8]) -> [UInt8] {
    general.enumerated().map { index, byte in
      switch index {
      case 2: byte & 0xF0
      case 3, 4, 7, 8, 9: 0
      case 6: byte & 0xFC
      case 10: byte & 1
      default: byte
      }
    }
  }
}

extension ExaminedBits {
  /// profile_tier_level of a sequence parameter set, with the number of layers and the flag before it.
  /// - Returns: nil where it is cut off, or has more layers than there may be.
  mutating func profile() -> ExaminedProfile? {
    guard let layers = number(3), let isNested = flag() else { return nil }
    return profile(layers, isNested)
  }

  /// The same behind what is said of layers.
  mutating func profile(_ layers: Int, _ isNested: Bool) -> ExaminedProfile? {
    guard layers < 7, let general = bytes(ExaminedProfile.size), let level = general.last else { return nil }
    var isPlain = ExaminedProfile.known(general) == general
    if layers > 0 {
      guard let said = number(16) else { return nil }
      // Two bits for each layer; the rest of them is zero.
      if said & (0xFFFF >> (2 * layers)) != 0 { isPlain = false }
      for layer in 0..<layers {
        if said << (2 * layer) & 0x8000 != 0 {
          guard let own = bytes(ExaminedProfile.size - 1) else { return nil }
          if own[...] != general.dropLast() { isPlain = false }
        }
        if said << (2 * layer) & 0x4000 != 0 {
          guard let own = number(8) else { return nil }
          // There are levels for every third number alone.
          if own > level || !own.isMultiple(of: 3) { isPlain = false }
        }
      }
    }
    return ExaminedProfile(layers: layers, isNested: isNested, general: general, isPlain: isPlain)
  }

  private mutating func bytes(_ count: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    for _ in 0..<count {
      guard let byte = number(8) else { return nil }
      bytes.append(UInt8(byte))
    }
    return bytes
  }
}
