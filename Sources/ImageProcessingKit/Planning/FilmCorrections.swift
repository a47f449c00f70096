/// What a person changes about a film's plan, as `PlanCorrections` do about a photo's. Tracks are named by their ids, boxes are in the upright
/// full-size picture.
package struct FilmCorrections: Sendable, Hashable {
  /// Boxes around what the plan does not know.
  package var added: [TimedBox] = []
  /// Tracks that stay in the plan and are not hidden.
  package var excluded: [String] = []
  /// Tracks that are hidden, again or still.
  package var included: [String] = []
  /// Tracks that get one box for all of their time.
  package var moved: [PlanCorrections.Move] = []

  package init() {}

  /// What can be said before it is known which tracks there are.
  var additions: FilmCorrections {
    var additions = FilmCorrections()
    additions.added = added
    return additions
  }

  /// Whether they name a track that a plan does not have.
  func nameOthers(than plan: FilmPlan) -> Bool {
    !Set(excluded + included + moved.map(\.id)).isSubset(of: plan.tracks.map(\.id))
  }

  /// - Throws: `FaceBlurError` where two corrections contradict each other or name no track of a plan.
  fileprivate func check(against plan: FilmPlan) throws(FaceBlurError) {
    var named = PlanCorrections()
    (named.excluded, named.included, named.moved) = (excluded, included, moved)
    try named.check(against: plan.tracks.map(\.id), of: "track")
  }
}

extension FilmPlan {
  /// The plan with a person's corrections. Every track keeps its id.
  ///
  /// Tracks drawn by hand are named `m1`, `m2`, … as regions of photos are. One that is moved counts as drawn by hand from then on: what was
  /// found was at other places.
  /// - Parameters:
  ///   - corrections: name tracks of this plan.
  ///   - frame: the upright picture that pixels are of.
  ///   - ticks: says which frames are shown at some times, from the first one's time to the last one's; nil stands for the whole film.
  /// - Throws: `FaceBlurError` where a correction names no track, contradicts another one, or is out of bounds.
  func corrected(
    by corrections: FilmCorrections, in frame: PictureFrame,
    at ticks: (ShownTimes?) throws(FaceBlurError) -> ClosedRange<Int>
  ) throws(FaceBlurError) -> FilmPlan {
    try corrections.check(against: self)
    var plan = self
    for index in plan.tracks.indices {
      let track = plan.tracks[index]
      if corrections.excluded.contains(track.id) { plan.tracks[index].state = .excluded }
      if corrections.included.contains(track.id) { plan.tracks[index].state = .applied }
      if let move = corrections.moved.first(where: { $0.id == track.id }), let span = track.span {
        plan.tracks[index] = PlannedTrack(
          id: track.id, drawn: try move.box.rect(in: frame), at: span, state: plan.tracks[index].state,
          kind: track.kind)
      }
    }
    guard !corrections.added.isEmpty else { return plan }
    let ids = RegionPlan.freeIDs("m", count: corrections.added.count, besides: Set(plan.tracks.map(\.id)))
    for (id, addition) in zip(ids, corrections.added) {
      plan.tracks.append(
        PlannedTrack(id: id, drawn: try addition.box.rect(in: frame), at: try ticks(addition.times)))
    }
    plan.tracks.sort { TrackNaming.order($0.id) < TrackNaming.order($1.id) }
    return plan
  }

  /// The ids of the tracks that a person has drawn in a later plan and that are not in this one.
  func added(in later: FilmPlan) -> [String] {
    let known = Set(tracks.map(\.id))
    return later.tracks.filter { $0.origin == .manual && !known.contains($0.id) }.map(\.id)
  }

  /// What is left of the plan where another film has taken the place of the one that it was made for: what a person drew. What was found or
  /// excluded there says nothing about the new one.
  /// - Parameter times: of the new film.
  func drawn(at times: MovedTimes) -> FilmPlan {
    plan(of: applied.filter { $0.origin == .manual }, at: times)
  }

  /// All that the plan hides, in another film.
  /// - Parameter times: of that.
  func hidden(at times: MovedTimes) -> FilmPlan { plan(of: applied, at: times) }

  private func plan(of tracks: [PlannedTrack], at times: MovedTimes) -> FilmPlan {
    let moved = tracks.map { track in
      var track = track
      track.points = PlannedTrack.points(track.points, at: times)
      return track
    }
    return FilmPlan(tracks: moved, strength: strength)
  }
}

extension PlannedTrack {
  /// One box that a person has drawn, from a frame to another one.
  /// - Parameter span: the times of the first and the last frame.
  init(
    id: String, drawn rect: NormalizedRect, at span: ClosedRange<Int>,
    state: PlannedRegion.State = .applied, kind: SubjectKind = .default
  ) {
    let times = span.count > 1 ? [span.lowerBound, span.upperBound] : [span.lowerBound]
    self.init(
      id: id, points: times.map { TrackPoint(time: $0, rect: rect) }, score: nil, origin: .manual,
      state: state, kind: kind)
  }
}
