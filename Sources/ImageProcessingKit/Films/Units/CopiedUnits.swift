/// What is done with a NAL unit of a picture that is copied.
enum UnitFate: Sendable, Hashable {
  /// A slice of a picture.
  case slice(PictureKind)
  /// What tells that a picture begins.
  case delimiter
  /// Kept as far as its messages are known.
  case messages
  /// Left out where the record has the same; there must be no other one.
  case parameters
  /// Filler, and what no standard says anything of.
  case leftOut
  /// Pictures beside the pictures, or slices in parts: the film cannot be copied in part.
  case foreign
}

/// What a picture needs of others.
enum PictureKind: Sendable, Hashable {
  /// None, nor does any behind it need one before it.
  case independent
  /// None; those that lead to it may need others before it, and no other one behind it should (CRA of HEVC).
  case accessible
  /// It is decoded behind one with which decoding can begin, and shown before that.
  case leading
  /// Perhaps others.
  case dependent
}

/// The NAL units of a code in a picture's bytes: what of a picture that is copied stays.
///
/// Of what is beside the pictures' code nobody looks at, no more stays than is needed to show them.
protocol CopiedUnits {
  /// Bytes of a unit's head.
  static var headSize: Int { get }
  /// Of what tells that a picture begins, which says what kinds of slices follow.
  static var delimiterSize: Int { get }
  /// Which messages stay.
  static var messages: UnitMessages { get }
  /// - Parameter head: of a unit, whole.
  static func fate(of head: ArraySlice<UInt8>) -> UnitFate
  /// What a picture needs, where its slices say more of that than their heads.
  /// - Parameters:
  ///   - kind: by the head of a slice.
  ///   - next: the byte behind it.
  static func kind(_ kind: PictureKind, by next: UInt8) -> PictureKind
  /// Whether a slice is coded by one of some sets of pictures, as far as that can be told.
  /// - Parameter start: of the slice, with its head and up to four bytes behind it.
  static func refers(slice start: ArraySlice<UInt8>, to numbers: Set<Int>) -> Bool
}

extension CopiedUnits {
  static var lengthSize: Int { 4 }
  /// A picture has one for each slice, and few more.
  static var maxUnits: Int { 4096 }

  /// The bytes of a picture without what nobody needs to show it.
  /// - Parameters:
  ///   - packet: units behind their lengths in 4 bytes.
  ///   - sets: the parameter sets of the film's record.
  /// - Returns: the same bytes where nothing is left out.
  /// - Throws: `FaceBlurError` where it is none of a film that can be copied in part, see `Splicing`; and `carriedPicture`.
  static func kept(of packet: [UInt8], sets: Set<[UInt8]>) throws(FaceBlurError) -> [UInt8] {
    var kept: [UInt8]?
    var hasSlice = false
    var told: Set<Int> = []
    for range in try ranges(in: packet) {
      let unit = packet[range]
      var stays: ArraySlice<UInt8>? = unit
      switch fate(of: unit.prefix(headSize)) {
      case .slice:
        guard !CarriedPictures.begin(inUnit: unit) else { throw .carriedPicture }
        hasSlice = true
      case .delimiter: guard unit.count == delimiterSize else { throw unspliceable }
      case .messages: stays = messages.kept(of: unit, beside: &told)
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

  /// Whether the file of another picture lies in one of the slices of a picture.
  /// - Parameter packet: units behind their lengths in 4 bytes.
  static func carryPicture(_ packet: [UInt8]) -> Bool {
    guard let ranges = try? ranges(in: packet) else { return false }
    return ranges.contains { range in
      let unit = packet[range]
      guard case .slice = fate(of: unit.prefix(headSize)) else { return false }
      return CarriedPictures.begin(inUnit: unit)
    }
  }

  private static var unspliceable: FaceBlurError {
    .internalError("a picture was to be copied of a film that cannot be copied in part")
  }

  /// Where the units are that stand behind their lengths, each of which has all of its head.
  /// - Throws: `FaceBlurError` where they do not fill the bytes.
  private static func ranges(in packet: [UInt8]) throws(FaceBlurError) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var place = 0
    while place < packet.count {
      guard packet.count - place > lengthSize, ranges.count < maxUnits else { throw unspliceable }
      let length = BigEndian.number(packet[place..<(place + lengthSize)])
      place += lengthSize
      guard length >= headSize, length <= packet.count - place else { throw unspliceable }
      ranges.append(place..<(place + length))
      place += length
    }
    return ranges
  }
}

extension FaceBlurError {
  /// A picture was to be copied, and the file of another one lies in its code.
  static var carriedPicture: FaceBlurError {
    .damagedFilm("the file of a picture lies in the code of another one").cued(.carriedPicture)
  }
}
