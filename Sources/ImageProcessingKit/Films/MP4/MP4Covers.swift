/// Pictures in the user data and the metadata of a film: its cover, and thumbnails that cameras write.
enum MP4Covers {
  /// iTunes' cover, and thumbnails of Canon, Nikon and others.
  private static let types: Set<FourCC> = ["covr", "CNTH", "NCTH", "thmb"]

  /// The pictures of a film or a track, one for all.
  /// - Parameter boxes: of the box `moov` or `trak`.
  static func pictures(in boxes: MP4Boxes) -> [OtherTrack] {
    (boxes.all("udta") + boxes.all("meta")).contains { hold($0.content) }
      ? [OtherTrack(kind: "covr", codec: nil, duration: 0, roles: [], showsPictures: true)] : []
  }

  /// Whether the name of such a picture stands anywhere: how boxes lie in boxes there is every maker's own.
  private static func hold(_ content: ArraySlice<UInt8>) -> Bool {
    var name: UInt32 = 0
    for byte in content {
      name = name << 8 | UInt32(byte)
      if types.contains(FourCC(name)) { return true }
    }
    return false
  }
}
