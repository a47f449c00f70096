/// Gives a render and its record their names, in an order that no crash can break.
///
/// Both are complete and synced under temporary names first, so a full disk changes nothing. Then the render
/// is renamed, then the record. A crash between the two leaves the new record under its pending name; the
/// next edit of the photo finds it and finishes the commit, or drops it where its render never arrived.
enum EditCommit {
  static func commit(
    _ render: [UInt8], to target: FilePath, _ verdict: OutputGuard.Verdict, record: [UInt8],
    of asset: PhotoAsset
  ) throws(FileError) {
    let stagedRecord = try stagedRecord(record, of: asset)
    switch verdict {
    case .unchanged:
      try perform(stagedRecord.steps)
    case .write(let replaces):
      let stagedRender = try StagedFile(render, for: target, replaces: replaces)
      try perform(steps(stagedRender, stagedRecord))
    }
  }

  static func stagedRecord(_ content: [UInt8], of asset: PhotoAsset) throws(FileError) -> StagedFile {
    try StagedFile(content, for: asset.record, replaces: true, temporaryName: asset.pendingRecordName)
  }

  /// The changes of a commit, in order.
  static func steps(_ render: borrowing StagedFile, _ record: borrowing StagedFile) -> [FileStep] {
    render.steps + record.steps
  }

  static func perform(_ steps: [FileStep]) throws(FileError) {
    for step in steps { try step.perform() }
  }

  /// Brings a commit that a crash interrupted to its end: forward where its render is in place, else back.
  /// The caller holds the photo's lock, so no commit is under way.
  static func recover(_ asset: PhotoAsset) throws(FileError) {
    let pending = asset.pendingRecord
    guard pending.exists else { return }
    if let adjustment = try? FaceBlurAdjustment(RecordFile.read(pending)),
      let render = adjustment.renders.last,
      OwnRender.isUntouched(render, of: asset)
    {
      try perform([.rename(pending, to: asset.record, replaces: true), .syncFolder(asset.record.folder)])
    } else {
      try FileStep.remove(pending).perform()
    }
  }
}

/// Tells whether a render on disk is still what was written.
enum OwnRender {
  private static let maxBytes = 1 << 30

  static func isUntouched(_ render: FaceBlurAdjustment.Render, of asset: PhotoAsset) -> Bool {
    guard let bytes = try? InputFile.open(asset.location(of: render)).readAll(limit: maxBytes) else {
      return false
    }
    return SHA256.hexDigest(of: bytes) == render.sha256
  }
}
