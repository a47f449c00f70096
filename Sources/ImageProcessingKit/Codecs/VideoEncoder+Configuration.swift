extension VideoEncoder {
  /// What a container says of the code: the content of `avcC` or `hvcC` that holds these parameter sets alone. Lengths have 4 bytes.
  var configuration: [UInt8] {
    switch settings.codec {
    case .hevc: hevcConfiguration
    case .h264, .vp9, .av1: avcConfiguration
    }
  }

  /// ISO/IEC 14496-15, 5.3.3.1.2.
  private var avcConfiguration: [UInt8] {
    guard let sequence = parameterSets.first, let picture = parameterSets.last else { return [] }
    // Profile, constraints and level.
    let profile = Array(sequence.dropFirst().prefix(3))
    var record =
      [1] + profile + [0xff, 0xe1] + Self.behindLength(sequence) + [1] + Self.behindLength(picture)
    // Baseline, Main and Extended have 4:2:0 with 8 bits, and do not say so.
    if ![66, 77, 88].contains(profile.first) {
      let depth = UInt8(settings.shape.depth - 8)
      record += [0xfc | UInt8(settings.shape.chroma.rawValue), 0xf8 | depth, 0xf8 | depth, 0]
    }
    return record
  }

  /// ISO/IEC 14496-15, 8.3.3.1.2.
  private var hevcConfiguration: [UInt8] {
    // Behind two bytes of head and one that tells of layers: profile, constraints and level (ITU-T H.265, 7.3.2.2.1 and 7.3.3).
    let sequence = EmulationPrevention.removed(from: parameterSets[1].prefix(40))
    let depth = UInt8(settings.shape.depth - 8)
    var record = [1] + sequence.dropFirst(3).prefix(12)
    // Nothing is said of how finely pictures are divided, how they can be decoded at once, and how many come in a second.
    record += [0xf0, 0, 0xfc, 0xfc | UInt8(settings.shape.chroma.rawValue), 0xf8 | depth, 0xf8 | depth, 0, 0]
    // One layer in time, which whoever begins in it may begin with, and lengths of 4 bytes.
    record += [0x0f, UInt8(parameterSets.count)]
    for (set, type) in zip(parameterSets, CodedUnits.parameterTypes(of: .hevc)) {
      // All of this type are here.
      record += [0x80 | UInt8(type), 0, 1] + Self.behindLength(set)
    }
    return record
  }

  private static func behindLength(_ set: [UInt8]) -> [UInt8] { BigEndian.bytes(set.count, 2) + set }
}
