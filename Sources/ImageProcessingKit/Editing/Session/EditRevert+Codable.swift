extension EditRevert.Outcome: Codable {
  private enum CodingKeys: CodingKey {
    case removed, kept, restored
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    file = try FileNames.decode("file", from: decoder)
    removed = try container.decodePaths(forKey: .removed)
    kept = try container.decodePaths(forKey: .kept)
    restored = try container.decodePaths(forKey: .restored)
  }

  public func encode(to encoder: any Encoder) throws {
    try FileNames(["file": file]).encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(removed.map(\.description), forKey: .removed)
    try container.encode(kept.map(\.description), forKey: .kept)
    try container.encode(restored.map(\.description), forKey: .restored)
  }
}
