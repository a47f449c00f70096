/// Takes files of a collection to the target, one at a time; each worker has one.
struct PhotoScrubber {
  let settings: ScrubSettings
  let pipeline: BlurPipeline
  let budget: MemoryBudget
  let target: HeldFolder

  /// What makes a photo of a file's bytes.
  private let reader: OriginalPhoto.Reader

  /// Makes it lasting that a file with this hash is about to get a job's place; false where that is not to happen.
  typealias Announce = @Sendable (_ job: ScrubJob, _ sha256: String) -> Bool
  let announce: Announce

  init(
    _ settings: ScrubSettings, target: HeldFolder, detector: any FaceDetecting, budget: MemoryBudget,
    announce: @escaping Announce, reader: @escaping OriginalPhoto.Reader = PhotoFormat.open
  ) {
    self.announce = announce
    self.reader = reader
    self.settings = settings
    self.target = target
    self.budget = budget
    var pipelineSettings = BlurPipeline.Settings()
    pipelineSettings.limits = settings.limits
    pipeline = BlurPipeline(detector: detector, settings: pipelineSettings)
  }

  /// Does one file. Whatever goes wrong is in the outcome, and nothing of the file is in the target then.
  func scrub(_ job: ScrubJob) -> ScrubOutcome {
    if job.isCheck { return check(job) }
    let clock = ContinuousClock()
    let start = clock.now
    var outcome: ScrubOutcome
    do throws(PipelineError) {
      outcome = try attempt(job)
    } catch {
      outcome = ScrubOutcome(job, .failed, Self.reason(of: error))
      outcome.stamp = job.stamp
      if case .edit(.file(let error)) = error, error.kind == .full || error.reason == Self.ended {
        outcome.fatal = error
      }
    }
    if outcome.status != .done, outcome.fatal == nil { outcome.withdraw(job, from: target) }
    let time = (clock.now - start).components
    outcome.seconds = Double(time.seconds) + Double(time.attoseconds) * 1e-18
    return outcome
  }

  private func attempt(_ job: ScrubJob) throws(PipelineError) -> ScrubOutcome {
    let file = try reading { () throws(FileError) in try InputFile.openWithoutLinks(job.source) }
    let probe = try reading { () throws(FileError) in
      try PhotoProbe(file, longestLook: pipeline.detector.longestLook)
    }
    if let outcome = probe.outcome(of: job, within: budget.limit) { return outcome }
    let identity = file.identity
    let result = budget.whileHolding(probe.cost) { () -> Result<ScrubOutcome, PipelineError> in
      do throws(PipelineError) { return .success(try scrubPhoto(job, identity)) } catch {
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
    let warnings: [String]
  }

  func look(at photo: any EditablePhoto, _ path: FilePath) throws(PipelineError) -> Look {
    let shown = try pipeline.displayImage(of: photo, at: path, fitting: pipeline.detector.longestLook)
    let faces = try pipeline.faces(in: shown.pixels, of: path)
    return Look(
      faces: faces, plan: RegionPlanner(strength: settings.strength).plan(for: faces), picture: shown.pixels,
      warnings: shown.warnings)
  }

  /// - Parameter identity: of the file that was looked at: what is behind the name now may be a link.
  private func scrubPhoto(_ job: ScrubJob, _ identity: FileIdentity) throws(PipelineError) -> ScrubOutcome {
    let before = FileStamp(of: job.source)
    let edit = RecordedRegions.stamp(beside: job.source)
    var look: Look?
    if settings.records != .none {
      let recorded = try scrubWithRecord(job, identity)
      look = recorded.look
      if var outcome = recorded.outcome {
        outcome.stamp = before
        outcome.edit = settings.records == .beside ? RecordedRegions.stamp(beside: job.source) : edit
        return outcome
      }
    }
    let original = try pipeline.editing { () throws(EditError) in
      try OriginalPhoto.open(job.source, limits: settings.limits, locked: false, reader: reader)
    }
    guard original.file.identity == identity else { return ScrubOutcome(job, .failed, Self.changed) }
    let sha256 = original.sha256()
    if let outcome = asBefore(job, before, sha256) { return outcome }
    var seen: Look
    if let look { seen = look } else { seen = try self.look(at: original.photo, job.source) }
    seen.plan = RecordedRegions.adding(to: seen.plan, beside: job.source, sha256: sha256)
    var outcome = ScrubOutcome(job, .done)
    outcome.stamp = before
    outcome.sha256 = sha256
    outcome.edit = edit
    (outcome.regions.width, outcome.regions.height) = original.photo.geometry.uprightSize
    outcome.take(seen.plan, seen.warnings)
    if seen.plan.applied.isEmpty, settings.onNoFace != .keep {
      outcome.status = settings.onNoFace == .skip ? .skipped : .review
      outcome.reason = "no face was found"
      return outcome
    }
    let place = try reading { () throws(FileError) in try TargetPlace.make(job, in: target) }
    let staged = try reading { () throws(FileError) in try stage(place, mode: original.file.mode) }
    let rendered = try pipeline.editing { () throws(EditError) in
      try CheckedRender.make(
        of: original.photo, PhotoAsset(withoutRecord: job.source),
        EditState([.faceBlur(FaceBlurAdjustment(seen.plan, foundBy: pipeline.detector.identity))]),
        settings.renderOptions, into: staged,
        lookingAgain: SecondLook(detector: pipeline.detector, picture: seen.picture), isForCollection: true)
    }
    guard isUnchanged(job, since: before) else { return ScrubOutcome(job, .failed, Self.changed) }
    let plan = (try? rendered.state.plan()) ?? seen.plan
    outcome.take(plan, seen.warnings + rendered.summary.warnings)
    outcome.way = rendered.summary.path
    outcome.written = try reading { () throws(FileError) in
      try self.place(staged, at: place, rendered.sha256, job)
    }
    return outcome
  }

  func reading<Value: ~Copyable>(
    _ stage: () throws(FileError) -> Value
  ) throws(PipelineError) -> Value {
    try pipeline.editing { () throws(EditError) in try naming(EditError.file, stage) }
  }

  /// What went wrong, without the name of the file, which the list has anyway.
  static func reason(of error: PipelineError) -> String {
    switch error {
    case .edit(.photo(_, let error)): "\(error)"
    case .edit(.detection(_, let error)), .detection(_, let error): "\(error)"
    case .edit(.record), .edit(.file), .edit(.leak), .edit(.cancelled), .correction, .tone: "\(error)"
    }
  }
}

extension ScrubOutcome {
  mutating func take(_ plan: RegionPlan, _ warnings: [String]) {
    faces = plan.applied.count
    doubtful = plan.applied.count { $0.isDoubtful }
    regions.regions = plan.applied
    self.warnings = []
    for warning in warnings where !self.warnings.contains(warning) { self.warnings.append(warning) }
  }
}
