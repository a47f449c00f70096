/// The parameter sets of a film's code, as its configuration holds them (ISO/IEC 14496-15, 5.3.3.1 and 8.3.3.1).
struct FilmParameterSets {
  /// A set of a video, of a sequence, or of pictures.
  struct Unit: Hashable {
    let id: Int
    /// Of a set of a sequence, that of its video; of one of pictures, that of its sequence.
    let needs: Int
    let bytes: [UInt8]
  }

  /// Of HEVC alone.
  private(set) var videos: [Unit] = []
  private(set) var sequences: [Unit] = []
  private(set) var pictures: [Unit] = []
  /// Of HEVC: messages about the light in which all pictures are to be seen.
  private(set) var light: Set<ExaminedPacket.Part> = []
  private(set) var lengthSize = 4
  /// Why it may not be in a render, whatever its sets hold; nil where it may.
  private(set) var objection: String?
  /// Where in the record sets lie that hold more than a film needs.
  private(set) var overfull: [Range<Int>] = []
  /// Where each set lies.
  private var places: [(unit: Unit, range: Range<Int>)] = []

  /// What is cut away from every picture is not looked at, and still in its code.
  private static let hidden = "its code holds more of the pictures than is shown"
  private static let mostBytes = ExaminedSetLimits.film.bytes
  private static let isLong = "a set of parameters is longer than encoders write them"
  static let holdsMore = "a set of parameters holds more than a film needs"

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
    // Each is looked at beside others. Of more than can have numbers of their own that is said.
    guard max(videos.count, sequences.count) <= 32, pictures.count <= 256 else { return }
    overfull = places.filter { !isPlain($0.unit, codec) }.map(\.range)
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
      var bits = ExaminedBits(unit: unit, head: 1)
      guard unit.first.map({ $0 & 31 == 7 }) ?? false, bits.skip(24), let id = bits.exponential(), id < 32
      else {
        throw .damagedRender("a parameter set of it is none")
      }
      if CutMargins(h264: unit)?.hideSomething ?? true { objection = Self.hidden }
      sequences.append(Unit(id: id, needs: 0, bytes: unit))
      note(sequences, before: reader.place)
    }
    for _ in 0..<(try reader.number(1)) {
      let unit = try reader.take(try reader.number(2))
      var bits = ExaminedBits(unit: unit, head: 1)
      guard unit.first.map({ $0 & 31 == 8 }) ?? false, let id = bits.exponential(), id < 256,
        let sequence = bits.exponential()
      else { throw .damagedRender("a parameter set of it is none") }
      pictures.append(Unit(id: id, needs: sequence, bytes: unit))
      note(pictures, before: reader.place)
    }
    let units = sequences + pictures
    if units.contains(where: { $0.bytes.count > Self.mostBytes }) { objection = Self.isLong }
    if [100, 110, 122, 144, 244].contains(profile), reader.place < reader.bytes.count {
      let form = try reader.number(3)
      if form & 0xFCF8F8 != 0xFCF8F8 { objection = "reserved bits are used" }
      if try reader.number(1) != 0 { objection = "it has sets of parameters for further pictures" }
    }
  }

  private mutating func readHEVC(_ reader: inout Reader) throws(FaceBlurError) {
    guard let head = ExaminedRecordHead(try reader.take(ExaminedRecordHead.size)) else {
      throw .damagedRender("its parameters are of an odd version")
    }
    lengthSize = head.lengthSize
    if !head.isCanonical {
      objection = "reserved bits are used, or it says more than how its pictures are coded"
    }
    var heads: [ExaminedSequenceHead] = []
    var last = 0
    for _ in 0..<(try reader.number(1)) {
      let kind = try reader.number(1)
      let (type, count) = (kind & 0x3F, try reader.number(2))
      let isSet = ExaminedUnit.parameterSets.contains(type)
      // All sets are there, and pictures may have messages of their own.
      if kind != (isSet ? 0x80 | type : type) { objection = "reserved bits are used" }
      if type <= last || count == 0 { objection = "it lists its sets of parameters in an odd way" }
      last = type
      for _ in 0..<count {
        let unit = try reader.take(try reader.number(2))
        guard isSet else {
          if type != ExaminedUnit.messages.lowerBound || !takeLight(unit) {
            objection = "it holds units that are no parameter sets"
          }
          continue
        }
        if unit.count > Self.mostBytes { objection = Self.isLong }
        if !takeHEVC(unit, type, &heads) {
          objection = "a parameter set of it is none"
        } else {
          note(kinds[type - ExaminedUnit.videoSet], before: reader.place)
        }
      }
    }
    if !head.agrees(with: heads) { objection = "it says other things than its sets of parameters" }
    // There may be 16 of the first two kinds and 64 of pictures.
    if max(videos.count, sequences.count) > 16 || pictures.count > 64 {
      objection = "it has more sets of parameters than there are numbers"
    }
  }

  /// - Returns: whether it says nothing else, and nothing twice.
  private mutating func takeLight(_ unit: [UInt8]) -> Bool {
    let length = withUnsafeBytes(of: UInt32(truncatingIfNeeded: unit.count).bigEndian, Array.init)
    guard let packet = try? ExaminedPacket(length + unit, .hevc) else { return false }
    let told = packet.light
    defer { light.formUnion(told) }
    return packet.strangers.isEmpty && told.count == packet.parts.count && light.isDisjoint(with: told)
  }

  /// ITU-T H.265, 7.3.2.1 to 7.3.2.3.
  /// - Parameter heads: of the sequences before it; takes that of this one.
  /// - Returns: whether it is one of that type.
  private mutating func takeHEVC(_ unit: [UInt8], _ type: Int, _ heads: inout [ExaminedSequenceHead]) -> Bool
  {
    guard unit.count > ExaminedUnit.headSize, let header = ExaminedUnit(unit), header.isParameterSet,
      header.type == type, let names = ExaminedUnit.names(of: unit, type)
    else { return false }
    let set = Unit(id: names.name, needs: names.base ?? 0, bytes: unit)
    switch type {
    case ExaminedUnit.videoSet: videos.append(set)
    case ExaminedUnit.sequenceSet:
      guard let head = ExaminedSequenceHead(unit) else { return false }
      if CutMargins(head).hideSomething { objection = Self.hidden }
      heads.append(head)
      sequences.append(set)
    default: pictures.append(set)
    }
    return true
  }

  /// Keeps where the last set of a kind lies.
  private mutating func note(_ units: [Unit], before end: Int) {
    guard let unit = units.last else { return }
    places.append((unit, end - unit.bytes.count..<end))
  }

  /// Whether a set of it says nothing beside what a film needs, and that nothing in another one stands for.
  private func isPlain(_ unit: Unit, _ codec: VideoCodec) -> Bool {
    let sequence = sequences.first { $0.id == unit.needs }
    guard codec == .hevc else { return isPlainAVC(unit, sequence) }
    return ExaminedHEVCSet.isPlain(unit.bytes, on: sequence?.bytes, .film)
  }

  private func isPlainAVC(_ unit: Unit, _ sequence: Unit?) -> Bool {
    guard pictures.contains(unit) else {
      let set = ExaminedAVCSet(ofSequence: unit.bytes)
      guard set.isPlain, set.hasLargeLists else { return set.isPlain }
      // Where no picture has such blocks, nobody looks at factors for them.
      return pictures.contains { picture in
        picture.needs == unit.id
          && ExaminedAVCSet(ofPictures: picture.bytes, hasFullColors: set.hasFullColors).hasLargeBlocks
      }
    }
    let other = sequence.map { ExaminedAVCSet(ofSequence: $0.bytes) }
    let set = ExaminedAVCSet(ofPictures: unit.bytes, hasFullColors: other?.hasFullColors ?? false)
    return set.isPlain && (!set.hasLists || other?.hasLists != true)
  }

  private var kinds: [[Unit]] { [videos, sequences, pictures] }

  /// Whether no two sets of a kind have one number: the later one would replace the other.
  var areDistinct: Bool { kinds.allSatisfy { Set($0.map(\.id)).count == $0.count } }

  /// Whether there is one of each kind that the code has, of a usual length.
  func areAlone(in codec: VideoCodec) -> Bool {
    let counts = codec == .hevc ? [1, 1, 1] : [0, 1, 1]
    return kinds.map(\.count) == counts && kinds.joined().allSatisfy { $0.bytes.count <= Self.mostBytes }
  }

  /// Whether a set that stands between pictures holds more than a film needs by itself.
  /// - Parameter unit: with its head.
  static func isOverfull(_ unit: ArraySlice<UInt8>, _ codec: VideoCodec) -> Bool {
    guard codec == .h264 else { return !ExaminedHEVCSet(Array(unit), .film).isPlain }
    guard unit.first.map({ $0 & 31 == 8 }) ?? false else {
      return !ExaminedAVCSet(ofSequence: Array(unit)).isPlain
    }
    return ![false, true].contains { ExaminedAVCSet(ofPictures: Array(unit), hasFullColors: $0).isPlain }
  }

  /// Whether a set is among them.
  func has(_ set: ArraySlice<UInt8>) -> Bool { kinds.joined().contains { $0.bytes[...] == set } }

  /// The numbers of sets of pictures that are not another record's; nil where that one's are not all there unchanged, or what was
  /// added does not stand for itself.
  func added(to original: FilmParameterSets) -> Set<Int>? {
    guard areDistinct, zip(original.kinds, kinds).allSatisfy({ Set($0).isSubset(of: $1) }) else { return nil }
    let new = zip(original.kinds, kinds).map { own, all in all.filter { !own.contains($0) } }
    guard new.allSatisfy({ $0.count <= 1 }), new.joined().allSatisfy({ $0.bytes.count <= Self.mostBytes }),
      new[2].allSatisfy({ set in new[1].contains { $0.id == set.needs } }),
      videos.isEmpty || new[1].allSatisfy({ set in new[0].contains { $0.id == set.needs } })
    else { return nil }
    return Set(new[2].map(\.id))
  }
}
