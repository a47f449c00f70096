/// What the edit beside a film hides, as `RecordedRegions` has it of photos. A person may have drawn it because no detector sees it, so it
/// stays hidden in a collection, too.
enum RecordedTracks {
  /// What the edits of a film hide.
  struct Hidden {
    /// One plan for each that hides something.
    fileprivate(set) var plans: [FilmPlan] = []
    /// What a person should know of it.
    fileprivate(set) var warnings: [String] = []
  }

  /// What the edits of a film hide, also where it has changed since: whether it shows something else now, nobody can tell.
  /// - Parameters:
  ///   - film: its path.
  ///   - source: as a record of it would have it.
  ///   - times: of the film.
  ///   - isTakenUp: whether the edit beside the film is gone on with, so that it says itself what comes of a change.
  ///   - kept: records of it elsewhere, which are not gone on with.
  /// - Throws: `FaceBlurError` where there is a record that cannot be read, or nobody can tell where in the film what it hides lies: that may be
  ///   what no detector sees.
  static func hidden(
    beside film: FilePath, _ source: FilmRecord.Source, at times: PictureTimes, isTakenUp: Bool,
    and kept: [KeptRecord] = []
  ) throws(FaceBlurError) -> Hidden {
    var hidden = Hidden()
    for place in RecordedRegions.places(beside: film) {
      guard let record = try record(at: place) else { continue }
      try hidden.add(record, of: film, source, times, isTakenUp: isTakenUp, at: place)
    }
    for kept in kept {
      guard let record = try record(in: kept.content, at: kept.path) else { continue }
      try hidden.add(record, of: film, source, times, isTakenUp: false, at: kept.path)
    }
    return hidden
  }

  /// - Throws: `FaceBlurError` where there is a record that cannot be read.
  static func check(beside film: FilePath) throws(FaceBlurError) {
    for place in RecordedRegions.places(beside: film) { _ = try record(at: place) }
  }

  /// Whether a record is that of a film.
  static func areRecorded(in content: [UInt8]) -> Bool { ours(content) != nil }

  /// What a decision about a film hides, as an entry has it, and the hash of that film; nil of a photo's.
  static func hidden(
    by decision: CollectionDecision.Stored
  ) -> (regions: ReportedRegions, sha256: String)? {
    guard let film = try? decision.readFilm() else { return nil }
    let source = film.record.source
    return (ReportedRegions(hiding: film.plan, in: source, film.audio), source.sha256)
  }

  /// What the newest render is that the record of a film tells of; nil where it is none.
  static func newestRender(in content: [UInt8]) -> String? { ours(content)?.renders.last?.sha256 }

  /// What the record of a film hides, and in what, as the journal keeps it; nil where it is none, or hides nothing.
  static func hidden(recordedIn content: [UInt8]) -> (sha256: String, size: Int, hidden: ReportedRegions)? {
    guard let record = ours(content), !record.plan.applied.isEmpty else { return nil }
    let source = record.source
    let audio = record.renders.last?.making.audio ?? .keep
    return (source.sha256, source.byteCount, ReportedRegions(hiding: record.plan, in: source, audio))
  }

  private static func ours(_ content: [UInt8]) -> FilmRecord? {
    guard case .ours(let record, _)? = try? FilmRecord.content(of: content) else { return nil }
    return record
  }

  /// What became of the sound in the newest renders of the edits beside a film, whatever film of that name they are of.
  static func audio(beside film: FilePath) -> [AudioChoice] {
    RecordedRegions.places(beside: film).compactMap {
      (try? FilmRecord.ours(at: $0))?.renders.last?.making.audio
    }
  }

  /// The record of a film at a place; nil where there is none, another program's, or that of a photo which shares the film's name.
  private static func record(at place: FilePath) throws(FaceBlurError) -> FilmRecord? {
    guard place.exists else { return nil }
    return try record(in: try naming(place, try RecordFile.bytes(of: place, within: .film)), at: place)
  }

  private static func record(
    in content: [UInt8], at place: FilePath
  ) throws(FaceBlurError) -> FilmRecord? {
    do throws(FaceBlurError) {
      guard case .ours(let record, _) = try FilmRecord.content(of: content) else { return nil }
      return record
    } catch {
      if case .ours? = try? RecordFile.content(of: content) { return nil }
      throw error.naming(place)
    }
  }
}

extension RecordedTracks.Hidden {
  /// - Parameters:
  ///   - record: at a place.
  ///   - film: which it may be of.
  fileprivate mutating func add(
    _ record: FilmRecord, of film: FilePath, _ source: FilmRecord.Source, _ times: PictureTimes,
    isTakenUp: Bool, at place: FilePath
  ) throws(FaceBlurError) {
    guard !record.plan.applied.isEmpty else { return }
    if record.source.sha256 == source.sha256 {
      plans.append(FilmPlan(tracks: record.plan.applied, strength: record.plan.strength))
    } else if !isTakenUp, !PhotoAsset.isAnother(record.source.fileName, than: film, recordedIn: place) {
      plans.append(try naming(place, try record.hidden(in: source, at: times)))
      warnings.append(RecordedRegions.warningOfChange(place))
    }
  }
}
