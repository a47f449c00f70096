/// The configuration of H.264, `avcC` (ISO/IEC 14496-15, 5.3.3.1).
struct AVCRecord: UnitRecord, Hashable {
  typealias Units = AVCUnits

  /// What every decoder of the film has to know: `profile_idc`, the constraints that all sets keep, and `level_idc`.
  private var profile: Int
  private var constraints: Int
  private var level: Int
  /// Of the units' lengths in a picture's bytes, in bytes: 1, 2 or 4.
  let lengthSize: Int
  /// Whole units, in the order of the record.
  private(set) var sequences: [[UInt8]]
  private(set) var pictures: [[UInt8]]
  /// Whether it has extensions of sequence parameter sets: of pictures beside the pictures.
  let hasExtensions: Bool

  private static let sequenceUnit = 7
  private static let pictureUnit = 8
  /// As many of each kind the record can count.
  private static let maxSequences = 31
  private static let maxPictures = 255
  /// Both kinds of sets have numbers up to here.
  private static let numbers = 0..<32
  /// Profiles whose record ends behind the sets.
  private static let shortProfiles: Set<Int> = [66, 77, 88]

  /// - Throws: `FaceBlurError` where it is cut short, or holds something else than parameter sets.
  init(_ record: [UInt8]) throws(FaceBlurError) {
    var cursor = BoxCursor(record[...], of: "avcC")
    guard try cursor.number(1) == 1 else { throw .unsupportedFilm("its H.264 is described in a new way") }
    profile = try cursor.number(1)
    constraints = try cursor.number(1)
    level = try cursor.number(1)
    let packed = try cursor.number(1)
    try ParameterUnits.checkLengthSize(packed)
    lengthSize = 1 + packed & 3
    sequences = []
    for _ in 0..<(try cursor.number(1) & 31) {
      sequences.append(try Self.unit(Self.sequenceUnit, &cursor))
    }
    pictures = []
    for _ in 0..<(try cursor.number(1)) { pictures.append(try Self.unit(Self.pictureUnit, &cursor)) }
    // Some writers leave out what ends the record of higher profiles.
    hasExtensions = cursor.rest.count > 3 && cursor.rest[cursor.rest.startIndex + 3] != 0
  }

  private static func unit(_ type: Int, _ cursor: inout BoxCursor) throws(FaceBlurError) -> [UInt8] {
    let unit = try cursor.bytes(try cursor.number(2))
    guard let head = unit.first, Int(head) & 31 == type else {
      throw .damagedFilm("a parameter set of it is none")
    }
    return Array(unit)
  }

  /// What it says of the form of pictures.
  /// - Throws: `FaceBlurError` where its parameter sets are not of one form.
  static func form(_ record: [UInt8]) throws(FaceBlurError) -> CodedForm { try AVCRecord(record).form }

  var form: CodedForm {
    get throws(FaceBlurError) {
      var forms: [CodedForm] = []
      for unit in sequences { forms.append(try AVCSequence(unit).form) }
      return try ParameterUnits.onlyForm(forms)
    }
  }

  var sets: Set<[UInt8]> { Set(sequences + pictures) }

  var pictureNumbers: Set<Int> {
    get throws(FaceBlurError) {
      var numbers: Set<Int> = []
      for unit in pictures { numbers.insert(try AVCPictureSet.numbers(unit).own) }
      return numbers
    }
  }

  /// The lowest number that neither a sequence parameter set nor one of pictures has.
  var freeNumber: Int? {
    get throws(FaceBlurError) {
      guard sequences.count < Self.maxSequences, pictures.count < Self.maxPictures else { return nil }
      var taken = try pictureNumbers
      for unit in sequences { taken.insert(try AVCSequence(unit).number) }
      return Self.numbers.first { !taken.contains($0) }
    }
  }

  func adding(_ units: [[UInt8]]) throws(FaceBlurError) -> AVCRecord {
    var result = self
    var sequenceNumbers: Set<Int> = []
    for unit in sequences { sequenceNumbers.insert(try AVCSequence(unit).number) }
    var pictureNumbers = try pictureNumbers
    for unit in units {
      switch unit.first.map({ Int($0) & 31 }) {
      case Self.sequenceUnit:
        let sequence = try AVCSequence(unit)
        guard sequenceNumbers.insert(sequence.number).inserted else { throw Self.takenNumber }
        // The profiles that films are coded in are numbered by what their decoders can do.
        result.profile = max(result.profile, sequence.profile)
        result.constraints &= sequence.constraints
        result.level = max(result.level, sequence.level)
        result.sequences.append(unit)
      case Self.pictureUnit:
        guard pictureNumbers.insert(try AVCPictureSet.numbers(unit).own).inserted else {
          throw Self.takenNumber
        }
        result.pictures.append(unit)
      default: throw .internalError("what is no parameter set would be added to the film's")
      }
    }
    guard result.sequences.count <= Self.maxSequences, result.pictures.count <= Self.maxPictures else {
      throw .internalError("the film has no room for more parameter sets")
    }
    return result
  }

  var bytes: [UInt8] {
    get throws(FaceBlurError) {
      func listed(_ units: [[UInt8]]) -> [UInt8] {
        units.flatMap { BigEndian.bytes($0.count, 2) + $0 }
      }
      var record = [1, UInt8(profile), UInt8(constraints), UInt8(level), 0xFC | UInt8(lengthSize - 1)]
      record += [0xE0 | UInt8(sequences.count)] + listed(sequences)
      record += [UInt8(pictures.count)] + listed(pictures)
      guard !Self.shortProfiles.contains(profile) else { return record }
      let form = try form
      let depth = 0xF8 | UInt8(form.depth - 8)
      return record + [0xFC | UInt8(form.chroma.rawValue), depth, depth, 0]
    }
  }
}
