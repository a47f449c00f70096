/// Paths in an object, each under its name. JSON holds text alone: one that is not UTF-8 is told with replacements, and in its
/// bytes under the name with `Bytes` behind it.
public struct FileNames: Encodable, Sendable {
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private let paths: [(name: String, path: FilePath)]

  /// - Parameter paths: what is nil is left out.
  public init(_ paths: KeyValuePairs<String, FilePath?>) {
    self.paths = paths.compactMap { name, path in path.map { (name, $0) } }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    for (name, path) in paths {
      try container.encode(path.description, forKey: Key(stringValue: name))
      if String(validating: path.bytes, as: UTF8.self) == nil {
        try container.encode(path.bytes, forKey: Key(stringValue: name + "Bytes"))
      }
    }
  }
}
