/// What people call the things that tags and attached files of Matroska hold. It explains what was found, and decides nothing.
struct ExaminedMatroskaTags {
  private var names: [String] = []
  private var count = 0

  private static let maxElements = 4096
  private static let maxNames = 32
  /// A tag, and one in another.
  private static let holders: Set<Int> = [0x1254_C367, 0x7373, 0x67C8]
  /// The first that the name of a tag holds counts (matroska.org, tagging).
  private static let words: [(word: String, name: String)] = [
    ("LOCATION", "location"), ("LATITUDE", "location"), ("GPS", "location"), ("COUNTRY", "location"),
    ("TITLE", "title"), ("SUBJECT", "title"), ("DATE", "date"), ("CREATION", "date"), ("ENCOD", "program"),
    ("MUX", "program"), ("APPLICATION", "program"), ("ARTIST", "person"), ("DIRECTOR", "person"),
    ("ACTOR", "person"), ("AUTHOR", "person"), ("COMPOSER", "person"), ("PRODUC", "person"), ("BY", "person"),
    ("COMMENT", "comment"), ("DESCRIPTION", "comment"), ("SUMMARY", "comment"), ("SYNOPSIS", "comment"),
    ("KEYWORDS", "keywords"), ("COPYRIGHT", "copyright"), ("MAKE", "maker of the camera"),
    ("MODEL", "model of the camera"), ("SERIAL", "serial number"),
  ]

  /// All that was found, one behind the other; nil for nothing that has a name.
  var text: String? { names.isEmpty ? nil : names.joined(separator: ", ") }

  mutating func read(_ holder: ExaminedElement, _ reader: inout ElementReader) throws(FaceBlurError) {
    // No recursion: how deep tags lie in tags is the file's to say.
    var waiting = [holder]
    while let holder = waiting.popLast() {
      var place = holder.content.lowerBound
      while place < holder.content.upperBound, count < Self.maxElements {
        count += 1
        guard let element = try reader.element(at: place, before: holder.content.upperBound) else { break }
        place = element.range.upperBound
        if Self.holders.contains(element.id) { waiting.append(element) }
        guard element.id == 0x45A3 else { continue }
        let text = String(decoding: try reader.bytes(element.content, most: 100), as: UTF8.self).uppercased()
        guard let name = Self.words.first(where: { text.contains($0.word) })?.name, !names.contains(name),
          names.count < Self.maxNames
        else { continue }
        names.append(name)
      }
    }
  }

  /// Of what kind an attached file says that it is.
  static func name(ofFile type: String) -> String? {
    if type.contains("font") { return "font" }
    return type.hasPrefix("image/") ? "cover" : nil
  }
}
