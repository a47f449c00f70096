/// One photo's way from file to render: open, look, detect, plan, preview, commit.
public struct BlurPipeline {
  /// What to do with a photo.
  public struct Settings: Sendable {
    /// What of style, shape, cells and margin is asked for; the rest is as an earlier edit has it, or the default.
    public var strength = ObscuringStrength.Change()
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
    /// Whether what an earlier edit found and a person decided is forgotten.
    public var forgets = false
    /// Whether a state may be rendered that shows what is hidden now, or in which nobody looked for faces.
    public var showsUnhidden = false
    public var record = RecordPlace.beside
    /// Folders in which renders may be replaced and removed, beside the photo's own.
    public var renderFolders: [FilePath] = []
    /// Whether the regions are written beside the original, for other programs to read.
    public var hasSidecar = false

    public init() {}

    /// How an edit is begun.
    /// - Parameter target: the place that was named for the render; nil for the one beside the original.
    public func sessionOptions(naming target: FilePath? = nil) -> EditSession.Options {
      var options = EditSession.Options()
      options.limits = limits
      options.rebasing = rebasing
      options.recovering = !dryRun
      options.record = record
      options.showsUnhidden = showsUnhidden
      options.reach = RenderReach(folders: renderFolders, files: [target].compactMap(\.self))
      if anonymousNames, let target { options.reach.folders.append(target.folder) }
      return options
    }
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
  ///
  /// An earlier edit is taken up: what it hides stays hidden, found again or not, and what a person decided stays decided,
  /// unless the settings say to forget it.
  /// - Parameters:
  ///   - target: where the render goes; nil for Apple's name beside the original.
  ///   - outputs: the guard that all photos of a run share.
  /// - Throws: `PipelineError`; render and record are then as they were.
  public func blur(
    _ path: FilePath, to target: FilePath?, guardedBy outputs: inout OutputGuard
  ) throws(PipelineError) -> PhotoReport {
    var session = try begin(path, naming: target)
    let photo = session.photo
    let lookedAt = try displayImage(of: photo, at: path, fitting: detector.longestLook)
    let faces = try faces(in: lookedAt, of: path)
    let earlier = try earlierPlan(of: session, at: path)
    let empty = try emptyPlan(at: path)
    let plan = (earlier ?? empty).merged(with: faces)
    var report = PhotoReport(path, photo.geometry, detector.identity, plan, warnings: lookedAt.warnings)
    report.warnings += [session.rebaseWarning].compactMap(\.self)
    report.kept = KeptRegions(of: earlier, among: faces)
    if session.record != nil, plan.applied.isEmpty {
      report.warnings.append("no face was found; the earlier edit of this photo is unchanged")
    }
    var destination = EditSession.Destination(target: target, options: settings.renderOptions)
    destination.isAnonymous = settings.anonymousNames
    if !plan.applied.isEmpty { session.hide(plan, foundBy: detector.identity) }
    try finish(session, at: destination, lookedAt.pixels, &report, &outputs)
    return report
  }

  /// What an earlier edit hides and leaves open, with the strength that is asked for now; nil where there is none or it is to be
  /// forgotten. Of another photo that was here before, what a person drew is left.
  func earlierPlan(
    of session: borrowing EditSession, at path: FilePath
  ) throws(PipelineError) -> RegionPlan? {
    guard !settings.forgets else { return nil }
    let asset = session.asset
    let state = (session.record ?? session.superseded)?.state
    let recorded = try editing { () throws(EditError) in
      try naming({ EditError.record(asset.record, $0) }) { () throws(RecordError) in
        try state?.faceBlur?.plan()
      }
    }
    guard var plan = recorded else { return nil }
    if session.superseded != nil { plan = plan.drawn }
    plan.strength = try changed(plan.strength, at: path)
    return plan
  }

  /// A plan for a photo of which nothing is known.
  func emptyPlan(at path: FilePath) throws(PipelineError) -> RegionPlan {
    RegionPlan(regions: [], strength: try changed(.default, at: path))
  }

  private func changed(
    _ strength: ObscuringStrength, at path: FilePath
  ) throws(PipelineError) -> ObscuringStrength {
    guard let changed = settings.strength.applied(to: strength) else {
      throw .correction(path, .strengthOutOfRange)
    }
    return changed
  }

  func begin(_ path: FilePath, naming target: FilePath? = nil) throws(PipelineError) -> EditSession {
    try settings.prepareOverlay(of: path)
    return try editing { () throws(EditError) in
      try EditSession.begin(path, settings.sessionOptions(naming: target))
    }
  }

  /// Commits the state of a session, unless it is a dry run or neither regions nor tones are to be changed, draws the pictures that were
  /// asked for, and fills in what was written.
  /// - Parameters:
  ///   - lookedAt: the picture that the second look is compared with and the others are made from.
  ///   - hasTones: whether tones are to be changed, so that a photo without a face is rendered, too.
  func finish(
    _ session: consuming EditSession, at destination: EditSession.Destination, _ lookedAt: PixelBuffer,
    _ report: inout PhotoReport, _ outputs: inout OutputGuard, hasTones: Bool = false
  ) throws(PipelineError) {
    let photo = session.photo
    let owner = session.displayOwner
    let state = session.state
    var destination = destination
    destination.hasSidecar = settings.hasSidecar
    // The render first: where it is refused or fails, nothing else is left behind.
    let isWorthRendering = hasTones || !report.plan.applied.isEmpty
    if isWorthRendering { report.shown = session.shownRegions.map(\.id) }
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
    try drawPictures(
      of: photo, lookedAt, isWorthRendering ? state : nil, owner, &report, &outputs)
  }

  /// Draws the pictures that were asked for.
  /// - Parameters:
  ///   - lookedAt: the picture that they are made from.
  ///   - state: what a render does; nil for no preview.
  func drawPictures(
    of photo: any EditablePhoto, _ lookedAt: PixelBuffer, _ state: EditState?,
    _ owner: DisplayOutput.Owner, _ report: inout PhotoReport, _ outputs: inout OutputGuard
  ) throws(PipelineError) {
    if let state, let folder = settings.previewFolder {
      var shown = try forPeople(lookedAt, of: photo, at: report.file)
      shown.show(report.plan, state.tone.filters, of: photo)
      report.outputs.preview = try write(.preview, shown, of: owner, to: folder, &outputs)
    }
    try writeOverlay(of: photo, lookedAt, owner, &report, &outputs)
  }

  /// Looks for the faces of one photo and draws the overlay; writes nothing else.
  /// - Throws: `PipelineError`.
  public func detect(
    _ path: FilePath, guardedBy outputs: inout OutputGuard
  ) throws(PipelineError) -> PhotoReport {
    try settings.prepareOverlay(of: path)
    let original = try editing { () throws(EditError) in
      try OriginalPhoto.open(path, limits: settings.limits, locked: false)
    }
    let lookedAt = try displayImage(of: original.photo, at: path, fitting: detector.longestLook)
    let plan = try emptyPlan(at: path).merged(with: try faces(in: lookedAt, of: path))
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
    // By the photo's size: what was looked at is rounded already.
    let (width, height) = photo.geometry.uprightSize
    let scale = Double(longSide) / Double(max(width, height))
    guard scale < 1, max(lookedAt.width, lookedAt.height) > longSide else { return lookedAt }
    return AreaResampler.shrink(
      lookedAt, extent: (Double(lookedAt.width), Double(lookedAt.height)),
      width: max(1, Int((Double(width) * scale).rounded())),
      height: max(1, Int((Double(height) * scale).rounded())))
  }

  func faces(in picture: DisplayImage, of path: FilePath) throws(PipelineError) -> [DetectedFace] {
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

extension BlurPipeline.Settings {
  /// What an overlay needs is missed before anything else is done with a photo.
  func prepareOverlay(of path: FilePath) throws(PipelineError) {
    guard overlayFolder != nil else { return }
    do throws(DetectionError) { try DetectionOverlay.prepare() } catch { throw .detection(path, error) }
  }
}
