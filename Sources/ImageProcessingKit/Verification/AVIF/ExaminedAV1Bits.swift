/// Reads the beginning of what a unit of AV1's code holds bit by bit (AV1 4.10). Behind the end stand zeros.
struct ExaminedAV1Bits {
  private let bytes: [UInt8]
  private(set) var position = 0

  /// Longer than any header up to where it is read.
  private static let maxBytes = 2048

  init(_ content: some Collection<UInt8>) { bytes = Array(content.prefix(Self.maxBytes)) }

  /// Whether more was read than is there.
  var isCutOff: Bool { position > 8 * bytes.count }

  /// f(n), of up to 32 bits.
  mutating func number(_ count: Int) -> Int {
    var value = 0
    for _ in 0..<min(max(count, 0), 32) {
      let place = position >> 3
      value = value << 1 | (place < bytes.count ? Int(bytes[place] >> (7 - position & 7) & 1) : 0)
      position += 1
    }
    return value
  }

  mutating func flag() -> Bool { number(1) == 1 }

  mutating func skip(_ count: Int) { position += count }

  /// uvlc(), whose value nobody needs.
  mutating func skipVariable() {
    var zeros = 0
    while !isCutOff, !flag() { zeros += 1 }
    if zeros < 32 { skip(zeros) }
  }

  /// ns(n), from 0 to below `limit`, which is more than 0.
  mutating func below(_ limit: Int) -> Int {
    let width = Int.bitWidth - max(limit, 1).leadingZeroBitCount
    let shorter = (1 << width) - limit
    let value = number(width - 1)
    return value < shorter ? value : (value << 1) - shorter + number(1)
  }
}
