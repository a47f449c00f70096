/// Reads the first bits of a unit (ITU-T H.264, 7.3.1 and 9.1; ITU-T H.265, 7.3.1 and 9.2): without the bytes that keep start codes out.
struct FilmBits {
  private var bytes: [UInt8] = []
  private var position = 0

  /// - Parameter first: how many bytes are passed over.
  init(_ unit: some Collection<UInt8>, from first: Int, most: Int = 64) {
    var zeros = 0
    for byte in unit.prefix(first + most) {
      if zeros >= 2, byte == 3 {
        zeros = 0
        continue
      }
      zeros = byte == 0 ? zeros + 1 : 0
      bytes.append(byte)
    }
    position = 8 * first
  }

  private mutating func bit() -> Int? {
    guard position < 8 * bytes.count else { return nil }
    defer { position += 1 }
    return Int(bytes[position >> 3]) >> (7 - position & 7) & 1
  }

  /// u(n), of at most 32 bits; nil where there are fewer.
  mutating func number(_ count: Int) -> Int? {
    var value = 0
    for _ in 0..<count {
      guard let bit = bit() else { return nil }
      value = value << 1 | bit
    }
    return value
  }

  /// ue(v); nil where there is none.
  mutating func unsigned() -> Int? {
    var zeros = 0
    while true {
      guard let bit = bit() else { return nil }
      if bit == 1 { break }
      zeros += 1
      guard zeros <= 31 else { return nil }
    }
    var value = 1
    for _ in 0..<zeros {
      guard let bit = bit() else { return nil }
      value = value << 1 | bit
    }
    return value - 1
  }
}
