/// What is hidden in a film and how: the one plan that the render, its proof and the record share. It has tracks where a photo's has regions.
struct FilmPlan: Sendable, Hashable {
  /// In the order of their names, with the excluded ones.
  var tracks: [PlannedTrack]
  var strength: ObscuringStrength

  /// The tracks that take part in the render.
  var applied: [PlannedTrack] { tracks.filter { $0.state == .applied } }

  /// What is hidden of one frame.
  /// - Parameter time: the frame's presentation time, in ticks of the film's video track.
  /// - Returns: a plan of applied regions that bear the tracks' names; without regions where nothing is hidden.
  func frame(at time: Int) -> RegionPlan {
    RegionPlan(
      regions: tracks.compactMap { track in
        guard track.state == .applied, let rect = track.rect(at: time) else { return nil }
        let isSeen = rect.scaled(by: strength.reach).isValid
        return isSeen
          ? PlannedRegion(
            id: track.id, rect: rect, score: track.score, origin: track.origin, kind: track.kind)
          : nil
      }, strength: strength)
  }
}

/// One face through a part of a film, as the record keeps it.
struct PlannedTrack: Sendable, Hashable {
  /// Names the track for as long as the record lives: `t1`, `t2`, … of those that were found.
  var id: String
  /// What is hidden.
  var kind: SubjectKind
  /// Where the face is, without the margin, at some of the frames from the first to the last in which it is hidden; times ascend. Between
  /// two points the rectangle is on the straight line from the one to the other.
  var points: [TrackPoint]
  /// The highest probability of a frame, 0…1; nil for a manual track.
  var score: Double?
  var origin: PlannedRegion.Origin
  var state: PlannedRegion.State

  init(
    id: String, points: [TrackPoint], score: Double?, origin: PlannedRegion.Origin,
    state: PlannedRegion.State = .applied, kind: SubjectKind = .default
  ) {
    self.id = id
    self.kind = kind
    self.points = points
    self.score = score
    self.origin = origin
    self.state = state
  }

  /// Where the face is at a time, upright and normalised; nil before the first point and behind the last.
  func rect(at time: Int) -> NormalizedRect? {
    guard let first = points.first, let last = points.last, time >= first.time, time <= last.time else {
      return nil
    }
    let index = points.firstIndex(notBelow: time, by: \.time)
    let after = points[index]
    guard after.time > time, index > 0 else { return after.rect }
    let before = points[index - 1]
    let part = Double(time - before.time) / Double(after.time - before.time)
    func mix(_ value: (NormalizedRect) -> Double) -> Double {
      value(before.rect) * (1 - part) + value(after.rect) * part
    }
    return NormalizedRect(x: mix(\.x), y: mix(\.y), width: mix(\.width), height: mix(\.height))
  }
}

/// Where a face is at one time of a film.
struct TrackPoint: Sendable, Hashable {
  /// In ticks of the film's video track.
  let time: Int
  /// Upright and normalised, without the margin; it may reach beyond the picture, or lie beside it.
  let rect: NormalizedRect
}
