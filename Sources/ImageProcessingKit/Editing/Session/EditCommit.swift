/// Gives a render and its record their names, in an order that no crash can break.
///
/// Both are complete and synced first, the render without a name, so a full disk or a kill changes nothing.
/// Then the record gets the name of a pending record; what another program made of the photo, if there is such, is kept
/// under its own; the render gets its name; then the sidecar; last the record. A crash in between leaves the pending
/// record; the next edit of the photo finds it and finishes the commit, or drops it where its render is not in place.
enum EditCommit {
  /// - Parameters:
  ///   - render: sealed; the file that the record names last.
  ///   - record: the content of the record file.
  ///   - sidecar: the content of the file with the regions; nil where there is none. It may be written.
  ///   - foreign: what another program made of the photo, to be kept; nil where there is none or it is kept already.
  ///   - mode: the permissions of what is written, before the process's mask.
  /// - Throws: `FaceBlurError`; render and record are then as they were. Where the earlier render was replaced already, the new
  ///   record stays pending, and the next edit finishes the commit as after a crash.
  static func commit(
    _ render: borrowing StagedFile, _ verdict: OutputGuard.Verdict, record: [UInt8],
    sidecar: [UInt8]?, keeping foreign: ForeignEdit?, of asset: PhotoAsset, mode: FileMode
  ) throws(FaceBlurError) {
    var stagedRecord = try stage(record: record, of: asset, mode: mode)
    var added: [FilePath] = []
    var hasReplaced = false
    do {
      if let foreign, !foreign.base.exists {
        try StagedFile.holding(Array(foreign.photo.fileBytes), for: foreign.base, mode: mode).place(
          replacing: false)
        added.append(foreign.base)
      }
      if case .write(let replaces) = verdict {
        try render.place(replacing: replaces)
        if replaces { hasReplaced = true } else { added.append(render.target) }
      }
      if let sidecar {
        if !asset.sidecar.exists { added.append(asset.sidecar) }
        try place(sidecar: sidecar, of: asset, mode: mode)
      }
      try stagedRecord.place(replacing: true)
    } catch {
      if hasReplaced {
        stagedRecord.leave()
        var told = error
        told.reason += "; the render was replaced already, and the next edit of the photo goes on from there"
        throw told
      }
      for path in added { try? FileStep.remove(path).perform() }
      throw error
    }
  }

  /// Writes the file with the regions, unless it holds them already.
  static func place(sidecar: [UInt8], of asset: PhotoAsset, mode: FileMode) throws(FaceBlurError) {
    // Whether it may be written was asked before; one that cannot be read holds something else.
    guard (try? EditFiles.bytes(of: asset.sidecar)) != sidecar else { return }
    let staged = try StagedFile.holding(
      sidecar, for: asset.sidecar, mode: mode, temporaryName: asset.temporarySidecar.name)
    try staged.place(replacing: asset.sidecar.exists)
  }

  static func stage(
    record: [UInt8], of asset: PhotoAsset, mode: FileMode
  ) throws(FaceBlurError) -> StagedFile {
    try StagedFile.holding(
      record, for: asset.record, mode: mode, temporaryName: asset.pendingRecord.name, isNamed: true)
  }

  /// An empty file for a render.
  static func stageRender(
    for target: FilePath, of asset: PhotoAsset, originalSHA256: String, mode: FileMode,
    unless cancellation: Cancellation? = nil
  ) throws(FaceBlurError) -> StagedFile {
    let staged = try StagedFile(
      for: target, mode: mode, temporaryName: asset.pendingRenderName(originalSHA256: originalSHA256))
    staged.sink.cancellation = cancellation
    return staged
  }

  static func perform(_ steps: [FileStep]) throws(FaceBlurError) {
    for step in steps { try step.perform() }
  }
}
