/// One photo's way from file to render: open, look, detect, plan, preview, commit.
public struct BlurPipeline {
  /// What to do with a photo.
  public struct Settings: Sendable {
    public var strength = ObscuringStrength.default
    public var renderOptions = RenderOptions()
    public var limits = ImageLimits()
    /// Folders for the blurred preview and the detection overlay; nil for none. They are made where missing.
    public var previewFolder: FilePath?
    public var overlayFolder: FilePath?
    /// Whether renders get random names, which only the records beside the originals know.
    public var anonymousNames = false
    /// Whether render and record are left unwritten.
    public var dryRun = false
    /// Whether to go on where the original has changed since the record was made.
    public var rebasing = false
    /// Whether the regions are written beside the original, for other programs to read.
    public var hasSidecar = false

    public init() {}
  }

  /// The long side of the picture that is previewed and drawn on, in pixels.
  public static let displaySide = 1600

  let detector: any FaceDetecting
  let settings: Settings

  public init(detector: any FaceDetecting, settings: Settings) {
    self.detector = detector
    self.settings = settings
  }

  /// Blurs the faces of one photo. Where none is found, no render and no record is written.
  /// - Parameters:
  ///   - target: where the render goes; nil for Apple's name beside the original.
  ///   - outputs: the guard that all photos of a run share.
  /// - Throws: `PipelineError`; render and record are then as they were.
  public func blur(
    _ path: FilePath, to target: FilePath?, guardedBy outputs: inout OutputGuard
  ) throws(PipelineError) -> PhotoReport {
    var session = try begin(path)
    let photo = session.photo
    let hasEarlierEdit = session.record != nil
    let lookedAt = try displayImage(of: photo, at: path, fitting: detector.longestLook)
    // What a person drew because no detector sees it stays hidden.
    let earlier = session.state.faceBlur
    let drawn = (earlier?.regions ?? []).filter {
      $0.origin == .manual && $0.state == .applied
    }
    let plan = RegionPlanner(strength: settings.strength)
      .plan(for: try faces(in: lookedAt.pixels, of: path)).hiding(drawn)
    var report = PhotoReport(path, photo.geometry, detector.identity, plan, warnings: lookedAt.warnings)

    report.warnings += [session.rebaseWarning].compactMap(\.self)
    if hasEarlierEdit, plan.applied.isEmpty {
      report.warnings.append("no face was found; the earlier edit of this photo is unchanged")
    }
    var destination = EditSession.Destination(target: target, options: settings.renderOptions)
    destination.isAnonymous = settings.anonymousNames
    // That a detector sees nothing more than a person did changes nothing.
    let isAsDrawn = earlier?.detector == .byHand && (try? earlier?.plan()) == plan
    if !plan.applied.isEmpty, !isAsDrawn {
      session.apply(.faceBlur(FaceBlurAdjustment(plan, foundBy: detector.identity)))
    }
    try finish(session, at: destination, lookedAt.pixels, &report, &outputs)
    return report
  }

  func begin(_ path: FilePath) throws(PipelineError) -> EditSession {
    try editing { () throws(EditError) in
      try EditSession.begin(
        path, limits: settings.limits, rebasing: settings.rebasing, recovering: !settings.dryRun)
    }
  }

  /// Commits the state of a session, unless it is a dry run or nothing is to be obscured, draws the pictures that were
  /// asked for, and fills in what was written.
  /// - Parameter lookedAt: the picture that the second look is compared with and the others are made from.
  func finish(
    _ session: consuming EditSession, at destination: EditSession.Destination, _ lookedAt: PixelBuffer,
    _ report: inout PhotoReport, _ outputs: inout OutputGuard
  ) throws(PipelineError) {
    let photo = session.photo
    let owner = session.displayOwner
    let tone = session.state.tone.filters
    var destination = destination
    destination.hasSidecar = settings.hasSidecar
    // The render first: where it is refused or fails, nothing else is left behind.
    let isWorthRendering = !report.plan.applied.isEmpty
    if isWorthRendering, !settings.dryRun {
      let committed: CommittedEdit
      do throws(EditError) {
        committed = try session.finish(
          to: destination, lookingAgain: SecondLook(detector: detector, picture: lookedAt),
          guardedBy: &outputs)
      } catch {
        throw .edit(error)
      }
      report.take(committed)
    }
    if isWorthRendering, let folder = settings.previewFolder {
      var shown = try forPeople(lookedAt, of: photo, at: report.file)
      shown.show(report.plan, tone, of: photo.geometry)
      report.outputs.preview = try write(.preview, shown, of: owner, to: folder, &outputs)
    }
    try writeOverlay(of: photo, lookedAt, owner, &report, &outputs)
  }

  /// Looks for the faces of one photo and draws the overlay; writes nothing else.
  /// - Throws: `PipelineError`.
  public func detect(
    _ path: FilePath, guardedBy outputs: inout OutputGuard
  ) throws(PipelineError) -> PhotoReport {
    let original = try editing { () throws(EditError) in
      try OriginalPhoto.open(path, limits: settings.limits, locked: false)
    }
    let lookedAt = try displayImage(of: original.photo, at: path, fitting: detector.longestLook)
    let plan = RegionPlanner(strength: settings.strength).plan(for: try faces(in: lookedAt.pixels, of: path))
    var report = PhotoReport(
      path, original.photo.geometry, detector.identity, plan, warnings: lookedAt.warnings)
    try writeOverlay(
      of: original.photo, lookedAt.pixels,
      DisplayOutput.Owner(PhotoAsset(path), of: original, sha256: original.sha256()), &report, &outputs)
    return report
  }

  func displayImage(
    of photo: any EditablePhoto, at path: FilePath, fitting longSide: Int
  ) throws(PipelineError) -> DisplayImage {
    try editing { () throws(EditError) in
      try naming({ EditError.photo(path, $0) }) { () throws(PhotoError) in
        try photo.displayImage(fitting: longSide)
      }
    }
  }

  /// The picture at a size that people look at, from the one that the detector looked at where that is large enough.
  private func forPeople(
    _ lookedAt: PixelBuffer, of photo: any EditablePhoto, at path: FilePath, longSide: Int = displaySide
  ) throws(PipelineError) -> PixelBuffer {
    guard detector.longestLook >= longSide else {
      return try displayImage(of: photo, at: path, fitting: longSide).pixels
    }
    return AreaResampler.shrink(lookedAt, toLongSide: longSide)
  }

  func faces(in picture: PixelBuffer, of path: FilePath) throws(PipelineError) -> [DetectedFace] {
    do throws(DetectionError) {
      let faces = try detector.faces(in: picture)
      guard faces.count <= FaceBlurAdjustment.maxRegions else { throw .tooManyFaces(faces.count) }
      return faces
    } catch {
      throw .detection(path, error)
    }
  }

  private func writeOverlay(
    of photo: any EditablePhoto, _ lookedAt: PixelBuffer, _ owner: @autoclosure () -> DisplayOutput.Owner,
    _ report: inout PhotoReport, _ outputs: inout OutputGuard
  ) throws(PipelineError) {
    guard let folder = settings.overlayFolder else { return }
    let (file, plan, geometry) = (report.file, report.plan, report.geometry)
    func drawing<Value>(_ stage: () throws(DetectionError) -> Value) throws(PipelineError) -> Value {
      do throws(DetectionError) { return try stage() } catch { throw .detection(file, error) }
    }
    let overlay = try drawing { () throws(DetectionError) in try DetectionOverlay(plan, of: geometry) }
    let picture = try forPeople(lookedAt, of: photo, at: file, longSide: overlay.pictureSide)
    let drawn = try drawing { () throws(DetectionError) in try overlay.drawn(on: picture) }
    report.outputs.overlay = try write(.overlay, drawn, of: owner(), to: folder, &outputs)
  }

  private func write(
    _ kind: DisplayOutput, _ picture: PixelBuffer, of owner: DisplayOutput.Owner, to folder: FilePath,
    _ outputs: inout OutputGuard
  ) throws(PipelineError) -> FilePath {
    do throws(EditError) {
      return try kind.write(picture, of: owner, to: folder, guardedBy: &outputs)
    } catch {
      throw .edit(error)
    }
  }

  func editing<Value: ~Copyable>(
    _ stage: () throws(EditError) -> Value
  ) throws(PipelineError) -> Value {
    do throws(EditError) {
      return try stage()
    } catch {
      throw .edit(error)
    }
  }
}
