/// Brings what a crash interrupted to its end, before the next edit of the photo begins.
///
/// The caller holds the photo's lock, so nothing is under way. What is found is input like any other: it counts only if
/// it is of this very original and takes no other record's place.
struct EditRecovery {
  let asset: PhotoAsset
  let original: Photo
  let originalSHA256: String
  /// Of the original.
  let mode: FileMode
  let reader: PhotoReader
  /// Where renders may be.
  let reach: RenderReach

  /// - Throws: `FaceBlurError` also where a file cannot be read that says what is to be done: nothing is removed then.
  func recover() throws(FaceBlurError) {
    let reverting = try endOfReverting()
    var commit = try endOfCommit()
    try EditCommit.perform(reverting)
    // What is gone now may be what that was decided by.
    if !reverting.isEmpty { commit = try endOfCommit() }
    if let sidecar = commit.sidecar { try EditCommit.place(sidecar: sidecar, of: asset, mode: mode) }
    try EditCommit.perform(commit.steps)
    if asset.temporarySidecar.exists { try FileStep.remove(asset.temporarySidecar).perform() }
  }

  /// Taking an edit back goes on, whatever is left of it, unless somebody has put a record in its place again.
  private func endOfReverting() throws(FaceBlurError) -> [FileStep] {
    guard asset.revertingRecord.exists else { return [] }
    let end: [FileStep] = [.remove(asset.revertingRecord)]
    guard !asset.record.exists, let record = try ownRecord(at: asset.revertingRecord) else { return end }
    return try EditRevert.removal(of: files(of: record)).steps + end
  }

  /// A commit goes forward where its render is in place, else back.
  /// - Returns: also the sidecar that is written between render and record.
  private func endOfCommit() throws(FaceBlurError) -> (sidecar: [UInt8]?, steps: [FileStep]) {
    let pending = asset.pendingRecord
    guard pending.exists else { return (nil, []) }
    guard let record = try ownRecord(at: pending), let render = record.renders.last else {
      return (nil, try endOfRecordOfAnotherProgram())
    }
    // The pending record goes last: it is what a crash of the recovery leaves to begin again with.
    let folder = asset.location(of: render).folder
    let temporary = folder.appending(asset.pendingRenderName(originalSHA256: originalSHA256))
    var steps: [FileStep] = [.remove(temporary)]
    let kept = try record.base.flatMap(asset.base(of:))
    if try mayTakeThePlace(record), try asset.isUntouched(render), record.base == nil || kept != nil {
      steps += [.rename(pending, to: asset.record, replaces: true), .syncFolder(asset.record.folder)]
      return (try sidecar(of: record), steps)
    }
    if let base = record.base, let kept, try isForeignRecord(base.record),
      try EditFiles.sha256(of: asset.defaultRender) == base.photo.sha256
    {
      // The other program's edit is complete, so the copy of it is not needed.
      steps.append(.remove(kept))
    }
    return (nil, steps + [.remove(pending)])
  }

  /// The sidecar of a record that becomes the photo's: it may be missing or that of the earlier edit. Nil where none is written.
  private func sidecar(of record: EditRecord) throws(FaceBlurError) -> [UInt8]? {
    guard let sidecar = record.sidecar, sidecar.name == asset.sidecar.name,
      let plan = try? record.state.plan()
    else { return nil }
    let content = RegionSidecar.content(of: plan, on: try files(of: record).photo.geometry)
    let isChanged = try asset.hasChangedSidecar()
    return !isChanged && SHA256.hexDigest(of: content) == sidecar.sha256 ? content : nil
  }

  /// Another program's record is pending where going back to its edit was interrupted.
  private func endOfRecordOfAnotherProgram() throws(FaceBlurError) -> [FileStep] {
    let end = [FileStep.remove(asset.pendingRecord)]
    guard let record = try ownRecord(at: asset.record), let base = record.base,
      try RecordFile.bytes(ifThereAt: asset.pendingRecord) == base.record
    else { return end }
    let files = try files(of: record)
    guard let steps = EditRevert.stepsBeneath(files, try files.found()) else { return end }
    return steps + [.rename(asset.pendingRecord, to: asset.record, replaces: true)]
  }

  /// Whether nothing is lost where a record of ours becomes the photo's.
  private func mayTakeThePlace(_ record: EditRecord) throws(FaceBlurError) -> Bool {
    guard asset.record.exists else { return true }
    // Our record that is there may be of an earlier photo at this place, which the user chose to replace.
    if try RecordFile.ours(at: asset.record) != nil { return true }
    guard let base = record.base else { return false }
    return try isForeignRecord(base.record)
  }

  private func isForeignRecord(_ bytes: [UInt8]) throws(FaceBlurError) -> Bool {
    try RecordFile.bytes(ifThereAt: asset.record) == bytes
  }

  private func files(of record: EditRecord) throws(FaceBlurError) -> EditFiles {
    try EditRevert.files(asset, record, original, reader, reach)
  }

  private func ownRecord(at path: FilePath) throws(FaceBlurError) -> EditRecord? {
    guard let record = try RecordFile.ours(at: path), record.source.sha256 == originalSHA256 else {
      return nil
    }
    return record
  }
}
