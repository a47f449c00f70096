/// Films of a collection: as its photos, with tracks in place of regions.
extension ReviewedCollection {
  /// What the journal says of an output that is a film.
  /// - Parameters:
  ///   - undecided: what a run hides.
  ///   - frame: of the film.
  /// - Throws: `FaceBlurError` where it cannot be reviewed.
  static func recorded(
    film undecided: FilmDecision, _ entry: Entry, _ frame: PictureFrame
  ) throws(FaceBlurError) -> RecordedPhoto {
    let listed = entry.listed
    var decision = undecided
    var reverted: FilmPlan?
    if let stored = try entry.stored?.readFilm(), stored.isOf(undecided.record.source.sha256) {
      decision = stored
      reverted = stored.found.plan(undecided.plan.strength)
    } else if listed.isAnnounced {
      throw unfinished
    }
    let seeker = FrameSeeker(
      try naming(listed.source, try FilmContainers.open(try FilmFile(listed.source))))
    var recorded = recorded(
      ReviewedFilm(decision.plan, doubtful: decision.doubtful, seeker, reverted: reverted), decision, entry,
      frame)
    if let reverted, !reverted.applied.isEmpty {
      let film = ReviewedFilm(reverted, doubtful: [], seeker)
      recorded.reverted = film.start
      recorded.reverted?.isReverted = true
    }
    recorded.goOn(listed, isDropped: decision.isDropped)
    return recorded
  }

  private static func recorded(
    _ film: ReviewedFilm, _ decision: FilmDecision, _ entry: Entry, _ frame: PictureFrame
  ) -> RecordedPhoto {
    var recorded = RecordedPhoto(
      path: entry.listed.source, frame: frame, sha256: decision.record.source.sha256, start: film.start,
      detector: decision.record.detector, output: output(of: entry.listed), warnings: entry.listed.warnings)
    recorded.outputSHA256 = entry.listed.writtenSHA256
    recorded.film = film
    return recorded
  }

  /// The same film as the record tells of it that such a run keeps.
  /// - Throws: `FaceBlurError` where the record cannot be read, is another program's, or is of another film.
  static func kept(
    film recorded: RecordedPhoto, _ entry: Entry, at path: FilePath
  ) throws(FaceBlurError) -> RecordedPhoto? {
    let source = entry.listed.source
    let bytes = try naming(path, try RecordFile.bytes(of: path, within: .film))
    guard case .ours(let record, _) = try naming(path, try FilmRecord.content(of: bytes)) else {
      throw FaceBlurError(.foreignRecord, path, "it records an edit of another program")
    }
    guard record.source.sha256 == recorded.sha256 else { throw FaceBlurError.originalChanged.naming(path) }
    let seeker = FrameSeeker(try naming(source, try FilmContainers.open(try FilmFile(source))))
    let doubted = entry.regions?.film?.doubted ?? []
    let doubtful = Set(record.plan.tracks.lazy.filter { doubted.contains($0.points) }.map(\.id))
    let film = ReviewedFilm(record.plan, doubtful: doubtful, seeker)
    var kept = recorded
    kept.film = film
    kept.start = film.start
    kept.recordSHA256 = SHA256.hexDigest(of: bytes)
    kept.outputSHA256 = ScrubJournal.newestRender(in: bytes) ?? recorded.outputSHA256
    kept.detector = record.detector
    kept.reverted = nil
    return kept
  }
}
