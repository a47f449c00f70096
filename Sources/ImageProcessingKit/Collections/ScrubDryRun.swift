internal import Glibc

/// Forecasts what a run would do with a file. All of its checks are made, but no faces are looked for and nothing is written.
struct ScrubDryRun {
  private let settings: ScrubSettings
  /// Nil where the target is not there yet.
  private let target: HeldFolder?
  private let detector: any FaceDetecting
  private let limit: Int
  private let ownPictures: OwnPictures

  init(_ settings: ScrubSettings, _ target: HeldFolder?, detector: any FaceDetecting) {
    self.settings = settings
    self.target = target
    self.detector = detector
    ownPictures = OwnPictures(reader: settings.reader)
    limit = settings.memory ?? MemoryBudget.defaultLimit
  }

  /// - Parameter verdict: the journal's.
  /// - Returns: nil for a file that has been told of already.
  func forecast(
    _ entry: CollectionEntry, _ verdict: ScrubJournal.Verdict, _ journal: ScrubJournal,
    _ basis: ScrubJournal.Basis
  ) throws(DatabaseError) -> ScrubForecast? {
    if verdict == .again { return nil }
    guard let line = try journal.line(of: entry.source),
      let job = try journal.job(of: entry.source, basis: basis)
    else { return nil }
    if verdict == .listed {
      return ScrubForecast(source: entry.source, status: line.status, reason: line.reason ?? "")
    }
    if verdict == .settled, line.status != .done || settings.trustsTimes || isAsWritten(job) {
      return ScrubForecast(
        source: entry.source, status: line.status, isUnchanged: true, reason: line.reason ?? verdict.rawValue)
    }
    let why = verdict == .settled ? ScrubJournal.Verdict.outputChanged : verdict
    do throws(PipelineError) {
      if let outcome = try obstacle(job) {
        return ScrubForecast(source: job.source, status: outcome.status, reason: outcome.reason ?? "")
      }
      return ScrubForecast(source: job.source, status: .done, reason: why.rawValue)
    } catch {
      return ScrubForecast(source: job.source, status: .failed, reason: PhotoScrubber.reason(of: error))
    }
  }

  private func isAsWritten(_ job: ScrubJob) -> Bool {
    guard let written = job.writtenSHA256, let target, let place = try? TargetPlace.find(job, in: target)
    else { return false }
    return withExtendedLifetime(place.folder) { FileHash.of(place.path) == written }
  }

  /// What keeps a file from being scrubbed; nil where nothing does that can be told beforehand.
  private func obstacle(_ job: ScrubJob) throws(PipelineError) -> ScrubOutcome? {
    let file = try reading { () throws(FileError) in try InputFile.openWithoutLinks(job.source) }
    let probe = try reading { () throws(FileError) in
      try PhotoProbe(file, settings.reader.formats, longestLook: detector.longestLook)
    }
    if let outcome = probe.outcome(of: job, within: limit) { return outcome }
    if let kind = ownPictures.kind(of: job.source) {
      return ScrubOutcome(job, .other, kind)
    }
    do throws(EditError) {
      let original = try OriginalPhoto.open(job.source, with: settings.reader, locked: false)
      // The smallest picture will do: it is decoded to the end.
      try naming({ EditError.photo(job.source, $0) }) { () throws(PhotoError) in
        _ = try original.photo.displayImage(fitting: 1)
      }
      if settings.records != .none { try beginSession(job) }
    } catch {
      throw .edit(error)
    }
    try reading { () throws(FileError) in try checkPlace(of: job) }
    return nil
  }

  /// Beside the original there may be a record that nobody may replace.
  private func beginSession(_ job: ScrubJob) throws(EditError) {
    var folder: FilePath?
    if case .folder(let records) = settings.records {
      folder = records.appending(job.target.folder)
    }
    var options = settings.sessionOptions(recordingIn: folder)
    options.recovering = false
    let session = try EditSession.begin(job.source, options)
    session.cancel()
  }

  private func checkPlace(of job: ScrubJob) throws(FileError) {
    guard let target, let place = try TargetPlace.find(job, in: target) else { return }
    try withExtendedLifetime(place.folder) { () throws(FileError) in
      guard Folder.isWritable(place.folder.at(".")) else { throw .writing(place.path, code: EACCES) }
      _ = try OutputGuard(originals: [job.source], force: settings.force).check(place.path, forContent: "") {
        job.isOurs(SHA256.hexDigest(of: $0))
      }
    }
  }

  private func reading<Value: ~Copyable>(
    _ stage: () throws(FileError) -> Value
  ) throws(PipelineError) -> Value {
    do throws(FileError) { return try stage() } catch { throw .edit(.file(error)) }
  }
}
