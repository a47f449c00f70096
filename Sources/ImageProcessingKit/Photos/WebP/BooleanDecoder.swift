/// Reads what VP8 codes bit by bit, each as likely as the other (RFC 6386, 7.3). Behind the end there are zeros.
struct BooleanDecoder {
  private let bytes: [UInt8]
  private var place = 2
  private var value: UInt32
  private var range: UInt32 = 255
  /// How often `value` was doubled since it took its last byte.
  private var shifts = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    value = bytes.prefix(2).reduce(0) { $0 << 8 | UInt32($1) } << UInt32(8 * (2 - min(bytes.count, 2)))
  }

  mutating func flag() -> Bool {
    let split = 1 + (range - 1) >> 1
    let isSet = value >= split << 8
    if isSet {
      range -= split
      value -= split << 8
    } else {
      range = split
    }
    while range < 128 {
      range <<= 1
      value <<= 1
      shifts += 1
      if shifts == 8 {
        shifts = 0
        if place < bytes.count { value |= UInt32(bytes[place]) }
        place += 1
      }
    }
    return isSet
  }

  /// A number, its highest bit first.
  mutating func number(bits count: Int) -> Int {
    (0..<count).reduce(0) { number, _ in number << 1 | (flag() ? 1 : 0) }
  }

  /// A number behind which a bit says whether it is negative; 0 where a bit before it says that there is none.
  mutating func optionalNumber(bits count: Int) -> Int {
    guard flag() else { return 0 }
    let number = number(bits: count)
    return flag() ? -number : number
  }
}
