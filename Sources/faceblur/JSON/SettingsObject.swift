internal import ImageProcessingKit

/// What `settings` tells, in one object.
struct SettingsObject: Encodable {
  private enum Key: CodingKey {
    case settings, weaker
  }

  let settings: UserSettings
  /// Where they are kept; nil where they have no place.
  let path: FilePath?

  func encode(to encoder: any Encoder) throws {
    try FileNames(["path": path]).encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(settings, forKey: .settings)
    try container.encode(settings.weaker.map(\.rawValue), forKey: .weaker)
  }
}
