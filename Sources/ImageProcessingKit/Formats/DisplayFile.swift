/// The files of small pictures for people to look at: previews, overlays and thumbnails.
///
/// They are JPEGs, whatever format the photo is in, so that every program shows them.
enum DisplayFile {
  /// - Parameter quality: 1…100.
  /// - Throws: `PhotoError` where a side is longer than 65,500 pixels or memory is short.
  static func encode(
    _ picture: PixelBuffer, quality: UInt32 = JPEGEncoder.quality
  ) throws(PhotoError) -> [UInt8] {
    try JPEGEncoder.encode(picture, quality: quality)
  }

  /// What stands behind the start of image, where a comment is put.
  static func content(of file: [UInt8]) -> ArraySlice<UInt8> { file.dropFirst(startOfImage.count) }

  /// The file with a comment before its content.
  /// - Parameter comment: at most 253 bytes.
  static func adding(_ comment: String, to file: [UInt8]) -> [UInt8] {
    startOfImage + JPEGHeaderWriter.segment(commentMarker, Array(comment.utf8)) + content(of: file)
  }

  /// The comment that was added to a file, and where the content behind it begins; nil where there is none.
  /// - Parameter file: its first bytes are enough.
  static func comment(of file: [UInt8]) -> (text: String, end: Int)? {
    guard file.count > 6, Array(file[..<4]) == startOfImage + [0xFF, commentMarker], file[4] == 0,
      file[5] > 2
    else { return nil }
    let end = 4 + Int(file[5])
    guard end <= file.count, let text = String(validating: file[6..<end], as: UTF8.self) else { return nil }
    return (text, end)
  }

  private static let startOfImage: [UInt8] = [0xFF, 0xD8]
  private static let commentMarker: UInt8 = 0xFE
}
