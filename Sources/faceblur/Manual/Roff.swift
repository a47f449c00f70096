/// Text as roff takes it for what it is: nothing in it is a command, and what is to be typed can be copied (mdoc(7), groff_char(7)).
enum Roff {
  private static let lineWidth = 78

  /// Running text, a line for each sentence and broken between words; options in it can be copied.
  static func text(_ text: String) -> [String] {
    var lines: [String] = []
    var isNew = true
    for word in text.split(separator: " ") {
      let escaped = Self.word(word)
      if !isNew, let last = lines.last, last.utf8.count + 1 + escaped.utf8.count <= lineWidth {
        lines[lines.count - 1] += " " + escaped
      } else {
        lines.append(escaped)
      }
      // So that roff knows where a sentence ends.
      isNew = word.hasSuffix(".")
    }
    return lines.map(line)
  }

  /// A line that is to be typed as it stands.
  static func literal(_ text: String) -> String { line(escaped(text, isTyped: true)) }

  /// An argument of a macro that no macro's name is read in.
  static func argument(_ text: String) -> String {
    "\"\\&" + escaped(text, isTyped: true).replacing("\"", with: "\\(dq") + "\""
  }

  private static func word(_ word: Substring) -> String {
    let isOption = word.first { !"'(\"".contains($0) } == "-"
    return escaped(word, isTyped: isOption)
  }

  /// Characters beyond ASCII by their numbers, so that any roff reads them.
  /// - Parameter isTyped: whether hyphens are those of options.
  private static func escaped(_ text: some StringProtocol, isTyped: Bool) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += isTyped ? "\\-" : "-"
      case "~": result += "\\(ti"
      case "^": result += "\\(ha"
      case "`": result += "\\(ga"
      case "'": result += "\\(aq"
      case " "..."~": result.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
      }
    }
    return result
  }

  /// A line that is no request, whatever it begins with.
  private static func line(_ text: String) -> String {
    text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
  }
}
