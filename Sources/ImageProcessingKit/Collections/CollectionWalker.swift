internal import Glibc

/// Walks files and folders and reports each entry, one at a time, in no order.
///
/// Links are not followed, unless they were named. Where one leads out of the collection, that is a problem on the list,
/// because a photo may be missing; what is in the collection is met under its own name.
struct CollectionWalker {
  /// Each level keeps a folder open.
  private static let maxDepth = 200

  /// It is asked of everything that is met, and so knows in the end which patterns fitted nothing.
  let filter: FilterUse
  /// Folders that are passed over: the target and where records go.
  let avoided: [FilePath]
  /// What the sources resolve to.
  let roots: [FilePath]
  /// The same folders may have other names where they are mounted twice.
  private let avoidedFolders: Set<FileIdentity>

  init(filter: NameFilter, avoided: [FilePath], roots: [FilePath]) {
    self.filter = FilterUse(filter)
    self.avoided = avoided
    self.roots = roots
    avoidedFolders = Set(avoided.compactMap { FileIdentity(of: $0) })
  }

  /// - Parameter visit: takes each entry.
  /// - Throws: what `visit` throws; what the file system refuses is an entry.
  func walk<Failure: Error>(
    _ source: CollectionSource, _ visit: (CollectionEntry) throws(Failure) -> Void
  ) throws(Failure) {
    var status = stat()
    guard source.root.withCString({ stat($0, &status) }) == 0 else {
      let problem = FaceBlurError.reading(source.root).message()
      return try visit(
        CollectionEntry(
          source: source.root, target: source.place ?? source.root.name, kind: .problem(problem)))
    }
    // Also what is named in a list.
    if avoided.contains(where: { source.root.isInsideRespelled($0) }) {
      return try visit(
        CollectionEntry(
          source: source.root, target: source.place ?? source.root.name,
          kind: .aside("in the target, or where records and reports go")))
    }
    if status.st_mode & S_IFMT == S_IFDIR {
      if isLeftOut(source) { return }
      try walk(folder: source.root, in: source, at: source.place, below: nil, depth: 0, visit)
    } else if filter.admits(source.filtered) {
      var kind = Self.kind(status)
      // What the link leads to is read, and what lies beside that.
      if source.path.isLink, case .file = kind, let record = PhotoAsset.recordOfEdit(beside: source.path) {
        kind = .problem(
          "it was named by a link, and an edit is recorded beside that, in \(record); move the record beside the photo"
        )
      }
      try visit(CollectionEntry(source: source.root, target: source.place ?? source.root.name, kind: kind))
    }
  }

  /// Whether a source is a folder that the patterns leave out by its own name.
  func isLeftOut(_ source: CollectionSource) -> Bool {
    source.root.isFolder && filter.excludes(source.filtered)
  }

  private func walk<Failure: Error>(
    folder: FilePath, in source: CollectionSource, at place: FilePath?, below path: FilePath?, depth: Int,
    _ visit: (CollectionEntry) throws(Failure) -> Void
  ) throws(Failure) {
    func problem(_ reason: String) -> CollectionEntry {
      CollectionEntry(source: folder, target: place ?? folder.name, kind: .problem(reason))
    }
    guard depth < Self.maxDepth else {
      return try visit(problem("more than \(Self.maxDepth) folders lie in each other; name it as a source"))
    }
    let stream: FolderStream
    do { stream = try FolderStream(folder) } catch {
      return try visit(problem("the folder cannot be read, photos may be missing: \(error.message())"))
    }
    while true {
      let name: FilePath?
      do { name = try stream.next() } catch {
        return try visit(
          problem("not all of the folder could be read, photos may be missing: \(error.message())"))
      }
      guard let name else { return }
      try meet(
        folder.appending(name), in: source, at: place?.appending(name) ?? name,
        below: path?.appending(name) ?? name,
        depth: depth, visit)
    }
  }

  /// - Parameters:
  ///   - source: what was named.
  ///   - place: in the target.
  ///   - path: below the source, for the patterns.
  private func meet<Failure: Error>(
    _ file: FilePath, in source: CollectionSource, at place: FilePath, below path: FilePath, depth: Int,
    _ visit: (CollectionEntry) throws(Failure) -> Void
  ) throws(Failure) {
    func entry(_ kind: CollectionEntry.Kind) -> CollectionEntry {
      CollectionEntry(source: file, target: place, kind: kind)
    }
    func admits() -> Bool { filter.admits(source.filtered(file, below: path)) }
    func excludes() -> Bool { filter.excludes(source.filtered(file, below: path)) }
    var status = stat()
    guard file.withCString({ lstat($0, &status) }) == 0 else {
      return try visit(entry(.problem(FaceBlurError.reading(file).message())))
    }
    let isLink = status.st_mode & S_IFMT == S_IFLNK
    if isLink, file.withCString({ stat($0, &status) }) != 0 {
      if !admits() { return }
      return try visit(entry(.problem("it is a link that leads nowhere or in a circle; mend or remove it")))
    }
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    if isLink {
      guard isFolder ? !excludes() : admits() else { return }
      return try visit(entry(linked(file, source.root, status)))
    }
    guard isFolder else {
      guard admits() else { return }
      // A worker may bring it to its end, and take the name away, before another one opens it.
      let kind = PhotoProbe.isUnfinished(file) ? .aside(PhotoProbe.unfinished) : Self.kind(status)
      return try visit(entry(kind))
    }
    // The way here has no links in it, so names decide.
    if excludes() || avoided.contains(where: { file.isRespelled($0) }) { return }
    if file.name == StateFolder.inner { return try visit(entry(.aside("what faceblur keeps of a run"))) }
    if avoidedFolders.contains(FileIdentity(status)) {
      return try visit(entry(.aside("the target, or a folder of records or reports, under another name")))
    }
    try walk(folder: file, in: source, at: place, below: path, depth: depth + 1, visit)
  }

  /// - Parameters:
  ///   - root: what was named and is walked through: where a list is read, it is not among the sources.
  ///   - status: of what the link leads to.
  private func linked(_ link: FilePath, _ root: FilePath, _ status: stat) -> CollectionEntry.Kind {
    let what: String
    switch Self.kind(status) {
    case .file: what = "file"
    case .aside where status.st_mode & S_IFMT == S_IFDIR: what = "folder"
    case let other: return other
    }
    let end = link.resolved
    let isInside = end.map { end in (roots + [root]).contains { end.isInside($0) } } ?? false
    return isInside
      ? .aside("a link to a \(what) of the collection")
      : .problem(
        "it is a link to a \(what) outside the collection and was not followed; name that as a source")
  }

  private static func kind(_ status: stat) -> CollectionEntry.Kind {
    switch status.st_mode & S_IFMT {
    case S_IFREG: .file(FileStamp(status))
    case S_IFIFO: .aside("a pipe")
    case S_IFSOCK: .aside("a socket")
    default: .aside("a device")
    }
  }
}

extension FilePath {
  /// Whether a path without links and dots is that of a folder or of something in it.
  func isInside(_ folder: FilePath) -> Bool {
    bytes == folder.bytes
      || bytes.starts(with: folder.bytes + (folder.endsWithSeparator ? [] : Array("/".utf8)))
  }
}
