import Testing

@testable import ImageProcessingKit

/// What files are that hold no photo, by their first bytes and by their names.
@Suite struct FileSignatureTests {
  private static func bytes(_ text: String, _ rest: UInt8...) -> [UInt8] { Array(text.utf8) + rest }

  /// One picture of 16 × 16 behind the list of all.
  private static let icon: [UInt8] = [
    0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0, 0x68, 4, 0, 0, 22, 0, 0, 0,
  ]
  private static let pointer: [UInt8] = [
    0, 0, 2, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0, 0x68, 4, 0, 0, 22, 0, 0, 0,
  ]
  private static let appleIcon = bytes("icns\0\0\u{4}\0ic07", 0, 0, 3, 0xF8)

  private static let pictures: [(kind: String, bytes: [UInt8])] = [
    ("an icon", icon), ("an icon", pointer), ("an icon", appleIcon),
    ("an SGI", [0x01, 0xDA, 1, 1, 0, 3, 0, 16, 0, 16, 0, 3]),
    ("a QOI", bytes("qoif", 0, 0, 0, 16, 0, 0, 0, 16, 4, 0)),
    ("an EPS", bytes("%!PS-Adobe-3.0 EPSF-3.0\r\n")), ("an EPS", [0xC5, 0xD0, 0xD3, 0xC6, 32]),
    ("an SVG", bytes("<svg xmlns='http://www.w3.org/2000/svg'>")),
    ("an SVG", bytes("\u{FEFF}<?xml version='1.0'?>\r\n<!-- Made -->\n<!DOCTYPE svg PUBLIC")),
    ("a JPEG XR", [0x49, 0x49, 0xBC, 0x01]), ("an HDR", bytes("#?RADIANCE\n")),
    ("a GIMP", bytes("gimp xcf v011")), ("a DDS", bytes("DDS ", 124, 0, 0, 0)),
  ]

  @Test(arguments: pictures)
  func knowsPicturesThatNobodyReads(_ picture: (kind: String, bytes: [UInt8])) {
    #expect(FileSignature.isPicture(picture.bytes))
    #expect(FileSignature.kind(of: picture.bytes) == "\(picture.kind) picture, which cannot be edited")
  }

  private static let others: [[UInt8]] = [
    [], icon.dropLast(), [0, 0, 1, 0], bytes("\0\0\u{1}\0AAAAAAAAAAAAAAAAAAAAAAAA"),
    [UInt8](repeating: 0, count: 64), bytes("icns are pictures of programs"), [0x01, 0xDA],
    [0x01, 0xDA, 7, 7, 7, 7], bytes("qoif is a format of pictures"), bytes("%!PS-Adobe-3.0\n%% EPSF"),
    bytes("<?xml version='1.0'?><html><svg>"), bytes("<?xml version='1.0'"), bytes("<!-- <svg>"),
    bytes("DDS is a format"), bytes("%PDF-1.7"),
  ]

  /// A text or a program that begins as a picture does by chance.
  @Test(arguments: others)
  func takesNothingElseForAPicture(_ bytes: [UInt8]) {
    #expect(!FileSignature.isPicture(bytes))
  }

  /// What was painted beside a photo changes the name of no record.
  @Test func tellsOtherPicturesFromPhotos() {
    #expect(FileSignature.isPictureName("a.SVG") && !FileSignature.isPhotoName("a.SVG"))
    #expect(FileSignature.isPictureName("a.gif") && FileSignature.isPhotoName("a.gif"))
    #expect(!FileSignature.isPictureName("a.txt"))
    #expect(FileSignature.pictureExtensions.isDisjoint(with: FileSignature.photoExtensions))
  }
}
