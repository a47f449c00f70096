/// Finding what a plan hides in another version of the film, as `RegionPlan` has it of photos.
extension FilmPlan {
  /// The plan for the same film turned in one of some ways, of which there is one at least.
  func turned(by orientations: [Orientation]) -> FilmPlan {
    moved(by: orientations.map { orientation in { orientation.upright(fromStored: $0) } })
  }

  /// The plan for another version of the film.
  /// - Parameters:
  ///   - old: the shape of the version that the plan was made for.
  ///   - new: that of the other one.
  /// - Throws: `FaceBlurError` of kind `originalChanged` where a track may lie anywhere.
  func turned(from old: UprightShape, to new: UprightShape) throws(FaceBlurError) -> FilmPlan {
    guard !tracks.isEmpty else { return self }
    return moved(by: try old.waysTold(to: new))
  }

  private func moved(by ways: [UprightShape.Way]) -> FilmPlan {
    var names = TrackNaming(after: tracks, taken: tracks.map(\.id))
    let moved = tracks.moved(by: ways)
    var plan = FilmPlan(tracks: moved.own + moved.new.map { names.named($0) }, strength: strength)
    plan.tracks.sort { TrackNaming.order($0.id) < TrackNaming.order($1.id) }
    return plan
  }
}

extension PlannedTrack: HiddenPlace {
  var unnamed: PlannedTrack {
    PlannedTrack(id: "", points: points, score: nil, origin: origin, state: state, kind: kind)
  }

  func moved(by way: UprightShape.Way) -> PlannedTrack {
    var track = self
    track.points = points.map { TrackPoint(time: $0.time, rect: way($0.rect)) }
    return track
  }

  /// In one place at the same times one hides as much as the other.
  mutating func takeUp(_ other: PlannedTrack) {}
}
