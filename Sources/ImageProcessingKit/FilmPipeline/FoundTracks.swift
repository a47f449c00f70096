/// What a look at a film has found, as reviews keep it so that nobody looks twice.
struct FoundTracks: Sendable, Codable {
  var detector: DetectorIdentity
  var tracks: [PlannedTrack]
  /// The names of those that a person should look at.
  var doubtful: [String]
  /// By name, where each was seen.
  var sightings: [String: Sightings]
  /// What people should know of the film.
  var warnings: [String] = []

  /// - Parameter report: of the look.
  init(_ report: FilmReport) {
    detector = report.detector
    tracks = FilmPlan(report.tracks, .default).tracks
    doubtful = report.tracks.filter(\.isDoubtful).map(\.id)
    sightings = Dictionary(
      report.tracks.compactMap { track in Sightings(track).map { (track.id, $0) } },
      uniquingKeysWith: { first, _ in first })
    warnings = report.warnings
  }

  /// Checks every value that a file could have set.
  func validate() throws(FaceBlurError) {
    if let flaw = FilmPlan.flaw(in: tracks) { throw .damagedRecord(flaw) }
    guard detector.isSound, doubtful.count <= tracks.count, warnings.count <= Self.maxWarnings,
      sightings.count <= tracks.count, sightings.values.allSatisfy({ $0.times.count <= Sightings.most })
    else {
      throw .damagedRecord("what was found is out of range")
    }
  }

  private static let maxWarnings = 16

  /// What was found of those of a plan's tracks that are as they were found, by the names that the plan has for them.
  func known(in plan: FilmPlan) -> (doubtful: Set<String>, sightings: [String: Sightings]) {
    let names = Dictionary(tracks.map { ($0.points, $0.id) }, uniquingKeysWith: { first, _ in first })
    let doubted = Set(doubtful)
    var known: (doubtful: Set<String>, sightings: [String: Sightings]) = ([], [:])
    for track in plan.tracks {
      guard let name = names[track.points] else { continue }
      if doubted.contains(name) { known.doubtful.insert(track.id) }
      known.sightings[track.id] = sightings[name]
    }
    return known
  }

  /// Where a track was seen, in ticks of the film's video track.
  struct Sightings: Sendable, Hashable, Codable {
    /// Where it was seen most surely.
    let best: Int
    /// Some of its frames, spread over all in which it was seen, and that one; ascending.
    let times: [Int]

    static let most = 7

    /// Nil where it was not seen.
    fileprivate init?(_ track: FaceTrack) {
      var seen: [(time: Int, score: Double)] = []
      for box in track.boxes { if case .seen(let score) = box.origin { seen.append((box.time, score)) } }
      guard let best = seen.max(by: { $0.score < $1.score })?.time else { return nil }
      let count = min(seen.count, Self.most - 1)
      let spread = (0..<count).map { seen[(2 * $0 + 1) * seen.count / (2 * count)].time }
      self.best = best
      times = Set(spread + [best]).sorted()
    }
  }
}
