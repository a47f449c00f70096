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
    try container.encode(tracks.map { PlannedTrackObject($0, width: width, height: height) }, forKey: .tracks)
    try container.encode(PhotoReport.Outputs(render: renders.last, record: recordFile), forKey: .outputs)
    try container.encode(renders.map(\.description), forKey: .renders)
  }
}
