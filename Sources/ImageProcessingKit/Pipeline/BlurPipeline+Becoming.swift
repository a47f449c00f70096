extension BlurPipeline {
  /// Makes the edit of a photo what a person has seen and decided, and renders it: where and as its newest render is, or as an edit is
  /// begun.
  /// - Parameters:
  ///   - path: the original.
  ///   - wanted: all of what counts; nothing is looked for.
  ///   - sha256: of the original that was decided upon, in lower-case hexadecimal.
  ///   - outputs: the guard that all photos of a run share.
  /// - Throws: `FaceBlurError`, also where the photo or its record is another one now; render and record are then as they were.
  func become(
    _ path: FilePath, _ wanted: WantedState, decidedUpon sha256: String, guardedBy outputs: inout OutputGuard
  ) throws(FaceBlurError) -> PhotoReport {
    var begunPicture: Future<DisplayImage>?
    try settings.prepareOverlay(of: path)
    var session = try finder.begin(path, settings.sessionOptions(), decodingMeanwhile: &begunPicture)
    let isSamePicture = wanted.pictureSHA256.map { $0 == session.base?.photo.sha256 } ?? true
    guard session.sha256 == sha256, isSamePicture else {
      throw FaceBlurError(
        .refused, path, "it was changed after this was decided",
        advice: "open the photo again, and decide anew")
    }
    try session.refuseOther(than: wanted.recordSHA256)
    let recorded = try session.recordedEdit()
    let earlier = try earlierPlan(of: session, at: path)
    try session.become(wanted.state, afterStep: wanted.step)
    let photo = session.photo
    let plan = try naming(path, try session.state.plan())
    guard !plan.applied.isEmpty || !session.state.tone.filters.isNeutral else {
      throw FaceBlurError.nothingLeft(path).naming(path)
    }
    let lookedAt = finder.picture(of: session, begunAs: begunPicture, at: path)
    var report = PhotoReport(path, photo.geometry, wanted.state.faceBlur?.detector ?? .byHand, plan)
    report.warnings += [session.rebaseWarning, recorded?.record.renderWarning].compactMap(\.self)
    report.added = try self.plan(goingOnFrom: earlier, at: path).added(in: plan)
    let destination = settings.destination(after: recorded, of: photo)
    report.cautions = settings.cautions(
      begun: earlier == nil ? plan : nil, recorded == nil ? destination.options.metadata : nil)
    try finish(session, at: destination, lookedAt, &report, &outputs, hasTones: true)
    return report
  }
}
