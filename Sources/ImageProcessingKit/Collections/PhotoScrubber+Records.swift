extension PhotoScrubber {
  /// The photo with a record of its edit.
  /// - Returns: no outcome where no face was found: there is nothing to record.
  func scrubWithRecord(_ job: ScrubJob) throws(PipelineError) -> (look: Look, outcome: ScrubOutcome?) {
    // Beside the original a record may hold what a person decided; in a folder of its own it is ours.
    let isBeside = settings.records == .beside
    var options = EditSession.Options()
    options.limits = settings.limits
    options.rebasing = settings.force || !isBeside
    if let folder = recordFolder(of: job) { options.record = .folder(folder) }
    var session = try pipeline.editing { [options] () throws(EditError) in
      try EditSession.begin(job.source, options)
    }
    var look = try look(at: session.photo, job.source)
    if isBeside, let decided = try? session.state.faceBlur?.plan() {
      look.plan = decided.merged(with: look.faces)
    } else if !isBeside {
      look.plan = RecordedRegions.adding(to: look.plan, beside: job.source, sha256: session.sha256)
    }
    guard !look.plan.applied.isEmpty else { return (look, nil) }
    let target = root.appending(job.target)
    try reading { () throws(FileError) in
      try checkPlace(target)
      if let folder = recordFolder(of: job) { try Folder.make(folder) }
      try Folder.make(target.folder)
    }
    let isOurs = FileHash.of(target).map(job.isOurs) ?? false
    var outputs = OutputGuard(originals: [job.source], force: settings.force || isOurs)
    let committed: CommittedEdit
    do throws(EditError) {
      session.apply(.faceBlur(FaceBlurAdjustment(look.plan, foundBy: pipeline.detector.identity)))
      committed = try session.finish(
        to: .init(target: target, options: settings.renderOptions),
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
    if let stamp = FileStamp(of: target), let sha256 = committed.record.renders.last?.sha256 {
      outcome.written = (stamp, sha256)
    }
    return (look, outcome)
  }

  private func recordFolder(of job: ScrubJob) -> FilePath? {
    guard case .folder(let folder) = settings.records else { return nil }
    return folder.appending(job.target).folder
  }
}
