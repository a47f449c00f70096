/// What the edit beside a film hides, as `RecordedRegions` has it of photos. A person may have drawn it because no detector sees it, so it
/// stays hidden in a collection, too.
enum RecordedTracks {
  /// The plan with what the edit of this very film hides.
  /// - Parameters:
  ///   - film: its path.
  ///   - sha256: of its file.
  /// - Throws: `FaceBlurError` where there is a record that cannot be read: it may hide what no detector sees.
  static func adding(
    to plan: FilmPlan, beside film: FilePath, sha256: String
  ) throws(FaceBlurError) -> FilmPlan {
    try hidden(beside: film, sha256: sha256).reduce(plan) { $0.keeping($1) }
  }

  /// What the edits of this very film hide, one plan for each that hides something.
  /// - Throws: `FaceBlurError` as `adding` does.
  static func hidden(beside film: FilePath, sha256: String) throws(FaceBlurError) -> [FilmPlan] {
    var plans: [FilmPlan] = []
    for place in RecordedRegions.places(beside: film) where place.exists {
      guard let record = try naming(place, try record(at: place)), record.source.sha256 == sha256,
        !record.plan.applied.isEmpty
      else { continue }
      plans.append(FilmPlan(tracks: record.plan.applied, strength: record.plan.strength))
    }
    return plans
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
