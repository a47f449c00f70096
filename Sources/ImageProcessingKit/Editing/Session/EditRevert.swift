/// Takes an edit back.
public enum EditRevert {
  /// What reverting did.
  ///
  /// Its `Codable` form is the object that `revert --json` tells (revert.schema.json). Of files it tells names as text: one that is not
  /// UTF-8 is read back with replacements in it, but for the photo's own.
  public struct Outcome: Sendable, Hashable {
    /// The photo, as it was named.
    public var file: FilePath
    public var removed: [FilePath] = []
    /// Renders and the sidecar, where they were changed since and so were left alone.
    public var kept: [FilePath] = []
    /// What another program had made of the photo, and its record, where they are in place again.
    public var restored: [FilePath] = []
  }

  /// Removes the record, every render that nobody has changed since, the sidecar, and what another program had made of the
  /// photo beneath; only the original remains. Previews and overlays stay.
  ///
  /// The record gets another name first: a crash leaves at most renders without a record, and the next edit of the photo
  /// removes them.
  /// - Throws: `FaceBlurError` where there is no record of ours, it cannot be read, the original has changed, or a
  ///   file cannot be removed; whether it can is asked before anything is.
  public static func revert(_ session: consuming EditSession) throws(FaceBlurError) -> Outcome {
    let asset = session.asset
    let files = try session.files()
    try refuseElsewhere(files)
    let removal = try removal(of: files)
    let outcome = Outcome(
      file: asset.original, removed: [asset.record] + removal.removed, kept: removal.kept)
    try session.refuseChangedRecord()
    try refuseReadOnly(outcome.removed)
    try EditCommit.perform(
      [.rename(asset.record, to: asset.revertingRecord, replaces: true), .syncFolder(asset.record.folder)]
        + removal.steps
        + [.remove(asset.revertingRecord), .syncFolder(asset.record.folder)])
    return outcome
  }

  /// Takes back what is ours and restores the edit of another program that it was made on; where there is none, it is as
  /// `revert`.
  /// - Throws: as `revert`; also where the other program's render is gone, or the place where it was is taken.
  public static func revertPhase(_ session: consuming EditSession) throws(FaceBlurError) -> Outcome {
    let asset = session.asset
    let files = try session.files()
    guard let base = files.record.base else { return try revert(session) }
    try refuseElsewhere(files)
    let found = try files.found()
    guard found.base != nil else {
      throw .baseGone(asset.place(of: base)).naming(asset.record)
    }
    guard let steps = stepsBeneath(files, found) else {
      throw FaceBlurError(
        .refused, asset.defaultRender,
        "it was changed after faceblur wrote it, and the earlier edit's file belongs there",
        advice: "move it away")
    }
    let removed = found.renders.filter { $0.isOwn && $0.path != asset.defaultRender }.map(\.path)
    var outcome = Outcome(file: asset.original, removed: removed + [found.sidecar].compactMap(\.self))
    outcome.kept = found.changed.filter { $0 != asset.defaultRender }
    outcome.restored = [asset.defaultRender, asset.record]
    let mode = session.mode
    try session.refuseChangedRecord()
    try refuseReadOnly(outcome.removed + [asset.record])
    var record = try EditCommit.stage(record: base.record, of: asset, mode: mode)
    try EditCommit.perform(steps)
    do {
      try record.place(replacing: true)
    } catch {
      // The other program's render is in its place, so its record waits there as after a crash.
      record.leave()
      throw error
    }
    return outcome
  }

  /// The files of an edit; renders are compared with the photo that they were made from.
  /// - Throws: `FaceBlurError` where that is there and cannot be read.
  static func files(
    _ asset: PhotoAsset, _ record: EditRecord, _ original: Photo, _ reader: PhotoReader, _ reach: RenderReach
  ) throws(FaceBlurError) -> EditFiles {
    let base = try record.base.flatMap(asset.base(of:)).flatMap(EditFiles.bytes(of:))
    let photo = base.flatMap { try? reader.reopen(FileBytes($0)) }
    return EditFiles(
      asset: asset, record: record, photo: photo ?? original, reader: reader, reach: reach)
  }

  /// What goes away with an edit, but for its record. The base last: renders are compared with it.
  /// - Throws: `FaceBlurError` where one of them is there and cannot be read.
  static func removal(
    of files: EditFiles
  ) throws(FaceBlurError) -> (steps: [FileStep], removed: [FilePath], kept: [FilePath]) {
    let found = try files.found()
    // Where our renders went elsewhere, the other program's is at its place as well as kept.
    let place = found.base != nil && found.isBaseInPlace ? files.asset.defaultRender : nil
    let removed =
      found.renders.filter(\.isOwn).map(\.path) + [found.sidecar, place, found.base].compactMap(\.self)
    let steps = removed.flatMap { [FileStep.remove($0), .syncFolder($0.folder)] }
    return (steps + emptiedFolders(of: found.renders), removed, found.changed)
  }

  /// What brings the other program's render back to its place, but for its record; nil where a file of somebody else's is
  /// there. Each step may have been done already.
  static func stepsBeneath(_ files: EditFiles, _ found: EditFiles.Found) -> [FileStep]? {
    let place = files.asset.defaultRender
    let others = found.renders.filter { $0.isOwn && $0.path != place }
    var steps = (others.map(\.path) + [found.sidecar].compactMap(\.self)).map(FileStep.remove)
    steps += emptiedFolders(of: others)
    if let kept = found.base {
      let isFree = !place.exists || found.renders.contains { $0.isOwn && $0.path == place }
      guard found.isBaseInPlace || isFree else { return nil }
      steps.append(found.isBaseInPlace ? .remove(kept) : .rename(kept, to: place, replaces: true))
    } else if !found.isBaseInPlace {
      return nil
    }
    return steps + [.syncFolder(place.folder)]
  }

  private static func emptiedFolders(
    of renders: [(render: EditRecord.Render, path: FilePath, isOwn: Bool)]
  ) -> [FileStep] {
    renders.filter(\.isOwn).flatMap { render, path, _ in
      var folder = path.folder
      return (0..<render.foldersMade).map { _ in
        defer { folder = folder.folder }
        return FileStep.removeEmptyFolder(folder)
      }
    }
  }

  /// Refuses to revert where the record names a render outside of the allowed folders: it is neither removed, because only the
  /// record says that it is ours, nor left behind unnoticed.
  private static func refuseElsewhere(_ files: EditFiles) throws(FaceBlurError) {
    for render in files.record.renders {
      let path = files.asset.location(of: render)
      if !files.reach.holds(path, of: files.asset.original), try files.asset.isUntouched(render) {
        throw .renderElsewhere(path).naming(files.asset.record)
      }
    }
  }

  static func refuseReadOnly(_ paths: [FilePath]) throws(FaceBlurError) {
    for path in paths where !Folder.isWritable(path.folder) {
      throw FaceBlurError(
        .notWritable, path, "no permission to remove it",
        advice: "change the folder's mode, nothing was reverted")
    }
  }
}

extension EditSession {
  /// Opens a photo to take its edit back: what lies beneath the edit need not be there, unless it is to be restored.
  /// So need the original: such a session renders nothing.
  /// - Throws: as `begin`; also where the record is another program's.
  public static func beginReverting(
    _ path: FilePath, _ options: Options = Options(), phase: Bool = false
  ) throws(FaceBlurError) -> EditSession {
    var options = options
    options.isReverting = true
    if !phase { options.rebasing = true }
    return try begin(path, options, needingBase: phase)
  }
}
