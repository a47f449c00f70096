/// A place in a file where a second picture hides, and how to plant one there.
public struct Carrier: Sendable, CustomStringConvertible {
  /// What is planted.
  public enum Content: Sendable {
    /// A whole JPEG, as it is or in base64: a detector that looks finds the face.
    case jpeg
    /// Pixels without a header, or a picture in pieces: that it shows a face cannot be ruled out.
    case undecodable
    /// The mark alone.
    case text
  }

  /// Unlike any other carrier's.
  public let name: String
  /// What a listing of the file must call the place; nil where more than one name would be right.
  public let kind: String?
  public let content: Content
  public let fileExtension: String
  /// Puts the hidden picture into a photo.
  public let build: @Sendable ([UInt8]) throws -> [UInt8]

  init(
    _ name: String, kind: String?, _ content: Content = .jpeg, fileExtension: String = "jpg",
    build: @escaping @Sendable ([UInt8]) throws -> [UInt8]
  ) {
    self.name = name
    self.kind = kind
    self.content = content
    self.fileExtension = fileExtension
    self.build = build
  }

  public var description: String { name }

  /// The carrier's name as a file name.
  public var fileName: String {
    name.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? String($0) : "-" }.joined()
      + "." + fileExtension
  }

  /// Every carrier known of JPEGs, in photos that can be read.
  public static let all: [Carrier] =
    exif + makerNotes + xmp + photoshop + credentials + segments + jfif + profiles + multiPicture + trailing
    + stream

  /// Carriers of one segment each, whose content a closure makes anew for every photo.
  static func segment(
    _ name: String, kind: String?, _ content: Content = .jpeg, marker: UInt8,
    _ bytes: @escaping @Sendable () throws -> [UInt8]
  ) -> Carrier {
    Carrier(name, kind: kind, content) { photo in
      JPEGParts.inserting([(marker, try bytes())], into: photo)
    }
  }
}
