/// The decoder configuration of HEVC items, `hvcC` (ISO/IEC 14496-15, 8.3.3.1).
struct HEVCConfiguration: Sendable, Hashable {
  /// The profile, its compatibility, the constraints and the level: 12 bytes as sequence parameter sets have them.
  var profile: [UInt8]
  var chroma: ChromaFormat
  var depth: Int
  /// Of the units' lengths in an item's data, in bytes: 1, 2 or 4.
  var lengthSize = 4
  var sets: [NALUnit.ParameterSetKind: [NALUnit]]

  /// As many of a kind are there numbers for (7.4.3).
  private static let mostSets = 64

  /// - Throws: `FaceBlurError` where it breaks the rules.
  init(_ property: HEIFFile.Property) throws(FaceBlurError) {
    var cursor = BoxCursor(property.content[...], of: property.type)
    guard try cursor.number(1) == 1 else { throw .unsupportedHEVC("its configuration is of another version") }
    profile = Array(try cursor.bytes(12))
    _ = try cursor.number(3)
    guard let chroma = ChromaFormat(rawValue: try cursor.number(1) & 3) else {
      throw .damagedPhoto("its configuration has numbers that may not be")
    }
    self.chroma = chroma
    depth = 8 + (try cursor.number(1) & 7)
    _ = try cursor.number(3)
    lengthSize = 1 + (try cursor.number(1) & 3)
    guard lengthSize != 3 else { throw .damagedPhoto("its configuration has numbers that may not be") }
    sets = [:]
    for _ in 0..<(try cursor.number(1)) {
      let type = try cursor.number(1) & 63
      for _ in 0..<(try cursor.number(2)) {
        let length = try cursor.number(2)
        let bytes = try cursor.bytes(length)
        // Other units, such as supplements, are no part of the picture.
        guard let kind = NALUnit.ParameterSetKind(rawValue: type) else { continue }
        guard let unit = NALUnit(bytes), unit.kind == .parameters(kind) else {
          throw .damagedPhoto("its configuration holds something else than it says")
        }
        sets[kind, default: []].append(unit)
        guard sets[kind, default: []].count <= Self.mostSets else {
          throw .damagedPhoto("it has too many parameter sets")
        }
      }
    }
    guard cursor.rest.isEmpty else { throw .damagedPhoto("its configuration holds more than it says") }
  }

  /// The configuration of what our own encoder wrote.
  init(of own: ParameterSets) throws(FaceBlurError) {
    let sequence = try SequenceParameters(own.sequence)
    (profile, chroma, depth) = (sequence.profile, sequence.shape.chroma, sequence.shape.depth)
    sets = [:]
    append(own)
  }

  /// Puts parameter sets behind those that are there.
  mutating func append(_ own: ParameterSets) {
    sets[.video, default: []].append(own.video)
    sets[.sequence, default: []].append(own.sequence)
    sets[.picture, default: []].append(own.picture)
  }

  /// Raises the tier and the level to those of another profile.
  mutating func raise(to other: [UInt8]) {
    profile[0] |= other[0] & 0x20
    profile[11] = max(profile[11], other[11])
  }

  /// All sets, each behind its length in 4 bytes.
  var units: [UInt8] {
    NALUnit.ParameterSetKind.allCases.flatMap { sets[$0, default: []].flatMap(\.behindLength) }
  }

  /// What the box holds; of what is not decoded by, what is said of every photo.
  var content: [UInt8] {
    let kinds = NALUnit.ParameterSetKind.allCases.filter { !sets[$0, default: []].isEmpty }
    return [1] + profile + [0xF0, 0, 0xFC, 0xFC | UInt8(chroma.rawValue)]
      + [0xF8 | UInt8(depth - 8), 0xF8 | UInt8(depth - 8), 0, 0]
      // One temporal layer, nested, and lengths of 4 bytes.
      + [0b0000_1111, UInt8(kinds.count)]
      + kinds.flatMap { kind -> [UInt8] in
        let units = sets[kind, default: []]
        return [0x80 | UInt8(kind.rawValue)] + BigEndian.bytes(units.count, 2)
          + units.flatMap { BigEndian.bytes($0.bytes.count, 2) + $0.bytes }
      }
  }
}

/// Which sets a picture is coded under.
extension HEVCConfiguration {
  /// The sequence parameter set of a number; nil where there is none, or more than one.
  func sequence(_ number: Int) -> NALUnit? {
    only(.sequence) { (unit) throws(FaceBlurError) in try SequenceParameters(unit).id == number }
  }

  /// The three sets that a picture parameter set's number stands for; nil where one is missing or there are two.
  func sets(ofPicture number: Int) throws(FaceBlurError) -> ParameterSets? {
    guard
      let picture = only(
        .picture, where: { (unit) throws(FaceBlurError) in try HEVCPictureSet(unit).number == number }),
      let sequence = sequence(try HEVCPictureSet(picture).sequence)
    else { return nil }
    let videoID = try SequenceParameters(sequence).videoID
    guard
      let video = only(
        .video,
        where: { (unit) throws(FaceBlurError) in Int(unit.payload(limit: 1).first ?? 0) >> 4 == videoID })
    else { return nil }
    return ParameterSets(video: video, sequence: sequence, picture: picture)
  }

  private func only(
    _ kind: NALUnit.ParameterSetKind, where isMeant: (NALUnit) throws(FaceBlurError) -> Bool
  ) -> NALUnit? {
    let found = sets[kind, default: []].filter { (try? isMeant($0)) ?? false }
    return found.count == 1 ? found.first : nil
  }

  var isEmpty: Bool { sets.values.allSatisfy(\.isEmpty) }

  func contains(_ own: ParameterSets) -> Bool {
    sets[.video]?.contains(own.video) == true && sets[.sequence]?.contains(own.sequence) == true
      && sets[.picture]?.contains(own.picture) == true
  }

  /// Whether every set can be read, and no two of a kind have one number.
  /// - Throws: `FaceBlurError` where one cannot be read.
  var hasDistinctNumbers: Bool {
    get throws(FaceBlurError) {
      var numbers: [NALUnit.ParameterSetKind: [Int]] = [:]
      for unit in sets[.video, default: []] {
        numbers[.video, default: []].append(Int(unit.payload(limit: 1).first ?? 0) >> 4)
      }
      for unit in sets[.sequence, default: []] {
        numbers[.sequence, default: []].append(try SequenceParameters(unit).id)
      }
      for unit in sets[.picture, default: []] {
        numbers[.picture, default: []].append(try HEVCPictureSet(unit).number)
      }
      return numbers.values.allSatisfy { Set($0).count == $0.count }
    }
  }

  /// The numbers that are taken, a line for each picture parameter set.
  func numbers() throws(FaceBlurError) -> [ParameterSets.Numbers] {
    var numbers: [ParameterSets.Numbers] = []
    for picture in sets[.picture, default: []] {
      let number = try HEVCPictureSet(picture).number
      guard let sets = try sets(ofPicture: number) else { continue }
      numbers.append(
        ParameterSets.Numbers(
          video: try SequenceParameters(sets.sequence).videoID,
          sequence: try SequenceParameters(sets.sequence).id,
          picture: number))
    }
    return numbers
  }

  /// Drops the sets that no picture parameter set of some numbers needs.
  mutating func keep(_ pictures: Set<Int>) {
    let kept = pictures.compactMap { try? sets(ofPicture: $0) }
    for kind in NALUnit.ParameterSetKind.allCases {
      sets[kind] = sets[kind, default: []].filter { unit in kept.contains { $0.units.contains(unit) } }
    }
  }
}
