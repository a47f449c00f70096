/// The EXIF tags that a render may hold, each with what its value must look like (Exif 2.32, 4.6).
///
/// Reader, writer and gate use this one list; a tag that is not on it is never kept.
struct EXIFTag: Sendable, Hashable {
  enum Directory: Int, Sendable, Hashable, CaseIterable {
    case image
    case exif
    case gps
    case interoperability
  }

  /// The types of the TIFF values that are kept, by their codes (TIFF 6.0, section 2).
  enum ValueType: Int, Sendable, Hashable {
    case byte = 1
    case text = 2
    case short = 3
    case long = 4
    case rational = 5
    case signedRational = 10

    /// Bytes of one value.
    var size: Int {
      switch self {
      case .byte, .text: 1
      case .short: 2
      case .long: 4
      case .rational, .signedRational: 8
      }
    }

    /// Bytes of one number: a rational is two.
    var numberSize: Int { min(size, 4) }
  }

  /// What a text must look like.
  enum Pattern: Sendable, Hashable {
    case free
    /// Digits where `text` has zeros, the very character elsewhere; a `+` may also be a `-`.
    case like(String)
    case digits
    case oneOf(Set<String>)
    /// Of a number, not of a text.
    case number(Set<UInt32>)
  }

  let directory: Directory
  let number: Int
  let type: ValueType
  /// Exactly so many values; of a text, at most so many bytes without its terminator.
  let count: Int
  var pattern = Pattern.free
  /// The field whose policy decides; nil for what decoding needs.
  let field: MetadataField?

  /// Long enough for names and notices, too short for a picture.
  static let maxTextBytes = 160

  static let orientation = EXIFTag(
    directory: .image, number: 0x0112, type: .short, count: 1, pattern: .number([1, 2, 3, 4, 5, 6, 7, 8]),
    field: nil)
  static let xResolution = EXIFTag(
    directory: .image, number: 0x011A, type: .rational, count: 1, field: .pixelDensity)
  static let yResolution = EXIFTag(
    directory: .image, number: 0x011B, type: .rational, count: 1, field: .pixelDensity)
  static let colorSpace = EXIFTag(
    directory: .exif, number: 0xA001, type: .short, count: 1, pattern: .number([1, 2, 0xFFFF]), field: nil)
  static let interoperabilityIndex = EXIFTag(
    directory: .interoperability, number: 1, type: .text, count: 3, pattern: .oneOf(["R98", "R03", "THM"]),
    field: nil)
  static let gpsLatitudeReference = EXIFTag(
    directory: .gps, number: 1, type: .text, count: 1, pattern: .oneOf(["N", "S"]), field: .gps)
  static let gpsLatitude = EXIFTag(directory: .gps, number: 2, type: .rational, count: 3, field: .gps)
  static let gpsLongitudeReference = EXIFTag(
    directory: .gps, number: 3, type: .text, count: 1, pattern: .oneOf(["E", "W"]), field: .gps)
  static let gpsLongitude = EXIFTag(directory: .gps, number: 4, type: .rational, count: 3, field: .gps)
  static let gpsAltitudeReference = EXIFTag(
    directory: .gps, number: 5, type: .byte, count: 1, field: .gps)
  static let gpsAltitude = EXIFTag(directory: .gps, number: 6, type: .rational, count: 1, field: .gps)

  static let dateTimeOriginal = EXIFTag(
    directory: .exif, number: 0x9003, type: .text, count: 19, pattern: date, field: .dateTimeOriginal)
  private static let dateTimeDigitized = EXIFTag(
    directory: .exif, number: 0x9004, type: .text, count: 19, pattern: date, field: .dateTimeDigitized)
  static let offsetTimeOriginal = EXIFTag(
    directory: .exif, number: 0x9011, type: .text, count: 6, pattern: offset, field: .offsetTimeOriginal)
  private static let offsetTimeDigitized = EXIFTag(
    directory: .exif, number: 0x9012, type: .text, count: 6, pattern: offset, field: .offsetTimeDigitized)
  private static let subSecTimeOriginal = EXIFTag(
    directory: .exif, number: 0x9291, type: .text, count: 9, pattern: .digits, field: .subSecTimeOriginal)
  private static let date = Pattern.like("0000:00:00 00:00:00")
  private static let offset = Pattern.like("+00:00")

  /// By date, what belongs to it.
  static let partsOfDates: [(date: EXIFTag, parts: [EXIFTag])] = [
    (dateTimeOriginal, [subSecTimeOriginal, offsetTimeOriginal]), (dateTimeDigitized, [offsetTimeDigitized]),
  ]

  static let all: [EXIFTag] = {
    func image(
      _ number: Int, _ type: ValueType, _ count: Int, _ field: MetadataField, _ pattern: Pattern = .free
    ) -> EXIFTag {
      EXIFTag(
        directory: .image, number: number, type: type, count: count, pattern: pattern, field: field)
    }
    func exif(
      _ number: Int, _ type: ValueType, _ count: Int, _ field: MetadataField, _ pattern: Pattern = .free
    ) -> EXIFTag {
      EXIFTag(directory: .exif, number: number, type: type, count: count, pattern: pattern, field: field)
    }
    return [
      orientation, colorSpace, interoperabilityIndex,
      gpsLatitudeReference, gpsLatitude, gpsLongitudeReference, gpsLongitude, gpsAltitudeReference,
      gpsAltitude,
      dateTimeOriginal, subSecTimeOriginal, offsetTimeOriginal, dateTimeDigitized, offsetTimeDigitized,
      image(0x010F, .text, maxTextBytes, .make), image(0x0110, .text, maxTextBytes, .model),
      xResolution, yResolution,
      image(0x0128, .short, 1, .pixelDensity, .number([1, 2, 3])),
      image(0x013B, .text, maxTextBytes, .artist), image(0x8298, .text, maxTextBytes, .copyright),
      exif(0x829A, .rational, 1, .exposureTime), exif(0x829D, .rational, 1, .fNumber),
      exif(0x8822, .short, 1, .exposureProgram), exif(0x8827, .short, 1, .photographicSensitivity),
      exif(0x9201, .signedRational, 1, .shutterSpeedValue), exif(0x9202, .rational, 1, .apertureValue),
      exif(0x9204, .signedRational, 1, .exposureBiasValue), exif(0x9205, .rational, 1, .maxApertureValue),
      exif(0x9207, .short, 1, .meteringMode), exif(0x9208, .short, 1, .lightSource),
      exif(0x9209, .short, 1, .flash), exif(0x920A, .rational, 1, .focalLength),
      exif(0xA402, .short, 1, .exposureMode), exif(0xA403, .short, 1, .whiteBalance),
      exif(0xA404, .rational, 1, .digitalZoomRatio), exif(0xA405, .short, 1, .focalLengthIn35mmFilm),
      exif(0xA406, .short, 1, .sceneCaptureType),
      exif(0xA432, .rational, 4, .lensSpecification), exif(0xA433, .text, maxTextBytes, .lensMake),
      exif(0xA434, .text, maxTextBytes, .lensModel),
    ]
  }()
}

extension EXIFTag.Pattern {
  /// Whether a tag's numbers are among those that it may have.
  func allows(_ numbers: [UInt32]) -> Bool {
    guard case .number(let allowed) = self else { return true }
    return numbers.allSatisfy(allowed.contains)
  }

  /// Whether a text, without its terminator, is of this kind and holds nothing that a text does not.
  func matches(_ text: [UInt8]) -> Bool {
    guard let string = String(validating: text, as: UTF8.self),
      string.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
    else { return false }
    switch self {
    case .free: return true
    case .oneOf(let values): return values.contains(string)
    case .number: return false
    case .digits: return text.allSatisfy(Self.isDigit)
    case .like(let model):
      let model = Array(model.utf8)
      return text.count == model.count
        && zip(text, model).allSatisfy { byte, wanted in
          switch wanted {
          case UInt8(ascii: "0"): Self.isDigit(byte)
          case UInt8(ascii: "+"): byte == wanted || byte == UInt8(ascii: "-")
          default: byte == wanted
          }
        }
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
