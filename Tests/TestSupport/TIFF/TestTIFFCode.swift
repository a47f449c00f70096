/// What stands in strips and tiles (TIFF 6.0, sections 9, 13 and 14), coded and decoded in the simplest way.
public enum TestTIFFCode {
  /// Bits from the highest of each byte on.
  public struct Bits {
    public private(set) var bytes: [UInt8] = []
    private var pending = 0
    private var count = 0

    public init() {}

    public mutating func put(_ code: Int, _ width: Int) {
      pending = pending << width | code
      count += width
      while count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: pending >> count))
        pending &= 1 << count - 1
      }
    }

    /// Fills the last byte.
    /// - Parameter filler: the bits behind the last code, all 0 or all 1.
    public mutating func flush(filler: Int = 0) {
      guard count > 0 else { return }
      put(filler == 0 ? 0 : 1 << (8 - count) - 1, 8 - count)
    }
  }

  public static func compress(
    _ bytes: [UInt8], _ compression: TestTIFF.Compression, rowBytes: Int
  ) throws -> [UInt8] {
    switch compression {
    case .none: bytes
    case .lzw: lzw(bytes)
    case .deflate, .oldDeflate: try ZlibStream().compress(bytes)
    case .packBits: packBits(bytes, rowBytes: rowBytes)
    }
  }

  /// What some code decodes to, as far as it goes, and how many of its bytes were needed.
  public static func decompress(_ code: [UInt8], _ compression: TestTIFF.Compression) -> (
    bytes: [UInt8], used: Int
  ) {
    switch compression {
    case .none: return (code, code.count)
    case .lzw: return unpackLZW(code)
    case .deflate, .oldDeflate:
      let stream = ZlibStream.decompress(code)
      return (stream?.bytes ?? [], stream?.used ?? 0)
    case .packBits: return (unpackBits(code), code.count)
    }
  }

  /// Each row by itself, with runs of three and more.
  public static func packBits(_ bytes: [UInt8], rowBytes: Int) -> [UInt8] {
    var result: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: max(rowBytes, 1)) {
      let end = min(start + max(rowBytes, 1), bytes.count)
      var place = start
      var literal = start
      func run(_ place: Int) -> Int {
        var last = place
        while last + 1 < end, last - place < 127, bytes[last + 1] == bytes[place] { last += 1 }
        return last - place + 1
      }
      func flush(_ place: Int) {
        while literal < place {
          let count = min(128, place - literal)
          result.append(UInt8(count - 1))
          result += bytes[literal..<(literal + count)]
          literal += count
        }
      }
      while place < end {
        let count = run(place)
        if count >= 3 {
          flush(place)
          result += [UInt8(truncatingIfNeeded: 1 - count), bytes[place]]
          place += count
          literal = place
        } else {
          place += 1
        }
      }
      flush(end)
    }
    return result
  }

  public static func unpackBits(_ code: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var place = 0
    while place < code.count {
      let count = Int(code[place])
      place += 1
      if count < 128 {
        result += code[place..<min(place + count + 1, code.count)]
        place += count + 1
      } else if count > 128, place < code.count {
        result += [UInt8](repeating: code[place], count: 257 - count)
        place += 1
      }
    }
    return result
  }

  /// - Parameters:
  ///   - begins: whether a Clear stands first.
  ///   - ends: whether an EOI stands last.
  ///   - filler: the bits behind the last code.
  public static func lzw(
    _ bytes: [UInt8], begins: Bool = true, ends: Bool = true, filler: Int = 0
  ) -> [UInt8] {
    var bits = Bits()
    var table: [Int: Int] = [:]
    var (next, width) = (258, 9)
    if begins { bits.put(256, 9) }
    func grow() {
      next += 1
      if next == 4095 {
        bits.put(256, width)
        table.removeAll(keepingCapacity: true)
        (next, width) = (258, 9)
      } else if next == 1 << width {
        width += 1
      }
    }
    var prefix: Int?
    for byte in bytes {
      guard let known = prefix else {
        prefix = Int(byte)
        continue
      }
      let key = known << 8 | Int(byte)
      if let code = table[key] {
        prefix = code
      } else {
        bits.put(known, width)
        table[key] = next
        grow()
        prefix = Int(byte)
      }
    }
    if let prefix {
      bits.put(prefix, width)
      grow()
    }
    if ends { bits.put(257, width) }
    bits.flush(filler: filler)
    return bits.bytes
  }

  /// Codes as they are, each in the width that a reader expects of it.
  public static func lzw(codes: [Int]) -> [UInt8] {
    var bits = Bits()
    var (next, width, isFirst) = (258, 9, true)
    for code in codes {
      bits.put(code & (1 << width - 1), width)
      if code == 256 {
        (next, width, isFirst) = (258, 9, true)
      } else if isFirst {
        isFirst = false
      } else {
        next += 1
        if next + 1 == 1 << width, width < 12 { width += 1 }
      }
    }
    bits.flush()
    return bits.bytes
  }

  private static func unpackLZW(_ code: [UInt8]) -> (bytes: [UInt8], used: Int) {
    var result: [UInt8] = []
    var table: [[UInt8]] = []
    var (place, width) = (0, 9)
    var last: [UInt8]?
    while place + width <= 8 * code.count {
      var next = 0
      for bit in place..<(place + width) {
        next = next << 1 | Int(code[bit >> 3] >> (7 - UInt8(bit & 7)) & 1)
      }
      place += width
      if next == 257 { break }
      if next == 256 {
        (table, width, last) = ([], 9, nil)
        continue
      }
      var entry: [UInt8]
      if next < 256 {
        entry = [UInt8(next)]
      } else if next - 258 < table.count {
        entry = table[next - 258]
      } else if let last, next - 258 == table.count {
        entry = last + [last[0]]
      } else {
        break
      }
      if let last { table.append(last + [entry[0]]) }
      result += entry
      last = entry
      if table.count + 259 >= 1 << width, width < 12 { width += 1 }
    }
    return (result, (place + 7) / 8)
  }

  /// Samples of a chunk as bytes.
  /// - Parameters:
  ///   - samples: of a pixel, which are `stride` apart.
  ///   - rowSamples: samples of a row.
  public static func bytes(
    of samples: [UInt16], bits: Int, order: ByteOrder, isDifferenced: Bool, stride: Int, rowSamples: Int
  ) -> [UInt8] {
    let mask = UInt16(1 << bits - 1)
    var result: [UInt8] = []
    result.reserveCapacity(samples.count * bits / 8)
    for (index, sample) in samples.enumerated() {
      let hasLeft = isDifferenced && index % rowSamples >= stride
      let value = (hasLeft ? sample &- samples[index - stride] : sample) & mask
      switch (bits, order) {
      case (8, _): result.append(UInt8(value))
      case (_, .bigEndian): result += [UInt8(value >> 8), UInt8(value & 255)]
      case (_, .littleEndian): result += [UInt8(value & 255), UInt8(value >> 8)]
      }
    }
    return result
  }

  /// The other way round.
  public static func samples(
    of bytes: [UInt8], bits: Int, order: ByteOrder, isDifferenced: Bool, stride: Int, rowSamples: Int
  ) -> [UInt16] {
    let mask = UInt16(1 << bits - 1)
    var result: [UInt16] = []
    for index in 0..<(bytes.count * 8 / bits) {
      let value: UInt16 =
        switch (bits, order) {
        case (8, _): UInt16(bytes[index])
        case (_, .bigEndian): UInt16(bytes[2 * index]) << 8 | UInt16(bytes[2 * index + 1])
        case (_, .littleEndian): UInt16(bytes[2 * index + 1]) << 8 | UInt16(bytes[2 * index])
        }
      let hasLeft = isDifferenced && index % rowSamples >= stride
      result.append(hasLeft ? (value &+ result[index - stride]) & mask : value)
    }
    return result
  }
}
