/// What is hidden in a film by its edit, and what was written for it: of commands that take up a record.
package struct FilmEditReport: Sendable, FilmRenderReport {
  package let file: FilePath
  /// Upright, in pixels.
  package let width: Int
  package let height: Int
  let orientation: Orientation
  /// As shown, in seconds.
  package let duration: Double
  /// Pictures in the file, also those that an edit list hides.
  let frameCount: Int
  let codec: String
  package let detector: DetectorIdentity
  package let tracks: [FilmRecordReport.Track]
  /// Ids of the tracks that a person drew now.
  package var added: [String] = []
  /// What of the edit stays although a new look did not find it, by the names of tracks.
  package var kept = KeptRegions()
  /// The ids of tracks that the edit hid before and the render shows, if only for a part of their time.
  package var shown: [String] = []
  /// What people should know of the film.
  package var warnings: [String] = []
  /// What is of less weight.
  package var notes: [String] = []
  /// What people are told even where they asked for quiet. JSON has it among the notes.
  package var cautions: [String] = []
  package var outputs = FilmReport.Outputs()
  /// What the film's file holds that the render leaves out.
  package var dropped: [String] = []
  /// How long the sound is silent because somebody is hidden, in seconds; nil where it is kept or left out as a whole.
  package var silence: Double?

  init(_ path: FilePath, _ film: Film, _ plan: FilmPlan, foundBy detector: DetectorIdentity) {
    let track = film.video
    let size = track.orientation.uprightSize(
      storedWidth: track.shape.width, storedHeight: track.shape.height)
    let clock = FilmClock(track)
    file = path
    (width, height, orientation) = (size.width, size.height, track.orientation)
    (duration, frameCount, codec) = (film.duration, track.samples.count, track.codec.rawValue)
    self.detector = detector
    tracks = plan.tracks.map { FilmRecordReport.Track($0, at: clock.seconds) }
  }

  /// The tracks that a person has left as they are.
  package var excluded: [String] { tracks.filter { $0.state == .excluded }.map(\.id) }

  /// The ids of tracks that the render hides.
  package var hiddenTracks: [String] { tracks.filter { $0.state == .applied }.map(\.id) }

  /// The ids of tracks that can be seen in the render by somebody's decision, if only for a part of their time.
  package var openTracks: [String] { excluded + shown.filter { !excluded.contains($0) } }
}

extension FilmEditReport: Encodable {
  private enum Key: CodingKey {
    case detector, tracks, added, kept, shown, outputs, dropped, silence, notes, warnings
  }

  package func encode(to encoder: any Encoder) throws {
    try FileNames(["file": file]).encode(to: encoder)
    try FilmObject(self).encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(DetectorObject(detector), forKey: .detector)
    try container.encode(
      tracks.map { PlannedTrackObject($0, width: width, height: height) }, forKey: .tracks)
    try container.encode(added, forKey: .added)
    try container.encode(kept, forKey: .kept)
    try container.encode(shown, forKey: .shown)
    try container.encode(outputs, forKey: .outputs)
    try container.encode(dropped, forKey: .dropped)
    try container.encodeIfPresent(silence?.rounded(toParts: 1000), forKey: .silence)
    try container.encode(cautions + notes, forKey: .notes)
    try container.encode(warnings, forKey: .warnings)
  }
}
