/// As records hold it. Points are rows of five numbers: time, x, y, width and height.
extension PlannedTrack: Codable {
  private enum CodingKeys: CodingKey {
    case id, kind, points, score, origin, state
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try container.decode(String.self, forKey: .id),
      points: try container.decode([TrackPoint].self, forKey: .points),
      score: try container.decodeIfPresent(Double.self, forKey: .score),
      origin: try container.decode(PlannedRegion.Origin.self, forKey: .origin),
      state: try container.decode(PlannedRegion.State.self, forKey: .state),
      kind: try container.decodeIfPresent(SubjectKind.self, forKey: .kind) ?? .default)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    if kind != .default { try container.encode(kind, forKey: .kind) }
    try container.encode(points, forKey: .points)
    try container.encodeIfPresent(score, forKey: .score)
    try container.encode(origin, forKey: .origin)
    try container.encode(state, forKey: .state)
  }
}

extension TrackPoint: Codable {
  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    time = try container.decode(Int.self)
    rect = NormalizedRect(
      x: try container.decode(Double.self), y: try container.decode(Double.self),
      width: try container.decode(Double.self), height: try container.decode(Double.self))
    guard container.isAtEnd else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "a point has five numbers")
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(time)
    for number in [rect.x, rect.y, rect.width, rect.height] { try container.encode(number) }
  }
}

/// What a plan may hold that a file has written.
extension FilmPlan {
  static let maxTracks = 4096
  /// Of all tracks together.
  static let maxPoints = 200_000

  /// What is wrong with tracks, as a part of a sentence; nil where nothing is.
  static func flaw(in tracks: [PlannedTrack]) -> String? {
    if tracks.count > maxTracks { return "it holds \(counted(tracks.count, "track"))" }
    if tracks.reduce(0, { $0 + $1.points.count }) > maxPoints { return "its tracks have too many points" }
    if Set(tracks.map(\.id)).count != tracks.count { return "two tracks have the same id" }
    return tracks.lazy.compactMap(\.flaw).first
  }
}

extension PlannedTrack {
  /// Ticks beyond which no film has a frame: what a number with a fraction can say exactly.
  private static let allowedTimes = -(1 << 53)...(1 << 53)

  fileprivate var flaw: String? {
    if id.isEmpty || id.utf8.count > PlannedRegion.maxIDBytes { return "an id is out of range" }
    if !(0...1).contains(score ?? 0) { return "a score is not 0 to 1" }
    if points.isEmpty { return "a track has no point" }
    if !zip(points, points.dropFirst()).allSatisfy({ $0.time < $1.time }) {
      return "the points of a track are not in order"
    }
    let areSound = points.allSatisfy { point in
      let rect = point.rect
      return Self.allowedTimes.contains(point.time) && rect.width > 0 && rect.height > 0
        && [rect.x, rect.y, rect.width, rect.height].allSatisfy { abs($0) <= NormalizedRect.farthest }
    }
    return areSound ? nil : "a point of a track is out of range"
  }
}
