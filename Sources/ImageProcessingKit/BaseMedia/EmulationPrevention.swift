/// The bytes that keep a NAL unit from looking like a start code (ITU-T H.264 and H.265, 7.4.1 and 7.4.2).
enum EmulationPrevention {
  /// What a unit says, without them.
  /// - Parameter bytes: behind the unit's head.
  static func removed(from bytes: some Sequence<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.underestimatedCount)
    var zeros = 0
    for byte in bytes {
      if zeros >= 2, byte == 3 {
        zeros = 0
        continue
      }
      zeros = byte == 0 ? zeros + 1 : 0
      result.append(byte)
    }
    return result
  }

  /// A unit with them.
  /// - Parameters:
  ///   - payload: what it says.
  ///   - head: its first bytes, of which the last is not 0.
  static func added(to payload: some Collection<UInt8>, behind head: some Collection<UInt8>) -> [UInt8] {
    var result = Array(head)
    result.reserveCapacity(head.count + payload.count + payload.count / 64 + 16)
    var zeros = 0
    for byte in payload {
      if zeros >= 2, byte <= 3 {
        result.append(3)
        zeros = 0
      }
      zeros = byte == 0 ? zeros + 1 : 0
      result.append(byte)
    }
    return result
  }
}
