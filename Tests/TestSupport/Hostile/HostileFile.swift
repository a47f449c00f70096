/// A file that is made to keep a parser busy, or to lead it astray.
public struct HostileFile: Sendable, CustomStringConvertible {
  public let name: String
  /// Whether the picture in it can be decoded, so that it can be blurred.
  public let isPhoto: Bool
  public let fileExtension: String
  public let build: @Sendable (_ photo: [UInt8]) throws -> [UInt8]

  public var description: String { name }

  /// The name as a file name.
  public var fileName: String {
    name.lowercased().map { $0.isLetter || $0.isNumber ? String($0) : "-" }.joined()
      + "." + fileExtension
  }

  init(
    _ name: String, isPhoto: Bool = true, fileExtension: String = "jpg",
    build: @escaping @Sendable (_ photo: [UInt8]) throws -> [UInt8]
  ) {
    self.name = name
    self.isPhoto = isPhoto
    self.fileExtension = fileExtension
    self.build = build
  }

  /// Small enough to be looked at one by one.
  public static let all = exif + segments + trailing
  /// Large enough that work which grows with the square of the size, or memory that grows with the number of parts,
  /// comes to tens of times what is allowed.
  public static let large = largeEXIF + largeSegments + largeTrailing

  /// A pattern repeated up to a size; quick, for a debug build, too.
  static func fill(_ size: Int, _ pattern: [UInt8]) -> [UInt8] {
    var bytes = pattern
    bytes.reserveCapacity(2 * size)
    while bytes.count < size { bytes += bytes }
    return Array(bytes.prefix(size))
  }

  /// Many copies of one segment behind the photo's own application segments.
  public static func repeating(_ count: Int, _ segments: [JPEGParts.Segment], in photo: [UInt8]) -> [UInt8] {
    let bytes = segments.flatMap { JPEGParts.segment($0.marker, $0.content) }
    return JPEGParts.inserting(bytes: fill(count * bytes.count, bytes), into: photo)
  }
}
