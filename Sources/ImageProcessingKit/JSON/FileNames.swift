/// Paths in an object, each under its name. JSON holds text alone: one that is not UTF-8 is told with replacements, and in its
/// bytes under the name with `Bytes` behind it.
package struct FileNames: Encodable, Sendable {
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }

    /// Where the bytes are.
    var ofBytes: Key { Key(stringValue: stringValue + "Bytes") }
  }

  private let paths: [(name: String, path: FilePath)]

  /// - Parameter paths: what is nil is left out.
  package init(_ paths: KeyValuePairs<String, FilePath?>) {
    self.paths = paths.compactMap { name, path in path.map { (name, $0) } }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    for (name, path) in paths {
      let key = Key(stringValue: name)
      try container.encode(path.description, forKey: key)
      if !path.isText { try container.encode(path.bytes, forKey: key.ofBytes) }
    }
  }

  /// Reads a path that an object has under a name.
  /// - Throws: `DecodingError` where there is none, and where text and bytes are not those of one path.
  static func decode(_ name: String, from decoder: any Decoder) throws -> FilePath {
    let container = try decoder.container(keyedBy: Key.self)
    let key = Key(stringValue: name)
    let text = try container.decodeText(forKey: key)
    guard container.contains(key.ofBytes) else {
      guard let path = FilePath(exactly: text) else { throw container.flaw(key, "it is no path") }
      return path
    }
    let bytes = try container.decodeList(
      of: UInt8.self, forKey: key.ofBytes, atMost: DecodingLimits.textBytes)
    let path = FilePath(bytes: bytes)
    guard path.bytes == bytes, !path.isText, path.description.utf8.elementsEqual(text.utf8) else {
      throw container.flaw(key.ofBytes, "the bytes are not those of the text")
    }
    return path
  }

  static func decodeIfPresent(_ name: String, from decoder: any Decoder) throws -> FilePath? {
    let isThere = try decoder.container(keyedBy: Key.self).contains(Key(stringValue: name))
    return isThere ? try decode(name, from: decoder) : nil
  }
}

extension KeyedDecodingContainer {
  /// Paths that are told as text alone: one that is not UTF-8 has replacements in it, and so it is read.
  func decodePaths(forKey key: Key) throws -> [FilePath] {
    try decodeTexts(forKey: key).map { try path($0, key) }
  }

  func decodePathIfPresent(forKey key: Key) throws -> FilePath? {
    try decodeTextIfPresent(forKey: key).map { try path($0, key) }
  }

  private func path(_ text: String, _ key: Key) throws -> FilePath {
    guard let path = FilePath(exactly: text) else { throw flaw(key, "it is no path") }
    return path
  }
}

extension FilePath {
  /// Nil where a path cannot be so: the text is empty, or a NUL is in it.
  fileprivate init?(exactly text: String) {
    let path = FilePath(text)
    guard path.bytes.elementsEqual(text.utf8) else { return nil }
    self = path
  }

  fileprivate var isText: Bool { String(validating: bytes, as: UTF8.self) != nil }
}
