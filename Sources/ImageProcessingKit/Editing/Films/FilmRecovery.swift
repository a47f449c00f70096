/// Brings what a crash interrupted to its end, before the next edit of the film begins; what `EditRecovery` does for photos.
///
/// The caller holds the film's lock, so nothing is under way. What is found is input like any other: it counts only if it is of this very
/// film and takes no other record's place.
struct FilmRecovery {
  let asset: PhotoAsset
  let original: Film
  let originalSHA256: String
  /// Where renders may be.
  let reach: RenderReach
  let reader: FilmEdit.Reader

  /// - Throws: `FaceBlurError` also where a file cannot be read that says what is to be done: nothing is removed then.
  func recover() throws(FaceBlurError) {
    try refuseUnreadable()
    if asset.revertingRecord.exists { try finishReverting() }
    if asset.pendingRecord.exists { try settlePendingRecord() }
  }

  private func refuseUnreadable() throws(FaceBlurError) {
    let unsettled = [asset.revertingRecord, asset.pendingRecord].filter(\.exists)
    guard !unsettled.isEmpty else { return }
    for path in unsettled + [asset.record] { try InputFile.refuseUnreadable(path) }
    for record in unsettled.compactMap(ownRecord) { try files(of: record).refuseUnreadable() }
  }

  /// Taking an edit back goes on, whatever is left of it, unless somebody has put a record in its place again.
  private func finishReverting() throws(FaceBlurError) {
    var steps: [FileStep] = [.remove(asset.revertingRecord)]
    if !asset.record.exists, let record = ownRecord(at: asset.revertingRecord) {
      steps = files(of: record).removal.steps + steps
    }
    try EditCommit.perform(steps)
  }

  /// A commit goes forward where its render is in place, else back.
  private func settlePendingRecord() throws(FaceBlurError) {
    let pending = asset.pendingRecord
    guard let record = ownRecord(at: pending), let render = record.renders.last else {
      return try FileStep.remove(pending).perform()
    }
    // The pending record goes last: it is what a crash of the recovery leaves to begin again with.
    let files = files(of: record)
    let temporary = files.location(of: render).folder.appending(
      asset.pendingRenderName(originalSHA256: originalSHA256))
    // A record of ours that is there may be of an earlier film at this place, which the user chose to replace.
    let isFree = !asset.record.exists || FilmRecord.ours(at: asset.record) != nil
    let end: [FileStep] =
      isFree && files.isUntouched(render)
      ? [.rename(pending, to: asset.record, replaces: true), .syncFolder(asset.record.folder)]
      : [.remove(pending)]
    try EditCommit.perform([.remove(temporary)] + end)
  }

  private func files(of record: FilmRecord) -> FilmFiles {
    FilmFiles(asset: asset, record: record, original: original, reach: reach, reader: reader)
  }

  private func ownRecord(at path: FilePath) -> FilmRecord? {
    guard let record = FilmRecord.ours(at: path), record.source.sha256 == originalSHA256 else { return nil }
    return record
  }
}
