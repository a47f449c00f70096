public import FoundationEssentials

/// One edit of one photo, from opening it to a committed render and record.
///
/// Holds the original open and locked, so no second process edits it meanwhile. A session is used up by
/// `finish` or by letting it go, which leaves everything as it was.
public struct EditSession: ~Copyable {
  public let asset: PhotoAsset
  public var photo: any EditablePhoto { original.photo }
  /// The edit that the record beside the photo holds, if there is one.
  public let previous: FaceBlurAdjustment?
  /// When that edit was made.
  public let previousTimestamp: Date?

  private let original: OriginalPhoto
  private let sha256: String

  /// Opens a photo for editing and takes up the record beside it.
  /// - Parameters:
  ///   - replacingChanged: whether to go on where the original is not the one that was edited; nothing of
  ///     the old record is taken up then.
  ///   - recovering: whether a commit that a crash interrupted is brought to its end; a dry run changes nothing.
  /// - Throws: `EditError` where the photo or its record cannot be read, the record is another program's or
  ///   another version's, the original has changed since, or another process is editing it.
  public static func begin(
    _ path: FilePath, limits: ImageLimits = ImageLimits(), replacingChanged: Bool = false,
    recovering: Bool = true
  ) throws(EditError) -> EditSession {
    try begin(
      path, limits: limits, replacingChanged: replacingChanged, recovering: recovering,
      reader: PhotoFormat.open)
  }

  /// - Parameter reader: what makes a photo of the file's bytes.
  static func begin(
    _ path: FilePath, limits: ImageLimits = ImageLimits(), replacingChanged: Bool = false,
    recovering: Bool = true, reader: OriginalPhoto.Reader
  ) throws(EditError) -> EditSession {
    let original = try OriginalPhoto.open(path, limits: limits, locked: true, reader: reader)
    let sha256 = original.sha256()
    let asset = PhotoAsset(path)
    if recovering {
      try naming(EditError.file) { () throws(FileError) in
        try EditCommit.recover(asset, originalSHA256: sha256)
      }
    }

    var previous: FaceBlurAdjustment?
    var timestamp: Date?
    if asset.record.exists {
      try naming({ EditError.record(asset.record, $0) }) { () throws(RecordError) in
        let data = try RecordFile.read(asset.record)
        let adjustment = try FaceBlurAdjustment(data)
        if adjustment.source.sha256 == sha256 {
          previous = adjustment
          timestamp = data.timestamp
        } else if !replacingChanged {
          throw .originalChanged
        }
      }
    }
    return EditSession(
      asset: asset, previous: previous, previousTimestamp: timestamp, original: original,
      sha256: sha256)
  }

  /// Whether a file is a render of this photo that nobody has changed since: it may be replaced or removed.
  ///
  /// A record is input like any other and could name any file, so its word is not enough: the file must look
  /// like what a render of this photo is.
  public func isOwnRender(at path: FilePath, bytes: [UInt8]) -> Bool {
    let reference = asset.reference(to: path)
    guard let previous, let render = previous.renders.last(where: { $0.path == reference }) else {
      return false
    }
    return SHA256.hexDigest(of: bytes) == render.sha256 && render.sha256 != sha256
      && RenderLikeness.holds(for: bytes, of: photo)
  }

  /// Renders the plan at full size, checks the render as a stranger would, and commits it, then its record.
  /// - Parameters:
  ///   - plan: what to obscure.
  ///   - detector: what found the regions, for the record.
  ///   - options: how the render is stored and what it tells about the photo.
  ///   - target: where the render goes; nil for Apple's name beside the original.
  ///   - isAnonymous: whether the render gets a random name in the target's folder.
  ///   - timestamp: when the edit was made; rounded down to whole seconds.
  ///   - secondLook: looks for faces in the obscured regions of the render; nil where nobody looks.
  ///   - outputs: decides whether the target may be written.
  /// - Returns: what was written. Where render and record are already as they would be, nothing is.
  /// - Throws: `EditError`, also where the plan obscures nothing or the render does not pass the leak gate; render
  ///   and record are then as they were.
  public consuming func finish(
    _ plan: RegionPlan, foundBy detector: DetectorIdentity, options: RenderOptions = RenderOptions(),
    renderingTo target: FilePath? = nil, namedAnonymously isAnonymous: Bool = false,
    at timestamp: Date = Date(),
    lookingAgain secondLook: SecondLook? = nil, guardedBy outputs: inout OutputGuard
  ) throws(EditError) -> CommittedEdit {
    var target = target ?? asset.defaultRender
    if isAnonymous { target = anonymousRender(in: target.folder) }
    let foldersMade = target.folder.missingLevels
    try naming(EditError.file) { () throws(FileError) in try outputs.refuseOriginals(target) }
    var committed: CommittedEdit?
    try Folder.making(target.folder, failingWith: EditError.file) { () throws(EditError) in
      let staged = try naming(EditError.file) { () throws(FileError) in
        try EditCommit.stageRender(
          for: target, of: asset, originalSHA256: sha256, mode: original.file.mode)
      }
      let rendered = try CheckedRender.make(
        of: photo, asset, plan, options, into: staged, lookingAgain: secondLook)
      let render = FaceBlurAdjustment.Render(
        path: asset.reference(to: target), sha256: rendered.sha256, foldersMade: foldersMade,
        metadata: options.metadata, hasThumbnail: options.hasThumbnail, way: rendered.summary.path)
      let adjustment = try adjustment(rendered.plan, detector, options, render)
      let record = try naming({ EditError.record(asset.record, $0) }) { () throws(RecordError) in
        try adjustment.validate()
        return try adjustment.adjustmentData(timestamp: timestamp).fileContent()
      }
      let isUnchanged = try naming(EditError.file) { () throws(FileError) in
        let verdict = try outputs.check(target, forContent: rendered.sha256) {
          isOwnRender(at: target, bytes: $0)
        }
        if verdict == .unchanged, adjustment == previous { return true }
        try EditCommit.commit(staged, verdict, record: record, of: asset, mode: original.file.mode)
        if verdict == .unchanged, options.metadata.hidesTime { FileSink.hideTimes(of: target) }
        return false
      }
      committed = CommittedEdit(
        render: target, record: asset.record, adjustment: adjustment, plan: rendered.plan,
        path: rendered.summary.path, notes: rendered.summary.notes, warnings: rendered.summary.warnings,
        dropped: DroppedMetadata(from: photo, policy: options.metadata), isUnchanged: isUnchanged)
    }
    guard let committed else { preconditionFailure("the work has run") }
    outputs.noteWritten(target)
    return committed
  }

  /// The name of an anonymous render in a folder: the one that an earlier edit has there, else a new one.
  private func anonymousRender(in folder: FilePath) -> FilePath {
    let earlier = (previous?.renders ?? []).map(asset.location).last { path in
      PhotoAsset.isAnonymousRenderName(path.name)
        && folder.appending(path.name).resolvedWhereItExists == path.resolvedWhereItExists
    }
    return folder.appending(earlier?.name ?? PhotoAsset.anonymousRenderName())
  }

  /// Renders the recorded edit again, from its regions alone.
  /// - Parameter copy: where a copy goes that the record does not keep track of; nil for where the record
  ///   says the render is.
  /// - Throws: `EditError` where there is no record or the file may not or cannot be written.
  public consuming func renderAgain(
    to copy: FilePath?, guardedBy outputs: inout OutputGuard
  ) throws(EditError) -> (render: FilePath, warnings: [String]) {
    guard let previous, let current = previous.renders.last else { throw .record(asset.record, .missing) }
    let plan = try naming({ [asset] in EditError.record(asset.record, $0) }, previous.plan)
    guard let copy else {
      let place = try recordedPlace(of: current)
      let committed = try finish(
        plan, foundBy: previous.detector, options: previous.options(of: current), renderingTo: place,
        at: previousTimestamp ?? Date(), guardedBy: &outputs)
      return (committed.render, committed.warnings)
    }
    try naming(EditError.file) { () throws(FileError) in try outputs.refuseOriginals(copy) }
    var warnings: [String] = []
    try Folder.making(copy.folder, failingWith: EditError.file) { () throws(EditError) in
      let staged = try naming(EditError.file) { () throws(FileError) in
        try StagedFile(for: copy, mode: original.file.mode)
      }
      let rendered = try CheckedRender.make(
        of: photo, asset, plan, previous.options(of: current), into: staged, lookingAgain: nil)
      warnings = rendered.summary.warnings
      try naming(EditError.file) { () throws(FileError) in
        try outputs.place(staged, sha256: rendered.sha256) { isOwnRender(at: copy, bytes: $0) }
      }
    }
    return (copy, warnings)
  }

  /// Where the record says that a render is.
  /// - Throws: `EditError` unless a render of this photo is there, or the place is one that faceblur would have chosen.
  func recordedPlace(of render: FaceBlurAdjustment.Render) throws(EditError) -> FilePath {
    let path = asset.location(of: render)
    if path == asset.defaultRender { return path }
    let isRenderName =
      path.pathExtension == asset.original.pathExtension
      || PhotoFormat.renderExtensions.contains(path.pathExtension.lowercased())
    // Elsewhere a file that is gone is written again only under the name that a folder's renders get.
    let isExpected = render.path.isSingleName || path.exists || path.name == asset.original.name
    guard isRenderName, isExpected, path.folder.isFolder else {
      throw .record(asset.record, .renderGone(path))
    }
    return path
  }

  /// What a display-size output of the session's photo belongs to.
  var displayOwner: DisplayOutput.Owner { DisplayOutput.Owner(asset, of: original, sha256: sha256) }

  private func adjustment(
    _ plan: RegionPlan, _ detector: DetectorIdentity, _ options: RenderOptions,
    _ render: FaceBlurAdjustment.Render
  ) throws(EditError) -> FaceBlurAdjustment {
    let size = photo.geometry.uprightSize
    var render = render
    let known = previous?.renders.last { $0.path == render.path }
    render.foldersMade = max(known?.foldersMade ?? 0, render.foldersMade)
    let earlier = (previous?.renders ?? []).filter { $0.path != render.path }
    guard earlier.count < FaceBlurAdjustment.maxRenders else {
      throw .record(asset.record, .tooManyRenders)
    }
    return FaceBlurAdjustment(
      source: FaceBlurAdjustment.Source(
        fileName: asset.original.name, byteCount: original.byteCount, sha256: sha256,
        width: size.width, height: size.height, orientation: photo.geometry.orientation),
      detector: detector, plan: plan, options: options, renders: earlier + [render])
  }
}

/// What finishing an edit wrote.
public struct CommittedEdit: Sendable, Hashable {
  public let render: FilePath
  public let record: FilePath
  public let adjustment: FaceBlurAdjustment
  /// What is obscured, with fewer cells than planned where a face could still be seen.
  public let plan: RegionPlan
  /// How the render was made.
  public let path: RenderSummary.Path
  /// What was done to the file beyond obscuring.
  public let notes: [String]
  public let warnings: [String]
  public let dropped: DroppedMetadata
  /// Whether render and record already were as they are, so that nothing was written.
  public let isUnchanged: Bool
}
