/// Takes an edit back: the folder is as it was before.
public enum EditRevert {
  /// What reverting did.
  public struct Outcome: Sendable, Hashable {
    public var removed: [FilePath]
    /// Renders that were changed since and so were left alone.
    public var kept: [FilePath]
  }

  /// Removes the record and every render that nobody has changed since.
  ///
  /// The record goes first: a crash leaves at most a render without a record, never the other way round.
  /// - Throws: `EditError` where there is no record of ours, it cannot be read, or the original has changed.
  public static func revert(_ session: consuming EditSession) throws(EditError) -> Outcome {
    let asset = session.asset
    guard let adjustment = session.previous else { throw .record(asset.record, .missing) }
    var outcome = Outcome(removed: [asset.record], kept: [])
    var steps: [FileStep] = [.remove(asset.record), .syncFolder(asset.record.folder)]
    for render in adjustment.renders {
      let path = asset.location(of: render)
      guard path.exists else { continue }
      // A record is input like any other: it must not make us delete a file that is no picture of this photo.
      if OwnRender.isUntouched(render, of: asset), session.shows(sameSizeAs: path) {
        steps.append(.remove(path))
        outcome.removed.append(path)
      } else {
        outcome.kept.append(path)
      }
    }
    try naming(EditError.file) { () throws(FileError) in try EditCommit.perform(steps) }
    return outcome
  }
}

extension EditSession {
  /// Whether a file is a photo of the original's stored size, and not the original itself.
  fileprivate func shows(sameSizeAs path: FilePath) -> Bool {
    guard FileIdentity(of: path) != FileIdentity(of: asset.original),
      let bytes = try? InputFile.open(path).readAll(limit: ImageLimits().maxFileBytes),
      let other = try? PhotoFormat.open(bytes)
    else { return false }
    return other.geometry.storedWidth == photo.geometry.storedWidth
      && other.geometry.storedHeight == photo.geometry.storedHeight
  }
}
