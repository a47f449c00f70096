/// The folder of a collection's journal and reports, which name the originals and say where their faces are.
///
/// It lies beside the target, because what is in the target is published. Nobody else may write to it: what the
/// journal says decides which files of the target are replaced and removed.
struct StateFolder: Sendable {
  /// What the folder of a target is called: the target's name with this behind it.
  static let ending = ".faceblur"
  /// Where it lay in the targets of earlier versions.
  static let inner: FilePath = ".faceblur"
  static let journalName: FilePath = "journal.sqlite"

  /// Without links and dots.
  let path: FilePath
  /// Whether it is the one that belongs to the target by its place, whether that was named or not, and none that may be anything.
  let isOwn: Bool
  var journal: FilePath { path.appending(Self.journalName) }
  /// What was seen in films that are not done yet.
  var looks: FilePath { path.appending("looks") }

  /// Beside a target, as people would write it.
  static func beside(_ target: FilePath) -> FilePath {
    let root = target.resolvedWhereItExists ?? target
    // A link or dots at the end of the path say nothing about where the target is.
    let isPlain = target.name.isSingleName && target.folder.resolvedWhereItExists == root.folder
    return (isPlain && target.name == root.name ? target.folder.appending(target.name) : root).suffixed(
      ending)
  }

  /// Looks where the state of a target is, or is to be, and changes nothing.
  /// - Parameter root: the target, without links and dots.
  /// - Throws: `FaceBlurError` where it lies in the target, others may write to it, or it holds something else.
  init(_ settings: ScrubSettings, of root: FilePath) throws(FaceBlurError) {
    let named = settings.stateFolder
    let inner = root.appending(Self.inner)
    let hasInner = inner.appending(Self.journalName).exists
    guard settings.state != nil || !hasInner else {
      throw FaceBlurError(
        .refused, inner,
        "an earlier run kept its journal there",
        advice: "move the folder to \(named), or \(.useStateFolder(inner)) and never publish that folder"
      )
    }
    guard let path = named.resolvedWhereItExists else { throw .reading(named) }
    guard !path.isInsideRespelled(root) || path == inner && hasInner else {
      throw FaceBlurError(
        .refused, named,
        "a journal names the originals and never goes among the photos of the target",
        advice: "\(.nameStateFolder)"
      )
    }
    guard settings.state != nil || path == root.suffixed(Self.ending) else {
      throw FaceBlurError(
        .refused, named, "it is a link", advice: "\(.nameStateFolder), such as the one where it leads")
    }
    self.path = path
    isOwn = Self.target(beside: path) == root
    try Self.refuseStrangers(path, named)
  }

  /// The target that a folder belongs to by its place: they were moved together, whatever its journal was made for.
  /// - Parameter state: without links and dots.
  /// - Returns: nil where it lies neither beside a target nor in one.
  static func target(beside state: FilePath) -> FilePath? {
    if state.name == inner { return state.folder }
    let (name, ending) = (state.name.bytes, FilePath(ending).bytes)
    guard name.count > ending.count, name.suffix(ending.count).elementsEqual(ending) else { return nil }
    return state.folder.appending(FilePath(bytes: name.dropLast(ending.count)))
  }

  /// What stands behind the name of a journal that was moved aside.
  static let damagedEnding = ".damaged-"

  /// - Throws: `FaceBlurError` where a damaged journal was moved aside: it may have known what people hid in outputs that are taken for
  ///   strangers' now.
  func refuseLostJournal() throws(FaceBlurError) {
    let start = Self.journalName.suffixed(Self.damagedEnding).bytes
    let names = Folder.names(in: path).filter { name in
      let number = name.bytes.dropFirst(start.count)
      return name.bytes.starts(with: start) && !number.isEmpty
        && number.allSatisfy { (0x30...0x39).contains($0) }
    }
    guard let lost = names.first.map(path.appending) else { return }
    throw FaceBlurError(
      .refused, lost,
      "it was damaged, so nobody knows what earlier runs and people hid in the outputs, and these would be replaced",
      advice: "look at them and remove this file, or \(.forgetHidden)")
  }

  /// Makes the folder where it is missing.
  /// - Throws: `FaceBlurError` where it cannot be made.
  func make() throws(FaceBlurError) {
    do {
      try Folder.make(path, mode: 0o700)
    } catch {
      throw FaceBlurError(
        error.kind, path,
        "the journal and the reports have no place there: \(error.message())", advice: "\(.nameStateFolder)")
    }
  }

  /// - Throws: `FaceBlurError` where others may write to the folder, or it is none of faceblur's.
  static func refuseStrangers(_ path: FilePath, _ named: FilePath) throws(FaceBlurError) {
    // A user who may rename files in the parent folder could put another folder in its place.
    if Folder.isOpenToEverybody(path.folder) {
      throw FaceBlurError(
        .refused, named,
        "everybody may change the names in \(path.folder), and with them what the journal says",
        advice: "\(.nameStateFolder), or change the mode of that one"
      )
    }
    guard path.exists else { return }
    guard path.isFolder else {
      throw FaceBlurError(
        .refused, named, "it is no folder",
        advice: "\(.nameStateFolder): the one with journal.sqlite and the reports")
    }
    try refuseShared(path)
    let names = Folder.names(in: path)
    guard names.isEmpty || names.contains(where: { $0.bytes.starts(with: journalName.bytes) }) else {
      throw FaceBlurError(
        .refused, named, "it holds other files and no journal", advice: "\(.nameStateFolder)")
    }
    let journal = path.appending(journalName)
    for ending in ["", "-wal", "-shm", "-journal"] where journal.suffixed(ending).exists {
      try refuseShared(journal.suffixed(ending))
    }
  }

  /// - Throws: `FaceBlurError` where others may write to a file or folder, or it is neither.
  static func refuseShared(_ path: FilePath) throws(FaceBlurError) {
    if let distrust = try FileDistrust.of(path) { throw refusal(of: path, distrust) }
  }

  /// - Throws: `FaceBlurError` where a folder is in a file's place.
  static func refuseFolder(_ path: FilePath) throws(FaceBlurError) {
    if path.isFolder { throw refusal(of: path, .irregular) }
  }

  private static func refusal(of path: FilePath, _ distrust: FileDistrust) -> FaceBlurError {
    FaceBlurError(
      .refused, path, distrust.reason,
      advice: distrust == .writableByOthers
        ? "take that away with 'chmod go-w', or \(.nameStateFolder)" : "\(.nameStateFolder)")
  }
}
