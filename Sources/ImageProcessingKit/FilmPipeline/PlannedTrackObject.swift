/// A track of a plan as programs read it, rounded as regions of photos are, and times to thousandths of a second.
struct PlannedTrackObject: Encodable {
  let id: String
  let kind: SubjectKind
  let start: Double
  let end: Double
  let score: Double?
  let origin: PlannedRegion.Origin
  let state: PlannedRegion.State
  let boxes: [BoxObject]

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
    boxes = track.boxes.map { BoxObject($0, width: Double(width), height: Double(height)) }
  }

  struct BoxObject: Encodable {
    let time: Double
    let x: Double
    let y: Double
    let width: Double
    let height: Double

    fileprivate init(_ box: FilmRecordReport.Box, width: Double, height: Double) {
      time = box.time.rounded(toParts: 1000)
      x = (box.rect.x * width).rounded(toParts: 10)
      y = (box.rect.y * height).rounded(toParts: 10)
      self.width = (box.rect.width * width).rounded(toParts: 10)
      self.height = (box.rect.height * height).rounded(toParts: 10)
    }
  }
}

extension Double {
  fileprivate func rounded(toParts parts: Double) -> Double { (self * parts).rounded() / parts }
}
