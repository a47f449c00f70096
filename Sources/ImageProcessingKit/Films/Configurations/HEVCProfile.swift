/// What decoders of HEVC have to know: profile, tier, constraints and level in 12 bytes (ITU-T H.265, 7.3.3; ISO/IEC 14496-15, 8.3.3.1.3).
enum HEVCProfile {
  static let size = 12

  /// What decodes two of them: each promise that both make, of the higher tier and level.
  /// - Returns: nil where they have no profile in common.
  static func common(_ one: [UInt8], _ other: [UInt8]) -> [UInt8]? {
    guard one.count == size, other.count == size, one[0] >> 6 == 0, other[0] >> 6 == 0 else { return nil }
    var common = zip(one, other).map { $0 & $1 }
    let profiles = [one, other].map { Int($0[0]) & 31 }
    guard let profile = profiles.max(by: { !has($0, in: common) && has($1, in: common) }),
      has(profile, in: common)
    else { return nil }
    common[0] = (one[0] | other[0]) & 0x20 | UInt8(profile)
    common[size - 1] = max(one[size - 1], other[size - 1])
    return common
  }

  /// The same with the tier and the level of another one.
  static func leveled(_ one: [UInt8], as other: [UInt8]) -> [UInt8] {
    guard one.count == size, other.count == size else { return one }
    return [one[0] & ~0x20 | other[0] & 0x20] + one[1..<(size - 1)] + [other[size - 1]]
  }

  /// Whether decoders of a profile know it, as `general_profile_compatibility_flag` says.
  static func has(_ profile: Int, in record: [UInt8]) -> Bool {
    record[1 + profile / 8] & 0x80 >> UInt8(profile % 8) != 0
  }

  /// Whether pictures may be fields, or frames made of two, as `general_interlaced_source_flag` says.
  static func saysFields(_ record: [UInt8]) -> Bool { record.count == size && record[5] & 0x40 != 0 }

  /// Whether pictures that are coded anew have a profile in common with it.
  static func isShared(_ record: [UInt8], by form: CodedForm) -> Bool {
    guard record[0] >> 6 == 0 else { return false }
    return switch (form.chroma, form.depth) {
    // Main, and Main 10, which decodes it, too.
    case (.half, 8): has(1, in: record) || has(2, in: record)
    case (.half, 10): has(2, in: record)
    // The extensions for other samples.
    default: has(4, in: record)
    }
  }
}
