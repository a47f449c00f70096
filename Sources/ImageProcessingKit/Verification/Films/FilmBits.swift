/// Reads the first bits of a unit (ITU-T H.264, 7.3.1 and 9.1; ITU-T H.265, 7.3.1 and 9.2): without the bytes that keep start codes out.
struct FilmBits {
  private var bytes: [UInt8] = []
  private(set) var position = 0

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

/// What a set of parameters is read to its end with.
extension FilmBits {
  mutating func flag() -> Bool? { number(1).map { $0 == 1 } }

  /// - Returns: whether they are there.
  mutating func skip(_ count: Int) -> Bool {
    for _ in 0..<count where number(1) == nil { return false }
    return true
  }

  /// Skips some ue(v) or se(v).
  /// - Returns: whether they are there.
  mutating func skipNumbers(_ count: Int) -> Bool {
    for _ in 0..<count where unsigned() == nil { return false }
    return true
  }

  /// - Returns: whether what is skipped is there, and takes up no more bits.
  mutating func skip(within most: Int, _ skip: (inout FilmBits) -> Bool) -> Bool {
    let start = position
    return skip(&self) && position - start <= most
  }

  /// Skips what is there where a flag before it says so.
  mutating func skipOptional(_ skip: (inout FilmBits) -> Bool) -> Bool {
    guard let isThere = flag() else { return false }
    return !isThere || skip(&self)
  }

  /// Whether nothing but a bit that is set and zeros behind it are left.
  var isAtEnd: Bool {
    var rest = self
    guard rest.flag() == true else { return false }
    while let bit = rest.flag() { if bit { return false } }
    return true
  }

  /// The beginning of vui_parameters, the same in both standards: shapes of pixels, what lies beyond the edge, colours, and where those lie.
  mutating func skipUsability() -> Bool {
    skipOptional { bits in bits.number(8).map { $0 != 255 || bits.skip(32) } ?? false }
      && skipOptional { $0.skip(1) }
      && skipOptional { bits in bits.skip(4) && bits.skipOptional { $0.skip(24) } }
      && skipOptional { bits in bits.skip(within: 10) { $0.skipNumbers(2) } }
  }
}
