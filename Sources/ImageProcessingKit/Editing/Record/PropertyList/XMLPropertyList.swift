internal import FoundationEssentials

/// A property list in XML, as far as such lists use XML: UTF-8, a declaration, a document type without declarations of its
/// own, comments, processing instructions, CDATA, and the entities that XML itself has.
struct XMLPropertyList {
  private var scanner: XMLScanner

  /// - Throws: `FaceBlurError` of kind `damagedRecord` where the bytes are not in UTF-8.
  init(_ content: [UInt8]) throws(FaceBlurError) {
    scanner = try XMLScanner(content)
  }

  /// See `PropertyListReader`.
  mutating func values(of keys: Set<String>) throws(FaceBlurError) -> [String: PropertyListValue] {
    try scanner.skipProlog()
    var tag = try scanner.nextTag()
    let isWrapped = tag.element == .plist
    if isWrapped { tag = try tag.kind == .start ? scanner.nextTag() : tag }
    guard tag.element == .dict, tag.kind != .end else { throw PropertyListReader.notAList }
    let values = tag.kind == .empty ? [:] : try entries(of: keys)
    if isWrapped, try scanner.nextTag() != XMLScanner.Tag(element: .plist, kind: .end) {
      throw PropertyListReader.notAList
    }
    try scanner.expectEnd()
    return values
  }

  private mutating func entries(of keys: Set<String>) throws(FaceBlurError) -> [String: PropertyListValue] {
    var values: [String: PropertyListValue] = [:]
    while true {
      let tag = try scanner.nextTag()
      if tag == XMLScanner.Tag(element: .dict, kind: .end) { return values }
      guard tag.element == .key, tag.kind != .end else { throw PropertyListReader.notAList }
      let key = try text(of: tag)
      let value = try scanner.nextTag()
      guard value.kind != .end else { throw PropertyListReader.notAList }
      guard keys.contains(key) else {
        try skip(value)
        continue
      }
      guard values[key] == nil else { throw PropertyListReader.twice(key) }
      values[key] = try self.value(of: value)
    }
  }

  private mutating func text(of tag: XMLScanner.Tag) throws(FaceBlurError) -> String {
    tag.kind == .empty ? "" : try scanner.text(of: tag.element)
  }

  /// Steps over a value, whatever it is made of.
  private mutating func skip(_ first: XMLScanner.Tag) throws(FaceBlurError) {
    var open: [XMLScanner.Element] = []
    var tag = first
    while true {
      switch (tag.element, tag.kind) {
      case (.plist, _),
        (.key, _) where open.last != .dict:
        throw PropertyListReader.notAList
      case (_, .empty): break
      case (let element, .end):
        guard open.popLast() == element else { throw PropertyListReader.notAList }
      case (.array, .start), (.dict, .start):
        guard open.count < PropertyListReader.maxDepth else { throw PropertyListReader.tooDeep }
        open.append(tag.element)
      case (let element, .start): _ = try scanner.text(of: element)
      }
      if open.isEmpty { return }
      tag = try scanner.nextTag()
    }
  }

  private mutating func value(of tag: XMLScanner.Tag) throws(FaceBlurError) -> PropertyListValue {
    let text = [.array, .dict, .key, .plist].contains(tag.element) ? nil : try text(of: tag)
    guard let text, let value = Self.value(of: tag.element, text) else { throw PropertyListReader.notAList }
    return value
  }

  private static func value(of element: XMLScanner.Element, _ text: String) -> PropertyListValue? {
    let bytes = text.utf8.filter { !XMLScanner.isSpace($0) }
    let word = String(decoding: bytes, as: UTF8.self)
    return switch element {
    case .true: word.isEmpty ? .boolean(true) : nil
    case .false: word.isEmpty ? .boolean(false) : nil
    case .data: Data(base64Encoded: Data(bytes)).map { .data([UInt8]($0)) }
    case .date: date(bytes).map { .date($0) }
    case .integer: Int(word).map { .integer($0) }
    case .real: Double(word).map { .real($0) }
    case .string: .string(text)
    case .array, .dict, .key, .plist: nil
    }
  }

  /// `2024-05-26T14:52:33Z`, in the Gregorian calendar.
  private static func date(_ text: [UInt8]) -> Date? {
    let model = Array("0000-00-00T00:00:00Z".utf8)
    func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    guard text.count == model.count,
      zip(text, model).allSatisfy({ isDigit($1) ? isDigit($0) : $0 == $1 })
    else { return nil }
    func number(_ range: Range<Int>) -> Int { text[range].reduce(0) { $0 * 10 + Int($1) - 0x30 } }
    let (year, month, day) = (number(0..<4), number(5..<7), number(8..<10))
    let (hour, minute, second) = (number(11..<13), number(14..<16), number(17..<19))
    guard (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 60 else {
      return nil
    }
    // Days since 1970 by years that begin in March, after H. Hinnant's "chrono-Compatible Low-Level Date Algorithms".
    let shifted = year - (month <= 2 ? 1 : 0)
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let days = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    return Date(timeIntervalSince1970: Double(days * 86_400 + hour * 3600 + minute * 60 + second))
  }
}
