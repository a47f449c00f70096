extension FilmReport: Encodable {
  private enum Key: CodingKey {
    case detector, tracks, kept, shown, outputs, dropped, silence, notes, warnings
  }

  public func encode(to encoder: any Encoder) throws {
    try FileNames(["file": file]).encode(to: encoder)
    try FilmObject(self).encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(DetectorObject(detector), forKey: .detector)
    try encodeTracks(into: &container, forKey: .tracks)
    try container.encode(kept, forKey: .kept)
    try container.encode(shown, forKey: .shown)
    try container.encode(outputs, forKey: .outputs)
    try container.encode(dropped, forKey: .dropped)
    try container.encodeIfPresent(silence?.rounded(toParts: 1000), forKey: .silence)
    try container.encode(cautions + notes, forKey: .notes)
    try container.encode(warnings, forKey: .warnings)
  }

  /// The list of tracks, wherever it stands.
  /// - Parameter withStates: whether anything is done with what is seen.
  func encodeTracks<Keys: CodingKey>(
    into container: inout KeyedEncodingContainer<Keys>, forKey key: Keys, withStates: Bool = true
  ) throws {
    let objects = zip(tracks, summaries).map { track, summary in
      TrackObject(track, summary, state: withStates ? summary.state : nil, in: self)
    }
    try container.encode(objects, forKey: key)
  }
}

/// A track as programs read it, rounded as faces of photos are, and times to thousandths of a second.
private struct TrackObject: Encodable {
  let id: String
  let kind: SubjectKind
  let start: Double
  let end: Double
  let score: Double
  let doubtful: Bool
  /// Nil, and left out, where nothing is done with it.
  let state: PlannedRegion.State?
  let frames: Int
  let seen: Int
  let boxes: [FilmBoxObject]

  init(
    _ track: FaceTrack, _ summary: FilmReport.TrackSummary, state: PlannedRegion.State?, in report: FilmReport
  ) {
    id = summary.id
    kind = summary.kind
    start = summary.start.rounded(toParts: 1000)
    end = summary.end.rounded(toParts: 1000)
    score = summary.score.rounded(toParts: 1000)
    doubtful = summary.isDoubtful
    self.state = state
    frames = summary.frameCount
    seen = summary.seenCount
    boxes = TrackKeyPoints.keyPoints(of: track.boxes).map { box in
      FilmBoxObject(
        box.rect, at: report.clock.seconds(at: box.time), width: report.width, height: report.height,
        origin: box.origin.word)
    }
  }
}
