internal import CWorker
internal import Glibc

/// A file that has no name yet: first written, then sealed, then placed.
///
/// Until it is placed, the file has no name at all where the file system allows that, so whatever ends the
/// process leaves nothing behind and no other process can reach it. Elsewhere, and where a later run must find
/// it, it has a temporary name. The target is either what it was or the whole new file. A value that is let go
/// without having been placed takes its file with it.
struct StagedFile: ~Copyable {
  let target: FilePath
  /// Takes the content until the file is sealed.
  let sink: FileSink
  /// Where the file can be reached; under /proc as long as it has no name.
  private let source: FilePath
  private var isNamed: Bool
  /// Where the file is before it replaces a target: only a rename can do that.
  private let temporary: FilePath
  /// Where the target is a path in a folder that is held open: it must be held as long.
  private let folder: HeldFolder?

  /// Makes an empty file in the target's folder.
  /// - Parameters:
  ///   - mode: the permissions, before the process's mask.
  ///   - temporaryName: a fixed name before it replaces an existing target, and from the beginning where
  ///     the file system knows no files without names; else a random one.
  ///   - isNamed: whether the file bears `temporaryName` from the beginning, for a later run to find.
  ///   - folder: what the target's path leads through.
  /// - Throws: `FaceBlurError` where the folder is missing or read-only.
  init(
    for target: FilePath, mode: FileMode, temporaryName: FilePath? = nil, isNamed: Bool = false,
    in folder: HeldFolder? = nil
  ) throws(FaceBlurError) {
    // The name is kept short: the target's own may already be as long as the file system allows.
    let random = FilePath(".faceblur-\(String(UInt64.random(in: .min ... .max), radix: 36)).tmp")
    let temporary = target.folder.appending(temporaryName ?? random)
    self.target = target
    self.temporary = temporary
    self.folder = folder
    if !isNamed, let descriptor = Self.openWithoutName(in: target.folder, mode: mode) {
      sink = FileSink(owning: descriptor)
      source = FilePath("/proc/self/fd/\(descriptor)")
      self.isNamed = false
      return
    }
    let isFixed = isNamed || temporaryName != nil
    let name = isFixed ? temporary : target.folder.appending(random)
    // What a crash left under a fixed name is of no use any more.
    if isFixed { _ = name.withCString { unlink($0) } }
    let descriptor = mode.making { bits in
      name.withCString { open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, bits) }
    } remove: {
      _ = name.withCString { unlink($0) }
    }
    // Of a file that was not made there is nothing to remove, so the fields may be set before the check.
    let code = errno
    sink = FileSink(owning: descriptor)
    source = name
    self.isNamed = descriptor >= 0
    guard descriptor >= 0 else { throw .writing(target, code: code) }
  }

  /// Makes an empty file in memory, for what is never placed: whatever ends the process leaves nothing behind.
  /// - Parameter target: what errors name.
  /// - Throws: `FaceBlurError` where the system makes none.
  init(inMemoryFor target: FilePath) throws(FaceBlurError) {
    let descriptor = fbw_memory_file("faceblur")
    let code = errno
    self.target = target
    temporary = target
    folder = nil
    sink = FileSink(owning: descriptor)
    source = FilePath("/proc/self/fd/\(descriptor)")
    isNamed = false
    guard descriptor >= 0 else { throw .writing(target, code: code) }
  }

  deinit {
    // After a rename there is nothing under this name any more.
    if isNamed { _ = source.withCString { unlink($0) } }
  }

  /// Nil where the file system, or a missing /proc, does not allow it.
  private static func openWithoutName(in folder: FilePath, mode: FileMode) -> Int32? {
    guard FilePath("/proc/self/fd").isFolder else { return nil }
    // O_TMPFILE of <fcntl.h>, which the importer leaves out.
    let unnamed: Int32 = 0o20_000_000 | O_DIRECTORY
    let descriptor = mode.making { bits in
      folder.withCString { open($0, unnamed | O_RDWR | O_CLOEXEC, bits) }
    } remove: {
    }
    return descriptor >= 0 ? descriptor : nil
  }

  /// A sealed file with some bytes.
  /// - Throws: `FaceBlurError` where the folder is missing, full or read-only.
  static func holding(
    _ bytes: [UInt8], for target: FilePath, mode: FileMode, temporaryName: FilePath? = nil,
    isNamed: Bool = false
  ) throws(FaceBlurError) -> StagedFile {
    let staged = try StagedFile(for: target, mode: mode, temporaryName: temporaryName, isNamed: isNamed)
    staged.sink.append(bytes)
    _ = try staged.seal()
    return staged
  }

  /// Syncs the content; from now on the file is complete.
  /// - Returns: its SHA-256 in lower-case hexadecimal.
  /// - Throws: `FaceBlurError` where some of it could not be written.
  borrowing func seal() throws(FaceBlurError) -> String {
    let failure = sink.sync()
    guard failure == 0 else { throw .writing(target, code: failure) }
    return sink.digest()
  }

  /// What was written, read back from the file system.
  /// - Throws: `FaceBlurError` where it cannot be read.
  borrowing func content() throws(FaceBlurError) -> [UInt8] {
    guard let bytes = sink.readBack() else { throw .reading(target) }
    return bytes
  }

  /// What was written, as the file system has it: in memory only as far as it is needed, where the file has no name by which others could
  /// shorten it meanwhile. It is not to be written to while the bytes are used.
  /// - Throws: `FaceBlurError` where some of it could not be written, or it cannot be read.
  borrowing func written() throws(FaceBlurError) -> FileBytes {
    guard sink.error == 0 else { throw .writing(target, code: sink.error) }
    sink.endFollowing()
    if !isNamed, let mapped = sink.mapped() { return FileBytes(storage: mapped) }
    return FileBytes(try content())
  }

  /// Has the file, which must be empty, read back while it is written, until `written` is called.
  /// - Parameter make: is given the open file and what errors name.
  borrowing func followed<Follower: FileFollower>(
    by make: (_ descriptor: Int32, _ path: FilePath) -> Follower
  ) -> Follower {
    sink.followed { make($0, target) }
  }

  /// Syncs the content from any thread, as long as the value lives.
  var syncing: @Sendable () throws(FaceBlurError) -> Void {
    { [target, sync = sink.syncing] () throws(FaceBlurError) in
      let code = sync()
      guard code == 0 else { throw .writing(target, code: code) }
    }
  }

  /// The file opened for reading, as whoever finds it would open it.
  /// - Throws: `FaceBlurError` where the system refuses.
  borrowing func reopened() throws(FaceBlurError) -> InputFile { try InputFile.open(source) }

  /// Sets the file's times to a day that tells nothing.
  borrowing func hideTimes() { sink.hideTimes() }

  /// Gives the sealed file its name for good.
  /// - Parameter replaces: whether an existing file is replaced.
  /// - Throws: `FaceBlurError` where the system refuses, or where a file is there that may not be replaced.
  borrowing func place(replacing replaces: Bool) throws(FaceBlurError) {
    do {
      for step in steps(replacing: replaces) { try step.perform() }
    } catch {
      if !isNamed, replaces { _ = temporary.withCString { unlink($0) } }
      throw error
    }
  }

  /// Leaves the file under its temporary name for a later run to find.
  mutating func leave() { isNamed = false }

  /// The changes that `place` makes, in order. They need the value to be alive.
  func steps(replacing replaces: Bool) -> [FileStep] {
    let naming: [FileStep] =
      if isNamed {
        [.rename(source, to: target, replaces: replaces)]
      } else if replaces {
        [.name(source, temporary, replaces: true), .rename(temporary, to: target, replaces: true)]
      } else {
        [.name(source, target, replaces: false)]
      }
    return naming + [.syncFolder(target.folder)]
  }
}

/// One change of a folder. A commit is a list of these, so that a test can stop between any two.
enum FileStep: Hashable {
  /// Gives a file without a name its first one.
  case name(FilePath, FilePath, replaces: Bool)
  case rename(FilePath, to: FilePath, replaces: Bool)
  /// Makes renames last through a power cut. Best effort: a folder that may be written to but not read, or a
  /// file system that cannot sync one, is no reason to give up a commit whose files have their names.
  case syncFolder(FilePath)
  /// Removes a file; one that is already gone is no error.
  case remove(FilePath)
  /// Removes a folder if it is empty.
  case removeEmptyFolder(FilePath)

  func perform() throws(FaceBlurError) {
    switch self {
    case .name(let from, let to, let replaces):
      if replaces { _ = to.withCString { unlink($0) } }
      let result = from.withCString { from in
        to.withCString { linkat(AT_FDCWD, from, AT_FDCWD, $0, AT_SYMLINK_FOLLOW) }
      }
      guard result == 0 else { throw errno == EEXIST ? Self.appeared(to) : .writing(to) }
    case .rename(let from, let to, replaces: true):
      guard from.withCString({ from in to.withCString { Glibc.rename(from, $0) } }) == 0 else {
        throw .writing(to)
      }
    case .rename(let from, let to, replaces: false):
      try Self.renameWithoutReplacing(from, to)
    case .syncFolder(let folder):
      let descriptor = folder.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
      guard descriptor >= 0 else { return }
      fsync(descriptor)
      close(descriptor)
    case .remove(let path):
      guard path.withCString({ unlink($0) }) == 0 || errno == ENOENT else { throw .writing(path) }
    case .removeEmptyFolder(let path):
      _ = path.withCString { rmdir($0) }
    }
  }

  private static func appeared(_ path: FilePath) -> FaceBlurError {
    FaceBlurError(
      .refused, path, "a file of that name has just appeared", advice: "it was left alone, try again")
  }

  /// Gives the file a second name, which fails where that name is taken, and then takes the first one away.
  private static func renameWithoutReplacing(_ from: FilePath, _ to: FilePath) throws(FaceBlurError) {
    if from.withCString({ from in to.withCString { link(from, $0) } }) == 0 {
      _ = from.withCString { unlink($0) }
      return
    }
    switch errno {
    case EEXIST:
      throw appeared(to)
    case EPERM, EOPNOTSUPP, ENOSYS, EMLINK:
      // A file system without hard links: the check that nothing is there was made a moment ago.
      try FileStep.rename(from, to: to, replaces: true).perform()
    default:
      throw .writing(to)
    }
  }
}
