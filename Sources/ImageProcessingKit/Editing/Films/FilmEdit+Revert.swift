extension FilmEdit {
  /// Takes the edit back: removes the record and every render that nobody has changed since. Only the original remains.
  ///
  /// The record gets another name first: a crash leaves at most renders without a record, and the next edit of the film removes them.
  /// - Throws: `FaceBlurError` where there is no record, a render lies where only the record says so, or a file cannot be removed; whether
  ///   it can is asked before anything is.
  consuming func revert() throws(FaceBlurError) -> EditRevert.Outcome {
    guard let files else { throw asset.noFilmRecord }
    if let superseded {
      try asset.refuseRecord(
        ofAnother: superseded.source.sha256, superseded.source.byteCount, options.leftRecords)
    }
    for render in files.record.renders {
      let path = files.location(of: render)
      if !files.reach.holds(path, of: asset.original), try files.isUntouched(render) {
        throw .renderElsewhere(path).naming(asset.record)
      }
    }
    let removal = try files.removal()
    let outcome = EditRevert.Outcome(
      file: asset.original, removed: [asset.record] + removal.removed, kept: removal.kept)
    try refuseChangedRecord()
    try EditRevert.refuseReadOnly(outcome.removed)
    try EditCommit.perform(
      [.rename(asset.record, to: asset.revertingRecord, replaces: true), .syncFolder(asset.record.folder)]
        + removal.steps + [.remove(asset.revertingRecord), .syncFolder(asset.record.folder)])
    return outcome
  }
}
