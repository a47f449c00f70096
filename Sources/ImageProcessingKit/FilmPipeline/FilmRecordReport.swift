internal import FoundationEssentials

/// What a listing of a film's record tells people and programs; the film itself is not opened.
package struct FilmRecordReport: Sendable {
  /// A track as the record has it.
  package struct Track: Sendable, Hashable {
    package let id: String
    package let kind: SubjectKind
    /// Seconds from the beginning of the film: when it begins to be hidden, and when the last frame is shown in which it is.
    package let start: Double
    package let end: Double
    /// Probability, 0…1: the highest of a frame; nil where a person drew it.
    package let score: Double?
    package let origin: PlannedRegion.Origin
    package let state: PlannedRegion.State
    let boxes: [Box]
  }

  /// Where a track is at a time; between two of them it is on the straight line from the one to the other.
  struct Box: Sendable, Hashable {
    /// In seconds from the beginning of the film.
    let time: Double
    /// Upright and normalised.
    let rect: NormalizedRect
  }

  /// The film, as it was named.
  package let file: FilePath
  package let owner: RecordReport.Owner
  /// The film as it was when it was edited; nil where the record does not say.
  package let original: RecordReport.Original?
  /// Upright, in pixels; 0 where the record does not say.
  package let width: Int
  package let height: Int
  /// In seconds, as shown.
  package let duration: Double?
  package let detector: DetectorIdentity?
  package let strength: RecordReport.Strength?
  /// Of the newest render.
  package let audio: String?
  package let quality: Int?
  package let way: String?
  package let tracks: [Track]
  package let recordFile: FilePath
  /// Every render that was written, the newest last; nobody has checked that they are still there.
  package let renders: [FilePath]
  let orientation: Orientation?
  let frameCount: Int?
}

extension FilmRecordReport {
  /// - Parameters:
  ///   - film: as it was named.
  ///   - listing: of its record.
  init(_ film: FilePath, _ listing: FilmRecordListing) {
    let record = listing.record
    let (source, making) = (record?.source, record?.renders.last?.making)
    let isOurs = if case .ours = listing.content { true } else { false }
    self.init(
      file: film,
      owner: RecordReport.Owner(
        formatIdentifier: listing.owner.formatIdentifier, formatVersion: listing.owner.formatVersion,
        timestamp: listing.owner.timestamp?.formatted(.iso8601), editable: isOurs),
      original: source.map { RecordReport.Original(byteCount: $0.byteCount, sha256: $0.sha256) },
      width: source?.width ?? 0, height: source?.height ?? 0, duration: source?.duration,
      detector: record?.detector,
      strength: (record?.plan.strength).map {
        RecordReport.Strength(style: $0.style, shape: $0.shape, cells: $0.cells, margin: $0.margin)
      },
      audio: making?.audio.rawValue, quality: making?.quality, way: making?.way.rawValue,
      tracks: record.map { record in record.plan.tracks.map { Track($0, at: record.source.seconds) } } ?? [],
      recordFile: listing.path, renders: listing.renders, orientation: source?.orientation,
      frameCount: source?.pictures)
  }
}

extension FilmRecordReport.Track {
  /// - Parameter seconds: says when a time of the track is shown.
  init(_ track: PlannedTrack, at seconds: (Int) -> Double) {
    id = track.id
    kind = track.kind
    score = track.score
    origin = track.origin
    state = track.state
    boxes = track.points.map { FilmRecordReport.Box(time: seconds($0.time), rect: $0.rect) }
    start = boxes.first?.time ?? 0
    end = boxes.last?.time ?? 0
  }
}
