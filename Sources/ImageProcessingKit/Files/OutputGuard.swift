/// Decides whether a file may be written, so that no original and nothing of the user's is lost.
public struct OutputGuard: Sendable {
  /// Whether the user allowed replacing files that are not ours.
  private let force: Bool
  /// Every photo of the run: none is ever an output, whatever path leads to it.
  private let originals: Set<FileIdentity>
  /// Their places by how they are written but for the case of letters: an editor may put another file there meanwhile, which is an original then.
  private let places: [String: [FilePath]]
  /// Their paths by their sizes in bytes.
  private let paths: [Int: [FilePath]]
  /// SHA-256 of those that lie nowhere, in lower-case hexadecimal.
  private var streamed: Set<String> = []
  private var written: Set<FileIdentity> = []
  /// The places of what was written, as those of the originals.
  private var writtenPlaces: [String: [FilePath]] = [:]
  /// What may be replaced besides, by its hash.
  var ours: Set<String> = []
  /// Photos that what may be there was made of, by its hash: it is not replaced, and the error names them.
  var sources: [String: FilePath] = [:]
  /// What an earlier run has put there, as far as its journal knows.
  var earlierOutput: EarlierOutput?
  /// When a file was written, renamed or given other rights last; tests tell something else.
  var whenChanged: @Sendable (FilePath) -> Int? = { FileStamp.changed(at: $0) }
  /// Whether a file that is listed in other letters than it was asked for is never replaced, but where it is ours: it may be another output.
  var sparesRespelled = false

  /// An output that a journal knows. What else is in its place may hide what the journal knows nothing of.
  struct EarlierOutput {
    let path: FilePath
    /// Whether a person gives up what was decided about it since.
    let isGivenUp: Bool
  }

  /// The largest existing file that is compared with what is to be written.
  private static let maxComparedBytes = 1 << 30

  /// - Parameters:
  ///   - originals: every photo of the run.
  ///   - force: whether files that are not ours may be replaced.
  public init(originals: [FilePath], force: Bool = false) {
    self.originals = Set(originals.compactMap(FileIdentity.init(of:)))
    places = Dictionary(grouping: originals.compactMap(\.resolvedWhereItExists), by: \.caseless)
    paths = originals.reduce(into: [:]) { paths, original in
      if let size = FileStamp(of: original)?.size { paths[size, default: []].append(original) }
    }
    self.force = force
  }

  /// The same, for photos that come through a descriptor.
  package init(files: [FileIdentity], force: Bool) {
    originals = Set(files)
    places = [:]
    paths = [:]
    self.force = force
  }

  /// Tells of a photo of the run that lies nowhere.
  /// - Parameter sha256: its hash in lower-case hexadecimal.
  mutating func note(streamed sha256: String) { streamed.insert(sha256) }

  /// What is to be done with a target.
  enum Verdict: Hashable {
    /// Write it; `replaces` tells whether an existing file is replaced.
    case write(replaces: Bool)
    /// The very bytes are already there.
    case unchanged
  }

  /// - Parameters:
  ///   - sha256: the hash of what is to be written.
  ///   - known: what was there when somebody looked last; nil where nobody has. It is read anew, and hashed where it is another one.
  ///   - isOurs: whether an existing file, given its bytes, is an earlier output that may be replaced.
  /// - Throws: `FaceBlurError` of kind `refused`.
  func check(
    _ target: FilePath, forContent sha256: String, knowing known: HashedBytes? = nil,
    isOurs: ([UInt8]) -> Bool
  ) throws(FaceBlurError) -> Verdict {
    try refuseOriginals(target)
    guard target.exists else { return .write(replaces: false) }
    let existing = try? InputFile.open(target).readAll(limit: Self.maxComparedBytes)
    let digest = existing.map { known?.sha256(of: $0) ?? SHA256.hexDigest(of: $0) }
    return try verdict(on: target, holding: digest, for: sha256) {
      if let digest, ours.contains(digest) { return true }
      return existing.map(isOurs) ?? false
    }
  }

  /// The same where files may be of any size: they are hashed piece by piece, and never in memory. A link is nobody's output.
  /// - Parameter isOurs: whether an existing file, given its hash, is an earlier output that may be replaced.
  /// - Throws: `FaceBlurError` of kind `refused`.
  func checkLarge(
    _ target: FilePath, forContent sha256: String, isOurs: (_ sha256: String) -> Bool
  ) throws(FaceBlurError) -> Verdict {
    try refuseOriginals(target)
    guard target.exists else { return .write(replaces: false) }
    // What cannot be read is nobody's output.
    let existing = try? FileHash.of(target)
    return try verdict(on: target, holding: existing, for: sha256) {
      existing.map { ours.contains($0) || isOurs($0) } ?? false
    }
  }

  /// What is to be done with a target where a file is.
  /// - Parameters:
  ///   - existing: the hash of that file; nil where it cannot be read.
  ///   - sha256: of what is to be written.
  private func verdict(
    on target: FilePath, holding existing: String?, for sha256: String, isOurs: () -> Bool
  ) throws(FaceBlurError) -> Verdict {
    if existing == sha256 { return .unchanged }
    guard !wasWritten(target) else {
      throw FaceBlurError(
        .refused, target, "another photo of this run was just written there", advice: "\(.renderOneByOne)")
    }
    if isOurs() { return .write(replaces: true) }
    let source = existing.flatMap { sources[$0] }
    let lost = source == nil && earlierOutput?.path == target ? earlierOutput : nil
    if force, lost?.isGivenUp ?? true {
      guard !sparesRespelled || !target.isListedRespelled else {
        throw FaceBlurError(
          .refused, target, "a file is there whose name differs in the case of its letters only",
          advice: "\(.nameOutputFile), or remove that file")
      }
      try refuseBytesOfOriginals(target)
      return .write(replaces: true)
    }
    if lost != nil {
      throw .notOfLastRun(target, givingUp: "move that file away, or \(.replaceAndForget)")
    }
    throw FaceBlurError(
      .refused, target,
      source.map { "an earlier run made what is there of \($0)" }
        ?? "a file is there that faceblur did not write",
      advice: "\(.nameOutputFile), or \(.replace)"
    ).cued(source.map { _ in .madeOfAnother })
  }

  /// Refuses what no content could make right, before any work is done for it.
  /// - Throws: `FaceBlurError` where the target is an original photo, a folder, a device or a pipe.
  func refuseOriginals(_ target: FilePath) throws(FaceBlurError) {
    if target.isFolder {
      throw FaceBlurError(.refused, target, "a folder has that name", advice: "\(.nameOutputFile)")
    }
    if target.isSpecial {
      throw FaceBlurError(.refused, target, "it is a device or a pipe", advice: "\(.nameOutputFile)")
    }
    let identity = FileIdentity(of: target)
    let isOriginal = identity.map(originals.contains) ?? false
    if isOriginal || !places.isEmpty && Self.isPlace(target, of: places) {
      throw FaceBlurError(.refused, target, "this is an original photo", advice: "\(.nameOutput)")
    }
  }

  /// Whether a file is at one of some places, be it written in other letters.
  private static func isPlace(_ target: FilePath, of places: [String: [FilePath]]) -> Bool {
    guard let place = target.resolvedWhereItExists, let alike = places[place.caseless] else { return false }
    return alike.contains { $0.isRespelled(place) }
  }

  /// Refuses a file by what it holds: not every file system says by its numbers that two paths lead to one file. A copy was made at another time
  /// than its original, and may be replaced.
  /// - Throws: `FaceBlurError` where an existing file holds the very bytes of a photo of the run and has changed when that did, or came through a
  ///   pipe, or nobody can tell.
  private func refuseBytesOfOriginals(_ target: FilePath) throws(FaceBlurError) {
    guard let size = FileStamp(of: target)?.size else { return }
    let changed = whenChanged(target)
    let alike = (paths[size] ?? []).filter { whenChanged($0) == changed }
    // A link is replaced itself, and not what it leads to.
    guard !alike.isEmpty || !streamed.isEmpty, let existing = try FileHash.of(target) else { return }
    var isOriginal = streamed.contains(existing)
    for path in alike where !isOriginal {
      isOriginal = try FileHash.of(path.resolved ?? path) == existing
    }
    guard !isOriginal else {
      throw FaceBlurError(
        .refused, target, "it holds the very bytes of an original photo, and may be that",
        advice: "\(.nameOutput), or move it away if it is a copy")
    }
  }

  /// Whether a file is one that this run has written.
  private func wasWritten(_ target: FilePath) -> Bool {
    if let identity = FileIdentity(of: target), written.contains(identity) { return true }
    guard !writtenPlaces.isEmpty, let place = target.resolvedWhereItExists else { return false }
    // Under the very name there may be another file by now.
    return (writtenPlaces[place.caseless] ?? []).contains { $0 != place && $0.isRespelled(place) }
  }

  /// Checks the target of a sealed file and places it, or leaves the target where the very bytes are there.
  /// - Throws: `FaceBlurError` where it may not or cannot be written.
  mutating func place(
    _ staged: borrowing StagedFile, sha256: String, isOurs: ([UInt8]) -> Bool
  ) throws(FaceBlurError) {
    if case .write(let replaces) = try check(staged.target, forContent: sha256, isOurs: isOurs) {
      try staged.place(replacing: replaces)
    }
    noteWritten(staged.target)
  }

  /// The same where files may be of any size, as `checkLarge` says.
  /// - Parameter isOurs: whether an existing file, given its hash, is an earlier output that may be replaced.
  mutating func placeLarge(
    _ staged: borrowing StagedFile, sha256: String, isOurs: (_ sha256: String) -> Bool
  ) throws(FaceBlurError) {
    if case .write(let replaces) = try checkLarge(staged.target, forContent: sha256, isOurs: isOurs) {
      try staged.place(replacing: replaces)
    }
    noteWritten(staged.target)
  }

  /// Checks a target and writes it whole. Its folder is made where missing.
  /// - Parameter mode: the permissions, before the process's mask.
  /// - Throws: `FaceBlurError` where it may not or cannot be written; nothing new is there then.
  mutating func write(
    _ bytes: [UInt8], to target: FilePath, mode: FileMode, isOurs: ([UInt8]) -> Bool
  ) throws(FaceBlurError) {
    try refuseOriginals(target)
    try Folder.making(target.folder) { () throws(FaceBlurError) in
      let staged = try StagedFile.holding(bytes, for: target, mode: mode)
      try place(staged, sha256: SHA256.hexDigest(of: bytes), isOurs: isOurs)
    }
  }

  /// Remembers a file of this run, so that no other photo of the run replaces it.
  mutating func noteWritten(_ target: FilePath) {
    if let identity = FileIdentity(of: target) { written.insert(identity) }
    if let place = target.resolvedWhereItExists { writtenPlaces[place.caseless, default: []].append(place) }
  }
}

/// What became of an output.
extension FaceBlurError {
  private static let notOfLastRunReason = "it is not what the last run or edit in this journal made"

  /// Another program has changed it, or the journal is an older copy, which does not know what the output hides.
  /// - Parameter way: what a person does who gives that up.
  static func notOfLastRun(_ output: FilePath, givingUp way: Advice) -> FaceBlurError {
    FaceBlurError(
      .refused, output,
      "\(notOfLastRunReason): another program has changed it, or the journal is an older copy",
      advice:
        "put the newer journal back, or look at the output and, to give up what may have been decided about it since, \(way)"
    )
  }

  /// Whether a reason that the list has is the one above.
  static func isOfChangedOutput(_ reason: String) -> Bool { reason.contains(notOfLastRunReason) }
}
