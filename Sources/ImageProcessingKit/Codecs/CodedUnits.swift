/// NAL units of H.264 and HEVC as encoders give them, each behind its length in 4 bytes.
enum CodedUnits {
  enum Kind: Sendable, Hashable {
    /// A slice, of an IDR picture or of one that refers to others.
    case slice(isKey: Bool)
    /// A parameter set, by its type.
    case parameters(Int)
    case other
  }

  /// Bytes of a length.
  static let lengthSize = 4

  /// Types of the parameter sets that a film has, in their order: SPS and PPS (ITU-T H.264, table 7-1); VPS, SPS and PPS (ITU-T H.265,
  /// table 7-1).
  static func parameterTypes(of codec: VideoCodec) -> [Int] { codec == .h264 ? [7, 8] : [32, 33, 34] }

  /// - Returns: nil where there are none, or lengths do not add up.
  static func all(in bytes: [UInt8]) -> [ArraySlice<UInt8>]? {
    var units: [ArraySlice<UInt8>] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      guard rest.count > 4 else { return nil }
      let count = BigEndian.number(rest.prefix(4))
      rest = rest.dropFirst(4)
      guard count > 0, count <= rest.count else { return nil }
      units.append(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    return units.isEmpty ? nil : units
  }

  /// What a unit's head says.
  static func kind(of unit: ArraySlice<UInt8>, in codec: VideoCodec) -> Kind {
    guard let head = unit.first, head & 0x80 == 0, let next = unit.dropFirst().first else { return .other }
    let type = Int(codec == .h264 ? head & 31 : head >> 1)
    // Of HEVC all is in the one layer, and in the lowest of its layers in time.
    if codec == .hevc, head & 1 != 0 || next != 1 { return .other }
    if parameterTypes(of: codec).contains(type) { return .parameters(type) }
    let (slices, keys) = codec == .h264 ? ([1], [5]) : ([0, 1], [19, 20])
    if keys.contains(type) { return .slice(isKey: true) }
    return slices.contains(type) ? .slice(isKey: false) : .other
  }

  /// The numbers that a parameter set of H.264 begins with: its own, and of a PPS that of its SPS (ITU-T H.264, 7.3.2.1.1 and 7.3.2.2).
  /// - Returns: nil where it is cut short.
  static func numbers(ofSet unit: [UInt8]) -> [Int]? {
    guard let head = unit.first else { return nil }
    let isPicture = head & 31 == 8
    var bits = EmulationPrevention.removed(from: unit).dropFirst(isPicture ? 1 : 4).flatMap { byte in
      (0..<8).map { Int(byte) >> (7 - $0) & 1 }
    }[...]
    var numbers: [Int] = []
    for _ in 0..<(isPicture ? 2 : 1) {
      let zeros = bits.prefix { $0 == 0 }.count
      // Those that are allowed are below 256.
      guard zeros <= 8, bits.count > 2 * zeros else { return nil }
      numbers.append(bits.prefix(2 * zeros + 1).reduce(0) { $0 << 1 | $1 } - 1)
      bits = bits.dropFirst(2 * zeros + 1)
    }
    return numbers
  }
}
