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
    guard let type = ExaminedUnit(unit)?.type, let (name, base) = ExaminedUnit.names(of: unit, type) else {
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
    var bits = ExaminedBits(unit: slice.prefix(32))
    guard bits.flag() != nil, !(16...23).contains(unit.type) || bits.flag() != nil else { return nil }
    return bits.exponential()
  }

  /// Whether a slice is the first one of its picture.
  static func isFirst(_ slice: some Collection<UInt8>) -> Bool {
    slice.dropFirst(2).first.map { $0 & 0x80 != 0 } ?? false
  }
}

extension ExaminedSets {
  /// Whether a set says nothing beside what a photo needs, and that nothing in another one stands for.
  /// - Parameter unit: with its header.
  func isPlain(_ unit: [UInt8]) -> Bool {
    guard let type = ExaminedUnit(unit)?.type, let names = ExaminedUnit.names(of: unit, type) else {
      return false
    }
    let sequence = type == ExaminedUnit.pictureSet ? names.base.flatMap { sequenceSets[$0] } : nil
    return ExaminedHEVCSet.isPlain(unit, on: sequence?.unit, .photo)
  }
}
