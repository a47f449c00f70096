extension ReviewSession {
  /// The target of the collection that a path belongs to: the path itself or a folder above it, beside which a journal lies.
  /// - Returns: nil where there is none.
  package static func collection(around path: FilePath) -> FilePath? {
    if isTarget(path) { return path }
    guard var folder = (path.resolvedWhereItExists ?? path).folder.resolvedWhereItExists else { return nil }
    while folder != "/" {
      if isTarget(folder) { return folder }
      folder = folder.folder
    }
    return nil
  }

  private static func isTarget(_ path: FilePath) -> Bool {
    path.isFolder
      && [StateFolder.beside(path), path.appending(StateFolder.inner)].contains {
        $0.appending(StateFolder.journalName).exists
      }
  }
}
