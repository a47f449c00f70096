/// Where the renders that a record names may be replaced or removed. A record is untrusted input and could name any file.
///
/// Renders count in the photo's own folder and below it, and in the places that the command names.
package struct RenderReach: Sendable, Hashable {
  /// Folders that were named; what lies below them counts, too.
  package var folders: [FilePath]
  /// Files that were named.
  package var files: [FilePath]

  package init(folders: [FilePath] = [], files: [FilePath] = []) {
    self.folders = folders
    self.files = files
  }

  /// Whether a file may be replaced or removed, if it also proves to be a render.
  func holds(_ path: FilePath, of original: FilePath) -> Bool {
    isNamed(path) || isInside(path, folders + [original.folder])
  }

  /// Whether a path is one that a command for this photo names as its render's.
  /// - Parameter format: of the file that is there.
  func names(_ path: FilePath, of original: FilePath, _ format: PhotoFormat) -> Bool {
    names(path, of: original, endings: format.fileExtensions)
  }

  /// - Parameter endings: of the format of the file that is there, in lower case; the usual one first.
  func names(_ path: FilePath, of original: FilePath, endings: [String]) -> Bool {
    let isAnonymous =
      PhotoAsset.isAnonymousRenderName(path.name) && path.pathExtension == endings.first
    // A render of another format than its photo has another ending.
    let isRenamed =
      path.name.stem == original.name.stem && endings.contains(path.pathExtension.lowercased())
    return isNamed(path)
      || (path.name == original.name || isRenamed || isAnonymous) && isInside(path, folders)
  }

  private func isNamed(_ path: FilePath) -> Bool {
    let place = path.resolvedPlace
    return place != nil && files.contains { $0.resolvedPlace == place }
  }

  private func isInside(_ path: FilePath, _ folders: [FilePath]) -> Bool {
    guard let folder = path.folder.resolvedWhereItExists else { return false }
    return folders.contains { $0.resolvedWhereItExists.map(folder.isInside) ?? false }
  }
}

extension FilePath {
  /// The path with its folder's links and dots resolved: the last name itself may be a link, which is another file.
  fileprivate var resolvedPlace: FilePath? { folder.resolvedWhereItExists?.appending(name) }
}
