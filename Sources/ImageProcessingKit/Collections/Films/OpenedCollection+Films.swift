/// What people decide about films of a collection.
extension OpenedCollection {
  /// Changes what is decided about a film, and makes it anew from the source.
  /// - Parameters:
  ///   - change: what is to be decided otherwise.
  ///   - own: what is asked of style and sound, what else is to be drawn, and whether anything is written at all.
  ///   - detector: looks for faces where that is asked for.
  /// - Returns: what was done, and whether anything was written.
  /// - Throws: `FaceBlurError`; the output and what was decided are then as they were.
  func change(
    film output: KnownOutput, _ change: FilmChange, _ own: FilmPipeline.Settings,
    lookingWith detector: any FaceDetecting
  ) throws(FaceBlurError) -> (report: FilmEditReport, isWritten: Bool) {
    let known = try output.filmDecision()
    var isAnnounced = false
    let scrubber = FilmScrubber(
      scrubber(for: output, lookingWith: detector) { [journal] job, sha256 in
        isAnnounced = true
        return (try? journal.announce(job, sha256: sha256)) != nil
      })
    if case .become(let plan, let recordSHA256) = change, output.recordFile != nil {
      // The record says what counts, also where the journal fails.
      let edited = try scrubber.become(plan, decidedUpon: recordSHA256, output, known, own)
      return (edited.report, try record(edited.outcome, of: output))
    }
    try output.refuseRecord()
    try output.refuseStranger()
    return try changing(output, wasAnnounced: { isAnnounced }) { () throws(FaceBlurError) in
      let edited = try scrubber.edit(output, known, change, own)
      return (edited.report, edited.outcome)
    }
  }
}

extension CollectionOutput {
  /// Whether it is a film, by the journal.
  package var isFilm: Bool { output.isFilm }

  /// What was found in the film and decided about it.
  /// - Throws: `FaceBlurError` where the journal's entry cannot be read.
  package func filmReport() throws(FaceBlurError) -> FilmRecordReport { try output.filmReport() }

  /// Corrects what is decided about the film, and makes it anew from the source; then writes the collection's reports.
  /// - Parameters:
  ///   - corrections: coordinates are of the upright full-size picture.
  ///   - isDetecting: whether faces are looked for once more.
  ///   - settings: what is asked of style and sound, what else is to be drawn, and whether anything is written at all.
  ///   - detector: looks for faces where that is asked for.
  /// - Throws: `FaceBlurError`; the output and what was decided are then as they were, unless the reports alone could not be written.
  package func correctFilm(
    _ corrections: FilmCorrections, detectingAnew isDetecting: Bool, _ settings: FilmPipeline.Settings,
    lookingWith detector: any FaceDetecting
  ) throws(FaceBlurError) -> FilmEditReport {
    try changeFilm(.correct(corrections, detectingAnew: isDetecting), settings, detector)
  }

  /// Drops what was decided about the film, and makes it what a run hides of its own accord; then writes the collection's reports.
  /// - Throws: `FaceBlurError` as `correctFilm` does.
  package func revertFilm(
    _ settings: FilmPipeline.Settings, lookingWith detector: any FaceDetecting
  ) throws(FaceBlurError) -> FilmEditReport {
    try changeFilm(.drop, settings, detector)
  }

  private func changeFilm(
    _ change: FilmChange, _ settings: FilmPipeline.Settings, _ detector: any FaceDetecting
  ) throws(FaceBlurError) -> FilmEditReport {
    let changed = try collection.change(film: output, change, settings, lookingWith: detector)
    if changed.isWritten { try collection.report() }
    return changed.report
  }
}
