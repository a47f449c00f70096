/// Films of which the record of their edit is kept.
extension FilmScrubber {
  /// With a record of its edit, unless there is nothing to record.
  func scrub(_ source: Source, recordingIn records: HeldFolder?) throws(FaceBlurError) -> ScrubOutcome {
    let job = source.job
    let edit = try open(source, recordingIn: records, rebasing: true)
    guard edit.file.identity == source.file.identity, edit.sha256 == source.sha256 else {
      return ScrubOutcome(job, .failed, PhotoScrubber.changed)
    }
    let decision = try decision(on: job)
    let audio = audio(source, decision, edit.record ?? edit.superseded)
    try Self.refuseAudible(source.movie, job.source, audio.decided)
    let report = try look(at: source)
    let scrubbed = try decide(
      on: report, source, decision, audio, recordedIn: try edit.planToKeep())
    guard !scrubbed.plan.hidesNothing(in: source.movie.film) else {
      if let outcome = withoutFace(scrubbed, source) { return outcome }
      return try write(scrubbed, of: source)
    }
    return try finish(edit, scrubbed, source, foundBy: scrubber.finder.detector.identity)
  }

  private func open(
    _ source: Source, recordingIn records: HeldFolder?, rebasing: Bool
  ) throws(FaceBlurError) -> FilmEdit {
    let options = settings.sessionOptions(recordingIn: records?.at("."))
    let (known, movie) = (source.file.identity, source.movie)
    return try FilmEdit.open(
      source.job.source,
      FilmEdit.Options(
        record: options.record, reach: options.reach, rebasing: rebasing && options.rebasing,
        passesOverOtherRecords: options.passesOverOtherRecords, leftRecords: scrubber.leftRecords)
    ) { (file) throws(FaceBlurError) in
      // It has been read already; whether it is still what it was then, its hash says.
      file.identity == known ? movie.film : try FilmPipeline.reader(file)
    }
  }

  /// Renders what is to be done to the place of a job, and commits it with its record.
  private func finish(
    _ edit: consuming FilmEdit, _ scrubbed: Scrubbed, _ source: Source, foundBy detector: DetectorIdentity,
    _ watch: FilmWatch? = nil
  ) throws(FaceBlurError) -> ScrubOutcome {
    let job = source.job.known(again: scrubbed.isKnownAgain)
    // What a person decided with the help of the record is held by runs without records, too.
    let isDecided = job.decision != nil && !scrubbed.wasDropped
    let isKept = isDecided || scrubbed.plan.tracks.contains(where: \.isDecided)
    func stored(_ output: Output?) throws(FaceBlurError) -> CollectionDecision.Stored {
      try self.stored(
        scrubbed.plan, scrubbed.found, foundBy: detector, making(scrubbed.audio.decided, output), source,
        output)
    }
    // Before it is rendered: one that is too large.
    if isKept { _ = try stored(nil) }
    let place = try TargetPlace.make(job, in: scrubber.target)
    defer { withExtendedLifetime(place) {} }
    var outputs = job.outputGuard(settings, at: place)
    outputs.ours = job.ourSHA256s
    let staged = try edit.stage(for: place.path, guardedBy: outputs)
    let (committed, proven) = try FilmPipeline.finish(
      edit, staged, of: source.movie, hiding: scrubbed.plan, foundBy: detector,
      FilmRenderOptions(audio: scrubbed.audio.decided), watch ?? self.watch,
      keepingIn: source.code, guardedBy: &outputs)
    try place.confirm(job, in: scrubber.target)
    guard let stamp = FileStamp(of: place.path), let sha256 = committed.record.renders.last?.sha256 else {
      throw .reading(place.path)
    }
    let output = Output(proven: proven, written: (stamp, sha256))
    var outcome = outcome(scrubbed, source, output)
    if isKept {
      outcome.decision = .keep(try stored(output))
    } else if scrubbed.wasDropped {
      outcome.decision = .keep(nil)
    }
    return outcome
  }

  /// Makes the recorded edit of a film what a person has decided, and its output with it.
  /// - Parameters:
  ///   - plan: what was decided, upon which record, by the hash of its file.
  ///   - known: what the journal has of it.
  /// - Throws: `FaceBlurError`; record and output are then as they were.
  func become(
    _ plan: FilmPlan, decidedUpon recordSHA256: String?, _ output: KnownOutput, _ known: FilmDecision,
    _ own: FilmPipeline.Settings
  ) throws(FaceBlurError) -> Edited {
    let job = output.done.job
    return try scrubber.recording(job) { (records) throws(FaceBlurError) in
      let source = try open(output, known)
      let edit = try open(source, recordingIn: records, rebasing: false)
      try edit.refuseOther(
        than: FilmPipeline.Seen(sha256: known.record.source.sha256, recordSHA256: recordSHA256))
      let (earlier, detector) = (edit.earlierPlan, edit.record?.detector ?? known.record.detector)
      let audio = Sound(decided: edit.earlierAudio ?? known.audio, found: known.found.audio)
      let scrubbed = Scrubbed(
        plan: plan, found: known.found, audio: audio,
        regions: try regions(plan, known.found.doubted, source, audio.decided), decision: known,
        warnings: warnings(output, source, audio.decided))
      var outcome = try finish(edit, scrubbed, source, foundBy: detector, own.watch)
      outcome.stamp = source.stamp
      outcome.sha256 = source.sha256
      outcome.edit = settings.editStamps(of: job).text
      var report = FilmEditReport(output.path, source.movie.film, plan, foundBy: detector)
      report.added = earlier?.added(in: plan) ?? []
      report.shown = (earlier?.tracks(shownBy: plan) ?? []).map(\.id)
      report.outputs.render = output.path
      report.outputs.record = output.recordFile
      return Edited(outcome: outcome, report: report)
    }
  }
}
