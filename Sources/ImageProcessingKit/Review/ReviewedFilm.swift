/// What is known of a film apart from the review: its tracks, which a review asks about as about the regions of a photo.
///
/// In a review each track is a region that has the track's name and state, and the track's place where a person looks at it first. What a person
/// draws has one place for all of its time; see `ReviewEdit.spans`.
struct ReviewedFilm: Sendable {
  /// As it is recorded, or else as it was found.
  let plan: FilmPlan
  /// The names of tracks that a person should look at whatever their scores.
  let doubtful: Set<String>
  /// Where tracks were seen, by their names, as far as that is known.
  let sightings: [String: FoundTracks.Sightings]
  /// When the first and the last frame are presented, in ticks of the film's video track.
  let span: ClosedRange<Int>
  /// What is hidden where what is recorded is taken back as a whole; nil for what the edit says.
  private let reverted: FilmPlan?
  /// The tracks by name, each with its place.
  private let tracks: [String: (track: PlannedTrack, place: NormalizedRect)]

  /// - Parameters:
  ///   - known: of the film.
  ///   - seeker: of the film.
  init(_ known: KnownFilm, _ seeker: FrameSeeker) {
    self.init(known.plan, doubtful: known.doubtful, sightings: known.sightings, seeker)
  }

  /// - Parameters:
  ///   - seeker: of the film.
  ///   - reverted: what is hidden where what is recorded is taken back as a whole; nil for what the edit says.
  init(
    _ plan: FilmPlan, doubtful: Set<String>, sightings: [String: FoundTracks.Sightings] = [:],
    _ seeker: FrameSeeker, reverted: FilmPlan? = nil
  ) {
    self.plan = plan
    self.doubtful = doubtful
    self.sightings = sightings
    self.reverted = reverted
    span = seeker.time(of: 0)...seeker.time(of: seeker.count - 1)
    tracks = Dictionary(
      plan.tracks.map { ($0.id, ($0, $0.place(seeker, sightings[$0.id]))) },
      uniquingKeysWith: { first, _ in first })
  }

  /// What a review begins with.
  var start: ReviewEdit {
    let regions = plan.tracks.compactMap { track in
      tracks[track.id].map { known in
        PlannedRegion(
          id: track.id, rect: known.place, score: track.score, origin: track.origin, state: track.state,
          kind: track.kind)
      }
    }
    var edit = ReviewEdit(plan: RegionPlan(regions: regions, strength: plan.strength))
    // As every change lists them.
    edit.plan.sortForReading()
    let drawn = plan.tracks.filter(\.isOneBox).compactMap { track in track.span.map { (track.id, $0) } }
    if !drawn.isEmpty { edit.spans = Dictionary(drawn, uniquingKeysWith: { first, _ in first }) }
    return edit
  }

  /// Regions in the order of the film's tracks, in which earlier versions have kept what is recorded.
  func listed(_ regions: [PlannedRegion]) -> [PlannedRegion] {
    let order = Dictionary(
      plan.tracks.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    return regions.sorted { (order[$0.id] ?? .max, $0.id) < (order[$1.id] ?? .max, $1.id) }
  }

  /// What a person's decisions make of the film: what is hidden in it, and what is not.
  func plan(_ edit: ReviewEdit) -> FilmPlan {
    if edit.isReverted, let reverted { return reverted }
    let decided = edit.plan.regions.map { region -> PlannedTrack in
      if let (track, place) = tracks[region.id], place == region.rect,
        edit.spans?[region.id] == track.drawnSpan
      {
        var track = track
        track.state = region.state
        return track
      }
      let span = edit.spans?[region.id] ?? tracks[region.id]?.track.span ?? span
      return PlannedTrack(
        id: region.id, drawn: region.rect, at: span, state: region.state, kind: region.kind)
    }
    return FilmPlan(
      tracks: decided.sorted { TrackNaming.order($0.id) < TrackNaming.order($1.id) },
      strength: edit.plan.strength)
  }
}

extension PlannedTrack {
  /// Whether a person drew it: one box for all of its time.
  fileprivate var isOneBox: Bool { origin == .manual && Set(points.map(\.rect)).count == 1 }

  /// When it is there, where it is one box that a person drew.
  fileprivate var drawnSpan: ClosedRange<Int>? { isOneBox ? span : nil }

  /// Frames from which it is told what the track shows: spread over its time.
  static let mostMoments = 6

  /// The frames from the first to the last; nil where there is none of its time.
  func frames(_ seeker: FrameSeeker) -> ClosedRange<Int>? { span.flatMap(seeker.frames) }

  /// Frames in which it was seen, or where that is not known, those spread over its time; ascending.
  func moments(_ seeker: FrameSeeker, _ sightings: FoundTracks.Sightings?) -> [Int] {
    guard let frames = frames(seeker) else { return [] }
    if let sightings, origin == .detected {
      let seen = sightings.times.map { seeker.frame(at: Double($0)) }.filter(frames.contains)
      if !seen.isEmpty { return seen }
    }
    let count = min(frames.count, Self.mostMoments)
    return (0..<count).map { frames.lowerBound + (2 * $0 + 1) * frames.count / (2 * count) }
  }

  /// The frame in which a person looks at it first: where it was seen most surely, or else in the middle of its time.
  func face(_ seeker: FrameSeeker, _ sightings: FoundTracks.Sightings?) -> Int {
    guard let frames = frames(seeker) else { return 0 }
    let seen = sightings.map { seeker.frame(at: Double($0.best)) }
    if let seen, origin == .detected, frames.contains(seen) { return seen }
    return frames.lowerBound + (frames.count - 1) / 2
  }

  /// Where it is then; where that is beside the picture, at another time.
  fileprivate func place(_ seeker: FrameSeeker, _ sightings: FoundTracks.Sightings?) -> NormalizedRect {
    // Between two equal points the last digits may differ: who has answered about what they drew has answered about that very box.
    let seen = isOneBox ? nil : rect(at: seeker.time(of: face(seeker, sightings)))
    let places = [seen].compactMap(\.self) + points.map(\.rect)
    return places.first(where: \.isValid) ?? NormalizedRect(x: 0, y: 0, width: 0.01, height: 0.01)
  }
}
