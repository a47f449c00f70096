/// Makes a plan of what was followed.
extension FilmPlan {
  /// Plans one track for each that was found, under its name.
  ///
  /// Between its points a face is on a straight line, of which the boxes that were found may be off by a little. So points are larger by as
  /// much, and no frame hides less than was found in it.
  init(_ tracks: [FaceTrack], _ strength: ObscuringStrength) {
    self.init(
      tracks: tracks.map { track in
        PlannedTrack(
          id: track.id,
          points: TrackKeyPoints.keyPoints(of: track.boxes).map { box in
            TrackPoint(time: box.time, rect: Self.rounded(TrackKeyPoints.holding(box.rect)))
          },
          score: track.bestScore, origin: .detected, kind: track.kind)
      }, strength: strength)
  }

  /// Fractions of a picture that records tell apart: a 30th of a pixel of the largest film.
  private static let steps = 500_000.0

  /// Outward to numbers of few digits, which are the same in a record as here.
  private static func rounded(_ rect: NormalizedRect) -> NormalizedRect {
    let (left, top) = ((rect.x * steps).rounded(.down), (rect.y * steps).rounded(.down))
    let (right, bottom) = ((rect.maxX * steps).rounded(.up), (rect.maxY * steps).rounded(.up))
    return NormalizedRect(
      x: left / steps, y: top / steps, width: (right - left) / steps, height: (bottom - top) / steps)
  }
}
