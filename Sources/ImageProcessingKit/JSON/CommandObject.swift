/// What one line of `--json` and of `report.jsonl` holds: an object, which contract it follows, and which command tells it.
///
/// With `PlainText.json` it becomes the line, to the last byte; `CommandObject<PhotoReport>` reads one. Objects of all commands, and
/// what names in them mean, are in Documentation/json.md.
public struct CommandObject<Content> {
  private enum Key: CodingKey {
    case schema, command
  }

  /// `blur`, `detect`, ….
  public let command: String
  public let content: Content

  public init(command: String, content: Content) {
    self.command = command
    self.content = content
  }
}

extension CommandObject: Sendable where Content: Sendable {}

extension CommandObject: Encodable where Content: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(JSONContract.schema, forKey: .schema)
    try container.encode(command, forKey: .command)
    try content.encode(to: encoder)
  }
}

extension CommandObject: Decodable where Content: Decodable {
  /// - Throws: `DecodingError`, also where the contract is of another version.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let schema = try container.decode(Int.self, forKey: .schema)
    guard schema == JSONContract.schema else {
      throw container.flaw(
        .schema, "the contract is version \(schema), and version \(JSONContract.schema) is read")
    }
    command = try container.decodeText(forKey: .command)
    content = try Content(from: decoder)
  }
}
