/// Gives a render and its record their names, in an order that no crash can break.
///
/// Both are complete and synced under temporary names first, so a full disk changes nothing. Then the render
/// is renamed, then the record. A crash between the two leaves the new record under its pending name; the
/// next edit of the photo finds it and finishes the commit, or drops it where its render never arrived.
enum EditCommit {
  /// - Parameters:
  ///   - render: the file that `adjustment` names last.
  ///   - record: the content of the record file that holds `adjustment`.
  /// - Throws: `FileError`; the folder is then as it was, unless the system fails between two renames over
  ///   existing files.
  static func commit(
    _ render: [UInt8], to target: FilePath, _ verdict: OutputGuard.Verdict,
    record: [UInt8], of adjustment: FaceBlurAdjustment, _ asset: PhotoAsset
  ) throws(FileError) {
    let stagedRecord = try stage(record: record, of: asset)
    switch verdict {
    case .unchanged:
      try stagedRecord.place()
    case .write(let replaces):
      let stagedRender = try stage(render, for: target, replaces: replaces, of: adjustment, asset)
      try stagedRender.place()
      do throws(FileError) {
        try stagedRecord.place()
      } catch {
        if !replaces { try? FileStep.remove(target).perform() }
        throw error
      }
    }
  }

  /// The record first, so that whatever a crash leaves is known by it.
  static func stage(record: [UInt8], of asset: PhotoAsset) throws(FileError) -> StagedFile {
    try StagedFile(record, for: asset.record, replaces: true, temporaryName: asset.pendingRecord.name)
  }

  static func stage(
    _ render: [UInt8], for target: FilePath, replaces: Bool, of adjustment: FaceBlurAdjustment,
    _ asset: PhotoAsset
  ) throws(FileError) -> StagedFile {
    try StagedFile(
      render, for: target, replaces: replaces, temporaryName: asset.pendingRenderName(of: adjustment))
  }

  static func perform(_ steps: [FileStep]) throws(FileError) {
    for step in steps { try step.perform() }
  }

  /// Brings a commit that a crash interrupted to its end: forward where its render is in place, else back.
  /// The caller holds the photo's lock, so no commit is under way.
  static func recover(_ asset: PhotoAsset) throws(FileError) {
    let pending = asset.pendingRecord
    guard pending.exists else { return }
    var steps: [FileStep] = [.remove(pending)]
    if let adjustment = try? FaceBlurAdjustment(RecordFile.read(pending)),
      let render = adjustment.renders.last
    {
      if OwnRender.isUntouched(render, of: asset) {
        steps = [.rename(pending, to: asset.record, replaces: true), .syncFolder(asset.record.folder)]
      }
      let folder = asset.location(of: render).folder
      steps.append(.remove(folder.appending(asset.pendingRenderName(of: adjustment))))
    }
    try perform(steps)
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
