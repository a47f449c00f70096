/// Taking up what a new look at a film has found without losing what an earlier edit hid or a person decided.
extension FilmPlan {
  /// The plan, and what an earlier one hides and this one does not: of each earlier track those times at which no track of this plan, with
  /// its margin, holds its whole box. A look that misses a face is no reason to show it.
  ///
  /// Tracks that a person drew or excluded stay as they are. A found one that is an excluded one's face is left out as far as that one goes
  /// in time, and what is found of it before and behind is hidden. Tracks of one face keep their name, and what is new gets none that an
  /// earlier track has.
  /// - Parameter earlier: a sound plan of the same film. Its strength counts no more.
  func keeping(_ earlier: FilmPlan) -> FilmPlan {
    let decided = earlier.tracks.filter(\.isDecided)
    let known = Set(decided)
    let excluded = decided.filter { $0.state == .excluded }
    let found = tracks.filter { !known.contains($0) }.flatMap { $0.parts(without: excluded) }
    let hiding = found.indices.filter { found[$0].state == .applied }

    var earlierNames: [Int: String] = [:]
    var kept: [PlannedTrack] = []
    for track in earlier.tracks where !track.isDecided {
      let covered = hiding.map { (index: $0, times: track.times(hiddenBy: found[$0], strength)) }
      let free = covered.filter { earlierNames[$0.index] == nil && !found[$0.index].isDecided }
      if let longest = free.max(by: { $0.times.length < $1.times.length }), track.isMostly(longest.times) {
        earlierNames[longest.index] = track.id
      }
      kept += track.times(without: covered.flatMap(\.times)).map { track.part($0) }
    }

    var names = TrackNaming(after: tracks + earlier.tracks, taken: decided.map(\.id) + earlierNames.values)
    kept = kept.map { names.named($0) }
    names.taken.formUnion(earlier.tracks.map(\.id))
    let named = found.indices.map { index -> PlannedTrack in
      guard let name = earlierNames[index] else { return names.named(found[index]) }
      var track = found[index]
      track.id = name
      return track
    }
    var plan = FilmPlan(tracks: decided + kept + named, strength: strength)
    plan.tracks.sort { TrackNaming.order($0.id) < TrackNaming.order($1.id) }
    return plan
  }

  /// The plan, and what a person drew elsewhere into the same film. What the plan knows already, hidden or not, stays as it is.
  func adding(drawn tracks: [PlannedTrack]) -> FilmPlan {
    let known = Set(self.tracks.map(\.points))
    let drawn = tracks.filter {
      $0.origin == .manual && $0.state == .applied && !known.contains($0.points)
    }
    guard !drawn.isEmpty else { return self }
    var names = TrackNaming(after: self.tracks + drawn, taken: self.tracks.map(\.id))
    var plan = self
    plan.tracks += drawn.map { names.named($0) }
    plan.tracks.sort { TrackNaming.order($0.id) < TrackNaming.order($1.id) }
    return plan
  }

  /// The plan without the drawn tracks that lie in a drawn one of another plan all the time: as a rule the one was made of the other, when films
  /// took each other's place, and it would be held once more each time they do.
  /// - Parameter other: a plan of the same film, all of which is hidden besides.
  func withoutDrawn(in other: FilmPlan) -> FilmPlan {
    let holding = other.applied.filter { $0.origin == .manual }
    var plan = self
    plan.tracks.removeAll { track in
      track.origin == .manual && track.state == .applied
        && holding.contains { $0.kind == track.kind && track.lies(in: $0) }
    }
    return plan
  }

  /// What has become of a found track in this plan, which has taken it up.
  /// - Returns: the name that it has here, and `excluded` where its face is left as it is, if only for a part of its time; the name is that of
  ///   the excluded track then.
  func standing(ofFound track: PlannedTrack) -> (id: String, state: PlannedRegion.State) {
    if let same = applied.first(where: { $0.points == track.points }) { return (same.id, .applied) }
    let left = tracks.compactMap { other -> (id: String, length: Int)? in
      let common = other.state == .excluded ? track.times(ofExcluded: other) : []
      return common.isEmpty ? nil : (id: other.id, length: common.length)
    }
    // What the plan does not have is not hidden.
    return (left.max { $0.length < $1.length }?.id ?? track.id, .excluded)
  }
}

extension PlannedTrack {
  /// Whether a person drew or excluded it.
  var isDecided: Bool { origin == .manual || state == .excluded }

  /// What of a found track is none of a person's excluded faces; the very same where it has nothing to do with them.
  fileprivate func parts(without excluded: [PlannedTrack]) -> [PlannedTrack] {
    guard !isDecided else { return [self] }
    let theirs = excluded.flatMap { times(ofExcluded: $0) }
    return theirs.isEmpty ? [self] : times(without: theirs).map { part($0) }
  }

  /// The times that both tracks have, if they are of one face: it is the same place all that time, and at least half of this track. Somebody
  /// else who only passes there, or follows there, stays hidden.
  fileprivate func times(ofExcluded other: PlannedTrack) -> [ClosedRange<Int>] {
    guard other.kind == kind, let common = commonSpan(with: other), isMostly([common]) else { return [] }
    let same = times(with: other) { $0.overlap($1) > RegionPlan.sameFace || $0.isFace(ofRegion: $1) }
    return same == [common] ? same : []
  }

  /// When another track, with its margin, hides the whole box.
  func times(hiddenBy other: PlannedTrack, _ strength: ObscuringStrength) -> [ClosedRange<Int>] {
    times(with: other) { strength.hides($0, in: $1) }
  }

  /// Whether its whole box lies in another track's, without a margin, from its first frame to the last.
  fileprivate func lies(in other: PlannedTrack) -> Bool {
    guard let span else { return false }
    return times(with: other) { $1.contains($0) } == [span]
  }

  /// Whether some of its times are at least half of it.
  fileprivate func isMostly(_ times: [ClosedRange<Int>]) -> Bool {
    guard let span, !times.isEmpty else { return false }
    return 2 * times.length >= span.upperBound - span.lowerBound
  }
}

extension [ClosedRange<Int>] {
  /// In ticks, of all together.
  fileprivate var length: Int { reduce(0) { $0 + $1.upperBound - $1.lowerBound } }
}
