internal import FoundationEssentials

/// What a person has decided about a film of a collection, as the journal keeps it: what `CollectionDecision` is of photos.
struct FilmDecision: Sendable, Hashable {
  /// Of the source; its plan is what was decided, its render is the output. Without a render where nobody has decided anything.
  var record: FilmRecord
  /// What a run hides of its own accord, and what it did with the sound: what the output goes back to where the decision is dropped.
  var found: ReportedTracks

  /// What is hidden, and what is not.
  var plan: FilmPlan { record.plan }

  /// What became of the sound.
  var audio: AudioChoice { record.renders.last?.making.audio ?? found.audio }

  func isOf(_ sha256: String) -> Bool { record.source.sha256 == sha256 }

  /// Whether it only says what a run hides of its own accord until a render of that has its place, as of photos.
  var isDropped: Bool { record.renders.last?.sha256 == CollectionDecision.hashOfDropped }

  /// The names of tracks of its plan that a person should look at whatever their scores.
  var doubtful: Set<String> {
    let doubted = found.doubted
    return Set(plan.tracks.lazy.filter { doubted.contains($0.points) }.map(\.id))
  }

  /// What to tell a person where the film is not the one that the decision was made about.
  var warningOfChange: String {
    CollectionDecision.warningOfChange(
      drawn: plan.applied.filter { $0.origin == .manual }.map(\.id),
      excluded: plan.tracks.filter { $0.state == .excluded }.map(\.id))
  }

  /// - Throws: `FaceBlurError` where it is too large to be kept.
  func stored(at time: Date) throws(FaceBlurError) -> CollectionDecision.Stored {
    let content = try record.fileContent(timestamp: time)
    guard let found = try? JSONEncoder().encode(found) else { throw .damagedRecord("it cannot be written") }
    guard content.count <= Self.maxRecordBytes, found.count <= ReportedTracks.maxBytes else {
      throw .tooManyTracks("more is hidden in it than the journal keeps of a film")
    }
    return CollectionDecision.Stored(record: content, found: String(decoding: found, as: UTF8.self))
  }

  /// As much as a cell of the journal holds.
  private static let maxRecordBytes = 4 << 20
}

extension FilmDecision {
  /// What a run hides, where nobody has decided anything.
  /// - Parameters:
  ///   - source: of the output.
  ///   - sha256: of the source.
  ///   - regions: of the output, which is a film.
  ///   - recipe: of the run.
  /// - Returns: nil where the regions are a photo's.
  init?(of source: FilePath, sha256: String, _ regions: ReportedRegions, _ recipe: ScrubRecipe) {
    guard let film = regions.film else { return nil }
    // Of the film itself no more is known before it is opened.
    let source = FilmRecord.Source(
      fileName: source.name, byteCount: 0, sha256: sha256, width: regions.width ?? 0,
      height: regions.height ?? 0, orientation: regions.orientation ?? .up, duration: 0, pictures: 1,
      timescale: film.timescale, start: film.start)
    record = FilmRecord(
      source: source, detector: recipe.found([]).detector, plan: film.plan(recipe.strength), renders: [])
    found = film
  }
}

extension CollectionDecision.Stored {
  /// The same of a film.
  /// - Throws: `FaceBlurError` where it is damaged, too large, a newer version's or a photo's.
  func readFilm() throws(FaceBlurError) -> FilmDecision {
    guard case .ours(let record, _) = try FilmRecord.content(of: record) else {
      throw .damagedRecord("it is another program's")
    }
    guard let found = try? JSONDecoder().decode(ReportedTracks.self, from: Data(found.utf8)),
      found.flaw == nil
    else { throw .damagedRecord("what was found is not told") }
    return FilmDecision(record: record, found: found)
  }
}

extension FaceBlurError {
  /// What the journal could not keep, a later run would not know of.
  static func tooManyTracks(_ reason: String) -> FaceBlurError {
    FaceBlurError(.photoTooLarge, reason, advice: "cut it into parts first")
  }
}
