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
    ownPictures = OwnPictures(settings)
    limit = settings.memory ?? MemoryBudget.defaultLimit
  }

  /// - Parameter verdict: the journal's.
  /// - Returns: nil for a file that has been told of already.
  func forecast(
    _ entry: CollectionEntry, _ verdict: ScrubJournal.Verdict, _ journal: ScrubJournal,
    _ basis: ScrubJournal.Basis
  ) throws(FaceBlurError) -> ScrubForecast? {
    if verdict == .again { return nil }
    guard let line = try journal.line(of: entry.source),
      var job = try journal.job(of: entry.source, basis: basis)
    else { return nil }
    if verdict == .listed {
      return ScrubForecast(source: entry.source, status: line.status, reason: line.reason ?? "")
    }
    if verdict == .settled, line.status == .done, !settings.trustsTimes { try journal.noteChange(of: &job) }
    let hasSource = job.hasSettledSource()
    if verdict == .settled, hasSource, line.status != .done || settings.trustsTimes || isAsWritten(job) {
      return ScrubForecast(
        source: entry.source, status: line.status, isUnchanged: true, reason: line.reason ?? verdict.rawValue)
    }
    var file = AskedFile(job.source)
    try journal.noteLeftOutputs(in: &job, basis) { size, sha256 in
      file.stamp.size == size && (try? file.sha256()) == sha256
    }
    let why = verdict == .settled ? hasSource ? ScrubJournal.Verdict.outputChanged : .changed : verdict
    do {
      if let outcome = try obstacle(job) {
        return ScrubForecast(source: job.source, status: outcome.status, reason: outcome.reason ?? "")
      }
      return ScrubForecast(source: job.source, status: .done, reason: why.rawValue)
    } catch {
      return ScrubForecast(
        source: job.source, status: .failed, reason: PhotoScrubber.reason(of: error, with: job, settings))
    }
  }

  private func isAsWritten(_ job: ScrubJob) -> Bool {
    guard let written = job.writtenSHA256, let target, let place = try? TargetPlace.find(job, in: target)
    else { return false }
    return withExtendedLifetime(place.folder) { (try? FileHash.of(place.path)) == written }
  }

  /// What keeps a file from being scrubbed; nil where nothing does that can be told beforehand.
  private func obstacle(_ job: ScrubJob) throws(FaceBlurError) -> ScrubOutcome? {
    let probe = try PhotoProbe(
      job.source, settings.reader.formats, longestLook: detector.longestLook,
      as: settings.renderOptions.format)
    if let outcome = probe.outcome(of: job, within: limit, settings) { return outcome }
    if let film = probe.film {
      try FilmScrubber.check(job, film, settings)
      try checkPlace(of: job)
      return nil
    }
    if let kind = try ownPictures.kind(of: job.source) {
      return ScrubOutcome(job, .other, kind)
    }
    try settings.refuseForeignRecord(beside: job.source)
    let original = try OriginalPhoto.open(job.source, with: settings.reader, locked: false)
    // The smallest picture will do: it is decoded to the end.
    _ = try naming(job.source, try original.photo.displayImage(fitting: 1))
    if settings.records != .none { try beginSession(job) }
    try checkPlace(of: job)
    return nil
  }

  /// Beside the original there may be a record that nobody may replace.
  private func beginSession(_ job: ScrubJob) throws(FaceBlurError) {
    var folder: FilePath?
    if case .folder(let records) = settings.records {
      folder = job.target.folder == "." ? records : records.appending(job.target.folder)
    }
    var options = settings.sessionOptions(recordingIn: folder)
    options.recovering = false
    let session = try EditSession.begin(job.source, options)
    session.cancel()
  }

  private func checkPlace(of job: ScrubJob) throws(FaceBlurError) {
    guard let target, let place = try TargetPlace.find(job, in: target) else { return }
    try withExtendedLifetime(place.folder) { () throws(FaceBlurError) in
      guard Folder.isWritable(place.folder.at(".")) else { throw .writing(place.path, code: EACCES) }
      let outputs = job.outputGuard(settings, at: place)
      _ = try outputs.checkLarge(place.path, forContent: "", isOurs: job.isOurs)
    }
  }
}
