internal import FoundationEssentials

/// Text from anywhere, such as the names of files, made fit for terminals, tables and pages.
public enum PlainText {
  /// Whether a character is a control character, a line break, or one that changes the direction of writing, which makes one
  /// name look like another. Terminals and browsers act on these instead of showing them.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  /// Printable ASCII, which nearly all text is, needs no tables of Unicode.
  private static func isPrintableASCII(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
  }

  /// The text with every such character made visible.
  package static func visible(_ text: String) -> String {
    guard !isPrintableASCII(text) else { return text }
    var shown = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { shown.append(isControl(scalar) ? "\u{FFFD}" : scalar) }
    return String(shown)
  }

  /// An object as one line of JSON in which such characters are escaped, so that the text is what it was and can be shown
  /// anywhere.
  /// - Throws: the encoder's error.
  public static func json(_ object: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let encoded = String(decoding: try encoder.encode(object), as: UTF8.self)
    guard !isPrintableASCII(encoded) else { return encoded }
    var line = ""
    for scalar in encoded.unicodeScalars {
      guard isControl(scalar) else {
        line.unicodeScalars.append(scalar)
        continue
      }
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16)
        line += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return line
  }
}
