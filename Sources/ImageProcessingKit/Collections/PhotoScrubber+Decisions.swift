internal import FoundationEssentials

/// Every run keeps what people have decided about outputs.
extension PhotoScrubber {
  /// What is to be done to a photo.
  struct Scrubbed {
    let state: EditState
    /// What the run hides of its own accord.
    let found: FaceBlurAdjustment
    /// What was decided about this very photo; nil for nothing.
    let decision: CollectionDecision?
    /// Whether a command that was killed had dropped what was decided: this run does what was left of it.
    var wasDropped = false
    var warnings: [String] = []
  }

  /// - Parameters:
  ///   - look: at the photo; its plan is what was found.
  ///   - sha256: of the photo.
  /// - Throws: `FaceBlurError` where the journal's entry for the photo cannot be read: it may hold what a person drew.
  func decide(on look: Look, _ job: ScrubJob, _ sha256: String) throws(FaceBlurError) -> Scrubbed {
    if let edit = job.edit {
      return Scrubbed(state: EditState([.faceBlur(edit)]), found: edit, decision: nil)
    }
    let identity = finder.detector.identity
    let known = try decision(on: job)
    let earlier = hiddenBefore(in: job, known, sha256, look.plan.strength)
    let recorded = try RecordedRegions.hidden(
      beside: job.source, sha256: sha256, isTakenUp: settings.records == .beside)
    let plan = (earlier.map { $0.merged(with: look.faces) } ?? look.plan).hiding(recorded.regions)
    let found = FaceBlurAdjustment(plan, foundBy: identity)
    guard let decision = known, !decision.isDropped else {
      return Scrubbed(
        state: EditState([.faceBlur(found)]), found: found, decision: nil, wasDropped: known != nil,
        warnings: recorded.warnings + warningsOfLess(job, sha256, plan))
    }
    var state = try naming(
      job.source, try decision.state(among: look.faces, settings.strength, of: sha256, foundBy: identity))
    let decided = try planned(state, job.source)
    let isOwn = decision.isOf(sha256)
    // What was decided about another photo does not show what was hidden in this one.
    let kept = isOwn ? decided : earlier.map { decided.keeping($0) } ?? decided
    let widened = kept.hiding(recorded.regions)
    if widened != decided { state.faceBlur = FaceBlurAdjustment(widened, foundBy: identity) }
    var scrubbed = Scrubbed(
      state: state, found: found, decision: isOwn ? decision : nil, warnings: recorded.warnings)
    if scrubbed.decision == nil { scrubbed.warnings.append(decision.warningOfChange) }
    scrubbed.warnings += warningsOfLess(job, sha256, widened)
    return scrubbed
  }

  /// What earlier runs hide in this very photo of their own accord; nil where that is nothing, or to be forgotten.
  private func hiddenBefore(
    in job: ScrubJob, _ decision: CollectionDecision?, _ sha256: String, _ strength: ObscuringStrength
  ) -> RegionPlan? {
    guard !settings.forgets else { return nil }
    if let decision, decision.isOf(sha256) {
      return RegionPlan(regions: decision.found.regions, strength: strength)
    }
    guard let hidden = job.hidden, hidden.sha256 == sha256 else { return nil }
    return RegionPlan(regions: hidden.regions, strength: strength)
  }

  /// What to tell a person where an earlier run hid more in a photo that has changed since, which may show the same all the same.
  private func warningsOfLess(_ job: ScrubJob, _ sha256: String, _ plan: RegionPlan) -> [String] {
    guard !settings.forgets, let hidden = job.hidden, hidden.sha256 != sha256 else { return [] }
    let shown = RegionPlan(regions: hidden.regions, strength: plan.strength).regions(shownBy: plan)
    return shown.isEmpty ? [] : [CollectionDecision.warningOfLess(counted(shown.count, "region"))]
  }

  func decision(on job: ScrubJob) throws(FaceBlurError) -> CollectionDecision? {
    guard let stored = job.decision else { return nil }
    return try naming(job.source, try stored.read())
  }

  /// What the journal keeps of what was decided, after a run has rendered it.
  func keeping(
    _ scrubbed: Scrubbed, _ output: Output, of original: borrowing OriginalPhoto, _ sha256: String,
    _ job: ScrubJob
  ) throws(FaceBlurError) -> ScrubOutcome.DecisionChange {
    guard job.decision != nil else { return .none }
    // Nothing of it is left where the photo is another one.
    if scrubbed.decision == nil, scrubbed.state == EditState([.faceBlur(scrubbed.found)]) {
      return .keep(nil)
    }
    let rendered = render(output, of: job)
    var decision: CollectionDecision
    if let known = scrubbed.decision {
      decision = known
      decision.found = scrubbed.found
    } else {
      let source = EditRecord.Source(fileName: job.source.name, of: original.photo, sha256: sha256)
      decision = CollectionDecision(of: source, scrubbed.found, rendered: rendered, at: Date())
    }
    return .keep(try stored(decision.after(output.state, rendered, at: Date()), job))
  }

  func stored(
    _ decision: CollectionDecision, _ job: ScrubJob
  ) throws(FaceBlurError) -> CollectionDecision.Stored {
    try naming(job.source, try decision.stored(at: Date()))
  }

  /// The output as the record has it.
  func render(_ output: Output, of job: ScrubJob) -> EditRecord.Render {
    let options = settings.renderOptions
    return EditRecord.Render(
      path: target.path.appending(job.target), sha256: output.written.sha256, foldersMade: 0,
      metadata: options.metadata, hasThumbnail: options.hasThumbnail,
      keepsProgressive: options.keepsProgressive, tiles: options.recordedTiles, way: output.summary.path,
      format: options.recordedFormat)
  }
}
