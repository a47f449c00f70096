/// Decodes LZW as TIFF 6.0 has it (section 13): codes of 9 to 12 bits from the high end of each byte, which grow one code early.
///
/// A text of the table is held as its place in what has been decoded: each was written there when its code came in.
struct ExaminedLZW {
  private static let clear = 256
  private static let end = 257
  private static let maxCodes = 4096
  private static let nearlyFull = 4000

  /// By code, from 258: where its text stands, and how long it is.
  private var starts = [Int](repeating: 0, count: maxCodes)
  private var lengths = [Int](repeating: 0, count: maxCodes)

  /// - Throws: `FaceBlurError` where the code is damaged, or ends before the target is full.
  mutating func decode(
    _ code: UnsafeBufferPointer<UInt8>, into target: UnsafeMutableBufferPointer<UInt8>
  ) throws(FaceBlurError) -> ExaminedCode.End {
    // Codes of an earlier kind began at the low end of a byte; the first one was always 256.
    guard code.count < 2 || code[0] != 0 || code[1] & 1 == 0 else {
      throw .damagedRender("a strip or tile is of an old kind of LZW")
    }
    var (bits, available, place) = (UInt32(0), 0, 0)
    var (width, next) = (9, Self.end + 1)
    var (written, lastStart, lastLength) = (0, 0, 0)
    // Encoders clear a table that is nearly full; one more at the beginning, or early, says something else.
    var (clears, hasEarlyClear) = (0, false)
    while true {
      while available < width, place < code.count {
        bits = bits << 8 | UInt32(code[place])
        available += 8
        place += 1
      }
      guard available >= width else {
        guard written == target.count else { throw ExaminedCode.isCut }
        return ExaminedCode.End(used: place, isTight: false)
      }
      let value = Int(bits >> UInt32(available - width)) & (1 << width - 1)
      available -= width
      if value == Self.clear {
        if clears > 0, next < Self.nearlyFull { hasEarlyClear = true }
        clears += 1
        (width, next, lastLength) = (9, Self.end + 1, 0)
        continue
      }
      if value == Self.end {
        guard written == target.count else { throw ExaminedCode.isCut }
        let isZero = bits & (1 << UInt32(available) - 1) == 0
        return ExaminedCode.End(used: place, isTight: isZero && !hasEarlyClear && place == code.count)
      }
      guard written < target.count else { return ExaminedCode.End(used: nil, isTight: false) }
      if lastLength > 0, next < Self.maxCodes {
        (starts[next], lengths[next]) = (lastStart, lastLength + 1)
        next += 1
        if next == 1 << width - 1, width < 12 { width += 1 }
      }
      lastStart = written
      if value < Self.clear {
        target[written] = UInt8(truncatingIfNeeded: value)
        written += 1
        lastLength = 1
        continue
      }
      guard lastLength > 0, value < next else {
        throw .damagedRender("the code of a strip or tile is damaged")
      }
      let (start, length) = (starts[value], lengths[value])
      let count = min(length, target.count - written)
      // The text may reach into what is written now.
      for offset in 0..<count { target[written &+ offset] = target[start &+ offset] }
      written += count
      lastLength = length
      if count < length { return ExaminedCode.End(used: nil, isTight: false) }
    }
  }
}
