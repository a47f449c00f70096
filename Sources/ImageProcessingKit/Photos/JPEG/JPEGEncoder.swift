internal import CJPEG

/// Writes small pictures: previews, overlays and thumbnails.
enum JPEGEncoder {
  /// A baseline 4:4:4 JPEG.
  /// - Parameter quality: libjpeg's, 1…100.
  /// - Throws: `FaceBlurError` where a side is longer than 65,500 pixels or memory is short.
  static func encode(_ picture: PixelBuffer, quality: UInt32) throws(FaceBlurError) -> [UInt8] {
    var bytes: [UInt8] = []
    try JPEGStream.lend({ bytes = Array($0) }) {
      fbj_encode_rgb(picture.bytes, UInt32(picture.width), UInt32(picture.height), quality, $0, $1)
    }
    return bytes
  }
}
