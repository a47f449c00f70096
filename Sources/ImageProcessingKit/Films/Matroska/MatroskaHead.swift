/// What a file of EBML begins with (RFC 8794, 11.2): what kind of document it is.
struct MatroskaHead {
  /// Where it ends.
  let end: Int
  private let document: String

  private static let maxBytes = 1024
  private static let documents: Set<String> = ["matroska", "webm"]
  /// Of documents that are read (RFC 9559, 5.1).
  private static let maxVersion = 4

  /// Whether the first bytes of a file are those of EBML.
  static func begins(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.prefix(4).elementsEqual([0x1A, 0x45, 0xDF, 0xA3])
  }

  /// Whether a file is Matroska or WebM, by what it says itself.
  static func isRead(_ file: any FilmBytes) -> Bool {
    var window = MatroskaWindow(file)
    guard let first = try? window.bytes(at: 0, most: 4), begins(first), let document = try? document(&window)
    else {
      return false
    }
    return documents.contains(document.name)
  }

  /// - Throws: `FaceBlurError` where it is damaged, or of a document that is not read.
  init(_ window: inout MatroskaWindow) throws(FaceBlurError) {
    let (elements, end, name) = try Self.document(&window)
    guard Self.documents.contains(name) else {
      throw .unsupportedFilm("it is a document of the kind \(name)")
    }
    guard try elements.number(0x42F7) ?? 1 <= 1, try elements.number(0x42F2) ?? 4 <= 4,
      try elements.number(0x42F3) ?? 8 <= 8, try elements.number(0x4285) ?? 1 <= Self.maxVersion
    else { throw .unsupportedFilm("it is of a new version") }
    self.end = end
    document = name
  }

  private static func document(
    _ window: inout MatroskaWindow
  ) throws(FaceBlurError) -> (elements: MatroskaElements, end: Int, name: String) {
    let head = try window.element(at: 0, before: window.file.size)
    guard head.id == MatroskaID.head, let end = head.end, end - head.content <= maxBytes else {
      throw .damagedFilm("it does not say what it is")
    }
    let elements = try MatroskaElements(try window.bytes(at: head.content, most: end - head.content))
    return (elements, end, try elements.text(0x4282) ?? "matroska")
  }
}
