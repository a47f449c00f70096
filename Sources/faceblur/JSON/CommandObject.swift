internal import ImageProcessingKit

/// What one line of `--json` holds: an object, which contract it follows, and which command tells it.
struct CommandObject<Content: Encodable>: Encodable {
  private enum Key: CodingKey {
    case schema, command
  }

  let command: String
  let content: Content

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(JSONContract.schema, forKey: .schema)
    try container.encode(command, forKey: .command)
    try content.encode(to: encoder)
  }
}
