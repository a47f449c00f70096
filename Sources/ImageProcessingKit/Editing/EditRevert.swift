/// Takes an edit back: the folder is as it was before.
public enum EditRevert {
  /// What reverting did.
  public struct Outcome: Sendable, Hashable {
    public var removed: [FilePath]
    /// Renders that were changed since and so were left alone.
    public var kept: [FilePath]
  }

  /// Removes the record and every render that nobody has changed since; previews and overlays stay.
  ///
  /// The record goes first: a crash leaves at most a render without a record, never the other way round.
  /// - Throws: `EditError` where there is no record of ours, it cannot be read, the original has changed, or a
  ///   file cannot be removed; whether it can is asked before anything is.
  public static func revert(_ session: consuming EditSession) throws(EditError) -> Outcome {
    let asset = session.asset
    guard let adjustment = session.previous else { throw .record(asset.record, .missing) }
    var outcome = Outcome(removed: [asset.record], kept: [])
    var emptied: [FileStep] = []
    for render in adjustment.renders {
      let path = asset.location(of: render)
      guard path.exists else { continue }
      if let bytes = try? InputFile.open(path).readAll(limit: ImageLimits().maxFileBytes),
        session.isOwnRender(at: path, bytes: bytes)
      {
        outcome.removed.append(path)
        var folder = path.folder
        for _ in 0..<render.foldersMade {
          emptied.append(.removeEmptyFolder(folder))
          folder = folder.folder
        }
      } else {
        outcome.kept.append(path)
      }
    }
    let steps = outcome.removed.flatMap { [FileStep.remove($0), .syncFolder($0.folder)] }
    try naming(EditError.file) { () throws(FileError) in
      for path in outcome.removed where !Folder.isWritable(path.folder) {
        throw FileError(
          .notWritable, path, "no permission to remove it; change the folder's mode, nothing was reverted")
      }
      try EditCommit.perform(steps + emptied)
    }
    return outcome
  }
}
