/// Whether a file that is no photo may be copied to a target.
///
/// A list of what is let in, not of what is kept out: pictures come in more formats than anyone can name, and lie in
/// archives, documents and catalogues. So only plain text is copied, and of that nothing that holds a picture as text, or
/// says who is in a photo and where.
struct OtherFile {
  /// What speaks against copying it, in words; nil as long as nothing does.
  private(set) var objection: String?
  /// The end of what was seen, in which a mark may have begun.
  private var tail: [UInt8] = []

  private static let marks: [(text: [UInt8], objection: String)] = [
    ("/9j/", picture), ("iVBORw0KGgo", picture), ("R0lGOD", picture), ("UklGR", picture), ("Z0eXB", picture),
    ("data:image/", picture), ("%PDF-", picture), ("%!PS", picture),
    ("adobe:ns:meta", record), ("ns.adobe.com/", record), ("adjustmentFormatIdentifier", record),
    ("rect64(", record), ("mwg-rs:", record), ("sourceSHA256", record), ("source_sha256", record),
  ].map { (Array($0.utf8), $1) }
  /// By byte, whether a mark begins with it: most do not, and files may be long.
  private static let begins = (0..<256).map { byte in marks.contains { Int($0.text[0]) == byte } }
  private static let picture = "text that may hold a picture"
  private static let record = "a record about photos"

  /// - Parameter name: the last component of its path.
  init(name: FilePath) {
    let parts = name.description.lowercased().split(separator: ".", omittingEmptySubsequences: false)
    // `IMG_1.jpg.json`, `IMG_1.CR2.xmp`
    if parts.dropFirst().dropLast().contains(where: { PhotoFormat.photoExtensions.contains(String($0)) }) {
      objection = Self.record
    }
  }

  /// Looks at the next bytes.
  mutating func look(at bytes: [UInt8]) {
    guard objection == nil else { return }
    // Tab, line feed, form feed and carriage return.
    guard bytes.allSatisfy({ $0 >= 32 && $0 != 127 || [9, 10, 12, 13].contains($0) }) else {
      objection = "no photo and no plain text, and may hold a picture"
      return
    }
    let seen = tail + bytes
    seen.withUnsafeBufferPointer { seen in
      for place in seen.indices {
        guard Self.begins[Int(seen[place])] else { continue }
        for mark in Self.marks where seen[place...].starts(with: mark.text) {
          objection = mark.objection
          return
        }
      }
    }
    tail = Array(seen.suffix(32))
  }
}
