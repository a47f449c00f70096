internal import Glibc

/// Folders: making, listing and judging them.
package enum Folder {
  /// Makes a folder and those above it where they are missing, and takes them away again where the work in it
  /// fails.
  /// - Throws: the error of the work, or that of a folder that cannot be made.
  static func making<Value>(
    _ path: FilePath, _ work: () throws(FaceBlurError) -> Value
  ) throws(FaceBlurError) -> Value {
    var made = try MadeFolders(for: path)
    let value = try work()
    made.keep()
    return value
  }

  /// Makes a folder and those above it where they are missing. Several threads may make the same one.
  /// - Parameter mode: the permissions of the folder itself, before the process's mask.
  /// - Throws: `FaceBlurError` where one cannot be made.
  static func make(_ path: FilePath, mode: UInt32 = 0o777) throws(FaceBlurError) {
    if path.isFolder { return }
    var made: [FilePath] = []
    if path.folder != path { try make(path.folder, &made) }
    if path.withCString({ mkdir($0, mode) }) != 0, errno != EEXIST || !path.isFolder {
      throw .makingFolder(path)
    }
  }

  fileprivate static func make(_ path: FilePath, _ made: inout [FilePath]) throws(FaceBlurError) {
    if path.isFolder { return }
    if path.folder != path, !path.folder.isFolder { try make(path.folder, &made) }
    if path.withCString({ mkdir($0, 0o777) }) == 0 {
      made.append(path)
    } else if errno != EEXIST || !path.isFolder {
      throw .makingFolder(path)
    }
  }

  /// The permissions of a folder that is made like another one: no wider, and enough for its owner to work in it.
  static func mode(of path: FilePath) -> UInt32 {
    var status = stat()
    return 0o700 | (path.withCString { stat($0, &status) } == 0 ? UInt32(status.st_mode) & 0o777 : 0)
  }

  /// Whether names in a folder may be changed.
  static func isWritable(_ path: FilePath) -> Bool {
    path.withCString { access($0, W_OK | X_OK) } == 0
  }

  /// Looks whether files can be written to a folder, which may be missing where it can be made. Nothing is made.
  /// - Throws: `FaceBlurError` where they cannot.
  static func checkWritable(_ path: FilePath) throws(FaceBlurError) {
    var nearest = path
    while !nearest.exists, nearest.folder != nearest { nearest = nearest.folder }
    guard nearest.isFolder else { throw .writing(path, code: ENOTDIR) }
    guard isWritable(nearest) else { throw .writing(path) }
  }

  /// Whether every user may put something else in the place of what is in a folder. A link at the end of the path is not followed.
  static func isOpenToEverybody(_ path: FilePath) -> Bool {
    var status = stat()
    return path.withCString { lstat($0, &status) } == 0
      && status.st_mode & S_IWOTH != 0 && status.st_mode & S_ISVTX == 0
  }

  /// The names in a folder, in no order; empty where it cannot be read.
  package static func names(in path: FilePath) -> [FilePath] {
    guard let stream = try? FolderStream(path) else { return [] }
    var names: [FilePath] = []
    while let name = try? stream.next() { names.append(name) }
    return names
  }
}

/// The names in a folder one by one, however many there are.
struct FolderStream: ~Copyable {
  private let path: FilePath
  private let stream: OpaquePointer

  /// - Throws: `FaceBlurError` where the folder cannot be opened.
  init(_ path: FilePath) throws(FaceBlurError) {
    guard let stream = path.withCString({ opendir($0) }) else { throw .reading(path) }
    self.path = path
    self.stream = stream
  }

  deinit {
    closedir(stream)
  }

  /// The next name but `.` and `..`; nil after the last one.
  /// - Throws: `FaceBlurError` where the rest cannot be read.
  borrowing func next() throws(FaceBlurError) -> FilePath? {
    guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return nil }
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno == 0 { return nil }
        throw .reading(path)
      }
      // An entry is only as long as its name, so the name is read to its end and no further.
      let start = UnsafeRawPointer(entry) + offset
      let name = FilePath(
        bytes: UnsafeRawBufferPointer(start: start, count: strlen(start.assumingMemoryBound(to: CChar.self))))
      if name != ".", name != ".." { return name }
    }
  }
}

/// Folders that were made for a file. Letting the value go takes them away again, unless they are to be kept.
struct MadeFolders: ~Copyable {
  private var made: [FilePath] = []

  /// Makes a folder and those above it where they are missing.
  /// - Throws: `FaceBlurError` where one cannot be made; none is left then.
  init(for path: FilePath) throws(FaceBlurError) {
    try Folder.make(path, &made)
  }

  deinit {
    for folder in made.reversed() { _ = folder.withCString { rmdir($0) } }
  }

  mutating func keep() { made = [] }
}
