/// The head of a picture that is coded with loss: the frame tag and what is said before the picture's own bits (RFC 6386, 9 and 19.2).
/// It is read and written apart from the code under test.
public struct TestVP8: Sendable, Hashable {
  /// What parts of the picture are coded how (RFC 6386, 9.3); nil stands for what is not said.
  public struct Segments: Sendable, Hashable {
    public struct Features: Sendable, Hashable {
      /// Whether the numbers are what counts; otherwise they are added to the picture's own.
      public var isAbsolute = true
      /// Four of each.
      public var quantizers: [Int?] = [nil, nil, nil, nil]
      public var filters: [Int?] = [nil, nil, nil, nil]

      public init(_ change: (inout Features) -> Void = { _ in }) { change(&self) }
    }

    /// The three probabilities of the map of segments.
    public var map: [Int?]?
    public var features: Features?

    public init(map: [Int?]? = nil, features: Features? = nil) {
      self.map = map
      self.features = features
    }
  }

  // The frame tag and the size behind it.
  public var isKey = true
  public var version = 0
  public var isShown = true
  public var width: Int
  public var height: Int
  /// How viewers may enlarge the picture, 0…3; nobody does.
  public var scale = (x: 0, y: 0)

  // The header.
  public var colorSpace = 0
  public var clamping = 0
  public var segments: Segments?
  public var hasSimpleFilter = false
  public var filterLevel = 0
  public var filterSharpness = 0
  /// Whether the filter's strength depends on what is coded how, and the eight numbers that are said anew.
  public var hasFilterDeltas = false
  public var filterDeltas: [Int?]?
  /// The binary logarithm of the number of partitions, 0…3.
  public var partitions = 0
  /// The quantiser of the picture, 0…127.
  public var index = 20

  /// What the head says that it has, and the partitions behind it, as they are.
  public private(set) var firstPartition: [UInt8] = []
  public private(set) var otherPartitions: [[UInt8]] = []

  public init(width: Int, height: Int, _ change: (inout TestVP8) -> Void = { _ in }) {
    self.width = width
    self.height = height
    change(&self)
  }

  public static func == (one: TestVP8, other: TestVP8) -> Bool {
    one.content(of: one.firstPartition, one.otherPartitions)
      == other.content(of: other.firstPartition, other.otherPartitions)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(firstPartition) }

  /// The quantisers of the four segments, or the picture's four times.
  public var quantizers: [Int] {
    guard let segments else { return [index, index, index, index] }
    // What a first picture does not say is 0.
    guard let features = segments.features else { return [0, 0, 0, 0] }
    return features.quantizers.map { value in
      min(max(features.isAbsolute ? value ?? 0 : index + (value ?? 0), 0), 127)
    }
  }

  /// Whether parts of the picture are coded more finely than others.
  public var isSegmented: Bool { Set(quantizers).count > 1 }

  // MARK: Reading

  /// - Parameter content: of a chunk `VP8 `.
  /// - Throws: `TestWebP.Failure` where it ends too early.
  public init(_ content: [UInt8]) throws {
    guard content.count >= 10, content[3..<6] == [0x9D, 0x01, 0x2A] else {
      throw TestWebP.Failure("no key frame")
    }
    let tag = TestWebP.number(content, 0, 3)
    let (across, down) = (TestWebP.number(content, 6, 2), TestWebP.number(content, 8, 2))
    self.init(width: across & 0x3FFF, height: down & 0x3FFF) {
      ($0.isKey, $0.version, $0.isShown) = (tag & 1 == 0, tag >> 1 & 7, tag >> 4 & 1 == 1)
      $0.scale = (across >> 14, down >> 14)
    }
    let first = tag >> 5
    guard first <= content.count - 10 else { throw TestWebP.Failure("a partition that reaches too far") }
    firstPartition = Array(content[10..<(10 + first)])
    var bits = BooleanDecoder(firstPartition)
    read(&bits)
    let count = 1 << partitions
    var place = 10 + first + 3 * (count - 1)
    guard place <= content.count else { throw TestWebP.Failure("no sizes of partitions") }
    for number in 0..<count {
      let table = 10 + first + 3 * number
      let size = number == count - 1 ? content.count - place : TestWebP.number(content, table, 3)
      guard size <= content.count - place else { throw TestWebP.Failure("a partition that reaches too far") }
      otherPartitions.append(Array(content[place..<(place + size)]))
      place += size
    }
  }

  private mutating func read(_ bits: inout BooleanDecoder) {
    func flag() -> Bool { bits.number(1) == 1 }
    func signed(_ count: Int) -> Int {
      let value = bits.number(count)
      return flag() ? -value : value
    }
    func optional(_ read: () -> Int) -> Int? { flag() ? read() : nil }
    colorSpace = bits.number(1)
    clamping = bits.number(1)
    if flag() {
      let (hasMap, hasFeatures) = (flag(), flag())
      var found = Segments()
      if hasFeatures {
        var features = Segments.Features()
        features.isAbsolute = flag()
        features.quantizers = (0..<4).map { _ in optional { signed(7) } }
        features.filters = (0..<4).map { _ in optional { signed(6) } }
        found.features = features
      }
      if hasMap { found.map = (0..<3).map { _ in optional { bits.number(8) } } }
      segments = found
    }
    hasSimpleFilter = flag()
    filterLevel = bits.number(6)
    filterSharpness = bits.number(3)
    hasFilterDeltas = flag()
    if hasFilterDeltas, flag() { filterDeltas = (0..<8).map { _ in optional { signed(6) } } }
    partitions = bits.number(2)
    index = bits.number(7)
  }

  // MARK: Writing

  /// The same with other partitions behind the head; the first holds the header, and is not made anew.
  public func content(of first: [UInt8], _ others: [[UInt8]]) -> [UInt8] {
    let tag = (isKey ? 0 : 1) | version << 1 | (isShown ? 1 : 0) << 4 | first.count << 5
    return TestWebP.number(tag, 3) + [0x9D, 0x01, 0x2A] + TestWebP.number(width | scale.x << 14, 2)
      + TestWebP.number(height | scale.y << 14, 2) + first
      + others.dropLast().flatMap { TestWebP.number($0.count, 3) } + others.joined()
  }

  /// A picture of noise under this header: whatever bits follow, they are a picture's.
  /// - Parameter bytes: of each partition; enough for the size.
  public func noise(seed: UInt64, bytes: Int = 4000) -> [UInt8] {
    var random = SplitMix(seed: seed)
    var bits = BooleanEncoder()
    write(&bits)
    for _ in 0..<(8 * bytes) { bits.write(Bool.random(using: &random)) }
    let others = (0..<(1 << partitions)).map { _ in
      (0..<bytes).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
    return content(of: bits.finished(), others)
  }

  private func write(_ bits: inout BooleanEncoder) {
    func signed(_ value: Int, _ count: Int) {
      bits.write(abs(value), count)
      bits.write(value < 0)
    }
    func optional(_ value: Int?, _ write: (Int) -> Void) {
      bits.write(value != nil)
      if let value { write(value) }
    }
    bits.write(colorSpace, 1)
    bits.write(clamping, 1)
    bits.write(segments != nil)
    if let segments {
      bits.write(segments.map != nil)
      bits.write(segments.features != nil)
      if let features = segments.features {
        bits.write(features.isAbsolute)
        for value in features.quantizers { optional(value) { signed($0, 7) } }
        for value in features.filters { optional(value) { signed($0, 6) } }
      }
      for value in segments.map ?? [] { optional(value) { bits.write($0, 8) } }
    }
    bits.write(hasSimpleFilter)
    bits.write(filterLevel, 6)
    bits.write(filterSharpness, 3)
    bits.write(hasFilterDeltas)
    if hasFilterDeltas {
      bits.write(filterDeltas != nil)
      for value in filterDeltas ?? [] { optional(value) { signed($0, 6) } }
    }
    bits.write(partitions, 2)
    bits.write(index, 7)
  }
}

/// Reads bits that are as likely to be 0 as 1 (RFC 6386, 7.3).
private struct BooleanDecoder {
  private let bytes: [UInt8]
  private var place = 2
  private var value: Int
  private var range = 255
  private var shifts = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    value = (0..<2).reduce(0) { $0 << 8 | ($1 < bytes.count ? Int(bytes[$1]) : 0) }
  }

  private mutating func bit() -> Int {
    let split = 1 + ((range - 1) * 128) >> 8
    let isSet = value >= split << 8
    if isSet { (range, value) = (range - split, value - split << 8) } else { range = split }
    while range < 128 {
      (value, range, shifts) = (value << 1, range << 1, shifts + 1)
      if shifts == 8 {
        shifts = 0
        if place < bytes.count { value |= Int(bytes[place]) }
        place += 1
      }
    }
    return isSet ? 1 : 0
  }

  mutating func number(_ count: Int) -> Int { (0..<count).reduce(0) { sum, _ in sum << 1 | bit() } }
}

/// Writes them.
private struct BooleanEncoder {
  private var bytes: [UInt8] = []
  private var range: UInt32 = 255
  private var bottom: UInt32 = 0
  private var missing = 24

  mutating func write(_ isSet: Bool) {
    let split = 1 + ((range - 1) * 128) >> 8
    if isSet {
      let (sum, isOver) = bottom.addingReportingOverflow(split)
      if isOver { carry() }
      (bottom, range) = (sum, range - split)
    } else {
      range = split
    }
    while range < 128 {
      range <<= 1
      if bottom & 1 << 31 != 0 { carry() }
      bottom <<= 1
      missing -= 1
      if missing == 0 {
        bytes.append(UInt8(bottom >> 24))
        bottom &= 0xFF_FFFF
        missing = 8
      }
    }
  }

  mutating func write(_ value: Int, _ count: Int) {
    for bit in (0..<count).reversed() { write(value >> bit & 1 == 1) }
  }

  /// Adds one to what was written.
  private mutating func carry() {
    var index = bytes.count - 1
    while index >= 0, bytes[index] == 255 {
      bytes[index] = 0
      index -= 1
    }
    if index >= 0 { bytes[index] += 1 }
  }

  /// What was written, filled up.
  mutating func finished() -> [UInt8] {
    for _ in 0..<32 { write(false) }
    return bytes
  }
}
