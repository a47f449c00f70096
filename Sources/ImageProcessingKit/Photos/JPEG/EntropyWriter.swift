/// Writes entropy-coded data: new codes, and bits of another stream moved to where they now belong.
struct EntropyWriter: ~Copyable {
  private static let capacity = 1 << 18
  /// How many bytes of a stream are shifted at a time; stuffing may double them.
  private static let pieceBytes = 1 << 16

  private let sink: any ByteSink
  private let output: UnsafeMutablePointer<UInt8>
  /// Bytes in `output`.
  private var count = 0
  /// Bytes that the sink has been given.
  private var handedOver = 0
  /// Bits that do not fill a byte yet, in the lowest places.
  private var pending: UInt64 = 0
  private var pendingBits = 0

  init(into sink: any ByteSink) {
    self.sink = sink
    output = .allocate(capacity: Self.capacity)
  }

  deinit {
    output.deallocate()
  }

  /// Hands over what is in the buffer.
  mutating func flush() {
    sink.append(UnsafeRawBufferPointer(start: output, count: count))
    handedOver += count
    count = 0
  }

  /// Where the next bit comes to stand, counted from the first byte written.
  var position: BitPosition { BitPosition(byte: handedOver + count, bit: pendingBits) }

  private mutating func reserve(_ more: Int) {
    if Self.capacity - count < more { flush() }
  }

  /// Takes whole bytes as they are; many of them go to the sink without a copy.
  private mutating func append(_ bytes: UnsafePointer<UInt8>, count length: Int) {
    if length > Self.pieceBytes {
      flush()
      sink.append(UnsafeRawBufferPointer(start: bytes, count: length))
      handedOver += length
    } else {
      reserve(length)
      (output + count).update(from: bytes, count: length)
      count += length
    }
  }

  /// Writes the lowest bits of a value, at most 32.
  mutating func put(_ value: UInt32, bits: Int) {
    pending = pending << UInt64(bits) | UInt64(value)
    pendingBits += bits
    reserve(16)
    while pendingBits >= 8 {
      pendingBits -= 8
      emit(UInt8(truncatingIfNeeded: pending >> UInt64(pendingBits)))
    }
    pending &= (1 << UInt64(pendingBits)) - 1
  }

  /// The caller has reserved two bytes.
  @inline(__always)
  private mutating func emit(_ byte: UInt8) {
    output[count] = byte
    count += 1
    if byte == 0xFF {
      output[count] = 0
      count += 1
    }
  }

  /// Fills the last byte with ones (ITU-T T.81, F.1.2.3).
  mutating func alignToByte() {
    guard pendingBits > 0 else { return }
    let missing = 8 - pendingBits
    put((1 << UInt32(missing)) - 1, bits: missing)
  }

  /// Writes a marker; the last byte is filled first.
  mutating func putMarker(_ marker: UInt8) {
    alignToByte()
    reserve(2)
    output[count] = 0xFF
    output[count + 1] = marker
    count += 2
  }

  /// Copies the bits from one place of a stream to another.
  ///
  /// Where source and target stand at the same bit, whole bytes are copied as they are, restart markers
  /// included; else every byte is shifted and stuffed anew, and no marker may lie between.
  mutating func copy(_ source: UnsafePointer<UInt8>, from start: BitPosition, to end: BitPosition) {
    guard start != end else { return }
    if start.byte == end.byte {
      put(
        UInt32(source[start.byte] & 0xFF >> UInt8(start.bit)) >> UInt32(8 - end.bit),
        bits: end.bit - start.bit)
      return
    }
    let isAligned = pendingBits == start.bit
    var byte = start.byte
    if start.bit > 0 {
      put(UInt32(source[byte] & 0xFF >> UInt8(start.bit)), bits: 8 - start.bit)
      byte += source[byte] == 0xFF ? 2 : 1
    }
    if isAligned {
      append(source + byte, count: end.byte - byte)
    } else {
      while byte < end.byte { byte = copyShifted(source, from: byte, to: end.byte) }
    }
    if end.bit > 0 { put(UInt32(source[end.byte]) >> UInt32(8 - end.bit), bits: end.bit) }
  }

  /// Copies a piece and returns where the next one begins.
  private mutating func copyShifted(_ source: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int {
    // Stuffing may double what is written.
    reserve(2 * Self.pieceBytes + 16)
    let pieceEnd = min(end, start + Self.pieceBytes)
    let shift = UInt64(pendingBits)
    var byte = start
    while byte < pieceEnd {
      if byte + 8 <= pieceEnd {
        let word = UInt64(bigEndian: UnsafeRawPointer(source + byte).loadUnaligned(as: UInt64.self))
        if !word.containsByteFF {
          let shifted = pending << (64 - shift) | word >> shift
          pending = word & ((1 << shift) - 1)
          byte += 8
          if shifted.containsByteFF {
            for index in 0..<8 { emit(UInt8(truncatingIfNeeded: shifted >> UInt64(56 - 8 * index))) }
          } else {
            UnsafeMutableRawPointer(output + count).storeBytes(of: shifted.bigEndian, as: UInt64.self)
            count += 8
          }
          continue
        }
      }
      let value = UInt64(source[byte])
      emit(UInt8(truncatingIfNeeded: pending << (8 - shift) | value >> shift))
      pending = value & ((1 << shift) - 1)
      byte += value == 0xFF ? 2 : 1
    }
    return byte
  }
}
