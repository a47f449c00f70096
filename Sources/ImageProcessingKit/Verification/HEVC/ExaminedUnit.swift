/// What a NAL unit is (ITU-T H.265, 7.3.1.2 and table 7-1).
struct ExaminedUnit {
  /// nal_unit_type.
  let type: Int
  /// Of what other layer than the picture's it is.
  let layer: Int
  /// Whether the header is one that every decoder of one layer takes.
  let isPlain: Bool

  static let videoSet = 32
  static let sequenceSet = 33
  static let pictureSet = 34
  static let parameterSets = videoSet...pictureSet
  /// Messages to decoders and to people.
  static let messages = 39...40
  /// Bytes of a header.
  static let headSize = 2

  /// Nil where there is no header.
  init?(_ unit: some Collection<UInt8>) {
    guard let first = unit.first, let second = unit.dropFirst().first else { return nil }
    type = Int(first >> 1 & 63)
    layer = Int(first & 1) << 5 | Int(second >> 3)
    isPlain = first & 0x80 == 0 && layer == 0 && second & 7 == 1
  }

  /// Whether it holds a part of a picture.
  var isSlice: Bool { type < 32 }

  /// Whether it holds a part of a picture that needs no other one: IDR or CRA.
  var isStillSlice: Bool { (19...21).contains(type) && isPlain }

  var isParameterSet: Bool { Self.parameterSets.contains(type) && isPlain }
}

extension ExaminedUnit {
  /// What a unit holds behind its header, without the bytes that keep it from looking like a start code (ITU-T H.264, 7.3.1; ITU-T H.265,
  /// 7.3.1.1).
  /// - Parameters:
  ///   - head: bytes of the header.
  ///   - most: how much of the unit is looked at.
  static func content(
    of unit: some Collection<UInt8>, head: Int = headSize, most: Int = .max
  ) -> [UInt8] {
    let unit = unit.dropFirst(head).prefix(most)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(unit.underestimatedCount)
    var zeros = 0
    for byte in unit {
      if zeros >= 2, byte == 3 {
        zeros = 0
        continue
      }
      zeros = byte == 0 ? zeros + 1 : 0
      bytes.append(byte)
    }
    return bytes
  }

  /// What a unit holds with the bytes that keep it from looking like a start code (ITU-T H.265, 7.4.2.1).
  static func escaped(_ content: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(content.count + content.count / 64 + 16)
    var zeros = 0
    for byte in content {
      if zeros == 2, byte <= 3 {
        bytes.append(3)
        zeros = 0
      }
      bytes.append(byte)
      zeros = byte == 0 ? zeros + 1 : 0
    }
    return bytes
  }

  /// What a set of parameters is called, and the one that it builds on; that is nil of a video parameter set.
  /// - Returns: nil where it cannot be read, or has a number that none has.
  static func names(of unit: some Collection<UInt8>, _ type: Int) -> (name: Int, base: Int?)? {
    var bits = ExaminedBits(unit: unit)
    switch type {
    case videoSet: return bits.number(4).map { ($0, nil) }
    case sequenceSet:
      guard let base = bits.number(4), bits.profile() != nil, let name = bits.exponential(), name < 16
      else { return nil }
      return (name, base)
    case pictureSet:
      guard let name = bits.exponential(), name < 64, let base = bits.exponential(), base < 16 else {
        return nil
      }
      return (name, base)
    default: return nil
    }
  }
}
