internal import Glibc

/// The way of a finished file to its place.
extension PhotoScrubber {
  /// Bytes that are copied at once.
  private static let pieceSize = 1 << 20

  /// A photo that was only touched, or copied to where it was; nil where there is something to do.
  func asBefore(_ job: ScrubJob, _ stamp: FileStamp?, _ sha256: String) -> ScrubOutcome? {
    let target = root.appending(job.target)
    guard job.settledSHA256 == sha256, let written = job.writtenSHA256, FileHash.of(target) == written,
      let output = FileStamp(of: target)
    else { return nil }
    var outcome = ScrubOutcome(job, .done)
    outcome.isAsBefore = true
    outcome.stamp = stamp
    outcome.written = (output, written)
    return outcome
  }

  /// Copies a file that is no photo, if nothing in it speaks against that.
  func copy(
    _ file: borrowing InputFile, _ job: ScrubJob, _ what: String
  ) throws(FileError) -> ScrubOutcome {
    let before = FileStamp(of: job.source)
    let staged = try stage(job, mode: file.mode)
    var offset = 0
    var other = OtherFile(name: job.source.name)
    while true {
      let piece = try file.bytes(at: offset, count: Self.pieceSize)
      if piece.isEmpty { break }
      other.look(at: piece)
      if let objection = other.objection { return ScrubOutcome(job, .other, objection) }
      staged.sink.append(piece)
      offset += piece.count
    }
    let sha256 = try staged.seal()
    guard isUnchanged(job, since: before) else { return ScrubOutcome(job, .failed, Self.changed) }
    var outcome = ScrubOutcome(job, .copied, what)
    outcome.stamp = before
    outcome.sha256 = sha256
    outcome.written = try place(staged, sha256, job)
    return outcome
  }

  /// Whether the source is still the file that was read.
  func isUnchanged(_ job: ScrubJob, since stamp: FileStamp?) -> Bool {
    stamp != nil && FileStamp(of: job.source) == stamp
  }

  static let changed = "it changed while it was being scrubbed; run the command again"

  static let ended = "the run ended before it was written; run the command again"

  func stage(_ job: ScrubJob, mode: UInt32) throws(FileError) -> StagedFile {
    let target = root.appending(job.target)
    try checkPlace(target)
    try Folder.make(target.folder)
    let passing = Self.passingPath(to: target)
    try FileStep.remove(passing).perform()
    return try StagedFile(for: target, mode: mode, passingName: passing.name)
  }

  /// A fixed name on the way to a target: what a kill left under it goes with the next run.
  static func passingPath(to target: FilePath) -> FilePath {
    target.folder.appending(FilePath(".faceblur-\(SHA256.hexDigest(of: target.name.bytes).prefix(16)).tmp"))
  }

  /// - Throws: `FileError` where a link leads out of the target, to where originals may be, or to what faceblur keeps.
  func checkPlace(_ target: FilePath) throws(FileError) {
    guard let folder = target.folder.resolvedWhereItExists, folder.isInside(root) else {
      throw FileError(.refused, target, "a link in the target leads out of it; remove the link")
    }
    guard !folder.isInside(root.appending(StateFolder.inner)) else {
      throw FileError(
        .refused, target, "faceblur keeps the journal in that folder; scrub it to another target")
    }
  }

  func place(
    _ staged: borrowing StagedFile, _ sha256: String, _ job: ScrubJob
  ) throws(FileError) -> (stamp: FileStamp, sha256: String) {
    // A run that is killed from now on leaves a file that the next one must know for its own.
    guard announce(job, sha256) else {
      throw FileError(.refused, staged.target, Self.ended)
    }
    var outputs = OutputGuard(originals: [job.source], force: settings.force)
    try outputs.place(staged, sha256: sha256) { existing in job.isOurs(SHA256.hexDigest(of: existing)) }
    if settings.renderOptions.metadata.hidesTime { FileSink.hideTimes(of: staged.target) }
    guard let stamp = FileStamp(of: staged.target) else { throw .reading(staged.target) }
    return (stamp, sha256)
  }
}

extension ScrubJob {
  /// What the list says where `withdraw` could not do its work.
  static let remains = "what an earlier run wrote is still in the target, remove it"

  /// Takes away what an earlier run wrote for a file that is not to be in the target any more.
  /// - Parameter root: the target, without links and dots.
  /// - Returns: the hash of what is left there of it; nil where nothing is.
  func withdraw(from root: FilePath) -> String? {
    let target = root.appending(target)
    // Behind a link or a mount, a copy may be the original itself.
    let isInTarget = target.folder.resolvedWhereItExists?.isInside(root) ?? false
    if isInTarget { _ = PhotoScrubber.passingPath(to: target).withCString { unlink($0) } }
    guard let known = writtenSHA256 ?? intendedSHA256 else { return nil }
    guard let found = FileHash.of(target) else {
      // What cannot be read may well be ours.
      return FileStamp(of: target) == nil ? nil : known
    }
    guard isOurs(found) else { return nil }
    guard isInTarget, FileIdentity(of: target) != FileIdentity(of: source) else { return found }
    return target.withCString { unlink($0) } == 0 ? nil : found
  }
}
