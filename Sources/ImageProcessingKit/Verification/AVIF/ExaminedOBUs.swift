/// An open bitstream unit of AV1's code (AV1 5.3).
struct ExaminedOBU {
  /// obu_type.
  let type: Int
  /// Of which layer it is, by its extension; nil where it has none.
  let layer: Layer?
  /// With its header.
  let range: Range<Int>
  /// What follows the header.
  let content: Range<Int>
  /// Whether its header is as short as it can be, and says nothing that is reserved: one byte, and a size of as few bytes as it takes.
  let isPlain: Bool

  struct Layer: Hashable {
    let temporal: Int
    let spatial: Int
    /// The byte that says so.
    let byte: UInt8
  }

  static let sequenceHeader = 1
  static let frameHeader = 3
  static let tileGroup = 4
  static let frame = 6
  static let tileList = 8

  /// What the content of a unit is as a unit of its own, with its size.
  static func unit(_ type: Int, _ layer: Layer? = nil, _ content: some Collection<UInt8>) -> [UInt8] {
    var unit = [UInt8(type & 15) << 3 | (layer == nil ? 0 : 4) | 2]
    if let layer { unit.append(layer.byte) }
    var size = content.count
    repeat {
      unit.append(UInt8(size & 0x7F) | (size > 0x7F ? 0x80 : 0))
      size >>= 7
    } while size > 0
    return unit + content
  }
}

/// Takes data apart into open bitstream units (AV1 5.3.1): all but the last say how long they are.
struct ExaminedOBUs<Bytes: RandomAccessCollection<UInt8>>: Sequence, IteratorProtocol
where Bytes.Index == Int {
  private let bytes: Bytes
  private var position: Int

  init(_ bytes: Bytes) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  /// What is no unit, once there is no further one.
  var rest: Range<Int> { position..<bytes.endIndex }

  mutating func next() -> ExaminedOBU? {
    let start = position
    var place = position
    func byte() -> UInt8? {
      guard place < bytes.endIndex else { return nil }
      defer { place += 1 }
      return bytes[place]
    }
    // The first bit is 0 in all of them.
    guard let header = byte(), header & 0x80 == 0 else { return nil }
    var layer: ExaminedOBU.Layer?
    if header & 4 != 0 {
      guard let byte = byte() else { return nil }
      layer = ExaminedOBU.Layer(temporal: Int(byte >> 5), spatial: Int(byte >> 3 & 3), byte: byte)
    }
    var size = bytes.endIndex - place
    var isShort = false
    if header & 2 != 0 {
      // leb128 (AV1 4.10.5): seven bits a byte, the lowest first.
      var (value, count, isLast) = (0, 0, false)
      while !isLast {
        guard count < 8, let byte = byte() else { return nil }
        value |= Int(byte & 0x7F) << (7 * count)
        count += 1
        isLast = byte & 0x80 == 0
        isShort = isLast && (byte != 0 || count == 1)
      }
      guard value <= bytes.endIndex - place else { return nil }
      size = value
    }
    position = place + size
    return ExaminedOBU(
      type: Int(header >> 3 & 15), layer: layer, range: start..<position, content: place..<position,
      isPlain: isShort && layer == nil && header & 1 == 0)
  }
}
