/// One NAL unit of HEVC (ITU-T H.265, 7.3.1).
struct NALUnit: Sendable, Hashable {
  /// With its head of two bytes, and with the bytes that keep it from looking like a start code.
  let bytes: [UInt8]

  enum Kind: Hashable {
    case picture, parameters(ParameterSetKind), other
  }

  enum ParameterSetKind: Int, CaseIterable {
    case video = 32
    case sequence = 33
    case picture = 34
  }

  private static let mostOfHead = 2

  /// nal_unit_type.
  var type: Int { Int(bytes[0] >> 1) & 63 }

  var kind: Kind {
    if type < 32 { return .picture }
    return ParameterSetKind(rawValue: type).map(Kind.parameters) ?? .other
  }

  /// IDR_W_RADL, IDR_N_LP or CRA: a picture that needs no other one.
  var isIntra: Bool { (19...21).contains(type) }

  /// Of the base layer, in its first temporal layer.
  var isBase: Bool { bytes[0] & 0x81 == 0 && bytes[1] == 1 }

  /// - Returns: nil where they are too few.
  init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count > Self.mostOfHead else { return nil }
    self.bytes = Array(bytes)
  }

  /// The units that stand behind their lengths.
  /// - Parameter lengthSize: 1, 2 or 4.
  /// - Throws: `FaceBlurError` where they do not fill the bytes.
  static func all(in bytes: [UInt8], lengthSize: Int) throws(FaceBlurError) -> [NALUnit] {
    var units: [NALUnit] = []
    var place = 0
    while place < bytes.count {
      guard bytes.count - place >= lengthSize else { throw .damagedPhoto("its code ends within a length") }
      let length = BigEndian.number(bytes[place..<(place + lengthSize)])
      place += lengthSize
      guard length <= bytes.count - place, let unit = NALUnit(bytes[place..<(place + length)]) else {
        throw .damagedPhoto("its code has a part of a wrong length")
      }
      guard units.count < maxUnits else { throw .damagedPhoto("its code has more than \(maxUnits) parts") }
      units.append(unit)
      place += length
    }
    return units
  }

  /// A tile has one, and few more beside it.
  private static let maxUnits = 4096

  /// Behind its length in 4 bytes.
  var behindLength: [UInt8] { BigEndian.bytes(bytes.count, 4) + bytes }

  /// What stands behind the head, without the bytes that are only there against start codes (7.4.2).
  /// - Parameter limit: of the bytes that are looked at.
  func payload(limit: Int = .max) -> [UInt8] {
    EmulationPrevention.removed(from: bytes.dropFirst(Self.mostOfHead).prefix(limit))
  }

  /// Whether the beginning of a picture's file stands in it.
  var holdsPictureFile: Bool { PictureFiles.begin(in: bytes) }

  /// A unit with the same head and another payload.
  func replacingPayload(_ payload: [UInt8]) -> NALUnit {
    NALUnit(whole: EmulationPrevention.added(to: payload, behind: bytes.prefix(Self.mostOfHead)))
  }

  private init(whole bytes: [UInt8]) { self.bytes = bytes }
}
