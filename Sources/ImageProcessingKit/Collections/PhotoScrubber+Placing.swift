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

  func copy(
    _ file: borrowing InputFile, _ job: ScrubJob, _ what: String
  ) throws(FileError) -> ScrubOutcome {
    let before = FileStamp(of: job.source)
    let staged = try stage(job, mode: file.mode)
    var offset = 0
    while true {
      let piece = try file.bytes(at: offset, count: Self.pieceSize)
      if piece.isEmpty { break }
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

  func stage(_ job: ScrubJob, mode: UInt32) throws(FileError) -> StagedFile {
    let target = root.appending(job.target)
    try checkPlace(target)
    try Folder.make(target.folder)
    let passing = Self.passingPath(to: target)
    try FileStep.remove(passing).perform()
    return try StagedFile(for: target, mode: mode, passingName: passing.name)
  }

  /// A fixed name on the way to a target: what a kill left under it goes with the next run.
  private static func passingPath(to target: FilePath) -> FilePath {
    target.folder.appending(FilePath(".faceblur-\(SHA256.hexDigest(of: target.name.bytes).prefix(16)).tmp"))
  }

  /// - Throws: `FileError` where a link leads out of the target, to where originals may be.
  func checkPlace(_ target: FilePath) throws(FileError) {
    guard let folder = target.folder.resolvedWhereItExists, folder.isInside(root) else {
      throw FileError(.refused, target, "a link in the target leads out of it; remove the link")
    }
  }

  func place(
    _ staged: borrowing StagedFile, _ sha256: String, _ job: ScrubJob
  ) throws(FileError) -> (stamp: FileStamp, sha256: String) {
    var outputs = OutputGuard(originals: [job.source], force: settings.force)
    try outputs.place(staged, sha256: sha256) { existing in
      SHA256.hexDigest(of: existing) == job.writtenSHA256
    }
    if settings.renderOptions.metadata.hidesTime { FileSink.hideTimes(of: staged.target) }
    guard let stamp = FileStamp(of: staged.target) else { throw .reading(staged.target) }
    return (stamp, sha256)
  }

  /// Takes away what an earlier run wrote for a photo that is not to be in the target any more.
  func withdraw(_ job: ScrubJob) {
    let target = root.appending(job.target)
    _ = Self.passingPath(to: target).withCString { unlink($0) }
    guard let written = job.writtenSHA256, FileHash.of(target) == written else { return }
    _ = target.withCString { unlink($0) }
  }
}
