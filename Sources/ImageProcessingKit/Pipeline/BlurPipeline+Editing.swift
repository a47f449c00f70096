extension BlurPipeline {
  /// Looks for the faces of a photo of which nobody has, hides them beside what the session does already, and commits that.
  func hideAndFinish(
    _ session: consuming EditSession, at path: FilePath, _ recorded: RecordedEdit?,
    guardedBy outputs: inout OutputGuard
  ) throws(FaceBlurError) -> PhotoReport {
    let photo = session.photo
    let lookedAt = try finder.picture(of: photo, at: path)
    let drawn = try earlierPlan(of: session, at: path)
    let plan = try self.plan(goingOnFrom: drawn, at: path).merged(
      with: try finder.faces(in: lookedAt, of: photo, at: path))
    // Also where there is none: that somebody has looked is worth knowing.
    session.hide(plan, foundBy: detector.identity)
    var report = PhotoReport(path, photo.geometry, detector.identity, plan)
    report.warnings += [recorded?.record.renderWarning].compactMap(\.self)
    let destination = settings.destination(after: recorded, of: photo)
    report.cautions = settings.cautions(
      begun: drawn == nil ? plan : nil, recorded == nil ? destination.options.metadata : nil)
    try finish(session, at: destination, Future(lookedAt), &report, &outputs, hasTones: true)
    return report
  }

  /// Corrects the edit that the record of a photo holds, or begins one as `blur` does, and renders it anew from the original:
  /// where the record says that its newest render is, and as it says.
  /// - Parameters:
  ///   - path: the original.
  ///   - corrections: what to change; coordinates are of the upright full-size picture.
  ///   - isDetecting: whether faces are looked for anew, as they always are where there is no edit yet. What a person decided and
  ///     what was hidden before outlives that.
  ///   - outputs: the guard that all photos of a run share.
  /// - Throws: `FaceBlurError`, also where the corrections do not fit what was found or recorded, and where nothing would be left
  ///   obscured; render and record are then as they were.
  public func edit(
    _ path: FilePath, _ corrections: PlanCorrections, detectingAnew isDetecting: Bool,
    guardedBy outputs: inout OutputGuard
  ) throws(FaceBlurError) -> PhotoReport {
    if let original = PhotoAsset.original(ofRender: path) {
      throw .isRender(of: original).naming(path)
    }
    var begunPicture: Future<DisplayImage>?
    try settings.prepareOverlay(of: path)
    var session = try finder.begin(path, settings.sessionOptions(), decodingMeanwhile: &begunPicture)
    let photo = session.photo
    let recorded = try session.recordedEdit()
    let earlier = try earlierPlan(of: session, at: path)
    let isDetecting = isDetecting || session.state.isUnseen || settings.forgets || session.superseded != nil
    if session.superseded != nil, session.turns.isEmpty, let earlier, corrections.nameOthers(than: earlier) {
      throw .namesOfAnother("region").naming(session.asset.record)
    }
    let lookedAt = finder.picture(of: session, begunAs: begunPicture, at: path)
    let faces = isDetecting ? try finder.faces(in: lookedAt.value(), of: photo, at: path) : []
    let begun = try self.plan(goingOnFrom: earlier, asking: corrections.strength, at: path)
    let plan: RegionPlan
    do {
      if let earlier, session.superseded == nil {
        // A region that is moved away from a face leaves it to the new look.
        plan = try earlier.corrected(by: corrections, in: photo.geometry.frame).merged(with: faces)
      } else {
        // Ids of regions of a photo that was never edited come from the output of `detect`.
        plan = try begun.merged(with: faces).corrected(by: corrections, in: photo.geometry.frame)
      }
    } catch {
      throw error.naming(path)
    }
    guard !plan.applied.isEmpty else {
      let isNew = recorded?.plan == nil && plan.regions.isEmpty
      let error: FaceBlurError = isNew ? .nothingFound : .nothingLeft(recorded == nil ? nil : path)
      throw error.naming(path)
    }

    let finder = isDetecting ? detector.identity : recorded?.record.state.faceBlur?.detector ?? .byHand
    var report = PhotoReport(path, photo.geometry, finder, plan)
    report.warnings += [session.rebaseWarning].compactMap(\.self)
    report.warnings += [recorded?.record.renderWarning].compactMap(\.self)
    if isDetecting { report.kept = KeptRegions(of: earlier, among: faces) }
    report.added = begun.added(in: plan)
    session.hide(plan, foundBy: finder)
    let destination = settings.destination(after: recorded, of: photo)
    report.cautions = settings.cautions(
      begun: earlier == nil ? plan : nil, recorded == nil ? destination.options.metadata : nil)
    if !settings.forgets { report.cautions += [session.caution(where: plan)].compactMap(\.self) }
    try finish(session, at: destination, lookedAt, &report, &outputs)
    return report
  }
}

extension EditSession {
  /// Takes a plan in place of the one so far. That another detector sees the same is no new step.
  mutating func hide(_ plan: RegionPlan, foundBy detector: DetectorIdentity) {
    guard state.isUnseen || (try? state.plan()) != plan else { return }
    apply(.faceBlur(FaceBlurAdjustment(plan, foundBy: detector)))
  }
}

extension BlurPipeline.Settings {
  /// Where and how an edit is rendered: as it was, if it was, but for what the settings change.
  func destination(after recorded: RecordedEdit?, of photo: Photo) -> EditSession.Destination {
    var destination = recorded?.destination ?? EditSession.Destination(options: renderOptions)
    destination.change(to: format, of: photo, in: reader.formats)
    return destination
  }
}
