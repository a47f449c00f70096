internal import ImageProcessingKit

extension FilePath {
  /// The path as one word of a shell's command line that no command takes for an option (POSIX.1-2024, Shell Command Language, 2.2). Nothing
  /// in it is acted on where it is shown, so that it can be copied.
  var shellWord: String {
    let path = (bytes.first == UInt8(ascii: "-") ? Array("./".utf8) : []) + bytes
    let text = String(decoding: path, as: UTF8.self)
    if !path.isEmpty, path.allSatisfy(Self.isPlain) { return text }
    guard Array(text.utf8) == path, PlainText.visible(text) == text else {
      return "$'" + path.map(Self.escaped).joined() + "'"
    }
    // By scalar: a quotation mark with an accent on it is one character to Swift and two to a shell.
    return "'" + text.unicodeScalars.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch UnicodeScalar(byte) {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "@", "+", ":", ",", ".", "/", "-": true
    default: false
    }
  }

  /// In `$'…'`.
  private static func escaped(_ byte: UInt8) -> String {
    if isPlain(byte) || byte == UInt8(ascii: " ") { return String(UnicodeScalar(byte)) }
    let digits = String(byte, radix: 8)
    return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
  }
}
