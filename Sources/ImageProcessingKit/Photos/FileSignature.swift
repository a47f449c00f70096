/// What files are that hold no photo that can be edited, by their first bytes and by their names.
enum FileSignature {
  /// The file name endings that photos have, in lower case, also of those that cannot be
  /// edited yet: a record belongs to one photo, whatever its format. The first bytes of some say little.
  static let photoExtensions: Set<String> = [
    "jpg", "jpeg", "jpe", "jfif", "png", "heic", "heif", "hif", "avif", "webp", "tif", "tiff", "gif", "bmp",
    "jxl",
    "dng", "cr2", "cr3", "nef", "arw", "raf", "orf", "rw2",
    "jp2", "j2k", "jpf", "jpx", "jxr", "hdp", "wdp", "ppm", "pgm", "pnm", "tga", "exr", "hdr", "pcx", "psb",
    "nrw", "srw", "pef", "3fr", "iiq", "x3f", "rwl", "kdc", "dcr", "mrw", "erf", "srf", "sr2", "gpr", "crw",
    "mef", "mos", "insp",
  ]
  /// The endings of other pictures, in lower case, which may show faces as photos do. They share no stem with photos as photos do: what was
  /// drawn or painted beside one changes no name of its record.
  static let pictureExtensions: Set<String> = [
    "psd", "xcf", "kra", "ora", "svg", "svgz", "eps", "epsf", "epsi", "ico", "cur", "icns", "qoi", "dds",
    "sgi", "rgb", "rgba", "pbm", "pam", "ras", "dib", "jpm", "j2c", "jpc",
  ]
  /// Likewise of films, which show faces as photos do.
  static let filmExtensions: Set<String> = [
    "mp4", "m4v", "mov", "avi", "mkv", "webm", "mpg", "mpeg", "mts", "m2ts", "3gp", "wmv", "flv", "insv",
    "vob", "ogv", "asf", "divx", "f4v", "mxf", "m2v", "dv", "rm", "rmvb", "360", "mjpg",
  ]

  /// Whether a file is a film by its name.
  static func isFilmName(_ path: FilePath) -> Bool {
    filmExtensions.contains(path.pathExtension.lowercased())
  }

  /// Whether a file is a photo by its name, also one of a kind that nobody reads.
  static func isPhotoName(_ path: FilePath) -> Bool {
    photoExtensions.contains(path.pathExtension.lowercased())
  }

  /// Whether a file is a photo or film by its name, also one of a kind that nobody reads.
  static func isOriginalName(_ path: FilePath) -> Bool { isPhotoName(path) || isFilmName(path) }

  /// Whether a file is a picture by its name, a photo or another one.
  static func isPictureName(_ path: FilePath) -> Bool {
    isPhotoName(path) || pictureExtensions.contains(path.pathExtension.lowercased())
  }

  /// What the renders of films end with whose own kind of file is not written.
  private static let renderExtensions = ["mkv": "mp4", "webm": "mp4"]

  /// What the render of a film ends with, or of a photo that stays what it is.
  /// - Parameter name: of the original, with its ending.
  static func renderName(_ name: FilePath) -> FilePath {
    guard let ending = renderExtensions[name.pathExtension.lowercased()] else { return name }
    return name.stem.suffixed(".\(ending)")
  }

  /// What films may be called whose renders are so called, beside that name itself.
  static func originalNames(ofRender name: FilePath) -> [FilePath] {
    let endings = renderExtensions.filter { $0.value == name.pathExtension.lowercased() }.keys.sorted()
    // Where two films share a stem, one render has the film's whole name.
    return (endings.contains(name.stem.pathExtension.lowercased()) ? [name.stem] : [])
      + endings.flatMap { [$0, $0.uppercased()] }.map { name.stem.suffixed(".\($0)") }
  }

  private struct Signature {
    let offset: Int
    let bytes: [UInt8]
    let kind: String
    let isPicture: Bool

    init(_ offset: Int, _ bytes: [UInt8], _ kind: String, isPicture: Bool = true) {
      self.offset = offset
      self.bytes = bytes
      self.kind = kind
      self.isPicture = isPicture
    }

    init(_ text: String, _ kind: String, at offset: Int = 0) { self.init(offset, Array(text.utf8), kind) }
  }

  private static let raw = "a camera's raw photo, which cannot be edited"

  /// What nearly all films of the ISO base media format say that they are (ISO/IEC 14496-12, 4.3).
  private static let films = [
    "isom", "iso2", "iso4", "iso5", "iso6", "mp41", "mp42", "avc1", "qt  ", "M4V ", "3gp4", "3gp5", "3gp6",
  ].map { Signature("ftyp\($0)", "a film, and no photo", at: 4) }

  private static let bitmap = Signature("BM", "a BMP picture, which cannot be edited")
  /// The first that fits counts.
  private static let signatures: [Signature] =
    films + [
      Signature(0, [0xFF, 0xD8], "a JPEG photo"),
      Signature(0, [0x89, 0x50, 0x4E, 0x47], "a PNG photo"),
      Signature("GIF8", "a GIF picture, which cannot be edited"),
      Signature("WEBP", "a WebP photo", at: 8),
      Signature("AVI ", "a film, which cannot be edited", at: 8),
      Signature(0, [0x1A, 0x45, 0xDF, 0xA3], "a film, and no photo"),
      Signature("ftypcrx ", raw, at: 4),
      Signature("ftyp", "a HEIF or video file, which cannot be edited yet", at: 4),
      Signature(0, [0x49, 0x49, 0x2A, 0x00], "a TIFF or raw photo"),
      Signature(0, [0x4D, 0x4D, 0x00, 0x2A], "a TIFF or raw photo"),
      Signature("FUJIFILMCCD-RAW", raw),
      Signature("IIRO", raw), Signature("IIRS", raw), Signature("MMOR", raw), Signature("IIU\0", raw),
      Signature("FOVb", raw), Signature("\0MRM", raw),
      Signature(0, [0xFF, 0x0A], "a JPEG XL photo"),
      Signature(0, [0, 0, 0, 0x0C] + Array("JXL ".utf8), "a JPEG XL photo"),
      Signature(0, [0, 0, 0, 0x0C] + Array("jP  ".utf8), "a JPEG 2000 picture, which cannot be edited"),
      Signature(0, [0xFF, 0x4F, 0xFF, 0x51], "a JPEG 2000 picture, which cannot be edited"),
      Signature(0, [0x76, 0x2F, 0x31, 0x01], "an OpenEXR picture, which cannot be edited"),
      Signature("8BPS", "a Photoshop picture, which cannot be edited"),
      Signature("gimp xcf ", "a GIMP picture, which cannot be edited"),
      Signature("#?RADIANCE", "an HDR picture, which cannot be edited"),
      Signature("#?RGBE", "an HDR picture, which cannot be edited"),
      Signature(0, [0x49, 0x49, 0xBC, 0x01], "a JPEG XR picture, which cannot be edited"),
      // Behind the letters stands how long the header is.
      Signature(0, Array("DDS ".utf8) + [124, 0, 0, 0], "a DDS picture, which cannot be edited"),
      Signature(0, [0xC5, 0xD0, 0xD3, 0xC6], "an EPS picture, which cannot be edited"),
      Signature(0, Array("%PDF".utf8), "a PDF document", isPicture: false),
    ]

  /// As many of a file's first bytes tell what it is.
  static let headBytes = 1024

  /// What some first bytes are, in words.
  static func kind(of bytes: [UInt8]) -> String {
    signature(of: bytes)?.kind
      ?? PictureHead(bytes).kind.map { "\($0) picture, which cannot be edited" } ?? "this is not a photo"
  }

  /// Whether the first bytes of a file are those of a picture or a film, whatever its name.
  static func isPicture(_ bytes: [UInt8]) -> Bool {
    signature(of: bytes).map { $0.isPicture } ?? (PictureHead(bytes).kind != nil)
  }

  private static func signature(of bytes: [UInt8]) -> Signature? {
    // Two letters begin many a text: behind them and its size a bitmap has four zeros.
    if bytes.starts(with: "BM".utf8), bytes.dropFirst(6).starts(with: [0, 0, 0, 0]) { return bitmap }
    return signatures.first { bytes.dropFirst($0.offset).starts(with: $0.bytes) }
  }
}
