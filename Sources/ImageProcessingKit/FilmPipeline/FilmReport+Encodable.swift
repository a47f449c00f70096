extension FilmReport: Encodable {
  private enum Key: CodingKey {
    case width, height, orientation, duration, frames, codec, detector, tracks, outputs, dropped, notes,
      warnings
  }

  public func encode(to encoder: any Encoder) throws {
    try FileNames(["file": file]).encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(width, forKey: .width)
    try container.encode(height, forKey: .height)
    try container.encode(orientation, forKey: .orientation)
    try container.encode(duration.rounded(toParts: 1000), forKey: .duration)
    try container.encode(frameCount, forKey: .frames)
    try container.encode(codec, forKey: .codec)
    try container.encode(DetectorObject(detector), forKey: .detector)
    try encodeTracks(into: &container, forKey: .tracks)
    try container.encode(
      FileNames([
        "render": outputs.render, "record": outputs.record, "preview": outputs.preview,
        "overlay": outputs.overlay,
      ]), forKey: .outputs)
    try container.encode(dropped, forKey: .dropped)
    try container.encode(cautions + notes, forKey: .notes)
    try container.encode(warnings, forKey: .warnings)
  }

  /// The list of tracks, wherever it stands.
  func encodeTracks<Keys: CodingKey>(
    into container: inout KeyedEncodingContainer<Keys>, forKey key: Keys
  ) throws {
    try container.encode(zip(tracks, summaries).map { TrackObject($0, $1, in: self) }, forKey: key)
  }
}

/// A track as programs read it, rounded as faces of photos are, and times to thousandths of a second.
private struct TrackObject: Encodable {
  let id: String
  let kind: SubjectKind
  let start: Double
  let end: Double
  let score: Double
  let doubtful: Bool
  let frames: Int
  let seen: Int
  let boxes: [BoxObject]

  init(_ track: FaceTrack, _ summary: FilmReport.TrackSummary, in report: FilmReport) {
    id = summary.id
    kind = summary.kind
    start = summary.start.rounded(toParts: 1000)
    end = summary.end.rounded(toParts: 1000)
    score = summary.score.rounded(toParts: 1000)
    doubtful = summary.isDoubtful
    frames = summary.frameCount
    seen = summary.seenCount
    boxes = TrackKeyPoints.keyPoints(of: track.boxes).map { BoxObject($0, in: report) }
  }

  struct BoxObject: Encodable {
    let time: Double
    let x: Double
    let y: Double
    let width: Double
    let height: Double
    let origin: String

    init(_ box: TrackBox, in report: FilmReport) {
      time = report.clock.seconds(at: box.time).rounded(toParts: 1000)
      x = (box.rect.x * Double(report.width)).rounded(toParts: 10)
      y = (box.rect.y * Double(report.height)).rounded(toParts: 10)
      width = (box.rect.width * Double(report.width)).rounded(toParts: 10)
      height = (box.rect.height * Double(report.height)).rounded(toParts: 10)
      origin = box.origin.word
    }
  }
}

extension Double {
  fileprivate func rounded(toParts parts: Double) -> Double { (self * parts).rounded() / parts }
}
