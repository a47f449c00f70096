/// What is hidden in a film, as the journal keeps it for the reports and for later runs.
struct ReportedTracks: Sendable, Hashable, Codable, TrackClock {
  /// All of them are applied.
  var tracks: [PlannedTrack]
  /// The names of those that a person should look at.
  var doubtful: [String]
  /// Ticks of a second in the times of tracks, and the one that is shown at the beginning.
  var timescale: Int
  var start: Int
  /// What became of the sound.
  var audio: AudioChoice

  /// In the journal and in a worker's answer, which is JSON: more than an hour with a hundred faces takes.
  static let maxBytes = 4 << 20

  /// What cannot be so, as a part of a sentence; nil where nothing is wrong. A worker or anybody who wrote the journal may have said it.
  var flaw: String? {
    if let flaw = FilmPlan.flaw(in: tracks) { return flaw }
    if tracks.contains(where: { $0.state != .applied }) { return "a track is not hidden" }
    if doubtful.count > tracks.count { return "more is in doubt than there is" }
    let times = FilmRecord.allowedTimes
    return timescale > 0 && timescale <= Int(UInt32.max) && times.contains(Double(start))
      ? nil : "the film's times are out of range"
  }

  /// What a plan hides.
  /// - Parameters:
  ///   - plan: of the film.
  ///   - doubted: by their points, tracks that a person should look at.
  ///   - clock: of the film.
  init(_ plan: FilmPlan, doubted: Set<[TrackPoint]>, _ clock: some TrackClock, _ audio: AudioChoice) {
    tracks = plan.applied
    doubtful = tracks.filter { doubted.contains($0.points) }.map(\.id)
    (timescale, start, self.audio) = (clock.timescale, clock.start, audio)
  }

  /// The plan that hides them.
  func plan(_ strength: ObscuringStrength) -> FilmPlan { FilmPlan(tracks: tracks, strength: strength) }

  /// Those that a person should look at, by their points: names of tracks may change.
  var doubted: Set<[TrackPoint]> {
    let names = Set(doubtful)
    return Set(tracks.lazy.filter { names.contains($0.id) }.map(\.points))
  }
}

extension ReportedTracks {
  /// The same in another version of the film, in which it is known again.
  /// - Parameter times: of that.
  func turned(_ turns: FilmTurns, at times: PictureTimes) -> ReportedTracks {
    var turned = self
    (turned.timescale, turned.start) = (times.timescale, times.start)
    turned.tracks =
      plan(.default).hidden(at: MovedTimes(self, to: times, turns)).turned(by: turns.orientations).tracks
    return turned
  }
}

extension ScrubLine {
  /// The tracks of a film, as all of its reports list them.
  /// - Parameter key: of the list; absent of a photo.
  func encodeTracks<Keys: CodingKey>(
    into container: inout KeyedEncodingContainer<Keys>, forKey key: Keys
  ) throws {
    guard let film = regions.film else { return }
    let objects = film.tracks.map { track in
      PlannedTrackObject(
        FilmRecordReport.Track(track, at: film.seconds), width: regions.width ?? 0,
        height: regions.height ?? 0)
    }
    try container.encode(objects, forKey: key)
  }
}
