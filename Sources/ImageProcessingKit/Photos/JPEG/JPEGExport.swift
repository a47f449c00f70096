internal import CJPEG

/// Makes a JPEG of a photo of another format: of its picture at full size as viewers show it, upright.
///
/// What is transparent is white, samples are of 8 bits, and what lies beyond the part that viewers show is not there. Its colours are
/// sRGB, or of a space that nearly every viewer knows and that a profile names; whether two by two pixels share theirs is as in the photo.
enum JPEGExport {
  /// libjpeg's: so high that nobody sees a difference, and not so high that files get large.
  static let quality: UInt32 = 92
  /// What libjpeg writes at most (JPEG_MAX_DIMENSION).
  private static let maxSide = 65_500

  /// - Throws: `FaceBlurError` where the picture cannot be decoded, or is too wide or high for a JPEG.
  static func photo(of original: any EditablePhoto) throws(FaceBlurError) -> JPEGPhoto {
    let frame = original.geometry.frame
    let visible = frame.visible
    guard max(visible.width, visible.height) <= maxSide else {
      throw .photoTooLarge("no JPEG is wider or higher than \(maxSide) pixels")
    }
    let encoded = try encoded(original, visible)
    var exif = original.exif.filtered(by: .everything)
    exif.forgetColorSpace()
    exif.orientation = .up
    let segments = JPEGHeaderWriter(
      jfif: JPEGHeaderWriter.JFIF(densityUnit: 0, densityX: 1, densityY: 1), exif: exif.tiff(thumbnail: nil),
      colorProfile: original.displaySpace?.profile, adobeTransform: nil
    ).segments()
    return try JPEGPhoto([0xFF, 0xD8] + segments + encoded.dropFirst(2), limits: .none)
  }

  /// The picture's stream, without application segments.
  private static func encoded(
    _ original: any EditablePhoto, _ visible: PixelRect
  ) throws(FaceBlurError) -> [UInt8] {
    let frame = original.geometry.frame
    let picture = try original.displayImage(fitting: max(frame.width, frame.height)).pixels
    // Regions would be elsewhere in a picture of another size.
    guard (picture.width, picture.height) == (frame.width, frame.height) else {
      throw .internalError("a picture is not of its photo's size")
    }
    let isGray = original.isGray && picture.isGray(in: visible)
    var writer = try JPEGRowWriter(
      fbj_row_form(
        width: UInt32(visible.width), height: UInt32(visible.height), gray: isGray,
        halved: original.hasHalvedColor, quality: quality))
    try picture.forEachRow(of: visible) { (row) throws(FaceBlurError) in try writer.append(row) }
    var bytes: [UInt8] = []
    try writer.finish { bytes = Array($0) }
    return bytes
  }
}

extension PixelBuffer {
  /// Whether the three samples of each pixel of a part are the same.
  fileprivate func isGray(in part: PixelRect) -> Bool {
    var isGray = true
    forEachRow(of: part) { row in
      isGray =
        isGray
        && stride(from: 0, to: row.count, by: Self.channels).allSatisfy {
          row[$0] == row[$0 + 1] && row[$0] == row[$0 + 2]
        }
    }
    return isGray
  }
}
