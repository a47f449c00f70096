/// Finding what a plan hides in another version of the film, as `RegionPlan` has it of photos.
extension FilmPlan {
  /// The plan for the same film turned in one of some ways, of which there is one at least.
  func turned(by orientations: [Orientation]) -> FilmPlan {
    moved { rect in orientations.map { $0.upright(fromStored: rect) } }
  }

  /// The plan for another version of the film.
  /// - Parameters:
  ///   - old: the shape of the version that the plan was made for.
  ///   - new: that of the other one.
  /// - Throws: `FaceBlurError` of kind `originalChanged` where a track may lie anywhere.
  func turned(from old: UprightShape, to new: UprightShape) throws(FaceBlurError) -> FilmPlan {
    try moved { (rect) throws(FaceBlurError) in
      let places = old.places(of: rect, in: new)
      guard !places.isEmpty else { throw .otherProportions }
      return places
    }
  }

  /// - Parameter places: where a box may lie, as many places for each.
  private func moved<Failure: Error>(
    to places: (NormalizedRect) throws(Failure) -> [NormalizedRect]
  ) throws(Failure) -> FilmPlan {
    var names = TrackNaming(after: tracks, taken: tracks.map(\.id))
    var turned: [PlannedTrack] = []
    var others: [PlannedTrack] = []
    for track in tracks {
      var ways: [[NormalizedRect]] = []
      for point in track.points { ways.append(try places(point.rect)) }
      for way in 0..<(ways.map(\.count).min() ?? 0) {
        var moved = track
        moved.points = zip(track.points, ways).map { TrackPoint(time: $0.time, rect: $1[way]) }
        if way == 0 { turned.append(moved) } else { others.append(names.named(moved)) }
      }
    }
    var plan = FilmPlan(tracks: turned + others, strength: strength)
    plan.tracks.sort { TrackNaming.order($0.id) < TrackNaming.order($1.id) }
    return plan
  }
}
