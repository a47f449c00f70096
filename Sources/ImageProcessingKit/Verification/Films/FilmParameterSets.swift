/// The parameter sets of a film's code, as its configuration holds them (ISO/IEC 14496-15, 5.3.3.1 and 8.3.3.1).
struct FilmParameterSets {
  /// A set of a sequence, or of pictures, of H.264.
  struct Unit: Hashable {
    let id: Int
    /// Of a set of pictures, that of its sequence.
    let sequence: Int
    let bytes: [UInt8]
  }

  private(set) var sequences: [Unit] = []
  private(set) var pictures: [Unit] = []
  /// Of HEVC, all of them.
  private(set) var others: [[UInt8]] = []
  private(set) var lengthSize = 4
  /// Why it may not be in a render; nil where it may.
  private(set) var objection: String?

  /// No set that encoders write is as long; x264's and x265's have some 60 bytes.
  static let mostBytes = 512

  /// - Throws: `FaceBlurError` of kind `leak(.damaged)` where it is cut short.
  init(_ codec: VideoCodec, _ record: [UInt8]) throws(FaceBlurError) {
    var reader = Reader(bytes: record)
    switch codec {
    case .h264: try readAVC(&reader)
    case .hevc: try readHEVC(&reader)
    case .vp9, .av1: objection = "renders are coded in other ways"
    }
    if reader.place != record.count, objection == nil, codec == .h264 || codec == .hevc {
      objection = "bytes behind its sets of parameters"
    }
  }

  private struct Reader {
    let bytes: [UInt8]
    var place = 0

    mutating func number(_ count: Int) throws(FaceBlurError) -> Int {
      try take(count).reduce(0) { $0 << 8 | Int($1) }
    }

    mutating func take(_ count: Int) throws(FaceBlurError) -> [UInt8] {
      guard count <= bytes.count - place else { throw .damagedRender("its parameters are cut short") }
      defer { place += count }
      return Array(bytes[place..<place + count])
    }
  }

  private mutating func readAVC(_ reader: inout Reader) throws(FaceBlurError) {
    guard try reader.number(1) == 1 else { throw .damagedRender("its parameters are of an odd version") }
    let profile = try reader.number(1)
    _ = try reader.number(2)
    let lengths = try reader.number(1)
    let count = try reader.number(1)
    lengthSize = lengths & 3 + 1
    if lengths & 0xFC != 0xFC || count & 0xE0 != 0xE0 { objection = "reserved bits are used" }
    for _ in 0..<count & 31 {
      let unit = try reader.take(try reader.number(2))
      var bits = FilmBits(unit, from: 4)
      guard unit.first.map({ $0 & 31 == 7 }) ?? false, let id = bits.unsigned(), id < 32 else {
        throw .damagedRender("a parameter set of it is none")
      }
      sequences.append(Unit(id: id, sequence: id, bytes: unit))
    }
    for _ in 0..<(try reader.number(1)) {
      let unit = try reader.take(try reader.number(2))
      var bits = FilmBits(unit, from: 1)
      guard unit.first.map({ $0 & 31 == 8 }) ?? false, let id = bits.unsigned(), id < 256,
        let sequence = bits.unsigned()
      else { throw .damagedRender("a parameter set of it is none") }
      pictures.append(Unit(id: id, sequence: sequence, bytes: unit))
    }
    if [100, 110, 122, 144, 244].contains(profile), reader.place < reader.bytes.count {
      let form = try reader.number(3)
      if form & 0xFCF8F8 != 0xFCF8F8 { objection = "reserved bits are used" }
      if try reader.number(1) != 0 { objection = "it has sets of parameters for further pictures" }
    }
  }

  private mutating func readHEVC(_ reader: inout Reader) throws(FaceBlurError) {
    guard try reader.number(1) == 1 else { throw .damagedRender("its parameters are of an odd version") }
    _ = try reader.take(20)
    lengthSize = try reader.number(1) & 3 + 1
    for _ in 0..<(try reader.number(1)) {
      let type = try reader.number(1) & 0x3F
      if !(32...34).contains(type) { objection = "it holds units that are no parameter sets" }
      for _ in 0..<(try reader.number(2)) {
        let unit = try reader.take(try reader.number(2))
        if unit.count < 3 || Int(unit[0]) >> 1 & 0x3F != type { objection = "a parameter set of it is none" }
        if unit.count > Self.mostBytes {
          objection = "a set of parameters is longer than encoders write them"
        }
        others.append(unit)
      }
    }
    if others.count > 8 { objection = "it has more sets of parameters than a render needs" }
  }

  /// Whether no two sets of a kind have one number: the later one would replace the other.
  var areDistinct: Bool {
    Set(sequences.map(\.id)).count == sequences.count && Set(pictures.map(\.id)).count == pictures.count
  }

  /// The numbers of sets of pictures that are not another record's; nil where that one's are not all there unchanged, or what was
  /// added does not stand for itself.
  func added(to original: FilmParameterSets) -> Set<Int>? {
    guard areDistinct, Set(original.sequences).isSubset(of: sequences),
      Set(original.pictures).isSubset(of: pictures)
    else { return nil }
    let newSequences = sequences.filter { !original.sequences.contains($0) }
    let newPictures = pictures.filter { !original.pictures.contains($0) }
    guard newSequences.count <= 1, newPictures.count <= 1,
      (newSequences + newPictures).allSatisfy({ $0.bytes.count <= Self.mostBytes }),
      newPictures.allSatisfy({ set in newSequences.contains { $0.id == set.sequence } })
    else { return nil }
    return Set(newPictures.map(\.id))
  }
}
