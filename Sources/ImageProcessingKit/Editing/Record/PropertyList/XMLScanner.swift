/// Goes over the bytes of an XML property list once, tag by tag.
struct XMLScanner {
  enum Element: String {
    case array, data, date, dict, `false`, integer, key, plist, real, string, `true`
  }

  struct Tag: Hashable {
    enum Kind {
      case start, end, empty
    }

    let element: Element
    let kind: Kind
  }

  private let bytes: [UInt8]
  private var place = 0

  /// - Throws: `FaceBlurError` of kind `damagedRecord` where the bytes are not in UTF-8, with or without a byte order mark.
  init(_ content: [UInt8]) throws(FaceBlurError) {
    // Two-byte characters have zeros, which no text has.
    guard !content.contains(0), String(validating: content, as: UTF8.self) != nil else {
      throw .damagedRecord("it is not a property list in UTF-8")
    }
    bytes = content
    if starts("\u{FEFF}") { place = 3 }
  }

  /// Steps over everything before the first element.
  mutating func skipProlog() throws(FaceBlurError) {
    if starts("<?xml"), bytes.count > place + 5, Self.isSpace(bytes[place + 5]) { try skipDeclaration() }
    try skipBetweenTags()
    guard starts("<!DOCTYPE") else { return }
    // Quotation marks may hold any character. An internal subset could declare entities.
    while let byte = next() {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): try skip(past: [byte])
      case UInt8(ascii: "["): throw .damagedRecord("its document type declares something of its own")
      case UInt8(ascii: ">"): return
      default: break
      }
    }
    throw PropertyListReader.notAList
  }

  /// The next tag. There is nothing but space, comments and processing instructions before it.
  mutating func nextTag() throws(FaceBlurError) -> Tag {
    try skipBetweenTags()
    guard next() == UInt8(ascii: "<") else { throw PropertyListReader.notAList }
    let isEnd = starts("/")
    if isEnd { place += 1 }
    let start = place
    while place < bytes.count, (0x61...0x7A).contains(bytes[place]) { place += 1 }
    guard let element = Element(rawValue: String(decoding: bytes[start..<place], as: UTF8.self)) else {
      throw PropertyListReader.notAList
    }
    return Tag(element: element, kind: try endOfTag(of: element, isEnd: isEnd))
  }

  /// The text up to an element's end tag, which is passed. An element with children is refused, and so is what readers do not
  /// agree on: comments in texts, and in numbers and data anything but themselves.
  mutating func text(of element: Element) throws(FaceBlurError) -> String {
    var text: [UInt8] = []
    let isText = element == .string || element == .key
    while let byte = next() {
      switch byte {
      case UInt8(ascii: "&") where isText: text += Array(String(try entity()).utf8)
      case UInt8(ascii: "<"):
        place -= 1
        if isText, starts("<![CDATA[") {
          place += 9
          let start = place
          try skip(past: Array("]]>".utf8))
          text += bytes[start..<(place - 3)]
        } else {
          guard starts("</"), try nextTag() == Tag(element: element, kind: .end) else {
            throw PropertyListReader.notAList
          }
          return String(decoding: text, as: UTF8.self)
        }
      case UInt8(ascii: "&"): throw PropertyListReader.notAList
      default: text.append(byte)
      }
    }
    throw PropertyListReader.notAList
  }

  /// - Throws: `FaceBlurError` of kind `damagedRecord` where there is anything else before the end of the file.
  mutating func expectEnd() throws(FaceBlurError) {
    try skipBetweenTags()
    guard place == bytes.count else { throw PropertyListReader.notAList }
  }

  // MARK: Parts

  private mutating func next() -> UInt8? {
    guard place < bytes.count else { return nil }
    defer { place += 1 }
    return bytes[place]
  }

  private func starts(_ text: String) -> Bool { bytes[place...].starts(with: text.utf8) }

  static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

  private mutating func skip(past end: [UInt8]) throws(FaceBlurError) {
    while place + end.count <= bytes.count {
      if bytes[place] == end[0], bytes[place...].starts(with: end) {
        place += end.count
        return
      }
      place += 1
    }
    throw PropertyListReader.notAList
  }

  private mutating func skipBetweenTags() throws(FaceBlurError) {
    while place < bytes.count {
      if Self.isSpace(bytes[place]) {
        place += 1
      } else if try !skipCommentOrInstruction() {
        return
      }
    }
  }

  /// False where neither begins here.
  private mutating func skipCommentOrInstruction() throws(FaceBlurError) -> Bool {
    if starts("<!--") {
      place += 4
      try skip(past: Array("-->".utf8))
    } else if starts("<?") {
      place += 2
      try skip(past: Array("?>".utf8))
    } else {
      return false
    }
    return true
  }

  /// `<?xml version="1.0" encoding="UTF-8"?>`
  private mutating func skipDeclaration() throws(FaceBlurError) {
    let start = place
    try skip(past: Array("?>".utf8))
    let words = String(decoding: bytes[start..<(place - 2)], as: UTF8.self).lowercased()
      .split { $0.isWhitespace || "=\"'".contains($0) }
    guard let name = words.firstIndex(of: "encoding") else { return }
    guard ["utf-8", "us-ascii"].contains(words.dropFirst(name + 1).first) else {
      throw .damagedRecord("it is not a property list in UTF-8")
    }
  }

  /// The rest of a tag behind its name. Only the list's own says more, its version; readers do not agree on where a tag
  /// with `>` in quotation marks ends.
  private mutating func endOfTag(of element: Element, isEnd: Bool) throws(FaceBlurError) -> Tag.Kind {
    let mayHaveVersion = element == .plist && !isEnd
    if mayHaveVersion, place < bytes.count, Self.isSpace(bytes[place]) {
      while place < bytes.count, !Self.endOfVersion.contains(bytes[place]) { place += 1 }
    }
    while let byte = next() {
      switch byte {
      case UInt8(ascii: ">"): return isEnd ? .end : .start
      case UInt8(ascii: "/"):
        guard !isEnd, next() == UInt8(ascii: ">") else { throw PropertyListReader.notAList }
        return .empty
      default: guard Self.isSpace(byte) else { throw PropertyListReader.notAList }
      }
    }
    throw PropertyListReader.notAList
  }

  private static let endOfVersion = Array("</>".utf8)

  /// Longer than any reference to a character.
  private static let maxEntityLength = 10

  /// What stands for a character behind `&`. XML itself has five; a list that needs others would have to declare them.
  private mutating func entity() throws(FaceBlurError) -> Character {
    let rest = bytes[place...].prefix(Self.maxEntityLength)
    guard let end = rest.firstIndex(of: UInt8(ascii: ";")) else { throw PropertyListReader.notAList }
    let name = String(decoding: bytes[place..<end], as: UTF8.self)
    place = end + 1
    if let character = Self.entities[name] { return character }
    let digits = name.dropFirst(name.hasPrefix("#x") ? 2 : 1)
    guard name.hasPrefix("#"), digits.allSatisfy({ $0.isASCII && $0.isHexDigit }),
      let code = UInt32(digits, radix: name.hasPrefix("#x") ? 16 : 10), code > 0,
      let scalar = Unicode.Scalar(code)
    else { throw PropertyListReader.notAList }
    return Character(scalar)
  }

  private static let entities: [String: Character] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
  ]
}
