extension BlurPipeline {
  /// Corrects the edit that the record beside a photo holds, or begins one with what a person drew, and renders it
  /// anew from the original: where the record says that its newest render is, and as it says.
  /// - Parameters:
  ///   - corrections: what to change; coordinates are of the upright full-size picture.
  ///   - isDetecting: whether faces are looked for anew. What a person decided, now or before, outlives that.
  ///   - outputs: the guard that all photos of a run share.
  /// - Throws: `PipelineError`, also where there is no record and the corrections need one, where they do not fit it,
  ///   and where nothing would be left obscured; render and record are then as they were.
  public func edit(
    _ path: FilePath, _ corrections: PlanCorrections, detectingAnew isDetecting: Bool,
    guardedBy outputs: inout OutputGuard
  ) throws(PipelineError) -> PhotoReport {
    if let original = PhotoAsset.original(ofRender: path) {
      throw .correction(path, .isRender(of: original))
    }
    var session = try begin(path)
    let photo = session.photo
    let earlier = try editing { () throws(EditError) in try session.recordedEdit() }
    let isDetecting = isDetecting || session.superseded != nil
    // Nothing begins an edit but a face: one that is drawn, or one that may be found.
    if earlier?.plan == nil, corrections.nameRegions || corrections.added.isEmpty && !isDetecting {
      throw .edit(.record(session.asset.record, .missing))
    }

    let before = earlier?.plan ?? RegionPlan(regions: [], strength: settings.strength)
    var plan: RegionPlan
    do throws(CorrectionError) {
      plan = try before.corrected(by: corrections, on: photo.geometry)
    } catch {
      throw .correction(path, error)
    }
    let lookedAt = try displayImage(of: photo, at: path, fitting: detector.longestLook)
    if isDetecting {
      plan = plan.merged(
        with: try faces(in: lookedAt.pixels, of: path), keeping: Set(corrections.included))
    }
    guard !plan.applied.isEmpty else {
      throw .correction(path, earlier?.plan == nil ? .nothingFound : .nothingLeft(path))
    }

    let finder =
      isDetecting ? detector.identity : earlier?.record.state.faceBlur?.detector ?? .byHand
    var report = PhotoReport(path, photo.geometry, finder, plan, warnings: lookedAt.warnings)
    report.warnings += [session.rebaseWarning].compactMap(\.self)
    report.warnings += warnings(about: earlier, becoming: plan)
    report.added = before.added(in: plan)
    session.apply(.faceBlur(FaceBlurAdjustment(plan, foundBy: finder)))
    let destination = earlier?.destination ?? EditSession.Destination(options: settings.renderOptions)
    try finish(session, at: destination, lookedAt.pixels, &report, &outputs)
    return report
  }

  /// What a person might not expect of a corrected edit.
  private func warnings(about earlier: RecordedEdit?, becoming plan: RegionPlan) -> [String] {
    guard let earlier else { return [] }
    var warnings = [earlier.record.renderWarning].compactMap(\.self)
    let left = Set(plan.regions.map(\.id))
    let lost = (earlier.plan?.regions ?? []).map(\.id).filter { !left.contains($0) }
    if !lost.isEmpty {
      warnings.append(
        "\(lost.joined(separator: ", ")): not found again, so no longer obscured; if a face is there, draw it with --add"
      )
    }
    return warnings
  }
}
