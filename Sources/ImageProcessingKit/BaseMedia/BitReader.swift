/// Reads the bits of a syntax structure of HEVC (ITU-T H.265, 7.2 and 9.2) or AV1 (AV1 4.10), the highest of a byte first.
struct BitReader {
  private let bytes: [UInt8]
  /// What is read, for messages.
  private let structure: String
  /// In bits from the first one.
  private(set) var position = 0

  init(_ bytes: [UInt8], of structure: String = "a parameter set") {
    self.bytes = bytes
    self.structure = structure
  }

  var count: Int { 8 * bytes.count }

  /// u(n) or f(n), of at most 32 bits.
  /// - Throws: `FaceBlurError` where there are no more.
  mutating func bits(_ count: Int) throws(FaceBlurError) -> Int {
    guard position + count <= self.count else { throw .damagedFile("\(structure) is cut short") }
    var value = 0
    for _ in 0..<count {
      value = value << 1 | Int(bytes[position >> 3] >> UInt8(7 - position & 7)) & 1
      position += 1
    }
    return value
  }

  mutating func flag() throws(FaceBlurError) -> Bool { try bits(1) == 1 }

  /// ue(v) or uvlc().
  mutating func unsigned() throws(FaceBlurError) -> Int {
    var zeros = 0
    while try bits(1) == 0 {
      zeros += 1
      guard zeros <= 32 else { throw .damagedFile("\(structure) has a number that is too large") }
    }
    return (1 << zeros) - 1 + (try bits(zeros))
  }

  /// se(v).
  mutating func signed() throws(FaceBlurError) -> Int {
    let value = try unsigned()
    return value & 1 == 1 ? (value + 1) / 2 : -value / 2
  }

  /// ns(n): a number below another one, in as few bits as that allows (AV1 4.10.7).
  /// - Parameter limit: at least 1.
  mutating func number(below limit: Int) throws(FaceBlurError) -> Int {
    let width = Int.bitWidth - limit.leadingZeroBitCount
    let short = (1 << width) - limit
    let value = try bits(width - 1)
    return value < short ? value : (value << 1) - short + (try bits(1))
  }

  /// Whether nothing but a stop bit and the zeros up to the end of its byte is left.
  var endsHere: Bool {
    let last = position >> 3
    return last == bytes.count - 1 && bytes[last] << UInt8(position & 7) == 0x80
  }

  /// Whether there is something before the stop bit and the zeros behind it.
  var hasMore: Bool {
    guard let last = bytes.lastIndex(where: { $0 != 0 }) else { return false }
    return position < 8 * last + 7 - bytes[last].trailingZeroBitCount
  }
}

/// Writes them.
struct BitWriter {
  private(set) var bytes: [UInt8] = []
  private var used = 0

  /// - Parameter value: its lowest `count` bits.
  mutating func append(_ value: Int, bits count: Int) {
    for place in (0..<count).reversed() {
      if used & 7 == 0 { bytes.append(0) }
      if value >> place & 1 == 1 { bytes[used >> 3] |= 0x80 >> UInt8(used & 7) }
      used += 1
    }
  }

  /// ue(v).
  mutating func append(unsigned value: Int) {
    let length = Int.bitWidth - (value + 1).leadingZeroBitCount
    append(0, bits: length - 1)
    append(value + 1, bits: length)
  }

  /// A stop bit, and zeros up to the end of the byte.
  mutating func finish() {
    append(1, bits: 1)
    used = 8 * bytes.count
  }

  /// Whole bytes behind those that are there, of which the last is full.
  mutating func append(_ rest: ArraySlice<UInt8>) {
    bytes += rest
    used = 8 * bytes.count
  }
}
