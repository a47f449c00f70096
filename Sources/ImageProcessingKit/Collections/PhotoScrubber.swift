/// Takes files of a collection to the target, one at a time; each worker has one.
struct PhotoScrubber {
  let settings: ScrubSettings
  let finder: FaceFinder
  /// How outputs are edited and what is drawn of them; a run needs none of it.
  let edits: BlurPipeline.Settings
  let budget: MemoryBudget
  let target: HeldFolder
  /// Says where it is kept what was seen in a film until that is done: a folder that is there; nil for nowhere.
  let looks: LooksOfFilm?
  /// Whether nobody waits any more for what takes long.
  let isStopped: @Sendable () -> Bool
  private let ownPictures: OwnPictures
  /// Of the folders of the sources.
  let leftRecords = LeftRecords()

  typealias LooksOfFilm = @Sendable (_ source: FilePath) -> FilePath?

  /// Records durably that a file with this hash is about to be placed for a job; false where it may not be placed.
  typealias Announce = (_ job: ScrubJob, _ sha256: String) -> Bool
  let announce: Announce

  init(
    _ settings: ScrubSettings, target: HeldFolder, detector: any FaceDetecting, budget: MemoryBudget,
    looks: LooksOfFilm? = nil, isStopped: @escaping @Sendable () -> Bool = { false },
    announce: @escaping Announce, edits: BlurPipeline.Settings = BlurPipeline.Settings()
  ) {
    self.isStopped = isStopped
    self.announce = announce
    self.settings = settings
    self.target = target
    self.budget = budget
    self.looks = looks
    ownPictures = OwnPictures(settings)
    self.edits = edits
    finder = FaceFinder(detector: detector)
  }

  var pictures: DisplayPictures { edits.pictures(longestLook: finder.detector.longestLook) }

  /// Does one file. Whatever goes wrong is in the outcome, and nothing of the file is in the target then.
  func scrub(_ job: ScrubJob) -> ScrubOutcome {
    if job.isCheck { return check(job) }
    let clock = ContinuousClock()
    let start = clock.now
    var outcome: ScrubOutcome
    var failure: FaceBlurError?
    do {
      outcome = try attempt(job)
    } catch {
      failure = error
      // What earlier runs wrote stays until the next one.
      if error.kind == .cancelled { return .interrupted(job) }
      outcome = ScrubOutcome(job, .failed, Self.reason(of: error, with: job, settings))
      outcome.stamp = job.stamp
      outcome.isBusy = error.kind == .busy
      if error.kind == .diskFull || error.cue == .runEnded { outcome.fatal = error }
    }
    if outcome.status != .done, outcome.fatal == nil, !outcome.isBusy {
      outcome.withdraw(job, from: target)
      outcome.noteDecided(job, in: target, besides: failure)
    }
    let time = (clock.now - start).components
    outcome.seconds = Double(time.seconds) + Double(time.attoseconds) * 1e-18
    return outcome
  }

  private func attempt(_ job: ScrubJob) throws(FaceBlurError) -> ScrubOutcome {
    // One that cannot be read says so itself.
    let probe = try PhotoProbe(
      job.source, settings.reader.formats, longestLook: finder.detector.longestLook,
      as: settings.renderOptions.format)
    guard !job.isHiddenUntold else {
      throw FaceBlurError(
        .damagedJournal, job.source,
        "by the journal an earlier run has scrubbed it, and \(ScrubJournal.untold)",
        advice: "\(.forgetHidden)")
    }
    try settings.refuseStrayRecord(of: job)
    if let outcome = probe.outcome(of: job, within: budget.limit, settings) { return outcome }
    let result = budget.whileHolding(probe.cost.bytes) { () -> Result<ScrubOutcome, FaceBlurError> in
      do throws(FaceBlurError) {
        if let film = probe.film { return .success(try FilmScrubber(self).scrub(job, film)) }
        return .success(try scrubPhoto(job, probe.identity))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// What a look at a photo showed.
  struct Look {
    let faces: [DetectedFace]
    var plan: RegionPlan
    let picture: PixelBuffer
    let shape: UprightShape
    let warnings: [String]
  }

  /// Looks for faces, unless the job says what is hidden.
  func look(at photo: Photo, _ job: ScrubJob) throws(FaceBlurError) -> Look {
    let shown = try finder.picture(of: photo, at: job.source)
    let faces = job.edit == nil ? try finder.faces(in: shown, of: photo, at: job.source) : []
    return Look(
      faces: faces,
      plan: try job.edit?.plan() ?? RegionPlanner(strength: settings.strengthOfFound).plan(for: faces),
      picture: shown.pixels, shape: photo.geometry.shape, warnings: shown.warnings)
  }

  /// - Parameter identity: of the file that was looked at: what is behind the name now may be a link.
  private func scrubPhoto(_ job: ScrubJob, _ identity: FileIdentity) throws(FaceBlurError) -> ScrubOutcome {
    if let kind = try ownPictures.kind(of: job.source) {
      return ScrubOutcome(job, .other, kind)
    }
    try settings.refuseForeignRecord(beside: job.source)
    let before = FileStamp(of: job.source)
    guard job.isAsAsked(before) else { return ScrubOutcome(job, .failed, Self.changed) }
    let edit = settings.editStamps(of: job)
    var look: Look?
    if settings.records != .none {
      let recorded = try scrubWithRecord(job, identity)
      look = recorded.look
      if var outcome = recorded.outcome {
        outcome.stamp = before
        outcome.edit = settings.editStamps(of: job, writtenSince: edit).text
        return outcome
      }
    }
    let original = try OriginalPhoto.open(job.source, with: settings.reader, locked: false)
    guard original.file.identity == identity else { return ScrubOutcome(job, .failed, Self.changed) }
    let sha256 = original.sha256()
    guard job.isOf(sha256) else { return ScrubOutcome(job, .failed, Self.another) }
    if let outcome = asBefore(job, before, sha256) { return outcome }
    let seen: Look
    if let look { seen = look } else { seen = try self.look(at: original.photo, job) }
    let scrubbed = try decide(on: seen, job, sha256)
    var outcome = ScrubOutcome(job, .done)
    outcome.stamp = before
    outcome.sha256 = sha256
    outcome.edit = edit.text
    outcome.regions = ReportedRegions(on: original.photo.geometry)
    let plan = try planned(scrubbed.state, job.source)
    outcome.take(plan, found: scrubbed.found, scrubbed.warnings + seen.warnings)
    // A person who has decided about a photo has looked at it.
    if plan.applied.isEmpty, settings.onNoFace != .keep, scrubbed.decision == nil {
      outcome.status = settings.onNoFace == .skip ? .skipped : .review
      outcome.reason = "no face was found"
      return outcome
    }
    let output = try write(
      scrubbed.state, of: original, job.known(again: scrubbed.isKnownAgain),
      finder.secondLook(comparingWith: seen.picture), since: before
    ) { (state, render) throws(FaceBlurError) in
      try keeping(scrubbed, state, render, of: original, sha256, job)
    }
    guard let output else { return ScrubOutcome(job, .failed, Self.changed) }
    outcome.take(
      try planned(output.state, job.source), found: scrubbed.found,
      scrubbed.warnings + seen.warnings + output.summary.warnings)
    outcome.way = .photo(output.summary.path)
    outcome.written = output.written
    outcome.decision = output.decision
    return outcome
  }

  func planned(_ state: EditState, _ path: FilePath) throws(FaceBlurError) -> RegionPlan {
    try naming(path, try state.plan())
  }

  /// What went wrong, without the name of the photo, which the list has anyway.
  static func reason(of error: FaceBlurError, with job: ScrubJob, _ settings: ScrubSettings) -> String {
    let file = error.file.map(HeldFolder.known)
    let name = file.flatMap { $0 == job.source ? nil : "\($0): " } ?? ""
    return name + error.message(settings.wording)
  }
}

extension ScrubOutcome {
  /// - Parameters:
  ///   - plan: of the output.
  ///   - found: what a run hides of its own accord.
  mutating func take(_ plan: RegionPlan, found: FaceBlurAdjustment, _ warnings: [String]) {
    faces = plan.applied.map(\.rect).faceCount
    doubtful = plan.applied.count { $0.isDoubtful }
    regions.regions = plan.applied
    regions.style = plan.strength.style
    let shown = (try? found.plan())?.regions(shownBy: plan) ?? []
    self.warnings = CollectionDecision.warnings(
      ofShown: plan.shownByDecision.map(\.id), shown.map(\.id))
    for warning in warnings where !self.warnings.contains(warning) { self.warnings.append(warning) }
  }
}
