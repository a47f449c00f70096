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

  /// Says what stays hidden that this look did not find.
  mutating func noteKept(of earlier: FilmPlan, in plan: FilmPlan) {
    let found = Set(FilmPlan(tracks, plan.strength).tracks.map(\.points))
    let kept = plan.applied.filter { $0.origin == .detected && !found.contains($0.points) }.map(\.id)
    guard !earlier.tracks.isEmpty, !kept.isEmpty else { return }
    notes.append(
      "found by an earlier look and not by this one, so still hidden: \(kept.joined(separator: ", "))")
  }

  /// In how many frames something would be hidden.
  package var hiddenFrameCount: Int {
    Set(tracks.flatMap { $0.boxes.map(\.frame) }).count
  }

  /// A track as people and programs are told of it.
  package struct TrackSummary: Sendable {
    package let id: String
    package let kind: SubjectKind
    /// Seconds from the beginning of the film: when it begins to be hidden, and when the last frame is shown in which it is.
    package let start: Double
    package let end: Double
    /// Probabilities, 0…1: the highest of a frame, and that of most frames.
    package let score: Double
    package let typicalScore: Double
    package let isDoubtful: Bool
    /// Frames in which it would be hidden, and of these those in which it was seen.
    package let frameCount: Int
    package let seenCount: Int
  }

  /// In the order in which they appear.
  package var summaries: [TrackSummary] {
    tracks.map { track in
      let times = track.boxes.map(\.time)
      return TrackSummary(
        id: track.id, kind: track.kind, start: clock.seconds(at: times.first ?? 0),
        end: clock.seconds(at: times.last ?? 0), score: track.bestScore, typicalScore: track.typicalScore,
        isDoubtful: track.isDoubtful, frameCount: track.boxes.count, seenCount: track.seenCount)
    }
  }
}
