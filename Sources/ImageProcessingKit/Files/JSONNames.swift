/// The names in the objects of a JSON text.
enum JSONNames {
  /// An object or a list that is not closed yet.
  private struct Open {
    let isObject: Bool
    /// Whether the next string is a name.
    var isBeforeName: Bool
    var names: Set<ArraySlice<UInt8>> = []

    init(isObject: Bool) {
      self.isObject = isObject
      isBeforeName = isObject
    }
  }

  /// Whether no object has a name twice. Names that are written otherwise than by faceblur, with a backslash or signs beyond ASCII, may be
  /// another one's, and count as such; so does all of a text that is not in UTF-8.
  /// - Parameter text: JSON that a decoder has taken.
  static func areDistinct(in text: [UInt8]) -> Bool {
    // A decoder takes UTF-16, too, where every sign of JSON has a zero beside it.
    if text.contains(0) { return false }
    var open: [Open] = []
    var place = 0
    while place < text.count {
      switch text[place] {
      case UInt8(ascii: "{"): open.append(Open(isObject: true))
      case UInt8(ascii: "["): open.append(Open(isObject: false))
      case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = open.popLast()
      case UInt8(ascii: ","):
        if let last = open.indices.last { open[last].isBeforeName = open[last].isObject }
      case UInt8(ascii: "\""):
        let string = string(in: text, from: place + 1)
        place = string.endIndex
        if let last = open.indices.last, open[last].isBeforeName {
          open[last].isBeforeName = false
          guard isPlain(string), open[last].names.insert(string).inserted else { return false }
        }
      default: break
      }
      place += 1
    }
    return true
  }

  /// - Returns: what stands before the quotation mark that ends the string.
  private static func string(in text: [UInt8], from start: Int) -> ArraySlice<UInt8> {
    var end = start
    while end < text.count, text[end] != UInt8(ascii: "\"") {
      end += text[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    return text[start..<min(end, text.count)]
  }

  private static func isPlain(_ name: ArraySlice<UInt8>) -> Bool {
    name.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "\\") }
  }
}
