internal import Glibc

/// Goes through a folder and all that is in it, and tells of each thing it meets, in the order of their names.
///
/// No link is followed, so nothing outside the folder is met and there are no loops. It holds the names of the folders on
/// its way.
enum FolderWalk {
  /// Something that lies in the folder.
  enum Entry: Sendable, Hashable {
    case file
    /// It cannot be looked into; what it is or what is wrong, and what to do.
    case problem(String)
    /// It is no file, so it holds nothing; what it is.
    case other(String)
  }

  /// - Parameters:
  ///   - root: a folder, or a link to one.
  ///   - emptyFolder: takes each folder, but for the root, in which there is nothing.
  ///   - visit: takes each path, as it begins with the root, and what is there. Folders that can be read are not told of.
  static func walk(
    _ root: FilePath, emptyFolder: (FilePath) -> Void = { _ in }, _ visit: (FilePath, Entry) -> Void
  ) {
    // The next one is the last.
    var waiting = [root]
    while let path = waiting.popLast() {
      let kind = path == root ? .folder : kind(of: path)
      guard case .folder = kind else {
        if case .entry(let entry) = kind { visit(path, entry) }
        continue
      }
      do {
        let names = try names(in: path)
        if names.isEmpty, path != root { emptyFolder(path) }
        waiting += names.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }.reversed()
          .map(path.appending)
      } catch {
        visit(
          path, .problem("the folder cannot be read, so what is in it was not checked: \(error.message())"))
      }
    }
  }

  private enum Kind {
    case folder
    case entry(Entry)
  }

  private static func kind(of path: FilePath) -> Kind {
    var status = stat()
    guard path.withCString({ lstat($0, &status) }) == 0 else {
      return .entry(.problem(FaceBlurError.reading(path).message()))
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return .folder
    case S_IFREG: return .entry(.file)
    case S_IFLNK: return .entry(.problem("it is a link, which was not followed; name what it leads to"))
    case S_IFIFO: return .entry(.other("a pipe"))
    case S_IFSOCK: return .entry(.other("a socket"))
    default: return .entry(.other("a device"))
    }
  }

  private static func names(in folder: FilePath) throws(FaceBlurError) -> [FilePath] {
    let stream = try FolderStream(folder)
    var names: [FilePath] = []
    while let name = try stream.next() { names.append(name) }
    return names
  }
}
