extension PhotoScrubber {
  /// The photo with a record of its edit.
  /// - Returns: no outcome where no face was found: there is nothing to record.
  /// - Parameter identity: of the file that was looked at.
  func scrubWithRecord(
    _ job: ScrubJob, _ identity: FileIdentity
  ) throws(PipelineError) -> (look: Look?, outcome: ScrubOutcome?) {
    let records = try reading { () throws(FileError) in try recordFolder(of: job) }
    defer { withExtendedLifetime(records) {} }
    do throws(PipelineError) {
      return try scrub(job, identity, recordingIn: records)
    } catch {
      // By the name of the folder, not by how it is held open.
      guard case .edit(.record(let path, let error)) = error, let records else { throw error }
      throw .edit(.record(records.path.appending(path.name), error))
    }
  }

  private func scrub(
    _ job: ScrubJob, _ identity: FileIdentity, recordingIn records: HeldFolder?
  ) throws(PipelineError) -> (look: Look?, outcome: ScrubOutcome?) {
    // Beside the original a record may hold what a person decided; in a folder of its own it is ours.
    let isBeside = settings.records == .beside
    let options = settings.sessionOptions(recordingIn: records?.at("."))
    var session = try pipeline.editing { () throws(EditError) in
      try EditSession.begin(job.source, options)
    }
    guard session.original.file.identity == identity else {
      return (nil, ScrubOutcome(job, .failed, Self.changed))
    }
    var look = try look(at: session.photo, job.source)
    if isBeside, let decided = try? session.state.faceBlur?.plan() {
      look.plan = decided.merged(with: look.faces)
    } else if !isBeside {
      look.plan = try pipeline.editing { [look, sha256 = session.sha256] () throws(EditError) in
        try RecordedRegions.adding(to: look.plan, beside: job.source, sha256: sha256)
      }
    }
    guard !look.plan.applied.isEmpty else { return (look, nil) }
    let place = try reading { () throws(FileError) in try TargetPlace.make(job, in: target) }
    defer { withExtendedLifetime(place) {} }
    let isOurs = FileHash.of(place.path).map(job.isOurs) ?? false
    var outputs = OutputGuard(originals: [job.source], force: settings.force || isOurs)
    let committed: CommittedEdit
    do throws(EditError) {
      session.apply(.faceBlur(FaceBlurAdjustment(look.plan, foundBy: pipeline.detector.identity)))
      committed = try session.finish(
        to: .init(target: place.path, options: settings.renderOptions),
        lookingAgain: SecondLook(detector: pipeline.detector, picture: look.picture), guardedBy: &outputs)
    } catch {
      throw .edit(error)
    }
    var outcome = ScrubOutcome(job, .done)
    outcome.take(committed.plan, look.warnings + committed.warnings)
    outcome.regions.width = committed.record.photo.width
    outcome.regions.height = committed.record.photo.height
    outcome.sha256 = committed.record.source.sha256
    outcome.way = committed.path
    try reading { () throws(FileError) in try place.confirm(job, in: target) }
    if let stamp = FileStamp(of: place.path), let sha256 = committed.record.renders.last?.sha256 {
      outcome.written = (stamp, sha256)
    }
    return (look, outcome)
  }

  /// Where the record goes, if not beside the original.
  private func recordFolder(of job: ScrubJob) throws(FileError) -> HeldFolder? {
    guard case .folder(let folder) = settings.records else { return nil }
    try Folder.make(folder, mode: 0o700)
    guard let root = folder.resolved else { throw .reading(folder) }
    return try job.making(job.target.folder, in: HeldFolder(root))
  }
}
