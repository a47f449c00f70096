/// What was found in a film and what was written for it.
public struct FilmReport: Sendable, FilmRenderReport {
  /// Files that belong to the film's edit.
  package struct Outputs: Sendable, Hashable {
    package var render: FilePath?
    package var record: FilePath?
    package var preview: FilePath?
    package var overlay: FilePath?
  }

  public let file: FilePath
  /// Upright, in pixels.
  package let width: Int
  package let height: Int
  package let orientation: Orientation
  /// As shown, in seconds.
  package let duration: Double
  /// Pictures in the file, also those that an edit list hides.
  package let frameCount: Int
  /// `h264`, `hevc`, `vp9` or `av1`.
  package let codec: String
  package let detector: DetectorIdentity
  let tracks: [FaceTrack]
  let clock: FilmClock
  /// What people should know of the film.
  package var warnings: [String] = []
  /// What is of less weight.
  package var notes: [String] = []
  /// What people are told even where they asked for quiet. JSON has it among the notes.
  package var cautions: [String] = []
  package var outputs = Outputs()
  /// What the film's file holds that the render leaves out.
  package var dropped: [String] = []
  /// How long the sound is silent because somebody is hidden, in seconds; nil where it is kept or left out as a whole.
  package var silence: Double?
  /// Pictures of which the decoder says that they are not whole.
  var damagedCount = 0
  /// What of an earlier edit stays although this look did not find it, by the names of tracks.
  package var kept = KeptRegions()
  /// The ids of tracks that the earlier edit hid and the render shows, if only for a part of their time.
  package var shown: [String] = []
  /// What becomes of what was found; nil where nothing was to be done with it.
  var plan: FilmPlan?
  /// In how many frames the plan hides something; nil without one.
  var plannedFrameCount: Int?

  /// Takes up what becomes of what was found.
  /// - Parameters:
  ///   - earlier: what an earlier edit had, where the plan has taken it up.
  ///   - samples: of the film's pictures.
  mutating func take(_ plan: FilmPlan, after earlier: FilmPlan?, of samples: SampleTable) {
    self.plan = plan
    plannedFrameCount = (0..<samples.count).count { index in
      !plan.frame(at: samples.presentationTime(index)).regions.isEmpty
    }
    if let earlier { noteKept(of: earlier, in: plan) }
  }

  /// Takes up what stays of an earlier edit that this look did not find.
  mutating func noteKept(of earlier: FilmPlan, in plan: FilmPlan) {
    kept = KeptRegions(of: earlier, in: plan, among: FilmPlan(tracks, plan.strength).tracks)
  }

  /// The ids of tracks that can be seen in the render by somebody's decision, if only for a part of their time.
  package var openTracks: [String] {
    let excluded = (plan?.tracks ?? []).filter { $0.state == .excluded }.map(\.id)
    return excluded + shown.filter { !excluded.contains($0) }
  }

  /// The ids of tracks that the render hides.
  package var hiddenTracks: [String] { (plan?.applied ?? []).map(\.id) }

  /// In how many frames something is hidden, or would be.
  package var hiddenFrameCount: Int {
    plannedFrameCount ?? Set(tracks.flatMap { $0.boxes.map(\.frame) }).count
  }

  /// A track as people and programs are told of it.
  package struct TrackSummary: Sendable {
    /// That of the edit, where there is one.
    package let id: String
    package let kind: SubjectKind
    /// Seconds from the beginning of the film: when it begins to be hidden, and when the last frame is shown in which it is.
    package let start: Double
    package let end: Double
    /// Probabilities, 0…1: the highest of a frame, and that of most frames.
    package let score: Double
    package let typicalScore: Double
    package let isDoubtful: Bool
    /// Excluded where a person left it as it is, if only for a part of its time.
    package let state: PlannedRegion.State
    /// Frames in which it would be hidden, and of these those in which it was seen.
    package let frameCount: Int
    package let seenCount: Int
  }

  /// In the order in which they appear.
  package var summaries: [TrackSummary] {
    let standings = plan.map { plan in FilmPlan(tracks, plan.strength).tracks.map(plan.standing) }
    return tracks.indices.map { index in
      let track = tracks[index]
      let times = track.boxes.map(\.time)
      let (id, state) = standings?[index] ?? (id: track.id, state: .applied)
      return TrackSummary(
        id: id, kind: track.kind, start: clock.seconds(at: times.first ?? 0),
        end: clock.seconds(at: times.last ?? 0), score: track.bestScore, typicalScore: track.typicalScore,
        isDoubtful: track.isDoubtful, state: state, frameCount: track.boxes.count, seenCount: track.seenCount)
    }
  }
}

extension KeptRegions {
  /// The same of a film, by the names of its tracks.
  /// - Parameters:
  ///   - earlier: what an earlier edit had.
  ///   - plan: that has taken it up.
  ///   - found: what this look has found.
  init(of earlier: FilmPlan, in plan: FilmPlan, among found: [PlannedTrack]) {
    self.init()
    guard !earlier.tracks.isEmpty else { return }
    let known = Set(earlier.tracks.map(\.id))
    let decided = plan.tracks.filter { $0.isDecided && known.contains($0.id) }
    excluded = decided.filter { $0.state == .excluded }.map(\.id)
    drawn = decided.filter { $0.state == .applied }.map(\.id)
    notFoundAgain = plan.applied.filter { track in !track.isDecided && !found.contains(where: track.isPart) }
      .map(\.id)
  }
}

extension PlannedTrack {
  /// Whether it is another track for some of its time, or all of it.
  fileprivate func isPart(of other: PlannedTrack) -> Bool {
    guard let span, let whole = other.span, whole.contains(span.lowerBound), whole.contains(span.upperBound)
    else { return false }
    return other.part(span).points == points
  }
}
