/// How pictures of display size are written for people to look at: previews, overlays and the report's.
///
/// They are JPEGs whatever the photo's format, because every viewer, browser and mail program shows those. Nothing else says so.
enum DisplayFile {
  static let fileExtension = "jpg"
  static let mediaType = "image/jpeg"

  /// High enough that lettering stays crisp.
  static let quality: UInt32 = 90
  /// For pictures of which a page holds hundreds.
  static let pageQuality: UInt32 = 72

  /// - Parameter quality: 1…100.
  /// - Throws: `FaceBlurError` where a side is longer than 65,500 pixels or memory is short.
  static func encode(_ picture: PixelBuffer, quality: UInt32 = quality) throws(FaceBlurError) -> [UInt8] {
    try JPEGEncoder.encode(picture, quality: quality)
  }

  /// The file without its start of image: what a comment is put before.
  static func content(of file: [UInt8]) -> [UInt8] { Array(file.dropFirst(start.count)) }

  /// Puts a comment before a file's content.
  /// - Parameter comment: at most 253 bytes of UTF-8.
  static func putting(comment: String, before content: [UInt8]) -> [UInt8] {
    start + JPEGHeaderWriter.segment(0xFE, Array(comment.utf8)) + content
  }

  /// The comment that a file begins with, and where its content begins; nil where there is none.
  static func comment(of file: [UInt8]) -> (text: String, end: Int)? {
    guard file.count > 6, file.starts(with: start + [0xFF, 0xFE]), file[4] == 0, file[5] > 2 else {
      return nil
    }
    let end = 4 + Int(file[5])
    guard end <= file.count, let text = String(validating: file[6..<end], as: UTF8.self) else { return nil }
    return (text, end)
  }

  /// The start of image.
  private static let start: [UInt8] = [0xFF, 0xD8]
}
