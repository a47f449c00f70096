/// A place in entropy-coded data: a byte that is not stuffing, and a bit in it, counted from the highest.
struct BitPosition: Sendable, Hashable {
  var byte: Int
  var bit: Int

  /// The same in one number, the later place the larger one.
  struct Packed: Sendable, Hashable, Comparable {
    private let bits: Int

    init(_ position: BitPosition) { bits = position.byte << 3 | position.bit }

    var byte: Int { bits >> 3 }
    var position: BitPosition { BitPosition(byte: byte, bit: bits & 7) }

    static func < (one: Packed, other: Packed) -> Bool { one.bits < other.bits }
  }

  var packed: Packed { Packed(self) }
}

/// Reads bits of entropy-coded data, taking stuffed zeros out (ITU-T T.81, F.2.2.5).
///
/// Never reads past `end`. Where the data stops, zeros follow; `hasOverrun` tells whether one of them was consumed.
struct EntropyReader {
  private let base: UnsafePointer<UInt8>
  private let end: Int
  /// The first byte that is not in the window.
  private var next: Int
  /// The next bits, the first one highest; 63 at most.
  private(set) var window: UInt64 = 0
  private(set) var windowBits = 0
  /// Zeros in the window that the data does not hold.
  private var paddingBits = 0

  /// - Parameters:
  ///   - base: the stream; valid for `end` bytes while the reader is used.
  ///   - start: the first byte of entropy-coded data.
  init(_ base: UnsafePointer<UInt8>, from start: Int, to end: Int) {
    self.base = base
    self.end = end
    next = start
  }

  /// The first byte of which nothing was read.
  var nextByte: Int { next }

  /// Goes to another place in the data.
  mutating func go(to place: BitPosition) {
    self = EntropyReader(base, from: place.byte, to: end)
    guard place.bit > 0 else { return }
    fill()
    consume(place.bit)
  }

  /// Fills the window up to 56 bits at least, whatever it holds: to ask first whether that is needed takes longer, because nobody can
  /// foresee the answer.
  @inline(__always)
  mutating func fill() {
    if next &+ 8 <= end {
      let word = UInt64(
        bigEndian: UnsafeRawPointer(base + next).loadUnaligned(as: UInt64.self))
      if !word.containsByteFF {
        // Bits beyond the whole bytes come once more with the next fill, and are the same then.
        window |= word &>> UInt64(windowBits)
        let count = (63 &- windowBits) &>> 3
        next &+= count
        windowBits &+= count &<< 3
        return
      }
    }
    self = filledByByte()
  }

  /// Not a mutating function: one would take the reader's address and keep it out of registers.
  @inline(never)
  private func filledByByte() -> EntropyReader {
    var reader = self
    while reader.windowBits < 56 {
      var byte: UInt64 = 0
      if reader.next < end, base[reader.next] != 0xFF {
        byte = UInt64(base[reader.next])
        reader.next += 1
      } else if reader.next + 1 < end, base[reader.next + 1] == 0 {
        byte = 0xFF
        reader.next += 2
      } else {
        // A marker or the end of the file.
        reader.paddingBits += 8
      }
      reader.window |= byte << UInt64(56 - reader.windowBits)
      reader.windowBits += 8
    }
    return reader
  }

  @inline(__always)
  mutating func consume(_ count: Int) {
    window &<<= UInt64(count)
    windowBits &-= count
  }

  /// Whether bits were consumed that the data does not hold.
  var hasOverrun: Bool { windowBits < paddingBits }

  /// Where the next bit stands.
  var position: BitPosition {
    let unread = max(0, windowBits - paddingBits)
    var byte = next
    for _ in 0..<((unread + 7) >> 3) {
      byte -= 1
      if base[byte] == 0, byte > 0, base[byte - 1] == 0xFF { byte -= 1 }
    }
    return BitPosition(byte: byte, bit: -unread & 7)
  }

  /// Whether the bits that fill up the last byte before a marker are ones (ITU-T T.81, F.1.2.3).
  var isPaddedWithOnes: Bool {
    let place = position
    return place.bit == 0 || base[place.byte] & (0xFF >> UInt8(place.bit)) == 0xFF >> UInt8(place.bit)
  }

  /// Goes on behind the restart marker that must follow; false where another byte stands there.
  mutating func skipRestartMarker(_ number: Int) -> Bool {
    var place = position
    if place.bit > 0 {
      place.byte += base[place.byte] == 0xFF ? 2 : 1
    }
    guard place.byte + 2 <= end, base[place.byte] == 0xFF, base[place.byte + 1] == UInt8(0xD0 | number & 7)
    else {
      return false
    }
    next = place.byte + 2
    window = 0
    windowBits = 0
    paddingBits = 0
    return true
  }

  /// Whether the image ends here, with nothing between the last bit and the marker.
  var isAtEndOfImage: Bool {
    var place = position
    if place.bit > 0 {
      place.byte += base[place.byte] == 0xFF ? 2 : 1
    }
    return place.byte + 2 <= end && base[place.byte] == 0xFF && base[place.byte + 1] == JPEGMarkers.endOfImage
  }
}

extension UInt64 {
  /// Whether one of the eight bytes is 0xFF: a zero byte in the complement (Warren, Hacker's Delight, 6-1).
  @inline(__always)
  var containsByteFF: Bool {
    let inverted = ~self
    return (inverted &- 0x0101_0101_0101_0101) & ~inverted & 0x8080_8080_8080_8080 != 0
  }
}
