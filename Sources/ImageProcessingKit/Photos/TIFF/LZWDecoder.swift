/// Decodes LZW as TIFFs have it: codes of 9 to 12 bits, the highest bit first, which grow one code early (TIFF 6.0, section 13).
///
/// Every string that a code stands for has been written before, so a code is a place in the output and a length.
struct LZWDecoder: ~Copyable {
  private static let clear = 256
  private static let end = 257
  private static let maxCodes = 4096
  /// Encoders empty the table when it has about so many codes.
  private static let nearlyFull = 4000

  private let positions = UnsafeMutableBufferPointer<Int>.allocate(capacity: maxCodes)
  private let lengths = UnsafeMutableBufferPointer<Int>.allocate(capacity: maxCodes)

  init() {
    positions.initialize(repeating: 0)
    lengths.initialize(repeating: 0)
  }

  deinit {
    positions.deallocate()
    lengths.deallocate()
  }

  /// Fills the target.
  /// - Returns: whether nothing but the target's bytes is in the code, and nothing behind it.
  /// - Throws: `FaceBlurError` where the code is damaged or ends before the target is full.
  func decode(
    _ code: UnsafeBufferPointer<UInt8>, into target: UnsafeMutableBufferPointer<UInt8>
  ) throws(FaceBlurError) -> Bool {
    guard code.count < 2 || code[0] != 0 || code[1] & 1 == 0 else {
      throw .unsupportedTIFF("it is compressed with LZW as programs did before 1990")
    }
    var place = 0
    var held: UInt32 = 0
    var heldBits = 0
    var width = 9
    var next = 258
    var written = 0
    /// The string of the code before: where it was written, and how long it is.
    var previous: (position: Int, length: Int)?
    /// Whether the table was emptied before it was nearly full, as often as somebody wanted.
    var (clears, isEmptiedEarly) = (0, false)
    while true {
      while heldBits < width, place < code.count {
        held = held << 8 | UInt32(code[place])
        place += 1
        heldBits += 8
      }
      guard heldBits >= width else {
        guard written == target.count else { throw .truncatedPhoto("a strip or tile ends too early") }
        return false
      }
      heldBits -= width
      let value = Int(held >> UInt32(heldBits)) & (1 << width - 1)
      switch value {
      case Self.clear:
        isEmptiedEarly = isEmptiedEarly || clears > 0 && next < Self.nearlyFull
        clears += 1
        (width, next, previous) = (9, 258, nil)
        continue
      case Self.end:
        guard written == target.count else { throw .truncatedPhoto("a strip or tile ends too early") }
        return !isEmptiedEarly && place == code.count && heldBits < 8
          && held & (1 << UInt32(heldBits) - 1) == 0
      default: break
      }
      // There is more than the picture has.
      guard written < target.count else { return false }
      if let previous, next < Self.maxCodes {
        // The string before and the first byte of this one, which comes right behind it.
        positions[next] = previous.position
        lengths[next] = previous.length + 1
        next += 1
      }
      let start = written
      if value < Self.clear {
        target[written] = UInt8(truncatingIfNeeded: value)
        written += 1
        previous = (start, 1)
      } else {
        guard value < next else { throw .damagedPhoto("a strip or tile is not coded as LZW") }
        let (position, length) = (positions[value], lengths[value])
        let count = min(length, target.count - written)
        // Byte by byte from the front: the string may reach into itself.
        for index in 0..<count { target[written + index] = target[position + index] }
        written += count
        guard count == length else { return false }
        previous = (start, length)
      }
      if next >= 1 << width - 1, width < 12 { width += 1 }
    }
  }
}
