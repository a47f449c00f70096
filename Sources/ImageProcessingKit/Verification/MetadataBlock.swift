/// A part of a photo file that is not the picture.
public struct MetadataBlock: Sendable, Hashable {
  /// What kind of block it is; the names are a contract with programs that read them.
  public struct Kind: Sendable, Hashable, RawRepresentable {
    public let rawValue: String
    /// What such a block is, for people.
    let name: String

    public init(rawValue: String) { self.init(rawValue, rawValue) }

    init(_ rawValue: String, _ name: String) {
      self.rawValue = rawValue
      self.name = name
    }

    public static func == (a: Kind, b: Kind) -> Bool { a.rawValue == b.rawValue }
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

    // Those that several formats have; others stand with their format.
    static let exif = Kind("exif", "EXIF")
    static let exifThumbnail = Kind("exifThumbnail", "EXIF thumbnail")
    static let exifSlack = Kind("exifSlack", "bytes in EXIF that belong to no tag")
    static let makerNote = Kind("makerNote", "maker note")
    static let xmp = Kind("xmp", "XMP")
    static let colorProfile = Kind("icc", "colour profile")
    /// What is said of colours by numbers of known meaning: a PNG's cICP, sRGB, gAMA, cHRM and sBIT, a HEIC's or an AVIF's nclx.
    static let colorSpace = Kind("colorSpace", "colour space")
    /// A PNG's pHYs, and of a JPEG's header what draws pixels out so far that faces are not found.
    static let pixelDensity = Kind("pixelDensity", "pixel density")
    static let mpf = Kind("mpf", "index of further pictures (MPF)")
    static let contentCredential = Kind("contentCredential", "content credential (C2PA)")
    static let jumbf = Kind("jumbf", "JUMBF")
    static let photoshop = Kind("photoshop", "Photoshop resources")
    static let comment = Kind("comment", "comment")
    /// In the picture's data: behind the last row, or where no viewer shows it.
    static let pictureSlack = Kind("pictureSlack", "data behind the picture's last row")
    static let strayBytes = Kind("strayBytes", "bytes between segments")
    /// Beside the picture, in the same structure: a smaller one, a mask or a page.
    static let furtherPicture = Kind("furtherPicture", "further picture")
    /// Pictures that follow the first one in time, and when.
    static let animation = Kind("animation", "animation")
    /// Of a type that is not known here, or that nobody needs.
    static let furtherChunk = Kind("furtherChunk", "further chunk")
    /// What shows the picture in other bytes than a render's may hold more than it.
    static let otherCode = Kind("otherCode", "picture's code in another form")
    /// They say what a render says in other bytes, or nothing.
    static let headerBytes = Kind("headerBytes", "bytes in headers that are not needed")
    /// How much brighter than the picture its parts are on a screen that can show that.
    static let gainMap = Kind("gainMap", "gain map")
    static let trailingPicture = Kind("trailingPicture", "picture behind the picture")
    static let trailingVideo = Kind("trailingVideo", "video behind the picture")
    static let samsungTrailer = Kind("samsungTrailer", "Samsung trailer")
    static let trailingBytes = Kind("trailingBytes", "bytes behind the picture")
    /// What follows the last block that is listed by itself.
    static let others = Kind("others", "further blocks")
  }

  /// Whether a block may show a face.
  public enum FaceEvidence: String, Sendable, Hashable, Codable, CaseIterable {
    /// The detector sees one in a picture that the block holds.
    case yes
    /// Every byte of the block is understood, or its pictures decode and no face is seen in them.
    case no
    /// A picture that cannot be decoded, or bytes whose meaning is not known.
    case unknown
  }

  /// What people are told of a content credential that a render leaves out.
  static let credentialWarning =
    "it had a content credential (C2PA), which an edit makes invalid and which may show the faces; it was dropped"

  public internal(set) var kind: Kind
  /// Where it lies in the file, in bytes.
  public internal(set) var range: Range<Int>
  /// Why it may not be in a scrubbed photo; nil where it may.
  public internal(set) var objection: String?
  public internal(set) var mayShowFace = FaceEvidence.no
  /// What it holds that people ask about: `location`, `serial number`, `JPEG`.
  public internal(set) var contents: [String] = []

  init(_ kind: Kind, _ range: Range<Int>, objection: String? = nil) {
    self.kind = kind
    self.range = range
    self.objection = objection
  }

  public var isAllowed: Bool { objection == nil }

  /// What the block is, for people.
  public var name: String { kind.name }
}
