internal import ImageProcessingKit

/// What a user wants where nobody says otherwise: `/api/settings`.
struct SettingsObject: Codable {
  private enum Key: CodingKey {
    case metadata, effort
  }

  private let strength: StrengthObject
  private let metadata: String?
  private let effort: String?

  init(_ settings: UserSettings) {
    strength = StrengthObject(settings.strength)
    metadata = settings.metadata?.text
    effort = settings.effort?.rawValue
  }

  init(from decoder: any Decoder) throws {
    strength = try StrengthObject(from: decoder)
    let container = try decoder.container(keyedBy: Key.self)
    metadata = try container.decodeIfPresent(String.self, forKey: .metadata)
    effort = try container.decodeIfPresent(String.self, forKey: .effort)
  }

  func encode(to encoder: any Encoder) throws {
    try strength.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(metadata, forKey: .metadata)
    try container.encode(effort, forKey: .effort)
  }

  /// Nil where a value is none that there is.
  var settings: UserSettings? {
    guard let change = strength.change else { return nil }
    var settings = UserSettings()
    settings.strength = change
    if let metadata {
      guard let policy = MetadataPolicy(metadata) else { return nil }
      settings.metadata = policy
    }
    if let effort {
      guard let known = DetectionEffort(rawValue: effort) else { return nil }
      settings.effort = known
    }
    return settings
  }
}
