/// As records, journals and plans hold it, exactly: a kind is told only where it is not the default, so that regions of faces are
/// written as they were before there were kinds.
///
/// Reading one looks at types alone. Whoever reads regions holds them to their bounds together, as `RegionPlan` does.
extension PlannedRegion: Codable {
  private enum CodingKeys: CodingKey {
    case id, kind, rect, score, origin, state, cells, seenBy
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try container.decode(String.self, forKey: .id),
      rect: try container.decode(NormalizedRect.self, forKey: .rect),
      score: try container.decodeIfPresent(Double.self, forKey: .score),
      origin: try container.decode(Origin.self, forKey: .origin),
      state: try container.decode(State.self, forKey: .state),
      kind: try container.decodeIfPresent(SubjectKind.self, forKey: .kind) ?? .default)
    cells = try container.decodeIfPresent(Int.self, forKey: .cells)
    seenBy = try container.decodeIfPresent([String].self, forKey: .seenBy)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    if kind != .default { try container.encode(kind, forKey: .kind) }
    try container.encode(rect, forKey: .rect)
    try container.encodeIfPresent(score, forKey: .score)
    try container.encode(origin, forKey: .origin)
    try container.encode(state, forKey: .state)
    try container.encodeIfPresent(cells, forKey: .cells)
    try container.encodeIfPresent(seenBy, forKey: .seenBy)
  }
}
