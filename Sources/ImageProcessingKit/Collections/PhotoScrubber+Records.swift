internal import FoundationEssentials

extension PhotoScrubber {
  /// The photo with a record of its edit.
  /// - Returns: no outcome where no face was found: there is nothing to record.
  /// - Parameter identity: of the file that was looked at.
  func scrubWithRecord(
    _ job: ScrubJob, _ identity: FileIdentity
  ) throws(FaceBlurError) -> (look: Look?, outcome: ScrubOutcome?) {
    try recording(job) { (records) throws(FaceBlurError) in
      try scrub(job, identity, recordingIn: records)
    }
  }

  /// Holds the folder of the records open.
  func recording<Value>(
    _ job: ScrubJob, _ body: (HeldFolder?) throws(FaceBlurError) -> Value
  ) throws(FaceBlurError) -> Value {
    let records = try recordFolder(of: job)
    defer { withExtendedLifetime(records) {} }
    do {
      return try body(records)
    } catch {
      // By the name of the folder, not by how it is held open.
      guard let records, let path = error.file, path.folder == records.at(".") else { throw error }
      var known = error
      known.file = records.path.appending(path.name)
      throw known
    }
  }

  private func scrub(
    _ job: ScrubJob, _ identity: FileIdentity, recordingIn records: HeldFolder?
  ) throws(FaceBlurError) -> (look: Look?, outcome: ScrubOutcome?) {
    var options = settings.sessionOptions(recordingIn: records?.at("."))
    options.leftRecords = leftRecords
    var session = try EditSession.begin(job.source, options)
    guard session.original.file.identity == identity else {
      return (nil, ScrubOutcome(job, .failed, Self.changed))
    }
    guard job.isOf(session.sha256) else { return (nil, ScrubOutcome(job, .failed, Self.another)) }
    var look = try look(at: session.photo, job)
    let scrubbed = try decide(on: look, job, session.sha256)
    look.plan = try plan(for: session, look, scrubbed, job)
    guard !look.plan.applied.isEmpty else {
      // What was looked at is what another program made of the photo. The original, which may show a face, is not published for that.
      guard session.base == nil else { throw Self.nothingFoundInBase.naming(job.source) }
      return (look, nil)
    }
    let photo = session.photo
    session.hide(look.plan, foundBy: finder.detector.identity)
    if session.record == nil { session.apply(.tone(scrubbed.state.tone)) }
    let finished = try finish(
      session, job.known(again: scrubbed.isKnownAgain), finder.secondLook(comparingWith: look.picture),
      scrubbed.found,
      wasDropped: scrubbed.wasDropped)
    let committed = finished.committed
    var outcome = finished.outcome
    outcome.regions = ReportedRegions(on: photo.geometry)
    let closed = scrubbed.decision?.warnings(where: committed.plan) ?? []
    outcome.take(
      committed.plan, found: scrubbed.found, scrubbed.warnings + closed + look.warnings + committed.warnings)
    return (look, outcome)
  }

  private static let nothingFoundInBase = FaceBlurError(
    .foreignRecord,
    "another program has edited it, and no face was found in what that made of it, so there is no edit to publish it by",
    advice: "draw a region in it, or take what that program made as a photo of its own")

  /// Renders the state of a session to the place of a job.
  /// - Parameters:
  ///   - found: what runs hide of their own accord.
  ///   - wasDropped: whether a command that was killed had dropped what was decided.
  private func finish(
    _ session: consuming EditSession, _ job: ScrubJob, _ secondLook: SecondLook,
    _ found: FaceBlurAdjustment, wasDropped: Bool = false
  ) throws(FaceBlurError) -> (committed: CommittedEdit, outcome: ScrubOutcome) {
    try refuseTooMuchHidden(planned(session.state, job.source), in: session.original, job)
    let place = try TargetPlace.make(job, in: target)
    defer { withExtendedLifetime(place) {} }
    var outputs = job.outputGuard(settings, at: place)
    if let existing = try? FileHash.of(place.path), job.isOurs(existing) { outputs.ours = [existing] }
    let output = try session.render(
      to: .init(target: place.path, options: settings.renderOptions), lookingAgain: secondLook,
      guardedBy: outputs)
    var outcome = ScrubOutcome(job, .done)
    // Before the render has its place: the journal must be able to keep what is decided.
    outcome.decision = try keeping(output.record, found, job, wasDropped: wasDropped)
    let committed = try session.commit(output, guardedBy: &outputs)
    outcome.sha256 = committed.record.source.sha256
    outcome.way = .photo(committed.path)
    try place.confirm(job, in: target)
    if let stamp = FileStamp(of: place.path), let sha256 = committed.record.renders.last?.sha256 {
      outcome.written = (stamp, sha256)
    }
    return (committed, outcome)
  }

  /// Makes the recorded edit of a photo what a person has decided, and its output with it.
  /// - Parameters:
  ///   - wanted: what was decided, and upon which record.
  ///   - found: what runs hide of their own accord.
  ///   - output: what people call the output.
  /// - Throws: `FaceBlurError`; record and output are then as they were.
  func become(
    _ wanted: WantedState, _ job: ScrubJob, _ found: FaceBlurAdjustment, output: FilePath
  ) throws(FaceBlurError) -> Edited {
    try recording(job) { (records) throws(FaceBlurError) in
      let before = FileStamp(of: job.source)
      var options = settings.sessionOptions(recordingIn: records?.at("."))
      options.rebasing = false
      options.showsUnhidden = true
      var begunPicture: Future<DisplayImage>?
      var session = try finder.begin(job.source, options, decodingMeanwhile: &begunPicture)
      try session.refuseOther(than: wanted.recordSHA256)
      let photo = session.photo
      let earlier = try planned(session.state, output)
      let shown = finder.picture(of: session, begunAs: begunPicture, at: job.source)
      try session.become(wanted.state, afterStep: wanted.step)
      let secondLook = finder.secondLook(comparingWith: shown)
      let finished = try finish(session, job, secondLook, found)
      // The second look has seen it, so nothing fails here of what is written.
      let pictureWarnings = try shown.value().warnings
      let committed = finished.committed
      var outcome = finished.outcome
      outcome.stamp = before
      outcome.edit = settings.editStamps(of: job).text
      outcome.regions = ReportedRegions(on: photo.geometry)
      outcome.take(committed.plan, found: found, pictureWarnings + committed.warnings)
      var report = PhotoReport(
        output, photo.geometry, wanted.state.faceBlur?.detector ?? .byHand, committed.plan,
        warnings: pictureWarnings)
      report.added = earlier.added(in: committed.plan)
      report.shown = earlier.regions(shownBy: committed.plan).map(\.id)
      report.take(committed)
      (report.outputs.render, report.outputs.record) = (output, committed.recordFile.map(HeldFolder.known))
      return Edited(outcome: outcome, report: report)
    }
  }

  /// What a photo with a record hides: what the record says, which a person may have corrected, what is found now, and whatever a run
  /// without records would hide, which may have seen more than those with them, and holds what was drawn elsewhere.
  private func plan(
    for session: borrowing EditSession, _ look: Look, _ scrubbed: Scrubbed, _ job: ScrubJob
  ) throws(FaceBlurError) -> RegionPlan {
    let decided = try planned(scrubbed.state, job.source)
    guard var plan = try session.earlierPlan() else { return decided }
    // The default one asks for nothing.
    if settings.strength != .default { plan.strength = settings.strength }
    plan = plan.merged(with: look.faces)
    // The box that a person has set right in this very record counts for its face, as it does where that is found again.
    let known = session.record?.facesFound ?? []
    let drawn = plan.applied.filter { $0.origin == .manual }
    let kept = decided.regions.filter { region in
      !known.contains(region.place)
        || !drawn.contains {
          $0.kind == region.kind && $0.rect.overlap(region.rect) > RegionPlan.sameFace
        }
    }
    let hidden = RegionPlan(regions: kept, strength: decided.strength)
    let whole = plan.keeping(hidden)
    guard let record = session.record, let decision = scrubbed.decision else { return whole }
    let open = plan.leavingOpen(decision.leftOpen(since: record)).keeping(hidden)
    // Who leaves a face open has not said that another one beside it may be seen.
    return hidden.regions(shownBy: open).isEmpty ? open : whole
  }

  /// What a person decided with the help of the record is held by runs without records, too.
  /// - Parameter record: with the render that is to get its place.
  private func keeping(
    _ record: EditRecord, _ found: FaceBlurAdjustment, _ job: ScrubJob, wasDropped: Bool
  ) throws(FaceBlurError) -> ScrubOutcome.DecisionChange {
    let regions = record.state.faceBlur?.regions ?? []
    let isDecided = job.decision != nil && !wasDropped || regions.contains(where: \.isDecided)
    // Of what another program made of the photo, and not of the photo.
    guard isDecided, record.base == nil, let newest = record.renders.last else {
      return wasDropped ? .keep(nil) : .none
    }
    let decision = CollectionDecision(of: record.source, found, rendered: newest, at: Date())
    return .keep(try stored(decision.after(record.state, newest, at: Date()), job))
  }

  /// Where the record goes, if not beside the original.
  private func recordFolder(of job: ScrubJob) throws(FaceBlurError) -> HeldFolder? {
    guard case .folder(let folder) = settings.records else { return nil }
    try Folder.make(folder, mode: 0o700)
    guard let root = folder.resolved else { throw .reading(folder) }
    return try job.making(job.target.folder, in: HeldFolder(root))
  }
}

extension EditRecord {
  /// Every place where a face was found since the edit was begun.
  fileprivate var facesFound: Set<PlannedRegion> {
    Set(
      steps.flatMap { step -> [PlannedRegion] in
        guard case .faceBlur(let settings) = step.adjustment else { return [] }
        return settings.regions.filter { $0.origin == .detected }.map(\.place)
      })
  }
}

extension PlannedRegion {
  /// What is there and where, and nothing else.
  fileprivate var place: PlannedRegion {
    PlannedRegion(id: "", rect: rect, score: nil, origin: origin, kind: kind)
  }
}
