import ImageProcessingKit

extension HiddenPicture {
  /// The traces that a JPEG XL holds: as it is, in the JPEG that is had back from it, in the boxes that it packs, and in what is seen.
  public static func traces(inJPEGXL file: [UInt8]) throws -> [String] {
    let packed = ["Exif", "xml ", "jumb", "face"].compactMap { TestJXL.content(of: $0, in: file) }
    let restored = (try? TestJXL.jpeg(of: file)).map { [$0] } ?? []
    let shown = (try? TestJXL.read(file)).map { [$0.picture.bytes] } ?? []
    var found: [String] = []
    for layer in [file] + restored + packed + shown {
      for name in try traces(in: layer) where !found.contains(name) { found.append(name) }
    }
    return found
  }
}
