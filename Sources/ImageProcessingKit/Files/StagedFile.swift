internal import Glibc

/// A file under a temporary name beside its target: first written, then sealed, then placed.
///
/// Whatever goes wrong, the target is either what it was or the whole new file. A value that is let go
/// without having been placed removes its file.
struct StagedFile: ~Copyable {
  let target: FilePath
  let temporary: FilePath
  /// Takes the content until the file is sealed.
  let sink: FileSink

  /// Makes an empty file beside the target.
  /// - Parameters:
  ///   - mode: the permissions, before the process's mask.
  ///   - temporaryName: a fixed name for a file that a later run must find; else a random one.
  /// - Throws: `FileError` where the folder is missing or read-only.
  init(for target: FilePath, mode: UInt32, temporaryName: FilePath? = nil) throws(FileError) {
    // The name is kept short: the target's own may already be as long as the file system allows.
    let random = String(UInt64.random(in: .min ... .max), radix: 36)
    let temporary = target.folder.appending(temporaryName ?? FilePath(".faceblur-\(random).tmp"))
    // What a crash left under a fixed name is of no use any more.
    if temporaryName != nil { _ = temporary.withCString { unlink($0) } }
    let descriptor = temporary.withCString {
      open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
    }
    guard descriptor >= 0 else { throw .writing(target) }
    self.target = target
    self.temporary = temporary
    sink = FileSink(owning: descriptor)
  }

  deinit {
    // After the rename there is nothing under this name any more.
    _ = temporary.withCString { unlink($0) }
  }

  /// A sealed file with some bytes.
  /// - Throws: `FileError` where the folder is missing, full or read-only.
  static func holding(
    _ bytes: [UInt8], for target: FilePath, mode: UInt32, temporaryName: FilePath? = nil
  ) throws(FileError) -> StagedFile {
    let staged = try StagedFile(for: target, mode: mode, temporaryName: temporaryName)
    staged.sink.append(bytes)
    _ = try staged.seal()
    return staged
  }

  /// Syncs the content; from now on the file is complete.
  /// - Returns: its SHA-256 in lower-case hexadecimal.
  /// - Throws: `FileError` where some of it could not be written.
  borrowing func seal() throws(FileError) -> String {
    let failure = sink.close()
    guard failure == 0 else { throw .writing(target, code: failure) }
    return sink.digest()
  }

  /// Gives the sealed file its name for good.
  /// - Parameter replaces: whether an existing file gives way.
  /// - Throws: `FileError` where the system refuses, or where a file must not give way and is there.
  borrowing func place(replacing replaces: Bool) throws(FileError) {
    for step in steps(replacing: replaces) { try step.perform() }
  }

  /// The changes that `place` makes, in order. They need the value to be alive.
  func steps(replacing replaces: Bool) -> [FileStep] {
    [.rename(temporary, to: target, replaces: replaces), .syncFolder(target.folder)]
  }
}

/// One change of a folder. A commit is a list of these, so that a test can stop between any two.
enum FileStep: Hashable {
  case rename(FilePath, to: FilePath, replaces: Bool)
  /// Makes renames last through a power cut. Best effort: a folder that may be written to but not read, or a
  /// file system that cannot sync one, is no reason to give up a commit whose files have their names.
  case syncFolder(FilePath)
  /// Removes a file; one that is already gone is no error.
  case remove(FilePath)
  /// Removes a folder if it is empty.
  case removeEmptyFolder(FilePath)

  func perform() throws(FileError) {
    switch self {
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

  /// Gives the file a second name, which fails where that name is taken, and then takes the first one away.
  private static func renameWithoutReplacing(_ from: FilePath, _ to: FilePath) throws(FileError) {
    if from.withCString({ from in to.withCString { link(from, $0) } }) == 0 {
      _ = from.withCString { unlink($0) }
      return
    }
    switch errno {
    case EEXIST:
      throw FileError(.refused, to, "a file of that name has just appeared; it was left alone, try again")
    case EPERM, EOPNOTSUPP, ENOSYS, EMLINK:
      // A file system without hard links: the check that nothing is there was made a moment ago.
      try FileStep.rename(from, to: to, replaces: true).perform()
    default:
      throw .writing(to)
    }
  }
}
