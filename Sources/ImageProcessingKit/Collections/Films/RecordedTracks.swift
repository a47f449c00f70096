/// What the edit beside a film hides, as `RecordedRegions` has it of photos. A person may have drawn it because no detector sees it, so it
/// stays hidden in a collection, too.
enum RecordedTracks {
  /// The plan with what the edit of this very film hides.
  /// - Parameters:
  ///   - film: its path.
  ///   - sha256: of its file.
  ///   - drawnAlone: whether what was found counts no more, because another record has it.
  /// - Throws: `FaceBlurError` where there is a record that cannot be read: it may hide what no detector sees.
  static func adding(
    to plan: FilmPlan, beside film: FilePath, sha256: String, drawnAlone: Bool = false
  ) throws(FaceBlurError) -> FilmPlan {
    var plan = plan
    for place in RecordedRegions.places(beside: film) where place.exists {
      guard let record = try naming(place, try record(at: place)), record.source.sha256 == sha256 else {
        continue
      }
      let hidden = record.plan.applied.filter { !drawnAlone || $0.origin == .manual }
      guard !hidden.isEmpty else { continue }
      plan = plan.keeping(FilmPlan(tracks: hidden, strength: record.plan.strength))
    }
    return plan
  }

  /// Whether a record is that of a film.
  static func areRecorded(at place: FilePath) -> Bool { FilmRecord.ours(at: place) != nil }

  /// What became of the sound in the newest renders of the edits beside a film, whatever film of that name they are of.
  static func audio(beside film: FilePath) -> [AudioChoice] {
    RecordedRegions.places(beside: film).compactMap { FilmRecord.ours(at: $0)?.renders.last?.making.audio }
  }

  /// The record of a film at a place; nil where it is another program's, or that of a photo which shares the film's name.
  private static func record(at place: FilePath) throws(FaceBlurError) -> FilmRecord? {
    do throws(FaceBlurError) {
      guard case .ours(let record, _) = try FilmRecord.read(place) else { return nil }
      return record
    } catch {
      guard RecordFile.ours(at: place) == nil else { return nil }
      throw error
    }
  }
}
