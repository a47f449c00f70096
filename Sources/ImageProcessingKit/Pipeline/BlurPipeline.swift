/// One photo's way from file to render: open, look, detect, plan, preview, commit.
public struct BlurPipeline {
  /// What to do with a photo.
  public struct Settings: Sendable {
    /// What of style, shape, cells and margin is asked for; the rest is as an earlier edit has it, or the default.
    public var strength = ObscuringStrength.Change()
    /// What of the user's settings is in force: how edits are begun where `strength` does not say it. Their metadata stands in
    /// `renderOptions`, too, and their effort is the detector's; here they are for what is said of them.
    package var wishes = UserSettings()
    public var renderOptions = RenderOptions()
    /// Whether somebody asks for the metadata of `renderOptions` now, so that a photo that is taken up again may tell more than its last
    /// render does.
    public var isMetadataAskedFor = false
    /// The format that renders of a recorded edit are to have from now on; nil for the one that they have.
    public var format: RenderFormat?
    public var reader = PhotoReader()
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
    /// What is known of records that may have been left behind: photos and films of one run share it.
    package var leftRecords = LeftRecords()

    public init() {}

    func pictures(longestLook: Int) -> DisplayPictures {
      DisplayPictures(previewFolder: previewFolder, overlayFolder: overlayFolder, longestLook: longestLook)
    }

    /// How an edit is begun.
    /// - Parameter target: the place that was named for the render; nil for the one beside the original.
    package func sessionOptions(naming target: FilePath? = nil) -> EditSession.Options {
      var options = EditSession.Options()
      options.reader = reader
      options.rebasing = rebasing
      options.recovering = !dryRun
      options.record = record
      options.passesOverOtherRecords = forgets
      options.leftRecords = leftRecords
      options.showsUnhidden = showsUnhidden
      options.tellsShown = true
      options.reach = RenderReach(folders: renderFolders, files: [target].compactMap(\.self))
      if anonymousNames, let target { options.reach.folders.append(target.folder) }
      return options
    }
  }

  let finder: FaceFinder
  let settings: Settings

  public init(detector: any FaceDetecting, settings: Settings = Settings()) {
    finder = FaceFinder(detector: detector)
    self.settings = settings
  }

  var detector: any FaceDetecting { finder.detector }
  private var pictures: DisplayPictures { settings.pictures(longestLook: detector.longestLook) }

  /// Blurs the faces of one photo. Where none is found, no render and no record is written.
  ///
  /// An earlier edit is taken up: what it hides stays hidden, found again or not, and what a person decided stays decided,
  /// unless the settings say to forget it.
  /// - Parameters:
  ///   - path: the original.
  ///   - target: where the render goes; nil for Apple's name beside the original.
  ///   - outputs: the guard that all photos of a run share.
  /// - Throws: `FaceBlurError`; render and record are then as they were.
  public func blur(
    _ path: FilePath, to target: FilePath? = nil, guardedBy outputs: inout OutputGuard
  ) throws(FaceBlurError) -> PhotoReport {
    var begunPicture: Future<DisplayImage>?
    var session = try begin(path, naming: target, decodingMeanwhile: &begunPicture)
    let photo = session.photo
    let lookedAt = try finder.picture(of: session, begunAs: begunPicture, at: path).value()
    let faces = try finder.faces(in: lookedAt, of: photo, at: path) {
      if !settings.dryRun { photo.prepareRendering(threads: Processors.count) }
    }
    let earlier = try earlierPlan(of: session, at: path)
    let plan = try self.plan(goingOnFrom: earlier, at: path).merged(with: faces)
    var report = PhotoReport(path, photo.geometry, detector.identity, plan)
    report.warnings += [session.rebaseWarning].compactMap(\.self)
    report.kept = KeptRegions(of: earlier, among: faces)
    let options = settings.renderOptions(after: session.record ?? session.superseded)
    report.cautions = settings.cautions(
      begun: earlier == nil ? plan : nil, plan.applied.isEmpty ? nil : options.metadata)
    if !settings.forgets { report.cautions += [session.caution(where: plan)].compactMap(\.self) }
    if session.record == nil, plan.applied.isEmpty {
      report.tell(of: FacesBesidePicture(in: photo, lookingWith: detector, settings.reader))
    }
    if session.record != nil, plan.applied.isEmpty {
      report.warnings.append("no face was found; the earlier edit of this photo is unchanged")
    }
    var destination = EditSession.Destination(target: target, options: options)
    destination.isAnonymous = settings.anonymousNames
    if !plan.applied.isEmpty { session.hide(plan, foundBy: detector.identity) }
    try finish(session, at: destination, Future(lookedAt), &report, &outputs)
    return report
  }

  /// What is left of an earlier edit, with the strength that is asked for now; nil where there is none or it is to be forgotten.
  func earlierPlan(
    of session: borrowing EditSession, at path: FilePath
  ) throws(FaceBlurError) -> RegionPlan? {
    guard !settings.forgets, var plan = try session.earlierPlan() else { return nil }
    plan.strength = try changed(plan.strength, by: settings.strength, at: path)
    return plan
  }

  /// An earlier plan; where there is none, an empty one as the user wants it.
  /// - Parameters:
  ///   - earlier: of the photo; nil where nothing is known of it.
  ///   - asked: what of the strength is asked for, which stands above the user's settings; nil for what the pipeline's say.
  ///   - path: of the photo.
  func plan(
    goingOnFrom earlier: RegionPlan?, asking asked: ObscuringStrength.Change? = nil, at path: FilePath
  ) throws(FaceBlurError) -> RegionPlan {
    if let earlier { return earlier }
    let change = (asked ?? settings.strength).over(settings.wishes.strength)
    return RegionPlan(regions: [], strength: try changed(.default, by: change, at: path))
  }

  private func changed(
    _ strength: ObscuringStrength, by change: ObscuringStrength.Change, at path: FilePath
  ) throws(FaceBlurError) -> ObscuringStrength {
    guard let changed = change.applied(to: strength) else { throw .strengthOutOfRange.naming(path) }
    return changed
  }

  /// Begins an edit. What takes longest begins with it: the original's picture is decoded and looked at.
  /// - Parameter picture: is set to the original's.
  private func begin(
    _ path: FilePath, naming target: FilePath?, decodingMeanwhile picture: inout Future<DisplayImage>?
  ) throws(FaceBlurError) -> EditSession {
    try settings.prepareOverlay(of: path)
    return try EditSession.begin(path, settings.sessionOptions(naming: target), needingBase: true) {
      original in
      picture = finder.pictureLookedAtMeanwhile(of: original, at: path)
    }
  }

  /// Commits the state of a session, unless it is a dry run or neither regions nor tones are to be changed, draws the pictures that were
  /// asked for, and fills in what was written.
  /// - Parameters:
  ///   - lookedAt: the picture that the second look is compared with and the others are made from.
  ///   - hasTones: whether tones are to be changed, so that a photo without a face is rendered, too.
  /// - Throws: `FaceBlurError`; nothing was committed then.
  func finish(
    _ session: consuming EditSession, at destination: EditSession.Destination,
    _ lookedAt: Future<DisplayImage>,
    _ report: inout PhotoReport, _ outputs: inout OutputGuard, hasTones: Bool = false
  ) throws(FaceBlurError) {
    let photo = session.photo
    let owner = session.displayOwner
    let state = session.state
    var destination = destination
    destination.hasSidecar = settings.hasSidecar
    let isWorthRendering = hasTones || !report.applied.isEmpty
    try pictures.check(owner, hasPreview: isWorthRendering, guardedBy: outputs)
    // The render first: where it is refused or fails, nothing else is left behind.
    if isWorthRendering { report.shown = session.shownRegions.map(\.id) }
    var committed: CommittedEdit?
    if isWorthRendering, !settings.dryRun {
      committed = try session.finish(
        to: destination, lookingAgain: finder.secondLook(comparingWith: lookedAt),
        guardedBy: &outputs)
    }
    // The second look has seen it, so nothing fails here of which something is written.
    let picture = try lookedAt.value()
    report.warnings = picture.warnings + report.warnings
    // After the picture's warnings: what the render repeats of them is said once.
    if let committed { report.take(committed) }
    do throws(FaceBlurError) {
      try pictures.draw(
        of: photo, picture.pixels, isWorthRendering ? state : nil, owner, &report, &outputs)
    } catch {
      // The render has its place, and people are to know what it shows.
      guard committed != nil else { throw error }
      report.warnings.append(error.asUndrawn)
    }
  }

  /// Looks for the faces of one photo and draws the overlay; writes nothing else.
  /// - Throws: `FaceBlurError`.
  public func detect(
    _ path: FilePath, guardedBy outputs: inout OutputGuard
  ) throws(FaceBlurError) -> PhotoReport {
    try settings.prepareOverlay(of: path)
    let original = try OriginalPhoto.open(path, with: settings.reader, locked: false)
    let (found, picture) = try look(at: original.photo, path)
    var report = found
    report.cautions = settings.cautions()
    if found.regions.isEmpty {
      report.tell(of: FacesBesidePicture(in: original.photo, lookingWith: detector, settings.reader))
    }
    try pictures.writeOverlay(
      of: original.photo, picture,
      DisplayOutput.Owner(PhotoAsset(path), of: original, sha256: original.sha256()), &report, &outputs)
    return report
  }

  /// Looks for the faces of a photo as if nobody had done so before.
  /// - Returns: what was found, with the plan to hide it, and the picture that it was found in.
  func look(
    at photo: Photo, _ path: FilePath
  ) throws(FaceBlurError) -> (report: PhotoReport, picture: PixelBuffer) {
    let lookedAt = try finder.pictureLookedAtMeanwhile(of: photo, at: path).value()
    let plan = try self.plan(goingOnFrom: nil, at: path).merged(
      with: try finder.faces(in: lookedAt, of: photo, at: path))
    let report = PhotoReport(path, photo.geometry, detector.identity, plan, warnings: lookedAt.warnings)
    return (report, lookedAt.pixels)
  }
}

extension BlurPipeline.Settings {
  /// How a render is made of a photo that is looked at again. It tells no more than the last one did, unless somebody asks for it now: the
  /// user's settings and the defaults are for edits that are begun.
  /// - Parameter record: of the earlier edit; nil where there is none.
  func renderOptions(after record: EditRecord?) -> RenderOptions {
    var options = renderOptions
    if !isMetadataAskedFor, !forgets, let newest = record?.renders.last {
      options.metadata = options.metadata.limited(to: newest.metadata)
    }
    return options
  }

  /// What to tell people of the user's settings that made something weaker than the defaults would have.
  /// - Parameters:
  ///   - plan: that was begun by them; nil where there is none.
  ///   - metadata: what the render tells; nil where that is not by the user's settings.
  ///   - isLooking: whether faces were looked for.
  func cautions(
    begun plan: RegionPlan? = nil, _ metadata: MetadataPolicy? = nil, isLooking: Bool = true
  ) -> [String] {
    var used = wishes
    if plan?.applied.isEmpty ?? true { used.strength = .init() }
    if used.metadata != nil { used.metadata = metadata }
    if !isLooking { used.effort = nil }
    return [used.note].compactMap(\.self)
  }

  /// What an overlay needs is missed before anything else is done with a photo.
  func prepareOverlay(of path: FilePath) throws(FaceBlurError) {
    guard overlayFolder != nil else { return }
    try naming(path, try DetectionOverlay.prepare())
  }
}
