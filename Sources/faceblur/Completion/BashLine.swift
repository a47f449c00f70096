/// The words of a command line as bash would read them, as far as that needs nothing run or looked up: quotation marks and
/// backslashes are taken away, and variables and commands stand as they are typed (GNU Bash manual, 3.1.2).
struct BashLine {
  /// The words; the last one is the one at the end of the line, and may be empty.
  private(set) var words: [Argument] = []
  /// Whether the last one is the file of a redirection.
  private(set) var endsInRedirection = false

  /// - Parameter line: of one command.
  init(_ line: [UInt8]) {
    var reader = Reader(rest: line[...])
    var isTarget = false
    while true {
      while reader.isAtSpace { reader.rest.removeFirst() }
      if reader.skipRedirection() {
        isTarget = true
        continue
      }
      let (word, ends) = reader.word()
      guard !ends else {
        words.append(Argument(bytes: word))
        endsInRedirection = isTarget
        return
      }
      if !isTarget { words.append(Argument(bytes: word)) }
      isTarget = false
    }
  }

  private struct Reader {
    var rest: ArraySlice<UInt8>

    private static let escapes: [UInt8: UInt8] = [
      UInt8(ascii: "a"): 7, UInt8(ascii: "b"): 8, UInt8(ascii: "e"): 27, UInt8(ascii: "E"): 27,
      UInt8(ascii: "f"): 12, UInt8(ascii: "n"): 10, UInt8(ascii: "r"): 13, UInt8(ascii: "t"): 9,
      UInt8(ascii: "v"): 11,
    ]

    var isAtSpace: Bool { rest.first.map { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A } ?? false }

    /// Passes over `>`, `2>>`, `&>` or another one of these.
    mutating func skipRedirection() -> Bool {
      var operation = rest.drop { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      if operation.startIndex == rest.startIndex, operation.first == UInt8(ascii: "&") {
        operation.removeFirst()
      }
      guard operation.first == UInt8(ascii: "<") || operation.first == UInt8(ascii: ">") else { return false }
      rest = operation.drop { Array("<>&|".utf8).contains($0) }
      return true
    }

    /// The next word, and whether the line ends with it.
    mutating func word() -> (bytes: [UInt8], ends: Bool) {
      var word: [UInt8] = []
      while let byte = rest.first, !isAtSpace, byte != UInt8(ascii: "<"), byte != UInt8(ascii: ">") {
        rest.removeFirst()
        switch byte {
        case UInt8(ascii: "\\"):
          // With a line break it is nothing at all.
          if let next = rest.popFirst(), next != 0x0A { word.append(next) }
        case UInt8(ascii: "'"):
          word += rest.prefix { $0 != byte }
          rest = rest.drop { $0 != byte }.dropFirst()
        case UInt8(ascii: "\""): quoted(&word)
        case UInt8(ascii: "$") where rest.first == UInt8(ascii: "'"):
          rest.removeFirst()
          escaped(&word)
        default: word.append(byte)
        }
      }
      return (word, rest.isEmpty)
    }

    /// The rest of `"…"`.
    private mutating func quoted(_ word: inout [UInt8]) {
      while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
        if byte == UInt8(ascii: "\\"), let next = rest.first, Array("$`\"\\".utf8).contains(next) {
          rest.removeFirst()
          word.append(next)
        } else {
          word.append(byte)
        }
      }
    }

    /// The rest of `$'…'`.
    private mutating func escaped(_ word: inout [UInt8]) {
      while let byte = rest.popFirst(), byte != UInt8(ascii: "'") {
        guard byte == UInt8(ascii: "\\"), let next = rest.popFirst() else {
          word.append(byte)
          continue
        }
        if let control = Self.escapes[next] {
          word.append(control)
        } else if next == UInt8(ascii: "x") {
          word.append(number(16, mostDigits: 2, from: 0))
        } else if let digit = Self.digit(next, 8) {
          word.append(number(8, mostDigits: 2, from: digit))
        } else {
          word.append(next)
        }
      }
    }

    private mutating func number(_ base: Int, mostDigits: Int, from start: Int) -> UInt8 {
      var value = start
      for _ in 0..<mostDigits {
        guard let byte = rest.first, let digit = Self.digit(byte, base) else { break }
        rest.removeFirst()
        value = value * base + digit
      }
      return UInt8(truncatingIfNeeded: value)
    }

    private static func digit(_ byte: UInt8, _ base: Int) -> Int? {
      Int(String(UnicodeScalar(byte)), radix: base)
    }
  }
}
