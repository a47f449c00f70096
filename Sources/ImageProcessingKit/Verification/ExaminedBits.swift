/// Reads the bits of some bytes, the highest of a byte first (ITU-T H.264, 7.2 and 9.1; ITU-T H.265, 7.2 and 9.2; ISO/IEC 14496-3).
struct ExaminedBits {
  private let bytes: [UInt8]
  /// How many have been read.
  private(set) var position = 0

  init(_ bytes: some Collection<UInt8>) { self.bytes = Array(bytes) }

  /// u(n): up to 32 bits as a number.
  /// - Returns: nil where they are cut off.
  mutating func number(_ count: Int) -> Int? {
    guard count <= 8 * bytes.count - position else { return nil }
    var value = 0
    for place in position..<position + count {
      value = value << 1 | Int(bytes[place >> 3] >> (7 - place & 7) & 1)
    }
    position += count
    return value
  }

  mutating func flag() -> Bool? { number(1).map { $0 == 1 } }

  /// - Returns: whether they are there.
  mutating func skip(_ count: Int) -> Bool {
    guard count >= 0, count <= 8 * bytes.count - position else { return false }
    position += count
    return true
  }

  /// ue(v), up to 31 bits.
  mutating func exponential() -> Int? {
    var zeros = 0
    while let bit = number(1) {
      if bit == 1 { return number(zeros).map { (1 << zeros) - 1 + $0 } }
      zeros += 1
      if zeros > 31 { return nil }
    }
    return nil
  }

  /// se(v).
  mutating func signedExponential() -> Int? {
    exponential().map { $0 & 1 == 1 ? ($0 + 1) / 2 : -$0 / 2 }
  }

  /// What has not been read.
  var rest: [Bool] {
    (position..<8 * bytes.count).map { place in
      let bit = bytes[place >> 3] >> UInt8(7 - place & 7) & 1
      return bit == 1
    }
  }

  /// Whether nothing but a bit that is set and zeros behind it are left.
  var isAtEnd: Bool {
    let rest = rest
    return rest.first == true && !rest.dropFirst().contains(true)
  }
}

/// What a set of parameters is read to its end with.
extension ExaminedBits {
  /// Skips some ue(v) or se(v).
  /// - Returns: whether they are there.
  mutating func skipNumbers(_ count: Int) -> Bool {
    for _ in 0..<count where exponential() == nil { return false }
    return true
  }

  /// Skips what is there where a flag before it says so.
  mutating func skipOptional(_ skip: (inout ExaminedBits) -> Bool) -> Bool {
    guard let isThere = flag() else { return false }
    return !isThere || skip(&self)
  }

  /// - Returns: whether what is skipped is there, and takes up no more bits.
  mutating func skip(within most: Int, _ skip: (inout ExaminedBits) -> Bool) -> Bool {
    let start = position
    return skip(&self) && position - start <= most
  }

  /// - Parameter isShort: is false behind what takes up more bits.
  /// - Returns: whether what is skipped is there.
  mutating func skip(
    within most: Int, _ isShort: inout Bool, _ skip: (inout ExaminedBits) -> Bool
  ) -> Bool {
    let start = position
    guard skip(&self) else { return false }
    if position - start > most { isShort = false }
    return true
  }
}
