/// Pictures in the user data and the metadata of a film: its cover, and thumbnails that cameras write.
enum MP4Covers {
  /// Boxes that hold such, of a film, a track, and beside both.
  static let holders: Set<FourCC> = ["udta", "meta"]
  /// iTunes' cover, and thumbnails of Canon, Nikon and others.
  private static let types: Set<FourCC> = ["covr", "CNTH", "NCTH", "thmb"]

  /// One for all pictures, as they are told of.
  static let told = OtherTrack(kind: "covr", codec: nil, duration: 0, roles: [], showsPictures: true)

  /// Whether a film or a track has such pictures.
  /// - Parameter boxes: of the box `moov` or `trak`.
  static func lie(in boxes: MP4Boxes) -> Bool {
    holders.contains { boxes.all($0).contains { hold($0.content) } }
  }

  /// Whether the name of such a picture stands anywhere, or a JPEG or PNG begins there: how boxes lie in boxes, and what they are called, is every
  /// maker's own.
  static func hold(_ content: ArraySlice<UInt8>) -> Bool {
    var last: UInt32 = 0
    for byte in content {
      last = last << 8 | UInt32(byte)
      if last == signature || last >> 8 == startOfImage && byte >= firstSegment { return true }
      if types.contains(FourCC(last)) { return true }
    }
    return false
  }

  /// What a PNG begins with (PNG 3rd edition, 5.2).
  private static let signature: UInt32 = 0x8950_4E47
  /// What a JPEG does, and the first byte of the marker behind it.
  private static let startOfImage: UInt32 = 0xFF_D8FF
  /// The least second byte of a segment's marker (ITU-T T.81, table B.1).
  private static let firstSegment: UInt8 = 0xC0
}
