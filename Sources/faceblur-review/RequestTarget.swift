/// What a request is about: the parts of its path, and what stands behind the question mark.
struct RequestTarget: Sendable, Hashable {
  /// As it was sent, without the folder that it lies in, the question mark and what follows.
  let path: String
  /// Whether it lies in the folder.
  let isBelow: Bool
  /// Between the slashes, decoded.
  let parts: [String]
  let query: [String: String]

  /// Nil where it breaks the rules, or says something twice.
  /// - Parameter folder: that paths lie in, with a slash at both ends.
  init?(_ target: String, below folder: String = "/") {
    let halves = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = halves.first, whole.utf8.first == UInt8(ascii: "/") else { return nil }
    isBelow = whole.hasPrefix(folder)
    let path = isBelow ? whole.dropFirst(folder.count - 1) : whole
    self.path = String(path)
    var parts: [String] = []
    for part in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      guard let part = Self.decoded(part) else { return nil }
      parts.append(part)
    }
    self.parts = parts
    var query: [String: String] = [:]
    for pair in halves.dropFirst().joined().split(separator: "&") {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2, let name = Self.decoded(sides[0]),
        let value = Self.decoded(sides[1], plus: UInt8(ascii: " ")),
        query.updateValue(value, forKey: name) == nil
      else { return nil }
    }
    self.query = query
  }

  /// Text with its percent signs decoded; nil where one is followed by something else than two digits, or it is not UTF-8.
  /// - Parameter plus: what a plus sign stands for; in a query that is a space.
  private static func decoded(_ text: Substring, plus: UInt8 = UInt8(ascii: "+")) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte == UInt8(ascii: "+") ? plus : byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(UnicodeScalar(byte)).hexDigitValue.flatMap { UInt8(exactly: $0) }
  }
}
