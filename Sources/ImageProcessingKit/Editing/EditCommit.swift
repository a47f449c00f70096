/// Gives a render and its record their names, in an order that no crash can break.
///
/// Both are complete and synced first, the render without a name, so a full disk or a kill changes nothing.
/// Then the render gets its name, then the record. A crash between the two leaves the new record under its pending name; the
/// next edit of the photo finds it and finishes the commit, or drops it where its render never arrived.
enum EditCommit {
  /// - Parameters:
  ///   - render: sealed; the file that the record names last.
  ///   - record: the content of the record file.
  ///   - mode: the record's permissions, before the process's mask.
  /// - Throws: `FileError`; render and record are then as they were, unless the system fails between two
  ///   renames over existing files.
  static func commit(
    _ render: borrowing StagedFile, _ verdict: OutputGuard.Verdict, record: [UInt8], of asset: PhotoAsset,
    mode: UInt32
  ) throws(FileError) {
    let stagedRecord = try stage(record: record, of: asset, mode: mode)
    switch verdict {
    case .unchanged:
      try stagedRecord.place(replacing: true)
    case .write(let replaces):
      try render.place(replacing: replaces)
      do throws(FileError) {
        try stagedRecord.place(replacing: true)
      } catch {
        if !replaces { try? FileStep.remove(render.target).perform() }
        throw error
      }
    }
  }

  static func stage(
    record: [UInt8], of asset: PhotoAsset, mode: UInt32
  ) throws(FileError) -> StagedFile {
    try StagedFile.holding(
      record, for: asset.record, mode: mode, passingName: asset.pendingRecord.name, isNamed: true)
  }

  /// An empty file for a render.
  static func stageRender(
    for target: FilePath, of asset: PhotoAsset, originalSHA256: String, mode: UInt32
  ) throws(FileError) -> StagedFile {
    try StagedFile(
      for: target, mode: mode, passingName: asset.pendingRenderName(originalSHA256: originalSHA256))
  }

  static func perform(_ steps: [FileStep]) throws(FileError) {
    for step in steps { try step.perform() }
  }

  /// Brings a commit that a crash interrupted to its end: forward where its render is in place, else back.
  ///
  /// The caller holds the photo's lock, so no commit is under way. A pending record is input like any other:
  /// it moves forward only if it is of this very original and takes no other record's place.
  static func recover(_ asset: PhotoAsset, originalSHA256: String) throws(FileError) {
    let pending = asset.pendingRecord
    guard pending.exists else { return }
    var steps: [FileStep] = [.remove(pending)]
    if let adjustment = ownRecord(at: pending, originalSHA256), let render = adjustment.renders.last {
      let mayReplace = !asset.record.exists || ownRecord(at: asset.record, originalSHA256) != nil
      if mayReplace, OwnRender.isUntouched(render, of: asset) {
        steps = [.rename(pending, to: asset.record, replaces: true), .syncFolder(asset.record.folder)]
      }
      let folder = asset.location(of: render).folder
      steps.append(.remove(folder.appending(asset.pendingRenderName(originalSHA256: originalSHA256))))
    }
    try perform(steps)
  }

  private static func ownRecord(at path: FilePath, _ originalSHA256: String) -> FaceBlurAdjustment? {
    guard let adjustment = try? FaceBlurAdjustment(RecordFile.read(path)) else { return nil }
    return adjustment.source.sha256 == originalSHA256 ? adjustment : nil
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
