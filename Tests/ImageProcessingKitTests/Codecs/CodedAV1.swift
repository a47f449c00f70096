/// What the code of a picture says of itself, read apart from the code under test: what an encoder writes of one still picture, with a
/// reduced header (AV1 5.5 and 5.9).
struct CodedAV1 {
  struct Unit: Hashable {
    let type: Int
    let payload: [UInt8]
    /// With header and size.
    let bytes: [UInt8]
  }

  let units: [Unit]
  private(set) var profile = -1
  private(set) var width = 0
  private(set) var height = 0
  private(set) var depth = 8
  private(set) var isGray = false
  /// Of H.273: primaries, transfer and matrix.
  private(set) var colors = [2, 2, 2]
  private(set) var isFullRange = true
  /// Whether there are half as many samples of colour across, and down.
  private(set) var isHalved = [false, false]
  private(set) var chromaPosition = 0
  private(set) var hasSuperresolution = false
  private(set) var hasGrain = false
  /// Powers of two: columns and rows of AV1's tiles.
  private(set) var tiles = [0, 0]
  /// `base_q_idx`.
  private(set) var quantizer = -1

  /// - Returns: nil where it is no sequence header and one frame, both with sizes, or the header is no reduced one.
  init?(_ code: [UInt8]) {
    guard let units = Self.units(of: code), units.map(\.type) == [1, 6] else { return nil }
    self.units = units
    guard let blocks = readSequence(units[0].payload) else { return nil }
    readFrame(units[1].payload, blocks: blocks)
  }

  /// OBUs (5.3), each with a size of as few bytes as can be; nil where they are others.
  static func units(of code: [UInt8]) -> [Unit]? {
    var (units, place): ([Unit], Int) = ([], 0)
    while place < code.count {
      let start = place
      guard code[start] & 0x87 == 2 else { return nil }
      var (size, shift) = (0, 0)
      repeat {
        place += 1
        guard place < code.count, shift < 35 else { return nil }
        size |= Int(code[place] & 127) << shift
        shift += 7
      } while code[place] & 0x80 != 0
      place += 1
      guard code[place - 1] != 0 || shift == 7, size <= code.count - place else { return nil }
      let payload = Array(code[place..<(place + size)])
      place += size
      units.append(
        Unit(type: Int(code[start] >> 3 & 15), payload: payload, bytes: Array(code[start..<place])))
    }
    return units
  }

  /// An OBU with its size.
  static func unit(_ type: Int, _ payload: [UInt8]) -> [UInt8] {
    var (bytes, rest) = ([UInt8(type << 3 | 2)], payload.count)
    repeat {
      bytes.append(UInt8(rest & 127) | (rest > 127 ? 0x80 : 0))
      rest >>= 7
    } while rest > 0
    return bytes + payload
  }

  /// - Returns: the logarithm of a superblock's side; nil where the header is no reduced one.
  private mutating func readSequence(_ payload: [UInt8]) -> Int? {
    var bits = Bits(payload)
    profile = bits.number(3)
    // still_picture and reduced_still_picture_header.
    guard bits.number(2) == 3 else { return nil }
    _ = bits.number(5)
    let (across, down) = (bits.number(4) + 1, bits.number(4) + 1)
    width = bits.number(across) + 1
    height = bits.number(down) + 1
    let side = bits.flag() ? 7 : 6
    _ = bits.number(2)
    hasSuperresolution = bits.flag()
    _ = bits.number(2)
    if bits.flag() { depth = profile == 2 && bits.flag() ? 12 : 10 }
    isGray = profile == 1 ? false : bits.flag()
    if bits.flag() { colors = (0..<3).map { _ in bits.number(8) } }
    if isGray {
      isFullRange = bits.flag()
      isHalved = [true, true]
    } else if colors != [1, 13, 0] {
      isFullRange = bits.flag()
      if profile == 2, depth == 12 {
        let isNarrow = bits.flag()
        isHalved = [isNarrow, isNarrow && bits.flag()]
      } else {
        isHalved = [profile != 1, profile == 0]
      }
      if isHalved == [true, true] { chromaPosition = bits.number(2) }
    }
    if !isGray { _ = bits.flag() }
    hasGrain = bits.flag()
    return side
  }

  /// - Parameter blocks: the logarithm of a superblock's side.
  private mutating func readFrame(_ payload: [UInt8], blocks: Int) {
    var bits = Bits(payload)
    _ = bits.flag()
    let hasScreenTools = bits.flag()
    if hasScreenTools { _ = bits.flag() }
    if hasSuperresolution, bits.flag() { _ = bits.number(3) }
    if bits.flag() { _ = bits.number(32) }
    if hasScreenTools { _ = bits.flag() }
    func logarithm(_ unit: Int, _ count: Int) -> Int {
      var power = 0
      while unit << power < count { power += 1 }
      return power
    }
    let columns = (width + (1 << blocks) - 1) >> blocks
    let rows = (height + (1 << blocks) - 1) >> blocks
    guard bits.flag() else { return }
    var across = logarithm(4096 >> blocks, columns)
    let fewest = max(across, logarithm((4096 * 2304) >> (2 * blocks), columns * rows))
    while across < logarithm(1, min(columns, 64)), bits.flag() { across += 1 }
    var down = max(fewest - across, 0)
    while down < logarithm(1, min(rows, 64)), bits.flag() { down += 1 }
    tiles = [across, down]
    if across + down > 0 { _ = bits.number(across + down + 2) }
    quantizer = bits.number(8)
  }

  private struct Bits {
    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func flag() -> Bool { number(1) == 1 }

    /// The next ones, the highest first; zeros where there are no more.
    mutating func number(_ count: Int) -> Int {
      var value = 0
      for _ in 0..<count {
        let byte = place / 8 < bytes.count ? bytes[place / 8] : 0
        value = value << 1 | Int(byte >> UInt8(7 - place % 8) & 1)
        place += 1
      }
      return value
    }
  }
}
