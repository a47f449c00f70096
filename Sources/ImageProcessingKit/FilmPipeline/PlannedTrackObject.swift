/// A track of a plan as programs read it, rounded as regions of photos are, and times to thousandths of a second.
struct PlannedTrackObject: Encodable {
  let id: String
  let kind: SubjectKind
  let start: Double
  let end: Double
  let score: Double?
  let origin: PlannedRegion.Origin
  let state: PlannedRegion.State
  let boxes: [FilmBoxObject]

  /// - Parameters:
  ///   - width: of the upright film in pixels.
  ///   - height: likewise.
  init(_ track: FilmRecordReport.Track, width: Int, height: Int) {
    id = track.id
    kind = track.kind
    start = track.start.rounded(toParts: 1000)
    end = track.end.rounded(toParts: 1000)
    score = track.score?.rounded(toParts: 1000)
    origin = track.origin
    state = track.state
    boxes = track.boxes.map { FilmBoxObject($0.rect, at: $0.time, width: width, height: height) }
  }
}
