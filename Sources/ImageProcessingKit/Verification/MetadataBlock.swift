/// A part of a photo file that is not the picture.
public struct MetadataBlock: Sendable, Hashable {
  /// What kind of block it is; the names are a contract with programs that read them.
  public struct Kind: Sendable, Hashable, RawRepresentable {
    public let rawValue: String

    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    static let jfif = Kind(rawValue: "jfif")
    static let jfxx = Kind(rawValue: "jfxx")
    static let exif = Kind(rawValue: "exif")
    static let exifThumbnail = Kind(rawValue: "exifThumbnail")
    static let exifSlack = Kind(rawValue: "exifSlack")
    static let makerNote = Kind(rawValue: "makerNote")
    static let xmp = Kind(rawValue: "xmp")
    static let extendedXMP = Kind(rawValue: "extendedXMP")
    static let colorProfile = Kind(rawValue: "icc")
    static let mpf = Kind(rawValue: "mpf")
    static let flashPix = Kind(rawValue: "flashPix")
    static let flir = Kind(rawValue: "flir")
    static let contentCredential = Kind(rawValue: "contentCredential")
    static let jumbf = Kind(rawValue: "jumbf")
    static let photoshop = Kind(rawValue: "photoshop")
    static let adobe = Kind(rawValue: "adobe")
    static let comment = Kind(rawValue: "comment")
    static let strayBytes = Kind(rawValue: "strayBytes")
    static let trailingPicture = Kind(rawValue: "trailingPicture")
    static let trailingVideo = Kind(rawValue: "trailingVideo")
    static let samsungTrailer = Kind(rawValue: "samsungTrailer")
    static let trailingBytes = Kind(rawValue: "trailingBytes")
    /// What follows the last block that is listed by itself.
    static let others = Kind(rawValue: "others")
    /// A segment of an application that is not known here: `app3`.
    static func application(_ number: Int) -> Kind { Kind(rawValue: "app\(number)") }
  }

  /// Whether a block may show a face.
  public enum FaceEvidence: String, Sendable, Hashable, CaseIterable {
    /// The detector sees one in a picture that the block holds.
    case yes
    /// Every byte of the block is understood, or its pictures decode and no face is seen in them.
    case no
    /// A picture that cannot be decoded, or bytes whose meaning is not known.
    case unknown
  }

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
  public var name: String {
    switch kind {
    case .jfif: "JFIF header"
    case .jfxx: "JFXX thumbnail"
    case .exif: "EXIF"
    case .exifThumbnail: "EXIF thumbnail"
    case .exifSlack: "bytes in EXIF that belong to no tag"
    case .makerNote: "maker note"
    case .xmp: "XMP"
    case .extendedXMP: "extended XMP"
    case .colorProfile: "colour profile"
    case .mpf: "index of further pictures (MPF)"
    case .flashPix: "FlashPix"
    case .flir: "FLIR thermal picture"
    case .contentCredential: "content credential (C2PA)"
    case .jumbf: "JUMBF"
    case .photoshop: "Photoshop resources"
    case .adobe: "Adobe colour transform"
    case .comment: "comment"
    case .strayBytes: "bytes between segments"
    case .trailingPicture: "picture behind the picture"
    case .trailingVideo: "video behind the picture"
    case .samsungTrailer: "Samsung trailer"
    case .trailingBytes: "bytes behind the picture"
    case .others: "further blocks"
    default: "application segment (\(kind.rawValue.uppercased()))"
    }
  }
}
