/// A face through the frames of one scene of a film.
struct FaceTrack: Sendable, Hashable {
  /// `t1`, `t2`, …, in the order in which they were first seen; those of one frame from the top, and from the left.
  let id: String
  let kind: SubjectKind
  /// One for every frame from the first to the last, all of them in one scene.
  let boxes: [TrackBox]
  /// The highest and the middle one of the scores of the frames in which it was seen: probabilities, 0…1.
  let bestScore: Double
  let typicalScore: Double
  /// In how many frames it was seen.
  let seenCount: Int

  /// Whether a person should look at it before relying on it: it was seen in one frame only, or in fewer than half of those between
  /// its first and its last, or never surely.
  let isDoubtful: Bool
}

/// What is hidden of one frame for a track.
struct TrackBox: Sendable, Hashable {
  /// Why it is hidden there.
  enum Origin: Sendable, Hashable {
    /// The face was seen, with this probability.
    case seen(score: Double)
    /// It was seen before and after.
    case bridged
    /// It was seen a little later or a little earlier.
    case extended
  }

  /// Counted from 0 in order of presentation.
  let frame: Int
  /// In ticks of the film's video track.
  let time: Int
  /// Upright and normalised, without the margin of a region; it may reach beyond the picture.
  var rect: NormalizedRect
  let origin: Origin
}
