/// Changes what an edit does beside its regions: its tones, or the step it is at.
package struct StatePipeline {
  let settings: BlurPipeline.Settings

  package init(settings: BlurPipeline.Settings) {
    self.settings = settings
  }

  /// Reads a table of colours from a .cube file.
  /// - Returns: the table, and what was done to fit it into a record.
  /// - Throws: `FaceBlurError` where the file cannot be read or is no such table.
  package static func table(at path: FilePath) throws(FaceBlurError) -> (lut: ColorLUT, notes: [String]) {
    let bytes = try InputFile.open(path).readAll(limit: ColorLUT.maxFileBytes)
    return try naming(path, try ColorLUT.reading(cube: bytes, name: path.name.description))
  }

  /// Changes the tones of a photo's render. The filters that are not named stay as they are. Where nobody has looked for faces
  /// yet, that is done first, and what is found is hidden.
  /// - Parameters:
  ///   - path: the original.
  ///   - makeDetector: is called where nobody has looked for faces yet.
  ///   - change: is given the filters so far.
  ///   - outputs: the guard that all photos of a run share.
  /// - Throws: `FaceBlurError`, also where neither filters nor regions would be left; render and record are then as they
  ///   were.
  package func filter(
    _ path: FilePath, lookingFirstWith makeDetector: () throws(FaceBlurError) -> any FaceDetecting,
    _ change: (inout ToneFilters) -> Void, guardedBy outputs: inout OutputGuard
  ) throws(FaceBlurError) -> PhotoReport {
    if let original = PhotoAsset.original(ofRender: path) {
      throw .isRender(of: original).naming(path)
    }
    var session = try begin(path)
    let earlier = try session.recordedEdit()
    var filters = session.state.tone.filters
    change(&filters)
    session.apply(.tone(ToneAdjustment(filters)))
    guard session.state.isUnseen, !settings.showsUnhidden else {
      return try commit(session, at: path, earlier, &outputs)
    }
    let detector = try naming(path, try makeDetector())
    return try BlurPipeline(detector: detector, settings: settings)
      .hideAndFinish(session, at: path, earlier, guardedBy: &outputs)
  }

  /// Makes the state after a recorded step the current one again, and renders it.
  /// - Parameter path: the original.
  /// - Parameter outputs: the guard that all photos of a run share.
  /// - Parameter step: from 1.
  /// - Throws: `FaceBlurError`, also where there is no such step, or it shows what is hidden now; render and record are then as
  ///   they were.
  package func goBack(
    _ path: FilePath, toStep step: Int, guardedBy outputs: inout OutputGuard
  ) throws(FaceBlurError) -> PhotoReport {
    var session = try begin(path)
    let earlier = try session.recordedEdit()
    try session.goBack(toStep: step)
    return try commit(session, at: path, earlier, &outputs)
  }

  /// Renders a recorded edit again, from its settings alone.
  /// - Parameter path: the original.
  /// - Parameter outputs: the guard that all photos of a run share.
  /// - Parameter copy: where a copy goes that the record does not keep track of; nil for where the record says the render is.
  /// - Throws: `FaceBlurError`, also where there is no record; render and record are then as they were.
  package func renderAgain(
    _ path: FilePath, to copy: FilePath?, guardedBy outputs: inout OutputGuard
  ) throws(FaceBlurError) -> PhotoReport {
    let session = try begin(path, rendering: true)
    let (photo, state, asset) = (session.photo, session.state, session.asset)
    let plan = try naming(asset.record, try state.plan())
    var report = PhotoReport(
      path, photo.geometry, state.faceBlur?.detector ?? .byHand, plan,
      warnings: [session.record?.renderWarning].compactMap(\.self))
    report.isUnseen = state.isUnseen
    let written = try session.renderAgain(to: copy, as: settings.format, guardedBy: &outputs)
    report.outputs.render = written.render
    report.renderPath = written.way
    report.notes = written.notes
    report.warnings += written.warnings
    return report
  }

  /// The format that the record of a photo says its newest render has; nil where there is none.
  package func recordedFormat(of path: FilePath) -> RenderFormat? {
    let asset = PhotoAsset(path, recordFolder: settings.record.folder)
    return (try? RecordFile.ours(at: asset.record))?.renders.last?.options.format
  }

  /// Whether nobody has looked for faces in a photo, as far as its record says.
  package func isUnseen(_ path: FilePath) -> Bool {
    let asset = PhotoAsset(path, recordFolder: settings.record.folder)
    return (try? RecordFile.ours(at: asset.record))?.state.isUnseen ?? true
  }

  /// - Parameter isRendering: whether the original is rendered in any case, unless something is wrong.
  private func begin(_ path: FilePath, rendering isRendering: Bool = false) throws(FaceBlurError)
    -> EditSession
  {
    try settings.prepareOverlay(of: path)
    var options = settings.sessionOptions()
    // What is recorded is rendered, and nothing is added.
    if isRendering { options.passesOverOtherRecords = true }
    return try EditSession.begin(path, options, needingBase: true) { original in
      if isRendering { original.prepareRendering(threads: Processors.count) }
    }
  }

  /// Renders what the session's state says, where and as the last render was made.
  private func commit(
    _ session: consuming EditSession, at path: FilePath, _ earlier: RecordedEdit?,
    _ outputs: inout OutputGuard
  ) throws(FaceBlurError) -> PhotoReport {
    let photo = session.photo
    let state = session.state
    let owner = session.displayOwner
    let plan = try naming(session.asset.record, try state.plan())
    var report = PhotoReport(
      path, photo.geometry, state.faceBlur?.detector ?? .byHand, plan,
      warnings: [earlier?.record.renderWarning].compactMap(\.self))
    report.shown = session.shownRegions.map(\.id)
    report.isUnseen = state.isUnseen
    var destination = settings.destination(after: earlier, of: photo)
    destination.hasSidecar = settings.hasSidecar
    report.cautions = settings.cautions(
      begun: nil, earlier == nil ? destination.options.metadata : nil, isLooking: false)
    if let folder = settings.previewFolder {
      try DisplayOutput.preview.check(for: owner, in: folder, guardedBy: outputs)
    }
    if !settings.dryRun {
      report.take(try session.finish(to: destination, lookingAgain: nil, guardedBy: &outputs))
    }
    do throws(FaceBlurError) {
      try writePreview(of: photo, hiding: plan, state.tone.filters, owner, &report, &outputs)
    } catch {
      // The render has its place, and people are to know what it shows.
      guard !settings.dryRun else { throw error }
      report.warnings.append(error.asUndrawn)
    }
    return report
  }

  /// Draws what a render shows, where that was asked for.
  private func writePreview(
    of photo: Photo, hiding plan: RegionPlan, _ filters: ToneFilters, _ owner: DisplayOutput.Owner,
    _ report: inout PhotoReport, _ outputs: inout OutputGuard
  ) throws(FaceBlurError) {
    guard let folder = settings.previewFolder else { return }
    let frame = photo.geometry.frame
    let side = frame.longSide(showing: DisplayImage.standardSide)
    var shown = try photo.displayImage(fitting: side, at: report.file).pixels
    shown.show(plan, filters, of: photo)
    shown = shown.visible(in: frame)
    report.outputs.preview = try DisplayOutput.preview.write(
      shown, of: owner, to: folder, guardedBy: &outputs)
  }
}
