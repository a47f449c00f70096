extension TestAV1 {
  /// An OBU (AV1 5.3): what its header says, and its content.
  public struct Unit: Sendable, Hashable {
    public enum Kind: Int, Sendable {
      case sequenceHeader = 1, temporalDelimiter = 2, frameHeader = 3, tileGroup = 4, metadata = 5, frame = 6
      case redundantFrameHeader = 7, tileList = 8, padding = 15
    }

    /// 0…15.
    public var type: Int
    public var content: [UInt8]
    /// The byte behind the header that says of which layer it is; nil for none.
    public var layer: UInt8?
    /// Whether its size stands before its content; without, it goes to the end.
    public var hasSize = true
    /// Bytes of the size that need not be.
    public var sizePadding = 0
    /// The bits of the header that are to be 0.
    public var isForbidden = false, isReserved = false

    public init(_ type: Int, _ content: [UInt8], _ change: (inout Unit) -> Void = { _ in }) {
      self.type = type
      self.content = content
      change(&self)
    }

    public init(_ kind: Kind, _ content: [UInt8], _ change: (inout Unit) -> Void = { _ in }) {
      self.init(kind.rawValue, content, change)
    }

    public var kind: Kind? { Kind(rawValue: type) }

    public var bytes: [UInt8] {
      var header = UInt8(truncatingIfNeeded: type) << 3
      if isForbidden { header |= 0x80 }
      if layer != nil { header |= 4 }
      if hasSize { header |= 2 }
      if isReserved { header |= 1 }
      var bytes = [header]
      if let layer { bytes.append(layer) }
      if hasSize { bytes += TestAV1.leb128(content.count, padding: sizePadding) }
      return bytes + content
    }

    public func changing(_ change: (inout Unit) -> Void) -> Unit {
      var result = self
      change(&result)
      return result
    }
  }

  /// A number, seven bits a byte, the lowest first (AV1 4.10.5).
  /// - Parameter padding: how many bytes more than are needed.
  public static func leb128(_ value: Int, padding: Int = 0) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = value
    repeat {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    } while rest > 0
    bytes += [UInt8](repeating: 0x80, count: padding)
    bytes[bytes.count - 1] &= 0x7F
    return bytes
  }

  /// OBUs of one picture.
  public struct Stream: Sendable, Hashable {
    public var units: [Unit]

    public init(_ units: [Unit]) {
      self.units = units
    }

    /// Takes OBUs apart; nil where one is cut.
    public init?(_ bytes: [UInt8]) {
      units = []
      var place = 0
      while place < bytes.count {
        let header = bytes[place]
        place += 1
        var unit = Unit(Int(header >> 3 & 15), [])
        unit.isForbidden = header & 0x80 != 0
        unit.isReserved = header & 1 != 0
        if header & 4 != 0 {
          guard place < bytes.count else { return nil }
          unit.layer = bytes[place]
          place += 1
        }
        var count = bytes.count - place
        unit.hasSize = header & 2 != 0
        if unit.hasSize {
          let start = place
          count = 0
          repeat {
            guard place < bytes.count, place - start < 8 else { return nil }
            count |= Int(bytes[place] & 0x7F) << (7 * (place - start))
            place += 1
          } while bytes[place - 1] & 0x80 != 0
          unit.sizePadding = place - start - TestAV1.leb128(count).count
        }
        guard count <= bytes.count - place else { return nil }
        unit.content = Array(bytes[place..<(place + count)])
        place += count
        units.append(unit)
      }
    }

    public var bytes: [UInt8] { units.flatMap(\.bytes) }

    public var sequenceHeaders: [Unit] { units.filter { $0.kind == .sequenceHeader } }

    /// The frame: one OBU, or its header and the groups of tiles.
    public var frames: [Unit] {
      units.filter { [.frame, .frameHeader, .tileGroup].contains($0.kind) }
    }

    /// What an item holds: a sequence header and the frame, without the temporal delimiter.
    public var item: Stream { Stream(sequenceHeaders + frames) }

    public func changing(_ kind: Unit.Kind, _ change: (inout Unit) -> Void) -> Stream {
      Stream(units.map { $0.kind == kind ? $0.changing(change) : $0 })
    }
  }

  // MARK: OBUs beside the picture

  /// A message of one's own: ITU-T T.35 of a country's provider (AV1 5.8.2).
  public static func message(_ content: [UInt8]) -> Unit {
    Unit(.metadata, [4, 0xB5] + content + [0x80])
  }

  public static func padding(_ content: [UInt8]) -> Unit { Unit(.padding, content + [0x80]) }

  public static let delimiter = Unit(.temporalDelimiter, [])

  // MARK: Headers

  /// `seq_level_idx[0]`: 2.0 is 0, and 31 is any.
  public static func level(of sequenceHeader: Unit) -> Int {
    var bits = Bits(sequenceHeader.content)
    bits.skip(4)
    guard !bits.flag() else { return bits.number(5) }
    if bits.flag() {
      bits.skip(64)
      if bits.flag() { bits.skipVariable() }
      if bits.flag() { bits.skip(47) }
    }
    bits.skip(1 + 5 + 12)
    return bits.number(5)
  }

  /// The same header with times in it, as films have them; nil of a reduced one, which has no place for them.
  public static func timed(_ sequenceHeader: Unit) -> Unit? {
    var bits = Bits(sequenceHeader.content)
    bits.skip(4)
    guard !bits.flag(), !bits.flag() else { return nil }
    func number(_ value: Int) -> [Bool] { (0..<32).map { value >> (31 - $0) & 1 == 1 } }
    // Units and ticks, one picture a tick, as a number of variable length that is 0, and no model of the decoder.
    let times = [true] + number(1) + number(25) + [true, true, false]
    return sequenceHeader.changing { $0.content = bits.replacing(5..<6, with: times) }
  }

  /// The same header with another level: up to 7, or any where it is reduced.
  public static func leveled(_ sequenceHeader: Unit, _ level: Int) -> Unit {
    var bits = Bits(sequenceHeader.content)
    bits.skip(4)
    let start = bits.flag() ? 5 : 24
    return sequenceHeader.changing {
      $0.content = bits.replacing(start..<(start + 5), with: (0..<5).map { level >> (4 - $0) & 1 == 1 })
    }
  }

  /// What is read bit by bit, the highest of a byte first.
  private struct Bits {
    private let values: [Bool]
    private var place = 0

    init(_ bytes: [UInt8]) {
      values = bytes.flatMap { byte in (0..<8).map { byte >> UInt8(7 - $0) & 1 == 1 } }
    }

    mutating func skip(_ count: Int) { place += count }

    mutating func flag() -> Bool {
      defer { place += 1 }
      return place < values.count && values[place]
    }

    mutating func number(_ count: Int) -> Int {
      (0..<count).reduce(0) { value, _ in value << 1 | (flag() ? 1 : 0) }
    }

    /// A number of variable length (AV1 4.10.3).
    mutating func skipVariable() {
      var zeros = 0
      while place < values.count, !flag() { zeros += 1 }
      skip(zeros)
    }

    /// The bytes with other bits in place of some, up to the last one that is set, which ends what a header says.
    func replacing(_ range: Range<Int>, with bits: [Bool]) -> [UInt8] {
      var values = values
      values.replaceSubrange(range, with: bits)
      if let last = values.lastIndex(of: true) { values.removeSubrange((last + 1)...) }
      return stride(from: 0, to: values.count, by: 8).map { start in
        (0..<8).reduce(UInt8(0)) { $0 << 1 | (start + $1 < values.count && values[start + $1] ? 1 : 0) }
      }
    }
  }

  // MARK: av1C

  /// The first 4 bytes of `av1C` (AV1 Codec ISO Media File Format Binding, 2.3.3), then OBUs.
  public static func configuration(_ stream: Stream, others: [Unit] = []) throws -> [UInt8] {
    guard let sequence = stream.sequenceHeaders.first else { throw Failure("there is no sequence header") }
    // Of the picture alone: what else is there may be in a decoder's way.
    let headers = try headers(of: Stream([sequence] + stream.frames).bytes)
    func bit(_ isSet: Bool, _ place: Int) -> UInt8 { isSet ? 1 << UInt8(place) : 0 }
    let isHalved = headers.chroma != .full
    let first: [UInt8] = [
      0x81, UInt8(headers.profile << 5 | level(of: sequence)),
      bit(headers.tier > 0, 7) | bit(headers.depth > 8, 6) | bit(headers.depth > 10, 5)
        | bit(headers.chroma == .gray, 4) | bit(isHalved, 3)
        | bit(isHalved && headers.chroma != .halfWidth, 2)
        | UInt8(headers.chromaPosition), 0,
    ]
    return first + others.flatMap(\.bytes)
  }
}
