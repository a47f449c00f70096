/// The names and punctuation of Swift source, without comments and without the text of string literals. The code inside of
/// interpolations counts.
struct SwiftTokens {
  struct Token {
    let text: String
    /// Counted from 1.
    let line: Int
    var isName: Bool { text.first.map { $0.isLetter || $0 == "_" } ?? false }
  }

  private(set) var tokens: [Token] = []
  private let bytes: [UInt8]
  private var place = 0
  private var line = 1

  static func read(_ source: String) -> [Token] {
    var reader = SwiftTokens(bytes: Array(source.utf8))
    reader.readCode(untilParenthesis: false)
    return reader.tokens
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private func matches(_ text: StaticString) -> Bool {
    place + text.utf8CodeUnitCount <= bytes.count
      && (0..<text.utf8CodeUnitCount).allSatisfy { bytes[place + $0] == text.utf8Start[$0] }
  }

  private mutating func step(_ count: Int = 1) {
    for _ in 0..<count where place < bytes.count {
      if bytes[place] == UInt8(ascii: "\n") { line += 1 }
      place += 1
    }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

  /// - Parameter untilParenthesis: whether to stop behind the parenthesis that closes an interpolation.
  private mutating func readCode(untilParenthesis: Bool) {
    var depth = 1
    while place < bytes.count {
      let byte = bytes[place]
      if matches("//") {
        while place < bytes.count, bytes[place] != UInt8(ascii: "\n") { step() }
      } else if matches("/*") {
        while place < bytes.count, !matches("*/") { step() }
        step(2)
      } else if byte == UInt8(ascii: "\"") || matches("#\"") {
        readString()
      } else if Self.isNameByte(byte) {
        let start = place
        while place < bytes.count, Self.isNameByte(bytes[place]) { step() }
        tokens.append(Token(text: String(decoding: bytes[start..<place], as: UTF8.self), line: line))
      } else {
        if byte == UInt8(ascii: "(") { depth += 1 }
        if byte == UInt8(ascii: ")") { depth -= 1 }
        if depth == 0, untilParenthesis { return step() }
        if byte > 0x20 { tokens.append(Token(text: String(UnicodeScalar(byte)), line: line)) }
        step()
      }
    }
  }

  private mutating func readString() {
    let isRaw = matches("#")
    if isRaw { step() }
    let isLong = matches("\"\"\"")
    step(isLong ? 3 : 1)
    while place < bytes.count {
      if isRaw ? matches("\"#") : isLong ? matches("\"\"\"") : matches("\"") {
        return step(isRaw ? 2 : isLong ? 3 : 1)
      }
      if !isRaw, matches("\\(") {
        step(2)
        readCode(untilParenthesis: true)
      } else {
        step(!isRaw && matches("\\") ? 2 : 1)
      }
    }
  }
}
