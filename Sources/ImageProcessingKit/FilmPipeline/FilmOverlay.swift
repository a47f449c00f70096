/// What is drawn on the frames of a film: the regions of a plan under the names of their tracks, and of which a person should look at them.
struct FilmOverlay {
  private let plan: FilmPlan
  private let geometry: PhotoGeometry
  private let found: [FaceTrack]
  /// By the names of the plan's tracks, those that were found as they are.
  private let foundByName: [String: FaceTrack]

  /// - Parameters:
  ///   - plan: what is hidden.
  ///   - found: the tracks of this look; the plan may hold what an earlier one found, too.
  ///   - geometry: of the frames, on the grid that is hidden by.
  init(_ plan: FilmPlan, found: [FaceTrack], of geometry: PhotoGeometry) {
    self.plan = plan
    self.geometry = geometry
    self.found = found
    var byPoints: [[TrackPoint]: FaceTrack] = [:]
    for (planned, track) in zip(FilmPlan(found, plan.strength).tracks, found) {
      byPoints[planned.points] = track
    }
    var byName: [String: FaceTrack] = [:]
    for planned in plan.tracks { byName[planned.id] = byPoints[planned.points] }
    foundByName = byName
  }

  /// - Parameters:
  ///   - picture: of a frame, upright, whole.
  ///   - time: of the frame, in ticks of the film's video track.
  /// - Throws: `FaceBlurError` where OpenCV is missing or fails.
  func drawn(on picture: PixelBuffer, at time: Int) throws(FaceBlurError) -> PixelBuffer {
    let regions = plan.frame(at: time)
    guard !regions.regions.isEmpty else { return picture }
    let seen = found.compactMap { $0.sighting(at: time) }
    let marks = regions.regions.map { region in
      var mark = OverlayMark(region, regions.strength, of: geometry)
      // Of what this look has not found, nobody knows where it was seen.
      if let track = foundByName[region.id] {
        mark.isDoubtful = track.isDoubtful
        mark.score = track.typicalScore
        mark.isSeen = seen.contains { region.rect.contains($0) }
      }
      return mark
    }
    return try OverlayDrawing(marks, on: LabelLayout.Size(width: picture.width, height: picture.height))
      .drawn(on: picture)
  }
}

extension FaceTrack {
  /// Where its face was seen in the frame of a time; nil where it was not.
  fileprivate func sighting(at time: Int) -> NormalizedRect? {
    let index = boxes.firstIndex(notBelow: time, by: \.time)
    guard index < boxes.count, boxes[index].time == time, case .seen = boxes[index].origin else { return nil }
    return boxes[index].rect
  }
}
