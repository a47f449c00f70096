/// Writes entropy-coded data: new codes, and bits of another stream moved to where they now belong.
struct EntropyWriter: ~Copyable {
  private var output: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0
  /// Bits that do not fill a byte yet, in the lowest places.
  private var pending: UInt64 = 0
  private var pendingBits = 0

  /// - Parameter header: bytes that are put in front as they are.
  init(header: [UInt8], expecting expected: Int) {
    capacity = max(header.count + expected + 1024, 1 << 16)
    output = .allocate(capacity: capacity)
    output.update(from: header, count: header.count)
    count = header.count
  }

  deinit {
    output.deallocate()
  }

  private mutating func reserve(_ more: Int) {
    guard capacity - count < more else { return }
    capacity = max(capacity * 2, count + more)
    let grown = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    grown.update(from: output, count: count)
    output.deallocate()
    output = grown
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
      let length = end.byte - byte
      reserve(length)
      (output + count).update(from: source + byte, count: length)
      count += length
    } else {
      copyShifted(source, from: byte, to: end.byte)
    }
    if end.bit > 0 { put(UInt32(source[end.byte]) >> UInt32(8 - end.bit), bits: end.bit) }
  }

  private mutating func copyShifted(_ source: UnsafePointer<UInt8>, from start: Int, to end: Int) {
    // Stuffing may double what is written.
    reserve(2 * (end - start) + 16)
    let shift = UInt64(pendingBits)
    var byte = start
    while byte < end {
      if byte + 8 <= end {
        let word = UInt64(bigEndian: UnsafeRawPointer(source + byte).loadUnaligned(as: UInt64.self))
        if !word.containsByteFF {
          let shifted = shift == 0 ? word : pending << (64 - shift) | word >> shift
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
  }

  /// What was written.
  consuming func finished() -> [UInt8] {
    Array(UnsafeBufferPointer(start: output, count: count))
  }
}
