/// The NAL units of H.264 in a picture's bytes: what of a picture that is copied stays.
///
/// Of what is beside the pictures' code nobody looks at, no more stays than is needed to show them.
enum AVCUnits {
  /// What is done with a unit, by its `nal_unit_type` (ITU-T H.264, table 7-1).
  enum Fate {
    /// A slice of a picture, or what tells that one begins.
    case slice, delimiter
    /// Kept as far as its messages are known.
    case messages
    /// Left out where the record has the same; there must be no other one.
    case parameters
    /// Ends of sequences, filler, and what no standard says anything of.
    case leftOut
    /// Pictures beside the pictures, or slices in parts: the film cannot be copied in part.
    case foreign

    /// - Parameter head: the first byte of the unit.
    init(_ head: UInt8) {
      self =
        switch Int(head) & 31 {
        case 1, AVCUnits.independentSlice: .slice
        case 6: .messages
        case 7, 8: .parameters
        case 9: .delimiter
        case 0, 10, 11, 12, 24...31: .leftOut
        default: .foreign
        }
    }
  }

  /// Of a picture that needs no other one, nor does any behind it: IDR.
  static let independentSlice = 5
  static let lengthSize = 4
  /// Of what tells that a picture begins, which says what kinds of slices follow.
  static let delimiterSize = 2
  /// A picture has one for each slice, and few more.
  static let maxUnits = 4096

  /// The bytes of a picture without what nobody needs to show it.
  /// - Parameters:
  ///   - packet: units behind their lengths in 4 bytes.
  ///   - sets: the parameter sets of the film's record.
  /// - Returns: the same bytes where nothing is left out.
  /// - Throws: `FaceBlurError` where it is none of a film that can be copied in part, see `Splicing`.
  static func kept(of packet: [UInt8], sets: Set<[UInt8]>) throws(FaceBlurError) -> [UInt8] {
    var kept: [UInt8]?
    var hasSlice = false
    for range in try ranges(in: packet) {
      let unit = packet[range]
      var stays: ArraySlice<UInt8>? = unit
      switch Fate(unit[range.lowerBound]) {
      case .slice: hasSlice = true
      case .delimiter: guard unit.count == delimiterSize else { throw unspliceable }
      case .messages: stays = AVCMessages.kept(of: unit)
      case .parameters:
        guard sets.contains(Array(unit)) else { throw unspliceable }
        stays = nil
      case .leftOut: stays = nil
      case .foreign: throw unspliceable
      }
      if kept == nil, stays != unit { kept = Array(packet[..<(range.lowerBound - lengthSize)]) }
      if kept != nil, let stays { kept?.append(contentsOf: BigEndian.bytes(stays.count, lengthSize) + stays) }
    }
    guard hasSlice else { throw unspliceable }
    return kept ?? packet
  }

  private static var unspliceable: FaceBlurError {
    .internalError("a picture was to be copied of a film that cannot be copied in part")
  }

  /// Where the units are that stand behind their lengths, none of which is empty.
  /// - Throws: `FaceBlurError` where they do not fill the bytes.
  private static func ranges(in packet: [UInt8]) throws(FaceBlurError) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var place = 0
    while place < packet.count {
      guard packet.count - place > lengthSize, ranges.count < maxUnits else { throw unspliceable }
      let length = BigEndian.number(packet[place..<(place + lengthSize)])
      place += lengthSize
      guard length > 0, length <= packet.count - place else { throw unspliceable }
      ranges.append(place..<(place + length))
      place += length
    }
    return ranges
  }
}
