/// What a NAL unit is (ITU-T H.265, 7.3.1.2 and table 7-1).
struct ExaminedUnit {
  /// nal_unit_type.
  let type: Int
  /// Of what other layer than the picture's it is.
  let layer: Int
  /// Whether the header is one that every decoder of one layer takes.
  let isPlain: Bool

  static let videoSet = 32
  static let sequenceSet = 33
  static let pictureSet = 34
  /// Messages to decoders and to people.
  static let messages = 39...40

  /// Nil where there is no header.
  init?(_ unit: some Collection<UInt8>) {
    guard let first = unit.first, let second = unit.dropFirst().first else { return nil }
    type = Int(first >> 1 & 63)
    layer = Int(first & 1) << 5 | Int(second >> 3)
    isPlain = first & 0x80 == 0 && layer == 0 && second & 7 == 1
  }

  /// Whether it holds a part of a picture.
  var isSlice: Bool { type < 32 }

  /// Whether it holds a part of a picture that needs no other one: IDR or CRA.
  var isStillSlice: Bool { (19...21).contains(type) && isPlain }

  var isParameterSet: Bool { (Self.videoSet...Self.pictureSet).contains(type) && isPlain }
}

/// Takes data apart into NAL units that stand behind their lengths (ISO/IEC 14496-15, 8.3.2).
struct ExaminedUnits<Bytes: RandomAccessCollection<UInt8>>: Sequence, IteratorProtocol
where Bytes.Index == Int {
  private let bytes: Bytes
  private let lengthSize: Int
  private var position: Int

  init(_ bytes: Bytes, lengthSize: Int) {
    self.bytes = bytes
    self.lengthSize = lengthSize
    position = bytes.startIndex
  }

  /// What is no unit, once there is no further one.
  var rest: Range<Int> { position..<bytes.endIndex }

  /// - Returns: where the next unit lies, without its length.
  mutating func next() -> Range<Int>? {
    guard lengthSize <= bytes.endIndex - position else { return nil }
    let length = bytes[position..<position + lengthSize].reduce(0) { $0 << 8 | Int($1) }
    let start = position + lengthSize
    guard length >= 2, length <= bytes.endIndex - start else { return nil }
    position = start + length
    return start..<position
  }
}

extension ExaminedUnit {
  /// What a unit holds behind its header, without the bytes that keep it from looking like a start code (ITU-T H.265, 7.3.1.1).
  /// - Parameter most: how much of the unit is looked at.
  static func content(of unit: some Collection<UInt8>, most: Int = .max) -> [UInt8] {
    var bytes: [UInt8] = []
    var zeros = 0
    for byte in unit.dropFirst(2).prefix(most) {
      if zeros >= 2, byte == 3 {
        zeros = 0
        continue
      }
      zeros = byte == 0 ? zeros + 1 : 0
      bytes.append(byte)
    }
    return bytes
  }
}

/// Reads the beginning of what a NAL unit holds bit by bit (ITU-T H.265, 9.2).
struct ExaminedBits {
  private let bytes: [UInt8]
  /// How many have been read.
  private(set) var position = 0

  /// Longer than any set of parameters that renders may carry.
  private static let maxBytes = 2048

  /// - Parameter unit: with its header of two bytes, which is left out.
  init(_ unit: some Collection<UInt8>) {
    bytes = ExaminedUnit.content(of: unit, most: Self.maxBytes)
  }

  /// Up to 32 bits as a number.
  /// - Returns: nil where they are cut off.
  mutating func number(_ count: Int) -> Int? {
    guard count <= 8 * bytes.count - position else { return nil }
    var value = 0
    for place in position..<position + count {
      value = value << 1 | Int(bytes[place >> 3] >> (7 - place & 7) & 1)
    }
    position += count
    return value
  }

  mutating func flag() -> Bool? { number(1).map { $0 == 1 } }

  mutating func skip(_ count: Int) -> Bool {
    guard count >= 0, count <= 8 * bytes.count - position else { return false }
    position += count
    return true
  }

  /// ue(v), up to 31 bits.
  mutating func exponential() -> Int? {
    var zeros = 0
    while let bit = number(1) {
      if bit == 1 { return number(zeros).map { (1 << zeros) - 1 + $0 } }
      zeros += 1
      if zeros > 31 { return nil }
    }
    return nil
  }

  /// se(v).
  mutating func signedExponential() -> Int? {
    exponential().map { $0 & 1 == 1 ? ($0 + 1) / 2 : -$0 / 2 }
  }

  /// What has not been read.
  var rest: [Bool] {
    (position..<8 * bytes.count).map { place in
      let bit = bytes[place >> 3] >> UInt8(7 - place & 7) & 1
      return bit == 1
    }
  }
}

/// The sets of parameters of a picture's code, by what they are called by.
struct ExaminedSets {
  /// A set of one kind, bit for bit.
  struct Entry: Hashable {
    /// The unit.
    let unit: [UInt8]
    /// What the set that it builds on is called; nil of a video parameter set.
    let base: Int?
  }

  private(set) var videoSets: [Int: Entry] = [:]
  private(set) var sequenceSets: [Int: Entry] = [:]
  private(set) var pictureSets: [Int: Entry] = [:]
  /// Whether two of a kind have one name, or one has none that can be read.
  private(set) var isAmbiguous = false

  /// Takes a unit in that is a set of parameters.
  mutating func take(_ unit: [UInt8]) {
    guard let type = ExaminedUnit(unit)?.type, let (name, base) = Self.names(of: unit, type) else {
      isAmbiguous = true
      return
    }
    let entry = Entry(unit: unit, base: base)
    let earlier: Entry?
    switch type {
    case ExaminedUnit.videoSet: earlier = videoSets.updateValue(entry, forKey: name)
    case ExaminedUnit.sequenceSet: earlier = sequenceSets.updateValue(entry, forKey: name)
    default: earlier = pictureSets.updateValue(entry, forKey: name)
    }
    if earlier != nil { isAmbiguous = true }
  }

  /// What a set is called, and the one that it builds on.
  static func names(of unit: some Collection<UInt8>, _ type: Int) -> (name: Int, base: Int?)? {
    var bits = ExaminedBits(unit)
    switch type {
    case ExaminedUnit.videoSet: return bits.number(4).map { ($0, nil) }
    case ExaminedUnit.sequenceSet:
      guard let base = bits.number(4), bits.skipProfileAndLevel(), let name = bits.exponential(), name < 16
      else { return nil }
      return (name, base)
    case ExaminedUnit.pictureSet:
      guard let name = bits.exponential(), name < 64, let base = bits.exponential(), base < 16 else {
        return nil
      }
      return (name, base)
    default: return nil
    }
  }

  /// The sets that a slice is coded by: of the picture, the sequence and the video.
  /// - Returns: nil where one is missing.
  func chain(of slice: some Collection<UInt8>) -> [Entry]? {
    guard let names = names(ofSetsOf: slice), let picture = pictureSets[names[0]],
      let sequence = sequenceSets[names[1]], let video = videoSets[names[2]]
    else { return nil }
    return [picture, sequence, video]
  }

  /// What these are called.
  func names(ofSetsOf slice: some Collection<UInt8>) -> [Int]? {
    guard let picture = Self.pictureSet(of: slice), let sequence = pictureSets[picture]?.base,
      let video = sequenceSets[sequence]?.base
    else { return nil }
    return [picture, sequence, video]
  }

  /// What picture parameter set a slice names (ITU-T H.265, 7.3.6.1).
  private static func pictureSet(of slice: some Collection<UInt8>) -> Int? {
    guard let unit = ExaminedUnit(slice) else { return nil }
    var bits = ExaminedBits(slice.prefix(32))
    guard bits.flag() != nil, !(16...23).contains(unit.type) || bits.flag() != nil else { return nil }
    return bits.exponential()
  }

  /// Whether a slice is the first one of its picture.
  static func isFirst(_ slice: some Collection<UInt8>) -> Bool {
    slice.dropFirst(2).first.map { $0 & 0x80 != 0 } ?? false
  }
}

extension ExaminedBits {
  /// Skips what a sequence parameter set has between the name of the video's and its own (ITU-T H.265, 7.3.2.2.1 and 7.3.3).
  mutating func skipProfileAndLevel() -> Bool {
    guard let layers = number(3), skip(1 + 96) else { return false }
    guard layers > 0 else { return true }
    var length = 0
    for layer in 0..<8 {
      guard let present = number(2) else { return false }
      if layer < layers { length += (present & 2 != 0 ? 88 : 0) + (present & 1 != 0 ? 8 : 0) }
    }
    return skip(length)
  }
}
