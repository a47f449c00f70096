/// One photo's way from file to render: open, look, detect, plan, preview, commit.
public struct BlurPipeline {
  /// What to do with a photo.
  public struct Settings: Sendable {
    public var strength = ObscuringStrength.default
    public var limits = ImageLimits()
    /// Folders for the blurred preview and the detection overlay; nil for none. They are made where missing.
    public var previewFolder: FilePath?
    public var overlayFolder: FilePath?
    /// Whether render and record are left unwritten.
    public var dryRun = false
    /// Whether to go on where the original has changed since the record was made.
    public var replacingChanged = false

    public init() {}
  }

  /// The long side of the picture that is looked at, previewed and drawn on, in pixels.
  public static let displaySide = 1600

  private let detector: any FaceDetecting
  private let settings: Settings

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
    let session = try editing { () throws(EditError) in
      try EditSession.begin(path, limits: settings.limits, replacingChanged: settings.replacingChanged)
    }
    let display = try displayImage(of: session.photo, at: path)
    let plan = try plan(for: display.pixels, of: path)
    var report = PhotoReport(
      path, session.photo.geometry, detector.identity, plan, warnings: display.warnings)

    try writeOverlay(of: plan, on: display.pixels, session.asset, session.photo.geometry, &report, &outputs)
    guard !plan.applied.isEmpty else {
      if session.previous != nil {
        report.warnings.append("no face was found; the earlier edit of this photo is unchanged")
      }
      return report
    }
    try writePreview(of: plan, on: display.pixels, session.asset, session.photo.geometry, &report, &outputs)
    guard !settings.dryRun else { return report }

    let committed: CommittedEdit
    do throws(EditError) {
      committed = try session.finish(
        plan, foundBy: detector.identity, renderingTo: target, guardedBy: &outputs)
    } catch {
      throw .edit(error)
    }
    report.outputs.render = committed.render
    report.outputs.record = committed.record
    report.renderPath = committed.path
    report.warnings += committed.warnings.filter { !report.warnings.contains($0) }
    return report
  }

  /// Looks for the faces of one photo and draws the overlay; writes nothing else.
  /// - Throws: `PipelineError`.
  public func detect(
    _ path: FilePath, guardedBy outputs: inout OutputGuard
  ) throws(PipelineError) -> PhotoReport {
    let photo = try editing { () throws(EditError) in
      let bytes = try naming(EditError.file) { () throws(FileError) in
        try InputFile.open(path).readAll(limit: settings.limits.maxFileBytes)
      }
      return try naming({ EditError.photo(path, $0) }) { () throws(PhotoError) in
        try PhotoFormat.open(bytes, limits: settings.limits)
      }
    }
    let display = try displayImage(of: photo, at: path)
    let plan = try plan(for: display.pixels, of: path)
    var report = PhotoReport(path, photo.geometry, detector.identity, plan, warnings: display.warnings)
    try writeOverlay(of: plan, on: display.pixels, PhotoAsset(path), photo.geometry, &report, &outputs)
    return report
  }

  private func displayImage(
    of photo: any EditablePhoto, at path: FilePath
  ) throws(PipelineError) -> DisplayImage {
    try editing { () throws(EditError) in
      try naming({ EditError.photo(path, $0) }) { () throws(PhotoError) in
        try photo.displayImage(fitting: Self.displaySide)
      }
    }
  }

  private func plan(for picture: PixelBuffer, of path: FilePath) throws(PipelineError) -> RegionPlan {
    do throws(DetectionError) {
      return RegionPlanner(strength: settings.strength).plan(for: try detector.faces(in: picture))
    } catch {
      throw .detection(path, error)
    }
  }

  private func writePreview(
    of plan: RegionPlan, on picture: PixelBuffer, _ asset: PhotoAsset, _ geometry: PhotoGeometry,
    _ report: inout PhotoReport, _ outputs: inout OutputGuard
  ) throws(PipelineError) {
    guard let folder = settings.previewFolder else { return }
    var blurred = picture
    blurred.obscure(plan.areas(on: geometry), of: geometry, with: plan.strength.style.obscurer)
    report.outputs.preview = try editing { () throws(EditError) in
      try DisplayOutput.preview.write(blurred, of: asset, to: folder, guardedBy: &outputs)
    }
  }

  private func writeOverlay(
    of plan: RegionPlan, on picture: PixelBuffer, _ asset: PhotoAsset, _ geometry: PhotoGeometry,
    _ report: inout PhotoReport, _ outputs: inout OutputGuard
  ) throws(PipelineError) {
    guard let folder = settings.overlayFolder else { return }
    var drawn = picture
    do throws(DetectionError) {
      try DetectionOverlay.draw(plan, of: geometry, on: &drawn)
    } catch {
      throw .detection(asset.original, error)
    }
    report.outputs.overlay = try editing { () throws(EditError) in
      try DisplayOutput.overlay.write(drawn, of: asset, to: folder, guardedBy: &outputs)
    }
  }

  private func editing<Value: ~Copyable>(
    _ stage: () throws(EditError) -> Value
  ) throws(PipelineError) -> Value {
    do throws(EditError) {
      return try stage()
    } catch {
      throw .edit(error)
    }
  }
}
