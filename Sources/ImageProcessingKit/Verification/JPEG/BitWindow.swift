/// The bits of picture data, 64 at a time. Behind the data's end come zeros, and `isExhausted` tells that some were
/// used.
struct BitWindow {
  private let bytes: UnsafePointer<UInt8>
  private let count: Int
  private var place: Int
  /// The next bits, the first one highest.
  private(set) var bits: UInt64 = 0
  private var left = 0
  private var invented = 0
  /// Whether a one, or a zero, was among the bits that filled up last bytes.
  private(set) var sawPaddingOne = false
  private(set) var sawPaddingZero = false

  /// - Parameters:
  ///   - bytes: the file, `count` bytes, valid while the window is used.
  ///   - place: where the picture data begins.
  init(_ bytes: UnsafePointer<UInt8>, count: Int, from place: Int) {
    self.bytes = bytes
    self.count = count
    self.place = place
  }

  /// Sees to it that 56 bits are there: a code and its value take 31 at most. Asking first whether there are enough would take longer.
  @inline(__always)
  mutating func refill() {
    if place &+ 8 <= count {
      let next = UInt64(bigEndian: UnsafeRawPointer(bytes + place).loadUnaligned(as: UInt64.self))
      // No byte of the eight is FF: none becomes zero when it is inverted.
      if (~next &- 0x0101_0101_0101_0101) & next & 0x8080_8080_8080_8080 == 0 {
        // The bits of a byte that is not whole come again, the same as they are now.
        bits |= next &>> UInt64(left)
        let taken = (63 &- left) &>> 3
        place &+= taken
        left &+= 8 &* taken
        return
      }
    }
    self = refilledSlowly()
  }

  @inline(never)
  private func refilledSlowly() -> BitWindow {
    var window = self
    while window.left < 56 {
      var byte: UInt8 = 0
      if window.place < count, bytes[window.place] != 0xFF {
        byte = bytes[window.place]
        window.place += 1
      } else if window.place + 1 < count, bytes[window.place + 1] == 0 {
        byte = 0xFF
        window.place += 2
      } else {
        window.invented += 8
      }
      window.bits |= UInt64(byte) << UInt64(56 - window.left)
      window.left += 8
    }
    return window
  }

  @inline(__always)
  mutating func drop(_ count: Int) {
    bits &<<= UInt64(truncatingIfNeeded: count)
    left &-= count
  }

  /// Takes as many bits from two windows.
  /// - Returns: whether they were the same.
  static func takeEqual(_ one: inout BitWindow, _ other: inout BitWindow, count: Int) -> Bool {
    var (mine, theirs) = (one, other)
    defer { (one, other) = (mine, theirs) }
    var difference: UInt64 = 0
    var rest = count
    while rest > 0 {
      let length = min(rest, 56)
      mine.refill()
      theirs.refill()
      difference |= (mine.bits ^ theirs.bits) &>> UInt64(64 &- length)
      mine.drop(length)
      theirs.drop(length)
      rest &-= length
    }
    return difference == 0
  }

  var isExhausted: Bool { left < invented }

  /// Goes behind the marker that must come next, once the bits that fill up the last byte are passed.
  /// - Returns: false where other bits or bytes come first.
  mutating func pass(marker: UInt8) -> Bool {
    // What is left of real data must be less than a byte; whole bytes would be hidden ones.
    guard (0..<8).contains(left - invented), place + 2 <= count, bytes[place] == 0xFF,
      bytes[place + 1] == marker
    else { return false }
    let padding = left - invented
    if padding > 0 {
      let ones = (~bits).leadingZeroBitCount
      sawPaddingOne = sawPaddingOne || bits.leadingZeroBitCount < padding
      sawPaddingZero = sawPaddingZero || ones < padding
    }
    place += 2
    bits = 0
    left = 0
    invented = 0
    return true
  }

  /// Where the next byte of the file stands that is not in the window.
  var nextByte: Int { place }

  /// Behind the last byte.
  var end: Int { count }

  /// Where the next bit stands: its byte, which is no stuffing, and its place in that, the highest bit at 0.
  var position: (byte: Int, bit: Int) {
    let unread = max(left - invented, 0)
    var byte = place
    for _ in 0..<((unread + 7) / 8) {
      byte -= 1
      if byte > 0, bytes[byte] == 0, bytes[byte - 1] == 0xFF { byte -= 1 }
    }
    return (byte, (8 - unread % 8) % 8)
  }

  /// Goes to another place, as `position` tells it.
  mutating func go(toByte byte: Int, bit: Int) {
    place = byte
    bits = 0
    left = 0
    invented = 0
    guard bit > 0 else { return }
    refill()
    drop(bit)
  }
}
