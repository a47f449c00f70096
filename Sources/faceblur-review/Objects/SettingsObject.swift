internal import ImageProcessingKit

/// What a user wants where nobody says otherwise, with null for what they have not said: `GET /api/settings`. A POST takes what the file
/// of settings may hold, and `WeakerObject`.
struct SettingsObject: Encodable {
  private enum Key: CodingKey {
    case metadata, effort
  }

  private let settings: UserSettings

  init(_ settings: UserSettings) { self.settings = settings }

  func encode(to encoder: any Encoder) throws {
    try StrengthObject(settings.strength).encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(settings.metadata, forKey: .metadata)
    try container.encode(settings.effort?.rawValue, forKey: .effort)
  }
}

/// What stands beside settings that are to be stored: whether the person knows that they are weaker than the defaults.
struct WeakerObject: Decodable {
  static let field = "weaker"

  let weaker: Bool?
}
