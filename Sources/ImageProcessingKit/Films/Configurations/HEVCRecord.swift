/// The configuration of HEVC, `hvcC` (ISO/IEC 14496-15, 8.3.3.1).
struct HEVCRecord: UnitRecord, Hashable {
  typealias Units = HEVCUnits

  /// What it states of what every decoder of the film has to know: profile, tier, constraints and level, in 12 bytes.
  let profile: [UInt8]
  /// As the record states it.
  private let stated: CodedForm
  /// The layers in time, and whether decoding may begin in each: two fields of 3 and 1 bits.
  private let timeLayers: Int
  /// Of the units' lengths in a picture's bytes, in bytes: 1, 2 or 4.
  let lengthSize: Int
  /// Whole units, in the order of the record.
  private(set) var videos: [[UInt8]] = []
  private(set) var sequences: [[UInt8]] = []
  private(set) var pictures: [[UInt8]] = []
  /// What it says of the light in which all pictures are to be seen.
  var light = HEVCLight()
  /// Whether what it holds as a parameter set is none, or of another layer, also in time.
  private(set) var hasOddUnits = false

  private static let videoUnit = 32
  private static let sequenceUnit = 33
  private static let pictureUnit = 34
  private static let messageUnit = 39
  /// What a unit of messages begins with.
  static let messageHead: [UInt8] = [UInt8(messageUnit << 1), 1]
  /// More of one kind no film needs; there may be 64 sets of pictures.
  static let maxUnits = 64
  /// Further sets have numbers from 1: 0 are those that the encoder gives.
  private static let furtherNumbers = 1...VideoEncoder.maxHEVCNumber

  /// - Throws: `FaceBlurError` where it is cut short, or its sequence parameter sets are none or of other layers.
  init(_ record: [UInt8]) throws(FaceBlurError) {
    var cursor = BoxCursor(record[...], of: "hvcC")
    guard try cursor.number(1) == 1 else { throw .unsupportedFilm("its HEVC is described in a new way") }
    profile = Array(try cursor.bytes(12))
    _ = try cursor.bytes(3)
    let chroma = try cursor.number(1) & 3
    let depths = (8 + (try cursor.number(1) & 7), 8 + (try cursor.number(1) & 7))
    stated = try CodedForm(chroma: chroma, depths: depths)
    _ = try cursor.bytes(2)
    let packed = try cursor.number(1)
    try ParameterUnits.checkLengthSize(packed)
    (timeLayers, lengthSize) = (packed >> 2 & 15, 1 + packed & 3)
    for _ in 0..<(try cursor.number(1)) {
      let type = try cursor.number(1) & 63
      for _ in 0..<(try cursor.number(2)) { try take(cursor.bytes(try cursor.number(2)), type) }
    }
  }

  private mutating func take(_ unit: ArraySlice<UInt8>, _ type: Int) throws(FaceBlurError) {
    let head = Array(unit.prefix(2))
    let isRight = unit.count > 2 && Int(head[0] >> 1) & 63 == type
    // Those of other layers are other pictures.
    let layer = isRight ? Int(head[0] & 1) << 5 | Int(head[1] >> 3) : 0
    let isBase = isRight && layer == 0 && head[1] & 7 == 1
    switch type {
    case Self.sequenceUnit:
      guard isRight else { throw .damagedFilm("a parameter set of it is none") }
      guard layer == 0 else { throw .unsupportedFilm("it has several layers, and each may show a face") }
      if !isBase { hasOddUnits = true }
      sequences.append(Array(unit))
    case Self.videoUnit where isBase: videos.append(Array(unit))
    case Self.pictureUnit where isBase: pictures.append(Array(unit))
    case Self.videoUnit, Self.pictureUnit: hasOddUnits = true
    case Self.messageUnit where isRight && layer == 0: light.take(unit)
    default: break
    }
  }

  /// What it says of the form of pictures.
  /// - Throws: `FaceBlurError` where it is cut short, or its parameter sets are not of one form.
  static func form(_ record: [UInt8]) throws(FaceBlurError) -> CodedForm { try HEVCRecord(record).form }

  var form: CodedForm {
    get throws(FaceBlurError) {
      // Where the pictures themselves bring the parameter sets, their size is the track's.
      guard !sequences.isEmpty else { return stated }
      var forms: [CodedForm] = []
      for unit in sequences { forms.append(try HEVCSequence(unit).form) }
      return try ParameterUnits.onlyForm(forms)
    }
  }

  var sets: Set<[UInt8]> { Set(videos + sequences + pictures) }

  var pictureNumbers: Set<Int> {
    get throws(FaceBlurError) {
      var numbers: Set<Int> = []
      for unit in pictures { numbers.insert(try HEVCPictureSet(unit).number) }
      return numbers
    }
  }

  /// Those of sets of videos and of sequences.
  private var otherNumbers: (videos: Set<Int>, sequences: Set<Int>) {
    get throws(FaceBlurError) {
      var (first, second): (Set<Int>, Set<Int>) = ([], [])
      for unit in videos { first.insert(try HEVCVideoSet(unit).number) }
      for unit in sequences { second.insert(try HEVCSequence(unit).set.number) }
      return (first, second)
    }
  }

  /// The lowest number that no set has, in the way in which new sets are numbered.
  var freeNumber: Int? {
    get throws(FaceBlurError) {
      guard max(videos.count, sequences.count, pictures.count) < Self.maxUnits else { return nil }
      let (pictures, others) = (try pictureNumbers, try otherNumbers)
      return Self.furtherNumbers.first { number in
        !others.videos.contains(number) && !others.sequences.contains(number)
          && !pictures.contains(VideoEncoder.pictureNumber(ofHEVC: number))
      }
    }
  }

  func adding(_ units: [[UInt8]]) throws(FaceBlurError) -> HEVCRecord {
    var result = self
    var (numbers, others) = (try pictureNumbers, try otherNumbers)
    for unit in units {
      let isNew: Bool
      switch unit.first.map({ Int($0 >> 1) & 63 }) {
      case Self.videoUnit:
        isNew = others.videos.insert(try HEVCVideoSet(unit).number).inserted
        result.videos.append(unit)
      case Self.sequenceUnit:
        isNew = others.sequences.insert(try HEVCSequence(unit).set.number).inserted
        result.sequences.append(unit)
      case Self.pictureUnit:
        isNew = numbers.insert(try HEVCPictureSet(unit).number).inserted
        result.pictures.append(unit)
      default: throw .internalError("what is no parameter set would be added to the film's")
      }
      guard isNew else { throw Self.takenNumber }
    }
    return result
  }

  /// What decodes all of its sequences, in 12 bytes, as far as it states that itself; nil where that is no profile.
  /// - Throws: `FaceBlurError` where a set cannot be read.
  var needs: [UInt8]? {
    get throws(FaceBlurError) {
      var all: [UInt8]?
      for unit in sequences {
        let own = try HEVCSequence(unit).set.profile
        guard let common = HEVCProfile.common(all ?? own, own) else { return nil }
        all = common
      }
      guard let all else { return profile }
      return HEVCProfile.common(HEVCProfile.leveled(profile, as: all), all)
    }
  }

  /// What it states of layers in time, as far as its sequences have them.
  private var neededLayers: Int {
    get throws(FaceBlurError) {
      var (count, isNested) = (1, true)
      for unit in sequences {
        let set = try HEVCSequence(unit).set
        count = max(count, set.subLayers + 1)
        isNested = isNested && set.isNested
      }
      return min(timeLayers >> 1, count) << 1 | (isNested ? timeLayers & 1 : 0)
    }
  }

  var bytes: [UInt8] {
    get throws(FaceBlurError) {
      let form = try form
      let depth = 0xF8 | UInt8(form.depth - 8)
      guard let profile = try needs else {
        throw .internalError("no decoder would know what the film needs")
      }
      // Nothing is said of how finely pictures are divided, how they can be decoded at once, and how many come in a second.
      var record = [1] + profile + [0xF0, 0, 0xFC, 0xFC | UInt8(form.chroma.rawValue), depth, depth, 0, 0]
      var kinds = [(Self.videoUnit, videos), (Self.sequenceUnit, sequences), (Self.pictureUnit, pictures)]
      if let unit = light.unit { kinds.append((Self.messageUnit, [unit])) }
      record += [UInt8(try neededLayers << 2 | (lengthSize - 1)), UInt8(kinds.count)]
      for (type, units) in kinds {
        // All parameter sets are here, and pictures may have messages of their own.
        record += [(type == Self.messageUnit ? 0 : 0x80) | UInt8(type)] + BigEndian.bytes(units.count, 2)
        for unit in units { record += BigEndian.bytes(unit.count, 2) + unit }
      }
      return record
    }
  }
}
