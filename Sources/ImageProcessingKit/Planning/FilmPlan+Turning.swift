extension FilmPlan {
  /// The plan in a film that was turned.
  func turned(by orientation: Orientation) -> FilmPlan {
    var turned = self
    for index in turned.tracks.indices {
      turned.tracks[index].points = tracks[index].points.map {
        TrackPoint(time: $0.time, rect: orientation.upright(fromStored: $0.rect))
      }
    }
    return turned
  }

  /// The plan for another version of the film, as `RegionPlan` has it of photos.
  /// - Parameters:
  ///   - old: the shape of the version that the plan was made for.
  ///   - new: that of the other one.
  /// - Throws: `FaceBlurError` of kind `originalChanged` where a track may lie anywhere.
  func turned(from old: UprightShape, to new: UprightShape) throws(FaceBlurError) -> FilmPlan {
    var names = TrackNaming(after: tracks, taken: tracks.map(\.id))
    var turned: [PlannedTrack] = []
    var others: [PlannedTrack] = []
    for track in tracks {
      // The shapes alone decide how many places there are, so each point has as many.
      let places = track.points.map { old.places(of: $0.rect, in: new) }
      guard let count = places.map(\.count).min(), count > 0 else { throw .otherProportions }
      for way in 0..<count {
        var moved = track
        moved.points = zip(track.points, places).map { TrackPoint(time: $0.time, rect: $1[way]) }
        if way == 0 { turned.append(moved) } else { others.append(names.named(moved)) }
      }
    }
    var plan = FilmPlan(tracks: turned + others, strength: strength)
    plan.tracks.sort { TrackNaming.order($0.id) < TrackNaming.order($1.id) }
    return plan
  }
}
