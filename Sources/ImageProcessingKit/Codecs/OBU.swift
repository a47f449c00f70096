/// One open bitstream unit of AV1 (AV1 5.3): where it lies in a photo's or a film's code.
struct OBU: Sendable, Hashable {
  enum Kind: Int {
    case sequenceHeader = 1
    case frameHeader = 3
    case tileGroup = 4
    case frame = 6
    case tileList = 8
  }

  /// obu_type.
  let type: Int
  /// What stands behind the first byte, of a unit of a layer: the numbers of the layers (5.3.3).
  let layers: UInt8?
  /// All of it.
  let range: Range<Int>
  /// What its head is followed by.
  let payload: Range<Int>
  /// Whether its head is as short as it can be, says a size, and nothing that need not be said.
  let isPlain: Bool

  /// nil for those that are no part of the picture.
  var kind: Kind? { Kind(rawValue: type) }

  /// Of a unit of a layer, in time and in space.
  var temporalLayer: Int { Int(layers ?? 0) >> 5 }
  var spatialLayer: Int { Int(layers ?? 0) >> 3 & 3 }

  /// A picture has one, and few more beside it.
  static let maxUnits = 1000
  /// Two bytes and a size.
  private static let mostOfHead = 10

  /// The units that some data is made of.
  /// - Parameters:
  ///   - count: of the data's bytes.
  ///   - read: is asked for the units' heads.
  /// - Throws: `FaceBlurError` where they do not fill the data, or are too many.
  static func all(
    in count: Int, _ read: (Range<Int>) throws(FaceBlurError) -> [UInt8]
  ) throws(FaceBlurError) -> [OBU] {
    var units: [OBU] = []
    var place = 0
    while place < count {
      guard units.count < maxUnits else { throw .damagedFile("its code has more than \(maxUnits) parts") }
      let unit = try OBU(try read(place..<min(place + mostOfHead, count)), at: place, of: count)
      units.append(unit)
      place = unit.range.upperBound
    }
    return units
  }

  /// What the first sequence header holds; nil where there is none, or the bytes end before.
  /// - Parameter bytes: with which code begins; units may go on behind them.
  static func firstSequenceHeader(in bytes: [UInt8]) -> [UInt8]? {
    var place = 0
    while place < bytes.count {
      let head = Array(bytes[place..<min(place + mostOfHead, bytes.count)])
      guard let unit = try? OBU(head, at: place, of: .max) else { return nil }
      if unit.kind == .sequenceHeader {
        return unit.payload.upperBound <= bytes.count ? Array(bytes[unit.payload]) : nil
      }
      place = unit.range.upperBound
    }
    return nil
  }

  private init(_ head: [UInt8], at place: Int, of count: Int) throws(FaceBlurError) {
    guard let first = head.first, first & 0x80 == 0 else {
      throw .damagedFile("its code has a part without a type")
    }
    type = Int(first >> 3) & 15
    let isLayered = first & 4 != 0
    guard !isLayered || head.count > 1 else { throw .damagedFile("its code ends within a part's head") }
    layers = isLayered ? head[1] : nil
    let start = isLayered ? 2 : 1
    // Without a size it is the last one.
    guard first & 2 != 0 else {
      (range, payload, isPlain) = (place..<count, (place + start)..<count, false)
      return
    }
    // leb128() (4.10.5).
    var size = 0
    var length = 0
    while true {
      guard length < 8, start + length < head.count else {
        throw .damagedFile("its code has a part without a size")
      }
      let byte = head[start + length]
      size |= Int(byte & 0x7F) << (7 * length)
      length += 1
      if byte & 0x80 == 0 { break }
    }
    let content = place + start + length
    guard size <= count - content else { throw .damagedFile("its code has a part of a wrong length") }
    (range, payload) = (place..<(content + size), content..<(content + size))
    isPlain = !isLayered && first & 1 == 0 && length == Self.size(size).count
  }

  /// leb128() in as few bytes as it takes.
  private static func size(_ value: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = value
    repeat {
      bytes.append(UInt8(rest & 0x7F) | (rest > 0x7F ? 0x80 : 0))
      rest >>= 7
    } while rest > 0
    return bytes
  }

  /// The unit with its size.
  /// - Parameter data: what it lies in.
  func sized(_ data: [UInt8]) -> [UInt8] {
    let head = UInt8(type << 3 | 2) | (layers == nil ? 0 : 4)
    return [head] + (layers.map { [$0] } ?? []) + Self.size(payload.count) + data[payload]
  }
}
