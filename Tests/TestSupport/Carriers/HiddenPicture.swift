import ImageProcessingKit

/// The face that carriers hide: Grace Hopper's portrait, with a mark that no other file holds.
public enum HiddenPicture {
  /// What is looked for, besides the picture itself.
  public static let mark = Array("THE FACE IS STILL HERE".utf8)

  /// Rows and columns of `rgb`.
  static let side = 64

  /// A JPEG of 171 × 200 in which a detector finds the face, with the mark in a comment.
  public static func jpeg() throws -> [UInt8] { try large.get() }

  /// A JPEG of 55 × 64, small enough for a profile's copyright notice.
  static func smallJPEG() throws -> [UInt8] { try small.get() }

  /// The face's pixels, 64 × 64, interleaved RGB from the top, with the mark in the middle row.
  public static func rgb() throws -> [UInt8] { try pixels.get() }

  /// Runs of bytes that betray the hidden picture wherever they turn up, each with what it is.
  ///
  /// The mark alone would not do: a program may copy a picture and drop its comments.
  public static func traces() throws -> [(name: String, bytes: [UInt8])] { try known.get() }

  /// The traces that a file holds.
  public static func traces(in file: [UInt8]) throws -> [String] {
    try traces().filter { ByteSearch.contains(file, $0.bytes) }.map(\.name)
  }

  private static let large = Result { try encoded(longSide: 200, quality: 80) }
  private static let small = Result { try encoded(longSide: 64, quality: 40) }

  private static func encoded(longSide: Int, quality: Int) throws -> [UInt8] {
    let picture = try PhotoFormats.standard.open(TestPhotos.graceHopper()).displayImage(fitting: longSide)
      .pixels
    let jpeg = try TestJPEG.encode(picture, TestJPEG.Kind { $0.quality = quality })
    // Repeated, so that lines and segments that break base64 leave one whole.
    let comment = Array(repeatElement(mark + [0x20], count: 8).joined())
    return JPEGParts.inserting([(0xFE, comment)], into: jpeg)
  }

  private static let pixels = Result {
    let portrait = try TestPhotos.pixels(of: TestPhotos.graceHopper())
    let face = PixelBox(x: 159, y: 122, width: 210, height: 210)
    var bytes: [UInt8] = []
    for y in 0..<side {
      for x in 0..<side {
        let pixel = portrait[face.x + x * face.width / side, face.y + y * face.height / side]
        // No 0xFF: between segments it would begin a marker.
        bytes += [min(pixel.red, 0xFE), min(pixel.green, 0xFE), min(pixel.blue, 0xFE)]
      }
    }
    let row = side / 2 * side * 3
    bytes.replaceSubrange((row + 30)..<(row + 30 + mark.count), with: mark)
    return bytes
  }

  private static let known = Result { () -> [(name: String, bytes: [UInt8])] in
    let whole = try jpeg()
    let reduced = try smallJPEG()
    let row = try rgb().dropFirst((side / 2 - 4) * side * 3 + 60).prefix(60)
    return ByteSearch.forms(of: mark, named: "mark")
      + ByteSearch.forms(of: Array(whole.dropFirst(whole.count / 2).prefix(32)), named: "coded picture")
      + ByteSearch.forms(
        of: Array(reduced.dropFirst(reduced.count * 3 / 4).prefix(32)), named: "small coded picture")
      + ByteSearch.forms(of: Array(row), named: "pixels")
  }
}
