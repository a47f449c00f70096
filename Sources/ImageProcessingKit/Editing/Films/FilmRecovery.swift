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
    let reverting = try endOfReverting()
    var commit = try endOfCommit()
    try EditCommit.perform(reverting)
    // What is gone now may be what that was decided by.
    if !reverting.isEmpty { commit = try endOfCommit() }
    try EditCommit.perform(commit)
  }

  /// Taking an edit back goes on, whatever is left of it, unless somebody has put a record in its place again.
  private func endOfReverting() throws(FaceBlurError) -> [FileStep] {
    guard asset.revertingRecord.exists else { return [] }
    let end: [FileStep] = [.remove(asset.revertingRecord)]
    guard !asset.record.exists, let record = try ownRecord(at: asset.revertingRecord) else { return end }
    return try files(of: record).removal().steps + end
  }

  /// A commit goes forward where its render is in place, else back.
  private func endOfCommit() throws(FaceBlurError) -> [FileStep] {
    let pending = asset.pendingRecord
    guard pending.exists else { return [] }
    guard let record = try ownRecord(at: pending), let render = record.renders.last else {
      return [.remove(pending)]
    }
    // The pending record goes last: it is what a crash of the recovery leaves to begin again with.
    let files = files(of: record)
    let temporary = files.location(of: render).folder.appending(
      asset.pendingRenderName(originalSHA256: originalSHA256))
    // A record of ours that is there may be of an earlier film at this place, which the user chose to replace.
    let isFree = asset.record.exists ? try FilmRecord.ours(at: asset.record) != nil : true
    guard isFree, try files.isUntouched(render) else { return [.remove(temporary), .remove(pending)] }
    return [
      .remove(temporary), .rename(pending, to: asset.record, replaces: true),
      .syncFolder(asset.record.folder),
    ]
  }

  private func files(of record: FilmRecord) -> FilmFiles {
    FilmFiles(asset: asset, record: record, original: original, reach: reach, reader: reader)
  }

  private func ownRecord(at path: FilePath) throws(FaceBlurError) -> FilmRecord? {
    guard let record = try FilmRecord.ours(at: path), record.source.sha256 == originalSHA256 else {
      return nil
    }
    return record
  }
}
