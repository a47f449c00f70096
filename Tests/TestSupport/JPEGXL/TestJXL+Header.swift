extension TestJXL {
  /// What the code begins with, bit by bit (ISO/IEC 18181-1, D.2 and D.3), up to the number of further channels.
  public struct Header: Sendable, Hashable {
    public var width: Int
    public var height: Int
    /// Sides that are multiples of 8 up to 256 may be written in five bits.
    public var isSmall = false
    /// Which ratio the width is of the height, 1…7; 0 where it is stated.
    public var ratio = 0
    /// How many of four lengths sides are written in, 0…3; nil for the shortest that they fit in.
    public var length: Int?
    /// 1…8.
    public var orientation = 1
    /// Another size that viewers show it at.
    public var intrinsicSize: [Int]?
    public var hasPreview = false
    public var isAnimated = false
    /// Others than red, green and blue, 0 or 1.
    public var extraChannels = 0

    public init(width: Int, height: Int, _ change: (inout Header) -> Void = { _ in }) {
      (self.width, self.height) = (width, height)
      change(&self)
    }

    /// The bits as bytes, the lowest first, with zeros behind them.
    public var bytes: [UInt8] {
      var bits = Bits()
      put(width, height, into: &bits)
      let hasMore = orientation != 1 || intrinsicSize != nil || hasPreview || isAnimated
      guard hasMore || extraChannels > 0 else {
        bits.put(1, 1)
        return [0xFF, 0x0A] + bits.bytes
      }
      bits.put(0, 1)
      bits.put(hasMore ? 1 : 0, 1)
      if hasMore {
        bits.put(orientation - 1, 3)
        bits.put(intrinsicSize == nil ? 0 : 1, 1)
        if let size = intrinsicSize { put(size[0], size[1], into: &bits) }
        bits.put(hasPreview ? 1 : 0, 1)
        if hasPreview {
          // 128 in eighths, as high as it is wide.
          bits.put(1, 1)
          bits.put(0, 2)
          bits.put(1, 3)
        }
        bits.put(isAnimated ? 1 : 0, 1)
        if isAnimated { return [0xFF, 0x0A] + bits.bytes }
      }
      // Whole numbers of 8 bits, 16 are enough to decode them with.
      bits.put(0, 1)
      bits.put(0, 2)
      bits.put(1, 1)
      bits.put(extraChannels, 2)
      return [0xFF, 0x0A] + bits.bytes
    }

    private func put(_ width: Int, _ height: Int, into bits: inout Bits) {
      func side(_ side: Int) {
        guard !isSmall else { return bits.put(side / 8 - 1, 5) }
        let lengths = [9, 13, 18, 30]
        let index = length ?? lengths.firstIndex { side - 1 < 1 << $0 } ?? 3
        bits.put(index, 2)
        bits.put(side - 1, lengths[index])
      }
      bits.put(isSmall ? 1 : 0, 1)
      side(height)
      bits.put(ratio, 3)
      if ratio == 0 { side(width) }
    }
  }

  /// Bits, the lowest of a byte first.
  private struct Bits {
    var bytes: [UInt8] = []
    private var used = 0

    mutating func put(_ number: Int, _ count: Int) {
      for bit in 0..<count {
        if used % 8 == 0 { bytes.append(0) }
        bytes[used / 8] |= UInt8(number >> bit & 1) << UInt8(used % 8)
        used += 1
      }
    }
  }

  /// A file in whose boxes everything is where it should be, and whose code is a header and something behind it.
  public static func laidOut(_ header: Header, behind code: [UInt8] = [0, 0, 0, 0]) -> TestJXL {
    TestJXL([
      Box("JXL ", [0x0D, 0x0A, 0x87, 0x0A]), Box("ftyp", Array("jxl \0\0\0\0jxl ".utf8)),
      Box("jbrd", [0x40, 0x7F, 0xDB, 0]), Box("jxlc", header.bytes + code),
    ])
  }
}
