internal import CJPEG

/// Writes small pictures: previews, overlays and thumbnails.
public enum JPEGEncoder {
  /// High enough that lettering stays crisp; these pictures are looked at, not kept.
  private static let quality: UInt32 = 90

  /// A baseline 4:4:4 JPEG.
  /// - Parameter quality: libjpeg's, 1…100.
  /// - Throws: `PhotoError` where a side is longer than 65,500 pixels or memory is short.
  static func encode(_ picture: PixelBuffer, quality: UInt32 = quality) throws(PhotoError) -> [UInt8] {
    var bytes: [UInt8] = []
    try JPEGStream.lend({ bytes = Array($0) }) {
      fbj_encode_rgb(picture.bytes, UInt32(picture.width), UInt32(picture.height), quality, $0, $1)
    }
    return bytes
  }

  /// A JPEG with a comment that tells what the file is.
  /// - Parameter comment: ASCII, at most 200 bytes.
  /// - Throws: as `encode`.
  public static func encode(_ picture: PixelBuffer, comment: String) throws(PhotoError) -> [UInt8] {
    let bytes = try encode(picture)
    let segment = JPEGHeaderWriter.segment(0xFE, Array(comment.utf8.prefix(200)))
    return bytes.prefix(2) + segment + bytes.dropFirst(2)
  }

  /// The comment of a file that `encode` wrote; nil of any other file.
  static func comment(of bytes: [UInt8]) -> String? {
    guard bytes.count > 6, bytes[0..<4] == [0xFF, 0xD8, 0xFF, 0xFE], bytes[4] == 0, bytes[5] >= 2 else {
      return nil
    }
    return String(validating: bytes[6...].prefix(Int(bytes[5]) - 2), as: UTF8.self)
  }
}
