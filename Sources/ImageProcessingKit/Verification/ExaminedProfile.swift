/// Profile, tier, compatibility, constraints and level of HEVC, as parameter sets and configurations say them (ITU-T H.265, 7.3.3).
enum ExaminedProfile {
  /// The same without the bits that are yet to be given a meaning.
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
