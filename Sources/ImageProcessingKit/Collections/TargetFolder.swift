internal import Glibc

/// The folder that a collection goes to, which no other run writes to while this value lives.
final class TargetFolder {
  /// Without links and dots.
  let root: FilePath
  let state: StateFolder
  /// Folders that a walk passes over: what faceblur writes is not scrubbed again.
  let avoided: [FilePath]
  /// Held open; nil where it is not there, before a dry run.
  let folder: HeldFolder?
  private let lock: Int32

  /// What it is opened for.
  enum Use {
    /// Nothing is changed.
    case forecast
    /// The same, and nobody else changes anything meanwhile.
    case look
    case run
    /// There is no journal: whoever asks keeps the list.
    case requests
  }

  /// - Parameter use: but for a forecast, the folder is locked, and but for a look, too, made where it is missing.
  /// - Throws: `FaceBlurError` where it cannot be made or written to, another run writes to it, or a source lies in it.
  init(_ settings: ScrubSettings, _ input: CollectionScrub.Input, for use: Use) throws(FaceBlurError) {
    let isMade = use == .run || use == .requests
    let target = settings.target
    guard !target.exists || target.isFolder else {
      throw FaceBlurError(.refused, target, "it is no folder", advice: "\(.nameTarget)")
    }
    guard let root = target.resolvedWhereItExists else { throw .reading(target) }
    let identity = FileIdentity(of: root)
    for source in input.sources
    where source.root.isInsideRespelled(root) || identity != nil && FileIdentity(of: source.root) == identity
    {
      throw FaceBlurError(
        .refused, source.path,
        "it lies in the target, where its photos would be written over", advice: "name another target")
    }
    var avoided = [root]
    if case .folder(let records) = settings.records {
      guard let folder = records.resolvedWhereItExists, !folder.isInsideRespelled(root) else {
        throw FaceBlurError(.refused, records, "records say where the faces are and never go into the target")
      }
      avoided.append(folder)
    }
    let state = try StateFolder(settings, of: root)
    avoided.append(state.path)
    for source in input.sources where avoided.contains(where: { source.root.isInsideRespelled($0) }) {
      throw FaceBlurError(
        .refused, source.path,
        "records or reports go there, and what is there is not scrubbed", advice: "name another folder")
    }
    if isMade {
      try Folder.make(target, mode: input.targetMode)
      // Dots behind a folder that was missing.
      guard target.resolved == root else {
        throw FaceBlurError(
          .refused, target, "it leads elsewhere than it says", advice: "name it without dots")
      }
    }
    // Better now than for each photo.
    guard !isMade || Folder.isWritable(root) else {
      throw FaceBlurError(
        .notWritable, target, "no permission to write there",
        advice: "change the folder's mode, or copy it and its journal to where you may write")
    }
    let folder = root.exists ? try HeldFolder(root) : nil
    let locked = use == .forecast ? nil : folder?.at(".")
    let lock = locked?.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) } ?? -1
    self.folder = folder
    self.root = root
    self.state = state
    self.avoided = avoided
    self.lock = lock
    // File systems without locks are written to unlocked.
    if lock >= 0, case .heldByAnother = FileLock(on: lock) {
      throw FaceBlurError(
        .busy, target, "another run is writing to this target", advice: "wait until it is done")
    }
    if use == .run { try state.make() }
  }

  deinit {
    if lock >= 0 { FileLock.close(lock) }
  }
}
