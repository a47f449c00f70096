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
  ///   - isTakenUp: whether the edit beside the film is gone on with, so that it says itself what comes of a change.
  /// - Throws: `FaceBlurError` where there is a record that cannot be read: it may hide what no detector sees.
  static func hidden(
    beside film: FilePath, _ source: FilmRecord.Source, isTakenUp: Bool
  ) throws(FaceBlurError) -> Hidden {
    var hidden = Hidden()
    for place in RecordedRegions.places(beside: film) {
      guard let record = try record(at: place), !record.plan.applied.isEmpty else { continue }
      if record.source.sha256 == source.sha256 {
        hidden.plans.append(FilmPlan(tracks: record.plan.applied, strength: record.plan.strength))
      } else if !isTakenUp, !PhotoAsset.isAnother(record.source.fileName, than: film) {
        hidden.plans.append(record.hidden(in: source))
        hidden.warnings.append(RecordedRegions.warningOfChange(place))
      }
    }
    return hidden
  }

  /// - Throws: `FaceBlurError` where there is a record that cannot be read.
  static func check(beside film: FilePath) throws(FaceBlurError) {
    for place in RecordedRegions.places(beside: film) { _ = try record(at: place) }
  }

  /// Whether a record is that of a film.
  static func areRecorded(at place: FilePath) -> Bool { FilmRecord.ours(at: place) != nil }

  /// What became of the sound in the newest renders of the edits beside a film, whatever film of that name they are of.
  static func audio(beside film: FilePath) -> [AudioChoice] {
    RecordedRegions.places(beside: film).compactMap { FilmRecord.ours(at: $0)?.renders.last?.making.audio }
  }

  /// The record of a film at a place; nil where there is none, another program's, or that of a photo which shares the film's name.
  private static func record(at place: FilePath) throws(FaceBlurError) -> FilmRecord? {
    guard place.exists else { return nil }
    do throws(FaceBlurError) {
      guard case .ours(let record, _) = try naming(place, try FilmRecord.read(place)) else { return nil }
      return record
    } catch {
      guard RecordFile.ours(at: place) == nil else { return nil }
      throw error
    }
  }
}
