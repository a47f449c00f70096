/// How much a value that is read back may hold: more than any that is written.
enum DecodingLimits {
  static let listCount = 1 << 16
  static let textBytes = 1 << 16
}

/// Values that anybody may have written: each is held to its bounds as it is read. All throw `DecodingError`, which names the value.
extension KeyedDecodingContainer {
  /// The error to throw where a value is of the right type and wrong all the same.
  func flaw(_ key: Key, _ reason: String) -> DecodingError {
    .dataCorruptedError(forKey: key, in: self, debugDescription: reason)
  }

  func decodeNumber(forKey key: Key, in range: ClosedRange<Double>) throws -> Double {
    let number = try decode(Double.self, forKey: key)
    guard range.contains(number) else {
      throw flaw(key, "it is not \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  func decodeNumberIfPresent(forKey key: Key, in range: ClosedRange<Double>) throws -> Double? {
    try holds(key) ? decodeNumber(forKey: key, in: range) : nil
  }

  func decodeInteger(forKey key: Key, in range: ClosedRange<Int>) throws -> Int {
    let number = try decode(Int.self, forKey: key)
    guard range.contains(number) else {
      throw flaw(key, "it is not \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  func decodeIntegerIfPresent(forKey key: Key, in range: ClosedRange<Int>) throws -> Int? {
    try holds(key) ? decodeInteger(forKey: key, in: range) : nil
  }

  /// A number of things.
  func decodeCount(forKey key: Key) throws -> Int { try decodeInteger(forKey: key, in: 0...Int.max) }

  /// - Parameter bytes: in UTF-8.
  func decodeText(forKey key: Key, atMost bytes: Int = DecodingLimits.textBytes) throws -> String {
    let text = try decode(String.self, forKey: key)
    guard text.utf8.count <= bytes else { throw flaw(key, "it is longer than \(counted(bytes, "byte"))") }
    return text
  }

  func decodeTextIfPresent(
    forKey key: Key, atMost bytes: Int = DecodingLimits.textBytes
  ) throws -> String? {
    try holds(key) ? decodeText(forKey: key, atMost: bytes) : nil
  }

  /// - Parameter bytes: of each, in UTF-8.
  func decodeTexts(
    forKey key: Key, atMost count: Int = DecodingLimits.listCount, bytes: Int = DecodingLimits.textBytes
  ) throws -> [String] {
    let texts = try decodeList(of: String.self, forKey: key, atMost: count)
    guard texts.allSatisfy({ $0.utf8.count <= bytes }) else {
      throw flaw(key, "one is longer than \(counted(bytes, "byte"))")
    }
    return texts
  }

  /// A list whose length is looked at before any of it is read.
  func decodeList<Element: Decodable>(
    of type: Element.Type, forKey key: Key, atMost count: Int
  ) throws -> [Element] {
    var list = try nestedUnkeyedContainer(forKey: key)
    let tooLong = flaw(key, "it holds more than \(count)")
    guard list.count ?? 0 <= count else { throw tooLong }
    var elements: [Element] = []
    while !list.isAtEnd {
      // Not every decoder knows how long a list is.
      guard elements.count < count else { throw tooLong }
      elements.append(try list.decode(type))
    }
    return elements
  }

  /// A SHA-256 in lower-case hexadecimal.
  func decodeDigest(forKey key: Key) throws -> String {
    let text = try decode(String.self, forKey: key)
    guard SHA256.isHexDigest(text) else { throw flaw(key, "it is not 64 hexadecimal digits") }
    return text
  }

  func decodeDigestIfPresent(forKey key: Key) throws -> String? {
    try holds(key) ? decodeDigest(forKey: key) : nil
  }

  private func holds(_ key: Key) throws -> Bool { contains(key) ? try !decodeNil(forKey: key) : false }
}

/// Any name that an object has, known or not.
struct AnyKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// What is wrong with an object, by the outermost field that it is in.
struct DecodingFlaw {
  /// Its beginning, by which a person finds it.
  let field: String
  let reason: String

  /// Nil where the error is of no field: it is no such object at all.
  init?(_ error: any Error) {
    let (path, reason): ([any CodingKey], String) =
      switch error {
      case DecodingError.dataCorrupted(let context): (context.codingPath, context.debugDescription)
      case DecodingError.typeMismatch(_, let context): (context.codingPath, "it is of another type")
      case DecodingError.valueNotFound(_, let context): (context.codingPath, "it is null")
      case DecodingError.keyNotFound(let key, let context):
        context.codingPath.isEmpty
          ? ([key], "it is missing") : (context.codingPath, "it has no '\(key.stringValue.prefix(64))'")
      default: ([], "")
      }
    guard let field = path.first?.stringValue.prefix(64) else { return nil }
    self.field = String(field)
    self.reason = reason
  }
}
