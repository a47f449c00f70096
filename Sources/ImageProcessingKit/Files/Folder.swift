internal import Glibc

/// Folders: making, listing and judging them.
enum Folder {
  /// Makes a folder and those above it where they are missing, and takes them away again where the work in it
  /// fails.
  /// - Parameter failingWith: makes the work's kind of error of the folder's.
  /// - Throws: the error of the work, or that of a folder that cannot be made.
  static func making<Failure: Error>(
    _ path: FilePath, failingWith wrap: (FileError) -> Failure, _ work: () throws(Failure) -> Void
  ) throws(Failure) {
    var made: MadeFolders
    do throws(FileError) { made = try MadeFolders(for: path) } catch { throw wrap(error) }
    try work()
    made.keep()
  }

  fileprivate static func make(_ path: FilePath, _ made: inout [FilePath]) throws(FileError) {
    if path.isFolder { return }
    if path.folder != path, !path.folder.isFolder { try make(path.folder, &made) }
    if path.withCString({ mkdir($0, 0o777) }) == 0 {
      made.append(path)
    } else if errno != EEXIST || !path.isFolder {
      throw .writing(path)
    }
  }

  /// Whether names in a folder may be changed.
  static func isWritable(_ path: FilePath) -> Bool {
    path.withCString { access($0, W_OK | X_OK) } == 0
  }

  /// The names in a folder, in no order; empty where it cannot be read.
  static func names(in path: FilePath) -> [FilePath] {
    guard let stream = path.withCString({ opendir($0) }),
      let offset = MemoryLayout<dirent>.offset(of: \.d_name)
    else { return [] }
    defer { closedir(stream) }
    var names: [FilePath] = []
    while let entry = readdir(stream) {
      // An entry is only as long as its name, so the name is read to its end and no further.
      let start = UnsafeRawPointer(entry) + offset
      let name = FilePath(
        bytes: UnsafeRawBufferPointer(start: start, count: strlen(start.assumingMemoryBound(to: CChar.self))))
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}

/// Folders that were made for a file. Letting the value go takes them away again, unless they are to be kept.
struct MadeFolders: ~Copyable {
  private var made: [FilePath] = []

  /// Makes a folder and those above it where they are missing.
  /// - Throws: `FileError` where one cannot be made; none is left then.
  init(for path: FilePath) throws(FileError) {
    try Folder.make(path, &made)
  }

  deinit {
    for folder in made.reversed() { _ = folder.withCString { rmdir($0) } }
  }

  mutating func keep() { made = [] }
}
