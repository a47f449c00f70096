/// Brings what a crash interrupted to its end, before the next edit of the photo begins.
///
/// The caller holds the photo's lock, so nothing is under way. What is found is input like any other: it counts only if
/// it is of this very original and takes no other record's place.
struct EditRecovery {
  let asset: PhotoAsset
  let original: Photo
  let originalSHA256: String
  /// Of the original.
  let mode: UInt32
  let reader: PhotoReader
  /// Where renders may be.
  let reach: RenderReach

  /// - Throws: `FaceBlurError` also where a file cannot be read that says what is to be done: nothing is removed then.
  func recover() throws(FaceBlurError) {
    try refuseUnreadable()
    if asset.revertingRecord.exists { try finishReverting() }
    if asset.pendingRecord.exists { try settlePendingRecord() }
    if asset.temporarySidecar.exists { try FileStep.remove(asset.temporarySidecar).perform() }
  }

  private func refuseUnreadable() throws(FaceBlurError) {
    let unsettled = [asset.revertingRecord, asset.pendingRecord].filter(\.exists)
    guard !unsettled.isEmpty else { return }
    for path in unsettled + [asset.record, asset.sidecar] { try InputFile.refuseUnreadable(path) }
    for record in unsettled.compactMap(ownRecord) {
      try EditFiles(asset: asset, record: record, photo: original, reader: reader, reach: reach)
        .refuseUnreadable()
    }
  }

  /// Taking an edit back goes on, whatever is left of it, unless somebody has put a record in its place again.
  private func finishReverting() throws(FaceBlurError) {
    var steps: [FileStep] = [.remove(asset.revertingRecord)]
    if !asset.record.exists, let record = ownRecord(at: asset.revertingRecord) {
      steps = EditRevert.removal(of: EditRevert.files(asset, record, original, reader, reach)).steps + steps
    }
    try EditCommit.perform(steps)
  }

  /// A commit goes forward where its render is in place, else back.
  private func settlePendingRecord() throws(FaceBlurError) {
    let pending = asset.pendingRecord
    guard let record = ownRecord(at: pending), let render = record.renders.last else {
      return try settleRecordOfAnotherProgram()
    }
    // The pending record goes last: it is what a crash of the recovery leaves to begin again with.
    let folder = asset.location(of: render).folder
    let temporary = folder.appending(asset.pendingRenderName(originalSHA256: originalSHA256))
    var steps: [FileStep] = [.remove(temporary)]
    if mayTakeThePlace(record), asset.isUntouched(render),
      record.base.map({ asset.base(of: $0) != nil }) ?? true
    {
      try writeSidecar(of: record)
      steps += [.rename(pending, to: asset.record, replaces: true), .syncFolder(asset.record.folder)]
    } else {
      if let base = record.base, isForeignRecord(base.record), let kept = asset.base(of: base),
        EditFiles.sha256(of: asset.defaultRender) == base.photo.sha256
      {
        // The other program's edit is complete, so the copy of it is not needed.
        steps.append(.remove(kept))
      }
      steps.append(.remove(pending))
    }
    try EditCommit.perform(steps)
  }

  /// Writes the sidecar between render and record: it may be missing or that of the earlier edit.
  private func writeSidecar(of record: EditRecord) throws(FaceBlurError) {
    guard let sidecar = record.sidecar, sidecar.name == asset.sidecar.name,
      let plan = try? record.state.plan()
    else { return }
    let photo = EditRevert.files(asset, record, original, reader, reach).photo
    let content = RegionSidecar.content(of: plan, on: photo.geometry)
    let isFree = !asset.sidecar.exists || asset.hasOwnSidecar
    guard isFree, SHA256.hexDigest(of: content) == sidecar.sha256 else { return }
    try EditCommit.place(sidecar: content, of: asset, mode: mode)
  }

  /// Another program's record is pending where going back to its edit was interrupted.
  private func settleRecordOfAnotherProgram() throws(FaceBlurError) {
    if let record = ownRecord(at: asset.record), let base = record.base,
      (try? RecordFile.bytes(of: asset.pendingRecord)) == base.record,
      let steps = EditRevert.stepsBeneath(EditRevert.files(asset, record, original, reader, reach))
    {
      try EditCommit.perform(steps + [.rename(asset.pendingRecord, to: asset.record, replaces: true)])
    } else {
      try FileStep.remove(asset.pendingRecord).perform()
    }
  }

  /// Whether nothing is lost where a record of ours becomes the photo's.
  private func mayTakeThePlace(_ record: EditRecord) -> Bool {
    // Our record that is there may be of an earlier photo at this place, which the user chose to replace.
    !asset.record.exists || RecordFile.ours(at: asset.record) != nil
      || record.base.map { isForeignRecord($0.record) } ?? false
  }

  private func isForeignRecord(_ bytes: [UInt8]) -> Bool {
    (try? RecordFile.bytes(of: asset.record)) == bytes
  }

  private func ownRecord(at path: FilePath) -> EditRecord? {
    guard let record = RecordFile.ours(at: path), record.source.sha256 == originalSHA256 else { return nil }
    return record
  }
}
