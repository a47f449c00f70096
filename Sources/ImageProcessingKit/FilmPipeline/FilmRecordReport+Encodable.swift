extension FilmRecordReport: Encodable {
  private enum Key: CodingKey {
    case record, original, width, height, orientation, duration, frames, detector, strength, audio, quality,
      way, tracks, outputs, renders
  }

  package func encode(to encoder: any Encoder) throws {
    try FileNames(["file": file]).encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(owner, forKey: .record)
    try container.encodeIfPresent(original, forKey: .original)
    if original != nil {
      try container.encode(width, forKey: .width)
      try container.encode(height, forKey: .height)
    }
    try container.encodeIfPresent(orientation, forKey: .orientation)
    try container.encodeIfPresent(duration?.rounded(toParts: 1000), forKey: .duration)
    try container.encodeIfPresent(frameCount, forKey: .frames)
    try container.encodeIfPresent(detector.map(DetectorObject.init), forKey: .detector)
    try container.encodeIfPresent(strength, forKey: .strength)
    try container.encodeIfPresent(audio, forKey: .audio)
    try container.encodeIfPresent(quality, forKey: .quality)
    try container.encodeIfPresent(way, forKey: .way)
    try container.encode(tracks.map { TrackObject($0, in: self) }, forKey: .tracks)
    try container.encode(PhotoReport.Outputs(render: renders.last, record: recordFile), forKey: .outputs)
    try container.encode(renders.map(\.description), forKey: .renders)
  }
}

/// A track as programs read it, rounded as regions of photos are, and times to thousandths of a second.
private struct TrackObject: Encodable {
  let id: String
  let kind: SubjectKind
  let start: Double
  let end: Double
  let score: Double?
  let origin: PlannedRegion.Origin
  let state: PlannedRegion.State
  let boxes: [BoxObject]

  init(_ track: FilmRecordReport.Track, in report: FilmRecordReport) {
    id = track.id
    kind = track.kind
    start = track.start.rounded(toParts: 1000)
    end = track.end.rounded(toParts: 1000)
    score = track.score?.rounded(toParts: 1000)
    origin = track.origin
    state = track.state
    boxes = track.boxes.map { BoxObject($0, in: report) }
  }

  struct BoxObject: Encodable {
    let time: Double
    let x: Double
    let y: Double
    let width: Double
    let height: Double

    init(_ box: FilmRecordReport.Box, in report: FilmRecordReport) {
      time = box.time.rounded(toParts: 1000)
      x = (box.rect.x * Double(report.width)).rounded(toParts: 10)
      y = (box.rect.y * Double(report.height)).rounded(toParts: 10)
      width = (box.rect.width * Double(report.width)).rounded(toParts: 10)
      height = (box.rect.height * Double(report.height)).rounded(toParts: 10)
    }
  }
}

extension Double {
  fileprivate func rounded(toParts parts: Double) -> Double { (self * parts).rounded() / parts }
}
