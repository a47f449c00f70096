internal import FoundationEssentials

/// Outputs that are made anew because a person has decided so.
extension PhotoScrubber {
  /// What came of a change.
  struct Edited {
    /// Nil where nothing was written.
    var outcome: ScrubOutcome?
    var report: PhotoReport
  }

  /// Changes what was decided about a photo, and makes its output anew from the source.
  /// - Parameters:
  ///   - job: of the photo, with what was found and decided about it before.
  ///   - output: what people call the output.
  /// - Throws: `FaceBlurError`; the output is then as it was.
  func edit(
    _ job: ScrubJob, _ known: CollectionDecision, _ change: OutputChange, output: FilePath
  ) throws(FaceBlurError) -> Edited {
    try edits.prepareOverlay(of: output)
    let before = FileStamp(of: job.source)
    let original = try open(job, known)
    let photo = original.photo
    let shown = finder.pictureMeanwhile(of: photo, at: job.source)
    var faces: [DetectedFace] = []
    if case .correct(_, detectingAnew: true) = change {
      faces = try finder.faces(in: shown.value(), of: photo, at: job.source)
    }
    let (earlier, next) = try self.next(known, change, faces, on: photo.geometry, output)
    let plan = try planned(next.state, output)
    var report = PhotoReport(
      output, photo.geometry, next.state.faceBlur?.detector ?? .byHand, plan)
    report.added = earlier.added(in: plan)
    report.shown = earlier.regions(shownBy: plan).map(\.id)
    if case .correct(_, detectingAnew: true) = change { report.cautions = edits.cautions() }
    if !faces.isEmpty { report.kept = KeptRegions(of: earlier, among: faces) }
    var outputs = OutputGuard(originals: [job.source, output], force: settings.force)
    let owner = DisplayOutput.Owner(
      PhotoAsset(output), of: original, sha256: known.record.source.sha256)
    guard !edits.dryRun else {
      report.warnings = try shown.value().warnings
      try pictures.draw(of: photo, shown.value().pixels, next.state, owner, &report, &outputs)
      return Edited(outcome: nil, report: report)
    }

    let (earlierSHA256, wasDecided) = (writtenOutput(of: job)?.sha256, job.decision != nil)
    var job = job
    if case .drop = change {
      // A run that goes on behind a crash is not to take what was drawn for what an earlier one found.
      job.decision = try stored(next.dropped(), job)
    } else {
      job.decision = try stored(next.held(), job)
    }
    let secondLook = finder.secondLook(comparingWith: shown)
    // What is decided where that is not dropped, with the cells that the second look took away.
    var decided: CollectionDecision?
    let placed = try write(next.state, of: original, job, secondLook, since: before) {
      (state, render) throws(FaceBlurError) in
      if case .drop = change { return .keep(nil) }
      let after = next.after(state, render, at: Date())
      decided = after
      return .keep(try stored(after, job))
    }
    guard let written = placed else {
      throw FaceBlurError(.notReadable, job.source, Self.changedReason, advice: Self.runAgain)
    }
    var outcome = ScrubOutcome(job, .done)
    outcome.stamp = before
    outcome.sha256 = known.record.source.sha256
    outcome.regions = ReportedRegions(on: photo.geometry)
    outcome.written = written.written
    outcome.way = .photo(written.summary.path)
    // The second look has seen it, so nothing fails here of what is written.
    let picture = try shown.value()
    report.warnings = picture.warnings
    outcome.take(
      try planned(written.state, output), found: next.found, picture.warnings + written.summary.warnings)
    outcome.decision = written.decision
    // What is decided may be another thing and look the same, as where something is drawn twice.
    var isSame = written.written.sha256 == earlierSHA256 && next.found == known.found
    if let decided {
      isSame = isSame && wasDecided && decided.record.steps == known.record.steps
    } else {
      isSame = isSame && !wasDecided
    }
    report.take(
      CommittedEdit(
        render: output, recordFile: nil, record: next.record,
        plan: try planned(written.state, output), path: written.summary.path,
        notes: written.summary.notes, warnings: written.summary.warnings, cautions: [],
        dropped: DroppedMetadata(from: photo, policy: settings.renderOptions.metadata), sidecar: nil,
        isUnchanged: isSame))
    do {
      try pictures.draw(of: photo, picture.pixels, next.state, owner, &report, &outputs)
    } catch {
      // The render has its place, and the journal is to know what is hidden there.
      report.warnings.append(error.asUndrawn)
    }
    return Edited(outcome: outcome, report: report)
  }

  /// The source, if it is the photo that was scrubbed.
  private func open(
    _ job: ScrubJob, _ known: CollectionDecision
  ) throws(FaceBlurError) -> OriginalPhoto {
    let identity = try probe(ofSourceOf: job).identity
    let original = try OriginalPhoto.open(job.source, with: settings.reader, locked: false)
    guard original.file.identity == identity, known.isOf(original.sha256()) else {
      throw .sourceChanged(job.source)
    }
    return original
  }

  /// The file that an output is made anew from.
  /// - Throws: `FaceBlurError` where it is gone, or is nothing that can be scrubbed.
  func probe(ofSourceOf job: ScrubJob) throws(FaceBlurError) -> PhotoProbe {
    do throws(FaceBlurError) {
      let probe = try PhotoProbe(
        job.source, settings.reader.formats, longestLook: finder.detector.longestLook,
        as: settings.renderOptions.format)
      if let refusal = probe.refusal(within: budget.limit) { throw refusal.naming(job.source) }
      return probe
    } catch {
      guard error.kind == .noSuchFile else { throw error }
      throw FaceBlurError(
        .noSuchFile, job.source, "the source of this output is gone, and it is made anew from that",
        advice: "bring it back, or \(.scrubAgain)")
    }
  }

  /// The plan before a change, and what is decided after it.
  private func next(
    _ known: CollectionDecision, _ change: OutputChange, _ faces: [DetectedFace],
    on geometry: PhotoGeometry, _ output: FilePath
  ) throws(FaceBlurError) -> (earlier: RegionPlan, next: CollectionDecision) {
    let earlier = try planned(known.state, output)
    var next = known
    var state = known.state
    switch change {
    case .correct(let corrections, let isDetecting):
      let undecided = try planned(EditState([.faceBlur(known.found)]), output)
      let base = edits.forgets ? undecided : earlier
      do {
        let plan = try base.corrected(by: corrections, in: geometry.frame).merged(with: faces)
        let finder = isDetecting ? finder.detector.identity : known.found.detector
        if plan != earlier { state.faceBlur = FaceBlurAdjustment(plan, foundBy: finder) }
        if isDetecting {
          // A run would have found them, had it looked like this.
          next.found = FaceBlurAdjustment(undecided.merged(with: faces), foundBy: finder)
        }
      } catch {
        throw error.naming(output)
      }
    case .tone(let change):
      change(&state.tone.filters)
    case .goBack(let step):
      try goBack(&next, toStep: step, from: earlier, output)
      state = next.state
    case .become(let wanted):
      if let step = wanted.step { try next.record.enable(steps: step, output) }
      state = wanted.state
    case .drop:
      state = EditState([.faceBlur(known.found)])
    }
    next.record.steps = EditRecord.steps(
      next.record.steps, adding: state.adjustments(since: next.state), at: Date())
    return (earlier, next)
  }

  /// - Throws: `FaceBlurError` where there is no such step, or it shows what is hidden now, unless the settings say that it may.
  private func goBack(
    _ decision: inout CollectionDecision, toStep step: Int, from earlier: RegionPlan, _ output: FilePath
  ) throws(FaceBlurError) {
    try decision.record.enable(steps: step, output)
    let shown = earlier.regions(toldBy: try planned(decision.state, output))
    guard shown.isEmpty || edits.showsUnhidden else {
      throw .wouldShow(shown.map(\.id), atStep: step).naming(output)
    }
  }
}

extension EditRecord {
  /// Makes the state after a step the current one.
  /// - Throws: `FaceBlurError` where there is no such step.
  fileprivate mutating func enable(steps count: Int, _ output: FilePath) throws(FaceBlurError) {
    guard (1...max(steps.count, 1)).contains(count) else {
      throw .noSuchStep(count, count: steps.count).naming(output)
    }
    for index in steps.indices { steps[index].isEnabled = index < count }
  }
}
