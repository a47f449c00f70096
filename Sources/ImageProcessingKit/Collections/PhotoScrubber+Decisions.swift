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
    /// Whether it is another version of the picture that an earlier run has scrubbed.
    var isKnownAgain = false
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
    let earlier = hiddenBefore(in: job, known, sha256, look)
    let version = PhotoVersion(sha256: sha256, shape: look.shape, known: earlier.known)
    let recorded = try RecordedRegions.hidden(
      beside: job.source, version, isTakenUp: settings.records == .beside, and: job.records)
    let plan = (earlier.plan.map { $0.merged(with: look.faces) } ?? look.plan).hiding(recorded.regions)
    let found = FaceBlurAdjustment(plan, foundBy: identity)
    guard let decision = known, !decision.isDropped else {
      return Scrubbed(
        state: EditState([.faceBlur(found)]), found: found, decision: nil, wasDropped: known != nil,
        isKnownAgain: earlier.known != nil, warnings: recorded.warnings + earlier.warnings(where: plan))
    }
    var state = try naming(
      job.source,
      try decision.state(
        among: look.faces, settings.strength, in: version, isByPlace: job.decision?.isByPlace == true,
        foundBy: identity))
    let decided = try planned(state, job.source)
    let isOwn = decision.isOf(sha256)
    // What was decided about another photo does not show what was hidden in this one; nor does what was decided about this one before it had
    // another name for a while.
    let plans =
      isOwn ? hiddenElsewhere(in: job, sha256, look, isGone: true) : [earlier.plan].compactMap(\.self)
    let kept = plans.reduce(decided) { $0.keeping($1) }
    let widened = kept.hiding(recorded.regions)
    if widened != decided { state.faceBlur = FaceBlurAdjustment(widened, foundBy: identity) }
    var scrubbed = Scrubbed(
      state: state, found: found, decision: isOwn ? decision : nil, isKnownAgain: earlier.known != nil,
      warnings: recorded.warnings)
    if scrubbed.decision == nil { scrubbed.warnings.append(decision.warningOfChange) }
    scrubbed.warnings += earlier.warnings(where: widened)
    return scrubbed
  }

  /// What earlier runs hide of their own accord.
  private struct Earlier {
    /// In this very picture; nil where that is nothing, or to be forgotten.
    var plan: RegionPlan?
    /// In what was here before, which may show the same all the same.
    var inAnother: [PlannedRegion] = []
    /// The version that was here before, where it is known again, and in which ways it may have been turned.
    var known: (sha256: String, turns: [Orientation])?

    /// What to tell a person where a plan shows some of that.
    func warnings(where plan: RegionPlan) -> [String] {
      let shown = RegionPlan(regions: inAnother, strength: plan.strength).regions(shownBy: plan)
      return shown.isEmpty ? [] : [CollectionDecision.warningOfLess(counted(shown.count, "region"))]
    }
  }

  private func hiddenBefore(
    in job: ScrubJob, _ decision: CollectionDecision?, _ sha256: String, _ look: Look
  ) -> Earlier {
    var earlier = Earlier()
    guard !settings.forgets else { return earlier }
    func plan(_ regions: [PlannedRegion]) -> RegionPlan {
      RegionPlan(regions: regions, strength: look.plan.strength)
    }
    var plans = hiddenElsewhere(in: job, sha256, look)
    if let decision, decision.isOf(sha256) {
      plans.insert(plan(decision.found.regions), at: 0)
    } else if let hidden = job.hidden {
      if hidden.sha256 == sha256 {
        plans.insert(plan(hidden.regions), at: 0)
      } else if let turns = earlierPicture(of: job, hidden, decision)?.turns(to: look.picture), !turns.isEmpty
      {
        plans.insert(plan(hidden.regions).turned(by: turns), at: 0)
        earlier.known = (hidden.sha256, turns)
      } else {
        earlier.inAnother = hidden.regions
      }
    }
    earlier.plan = plans.first.map { first in plans.dropFirst().reduce(first) { $0.keeping($1) } }
    return earlier
  }

  /// What earlier runs hide in this very picture under other names.
  /// - Parameter isGone: only where nothing of those names is left of it.
  private func hiddenElsewhere(
    in job: ScrubJob, _ sha256: String, _ look: Look, isGone: Bool = false
  ) -> [RegionPlan] {
    guard !settings.forgets else { return [] }
    return job.hiddenElsewhere(in: sha256).filter { $0.isGone || !isGone }
      .map { RegionPlan(regions: $0.regions, strength: look.plan.strength) }
  }

  /// What an earlier run's output shows; nil where that is gone or was changed.
  /// - Parameter decision: about it, which may have another margin than the run had.
  private func earlierPicture(
    of job: ScrubJob, _ hidden: ScrubJob.Hidden, _ decision: CollectionDecision?
  ) -> EarlierPicture? {
    let reach = [hidden.reach, (try? decision?.state.plan())?.strength.reach].compactMap(\.self).max()
    guard let place = try? TargetPlace.find(job, in: target) else { return nil }
    return withExtendedLifetime(place.folder) {
      guard let output = try? OriginalPhoto.open(place.path, with: settings.reader, locked: false),
        output.sha256() == job.writtenSHA256,
        let shown = try? output.photo.displayImage(fitting: EarlierPicture.longSide)
      else { return nil }
      return EarlierPicture(shown.pixels, hiding: hidden.regions.map(\.rect), reach: reach)
    }
  }

  func decision(on job: ScrubJob) throws(FaceBlurError) -> CollectionDecision? {
    guard let stored = job.decision else { return nil }
    return try naming(job.source, try stored.read())
  }

  /// What the journal keeps of what was decided about a photo that a run renders.
  /// - Parameters:
  ///   - state: of the render, with the cells that the second look took away.
  ///   - rendered: as the record has it.
  /// - Throws: `FaceBlurError` where that is more than it keeps; the render must have no place yet then.
  func keeping(
    _ scrubbed: Scrubbed, _ state: EditState, _ rendered: EditRecord.Render,
    of original: borrowing OriginalPhoto, _ sha256: String, _ job: ScrubJob
  ) throws(FaceBlurError) -> ScrubOutcome.DecisionChange {
    guard job.decision != nil else { return .none }
    // Nothing of it is left where the photo is another one.
    if scrubbed.decision == nil, scrubbed.state == EditState([.faceBlur(scrubbed.found)]) {
      return .keep(nil)
    }
    var decision: CollectionDecision
    if let known = scrubbed.decision {
      decision = known
      decision.found = scrubbed.found
    } else {
      let source = EditRecord.Source(fileName: job.source.name, of: original.photo, sha256: sha256)
      decision = CollectionDecision(of: source, scrubbed.found, rendered: rendered, at: Date())
    }
    return .keep(try stored(decision.after(state, rendered, at: Date()), job))
  }

  /// - Parameter decision: about the photo of the job.
  func stored(
    _ decision: CollectionDecision, _ job: ScrubJob
  ) throws(FaceBlurError) -> CollectionDecision.Stored {
    do { return try decision.stored(at: Date()) } catch {
      guard error.kind == .recordTooLarge else { throw error.naming(job.source) }
      let count = max(decision.state.faceBlur?.regions.count ?? 0, decision.found.regions.count)
      throw tooMuchHidden(count, job, decision.record.source.sha256)
    }
  }

  /// - Throws: `FaceBlurError` where a plan of a photo hides more than the journal keeps.
  func refuseTooMuchHidden(
    _ plan: RegionPlan, in original: borrowing OriginalPhoto, _ job: ScrubJob
  ) throws(FaceBlurError) {
    var told = ReportedRegions()
    told.regions = plan.regions
    guard plan.regions.count <= RegionPlan.maxRegions, try told.text().utf8.count <= ReportedTracks.maxBytes
    else { throw tooMuchHidden(plan.regions.count, job, original.sha256()) }
  }

  /// - Parameter sha256: of the photo.
  private func tooMuchHidden(_ count: Int, _ job: ScrubJob, _ sha256: String) -> FaceBlurError {
    var advice: Advice = "\(.forgetHidden)"
    if let decision = try? decision(on: job) {
      advice =
        decision.isOf(sha256)
        ? "\(.revert(HeldFolder.known(target.path.appending(job.target))))" : .onChangedSource
    }
    return .tooMuchHidden(count, advice: advice).naming(job.source)
  }

  /// A render as the record has it.
  func record(of summary: RenderSummary, _ sha256: String, _ job: ScrubJob) -> EditRecord.Render {
    let options = settings.renderOptions
    return EditRecord.Render(
      path: target.path.appending(job.target), sha256: sha256, foldersMade: 0,
      metadata: options.metadata, hasThumbnail: options.hasThumbnail,
      keepsProgressive: options.keepsProgressive, tiles: options.recordedTiles, way: summary.path,
      format: options.recordedFormat)
  }
}
