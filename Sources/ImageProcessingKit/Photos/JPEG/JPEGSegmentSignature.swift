/// What the application segments of a JPEG begin with, which tells what they hold.
enum JPEGSegmentSignature {
  /// Of an EXIF segment (Exif 2.32, 4.7.2).
  static let exif: [UInt8] = Array("Exif".utf8) + [0, 0]
  /// Of a segment with a part of a colour profile (ICC.1:2010, B.4).
  static let colorProfile: [UInt8] = Array("ICC_PROFILE".utf8) + [0]
}
