internal import Glibc

/// Folders: making and listing them.
enum Folder {
  /// Makes a folder and those above it; one that is there is no error.
  /// - Throws: `FileError` where something else has the name or the system refuses.
  static func make(_ path: FilePath) throws(FileError) {
    if path.isFolder { return }
    if path.folder != path, !path.folder.isFolder { try make(path.folder) }
    guard path.withCString({ mkdir($0, 0o777) }) == 0 || (errno == EEXIST && path.isFolder) else {
      throw .writing(path)
    }
  }

  /// The names in a folder, in no order; empty where it cannot be read.
  static func names(in path: FilePath) -> [FilePath] {
    guard let stream = path.withCString({ opendir($0) }) else { return [] }
    defer { closedir(stream) }
    var names: [FilePath] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { FilePath(bytes: $0) }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
