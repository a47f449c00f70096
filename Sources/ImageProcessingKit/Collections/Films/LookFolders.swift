/// Where it is kept what was seen in films, and what their pictures were coded as, until they are done: a folder for each.
///
/// Whoever works on a film may be taken over by it. So a worker is given the folder of its film alone, and can forge nothing of another
/// one's.
struct LookFolders: Sendable {
  /// The journal's, which nobody else may write to.
  private let path: FilePath

  /// - Parameter path: made where it is missing; without links and dots.
  /// - Throws: `FaceBlurError` where it cannot be made.
  init(in path: FilePath) throws(FaceBlurError) {
    try Folder.make(path, mode: 0o700)
    self.path = path
  }

  /// The folder of a film, made where it is missing. One that was moved or written to since has another: what worked on the file that was
  /// there before has no say in it.
  /// - Returns: nil where there is no such file, or no folder can be made; nothing is kept then.
  func folder(of source: FilePath) -> FilePath? {
    guard let stamp = FileStamp(of: source), let identity = FileIdentity(of: source) else { return nil }
    // What the device is called changes from one start of the machine to the next.
    let numbers = [stamp.size, stamp.modified, Int(truncatingIfNeeded: identity.inode)]
    let key = SHA256.hexDigest(of: source.bytes + [0] + numbers.flatMap { BigEndian.bytes($0, 8) })
    let folder = path.appending(FilePath("\(key.prefix(32))"))
    return (try? Folder.make(folder, mode: 0o700)) == nil ? nil : folder
  }

  /// Takes the folder of a film away that is done.
  static func remove(_ folder: FilePath) { try? FileStep.removeEmptyFolder(folder).perform() }

  /// Takes all of them away.
  func removeAll() {
    for name in Folder.names(in: path) {
      let folder = path.appending(name)
      // Earlier versions kept the files of all films side by side.
      guard folder.isFolder, folder.resolved == folder else {
        try? FileStep.remove(folder).perform()
        continue
      }
      // Whatever a worker has left there is of no use any more.
      for name in Folder.names(in: folder) { try? FileStep.remove(folder.appending(name)).perform() }
      Self.remove(folder)
    }
    Self.remove(path)
  }
}
