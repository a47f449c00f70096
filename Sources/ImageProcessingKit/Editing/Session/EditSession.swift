public import FoundationEssentials

/// One edit of one photo, from opening it to a committed render and record.
///
/// Holds the original open and locked, so no second process edits it meanwhile. A session is used up by
/// `finish`, by `commit`, by `cancel` or by letting it go; the last two leave everything as it was.
public struct EditSession: ~Copyable {
  public let asset: PhotoAsset
  /// What renders are made from: the original, or what another program made of it.
  public let photo: any EditablePhoto
  /// What the record beside the photo holds, if there is one of ours.
  public let record: EditRecord?
  /// The record of a photo that was at the original's place before; only where the session was begun to go on without it.
  public let superseded: EditRecord?
  /// What renders will do: at first what the record says.
  public private(set) var state: EditState
  /// Stops a render from another thread; a session whose render was stopped cannot be committed.
  public let cancellation = Cancellation()

  private let original: OriginalPhoto
  let sha256: String
  /// Another program's edit that this one begins from, where it is not kept yet.
  let foreign: ForeignEdit?
  /// The step that the session goes back to.
  private var goal: Int?
  /// The adjustment data that `record` was read from.
  private let data: AdjustmentData?
  /// The record file as it was when the session began; nil where there was none.
  let recordContent: [UInt8]?

  /// Opens a photo for editing and takes up the record beside it.
  ///
  /// Where the record is another program's, the edit begins from what that program made of the photo, never from the
  /// original; both are kept.
  /// - Parameters:
  ///   - rebasing: whether to go on where the original is not the one that was edited; the old record is `superseded` then.
  ///   - recovering: whether what a crash interrupted is brought to its end; a dry run changes nothing.
  ///   - recordFolder: where the record is; nil for beside the original.
  /// - Throws: `EditError` where the photo or its record cannot be read, the record is another version's, the other
  ///   program's render is gone, the original has changed since, or another process is editing it.
  public static func begin(
    _ path: FilePath, limits: ImageLimits = ImageLimits(), rebasing: Bool = false, recovering: Bool = true,
    recordFolder: FilePath? = nil
  ) throws(EditError) -> EditSession {
    try begin(
      path, limits: limits, rebasing: rebasing, recovering: recovering, recordFolder: recordFolder,
      needingBase: true,
      reader: PhotoFormat.open)
  }

  /// - Parameters:
  ///   - needingBase: whether what lies beneath the edit must be there: to take an edit back, it need not.
  ///   - reader: what makes a photo of the file's bytes.
  static func begin(
    _ path: FilePath, limits: ImageLimits = ImageLimits(), rebasing: Bool = false,
    recovering: Bool = true, recordFolder: FilePath? = nil, needingBase: Bool,
    reader: OriginalPhoto.Reader = PhotoFormat.open
  ) throws(EditError) -> EditSession {
    let original = try OriginalPhoto.open(path, limits: limits, locked: true, reader: reader)
    let sha256 = original.sha256()
    let asset = PhotoAsset(path, recordFolder: recordFolder)
    if recovering {
      let recovery = EditRecovery(
        asset: asset, original: original.photo, originalSHA256: sha256, mode: original.file.mode)
      try naming(EditError.file, recovery.recover)
    }
    let found = try Found.beside(asset, limits: limits, needingBase: needingBase)
    var superseded: EditRecord?
    if let record = found.record, record.source.sha256 != sha256 {
      guard rebasing else { throw .record(asset.record, .originalChanged) }
      superseded = record
    }
    return EditSession(
      asset: asset, photo: found.photo ?? original.photo, record: superseded == nil ? found.record : nil,
      superseded: superseded, original: original, sha256: sha256, found: found)
  }

  private init(
    asset: PhotoAsset, photo: any EditablePhoto, record: EditRecord?, superseded: EditRecord?,
    original: consuming OriginalPhoto, sha256: String, found: Found
  ) {
    self.asset = asset
    self.photo = photo
    self.record = record
    self.superseded = superseded
    self.original = original
    self.sha256 = sha256
    foreign = found.foreign
    data = record == nil ? nil : found.data
    recordContent = found.content
    state = record?.state ?? EditState()
    // Faces are looked for anew in another photo; its tones are changed as before.
    if let superseded { state.tone = superseded.state.tone }
  }

  /// What the editor begins with.
  public var input: EditingInput {
    let facts = photo.captureFacts()
    let renders = (record?.renders ?? []).map(asset.location).filter(\.exists)
    return EditingInput(
      fullSizeImage: basePath ?? asset.original, fullSizeImageOrientation: photo.geometry.orientation,
      adjustmentData: data, placeholderImage: renders.last ?? (foreign == nil ? nil : asset.defaultRender),
      creationDate: facts.creationDate, location: facts.location, photo: photo)
  }

  private var basePath: FilePath? {
    if foreign != nil { return asset.defaultRender }
    return (record ?? superseded)?.base.map { asset.original.folder.appending($0.photo.fileName) }
  }

  /// Takes an adjustment in place of the last one of its kind. After going back, it is a step on top of the one gone to.
  public mutating func apply(_ adjustment: Adjustment) {
    state.apply(adjustment)
  }

  /// Makes the state that the edit had after a step the one to render. Later steps stay on the list, and can be gone to
  /// again, until another adjustment takes their place.
  /// - Parameter step: from 1.
  /// - Throws: `EditError` where there is no such step.
  public mutating func goBack(toStep step: Int) throws(EditError) {
    try refuseForeign()
    let steps = record?.steps ?? []
    guard (1...max(steps.count, 1)).contains(step), !steps.isEmpty else {
      throw .record(asset.record, steps.isEmpty ? .missing : .noSuchStep(step, count: steps.count))
    }
    goal = step
    state = EditState(steps.prefix(step).map(\.adjustment))
  }

  /// Whether the session holds changes that nobody has committed.
  public var shouldShowCancelConfirmation: Bool {
    state != (record?.state ?? EditState()) || (goal.map { $0 != record?.currentStep } ?? false)
  }

  /// Ends the session; everything is as it was.
  public consuming func cancel() { cancellation.cancel() }

  /// The files that belong to the recorded edit.
  /// - Throws: `EditError` where there is no record of ours.
  func files() throws(EditError) -> EditFiles {
    if let record { return EditFiles(asset: asset, record: record, photo: photo) }
    if foreign != nil { try refuseForeign() }
    throw .record(asset.record, .missing)
  }

  /// - Throws: `EditError` where the record is another program's.
  func refuseForeign() throws(EditError) {
    guard let foreign else { return }
    let owner = try naming({ [asset] in EditError.record(asset.record, $0) }) { () throws(RecordError) in
      try AdjustmentData.owner(ofFileContent: foreign.record)
    }
    throw .record(
      asset.record, .foreign(identifier: owner.formatIdentifier, version: owner.formatVersion))
  }

  /// Of the original.
  var mode: UInt32 { original.file.mode }

  /// What a display-size output of the session's photo belongs to.
  var displayOwner: DisplayOutput.Owner { DisplayOutput.Owner(asset, of: original, sha256: sha256) }

  /// Whether a file may be replaced by a render of this session.
  func mayReplace(_ path: FilePath, holding bytes: [UInt8]) -> Bool {
    if let record = record ?? superseded {
      let files = EditFiles(asset: asset, record: record, photo: photo, isRebasing: superseded != nil)
      if files.isOwnRender(at: path, bytes: bytes) { return true }
    }
    // What another program made of the photo is kept elsewhere.
    guard path == asset.defaultRender, let kept = base?.photo.sha256 else { return false }
    return SHA256.hexDigest(of: bytes) == kept
  }

  /// The edit beneath this one.
  var base: EditRecord.Base? { foreign?.inRecord ?? (record ?? superseded)?.base }
}

extension EditSession {
  /// Where a render goes and how it is made.
  public struct Destination: Sendable, Hashable {
    /// Nil for Apple's name beside the original.
    public var target: FilePath?
    public var options: RenderOptions
    /// Whether the render gets a random name in the target's folder.
    public var isAnonymous = false
    /// Whether the regions are written beside the original, for other programs to read; once asked for, they are kept up to date.
    public var hasSidecar = false

    public init(target: FilePath? = nil, options: RenderOptions = RenderOptions()) {
      self.target = target
      self.options = options
    }
  }

  /// Renders the state at full size and checks the render as a stranger would.
  /// - Parameters:
  ///   - destination: nil for where and how the newest render was made, so that without a change nothing is written.
  ///   - time: when the edit was made; rounded down to whole seconds.
  ///   - secondLook: looks for faces in the obscured regions of the render; nil where nobody looks.
  ///   - outputs: decides whether the target may be written.
  /// - Throws: `EditError`, also where the state leaves the photo as it is, the render does not pass the leak gate, or it
  ///   was cancelled. Nothing is left behind then.
  public func render(
    to destination: Destination? = nil, at time: Date = Date(),
    lookingAgain secondLook: SecondLook? = nil, guardedBy outputs: OutputGuard
  ) throws(EditError) -> EditingOutput {
    var destination = destination
    if destination == nil { destination = try recordedEdit()?.destination }
    return try render(to: destination ?? Destination(), at: time, secondLook, outputs)
  }

  private func render(
    to destination: Destination, at time: Date, _ secondLook: SecondLook?, _ outputs: OutputGuard
  ) throws(EditError) -> EditingOutput {
    try refuseLostBase()
    var target = destination.target ?? asset.defaultRender
    if destination.isAnonymous { target = anonymousRender(in: target.folder) }
    let foldersMade = target.folder.missingLevels
    let folders = try naming(EditError.file) { () throws(FileError) in
      try outputs.refuseOriginals(target)
      try refuseNeeded(target)
      return try MadeFolders(for: target.folder)
    }
    let staged = try naming(EditError.file) { () throws(FileError) in
      try EditCommit.stageRender(
        for: target, of: asset, originalSHA256: sha256, mode: mode, unless: cancellation)
    }
    var rendered = try CheckedRender.make(
      of: photo, asset, state, destination.options, into: staged, lookingAgain: secondLook,
      unless: cancellation)
    let options = destination.options
    let render = EditRecord.Render(
      path: asset.reference(to: target), sha256: rendered.sha256, foldersMade: foldersMade,
      metadata: options.metadata, hasThumbnail: options.hasThumbnail,
      keepsProgressive: options.keepsProgressive, way: rendered.summary.path)
    var next = try nextRecord(rendered.state, render, at: time)
    if !destination.hasSidecar, next.sidecar != nil, hasSomebodysSidecar {
      next.sidecar = nil
      rendered.summary.warnings.append(
        "\(asset.sidecar): it was changed after faceblur wrote it, so it is left alone from now on")
    }
    if let record, record.state != next.state {
      let others = next.renders.dropLast().map(asset.location).filter(\.exists)
      if !others.isEmpty {
        let names = others.map(\.description).joined(separator: ", ")
        rendered.summary.warnings.append("renders made before are as they were: \(names)")
      }
    }
    let sidecar = try sidecar(destination.hasSidecar, of: &next, outputs)
    // Where nothing has changed, the record is as old as the last change.
    let time = next == record ? data?.timestamp ?? time : time
    let content = try naming({ [asset] in EditError.record(asset.record, $0) }) { () throws(RecordError) in
      try next.fileContent(timestamp: time)
    }
    return EditingOutput(
      record: next, target: target, cancellation: cancellation, staged: staged, rendered: rendered,
      recordContent: content,
      sidecar: sidecar, options: options, folders: folders)
  }

  /// Commits a render, then its record.
  /// - Returns: what was written. Where render and record are already as they would be, nothing is.
  /// - Throws: `EditError`, also where the render is another session's, or somebody has changed the record since the session
  ///   began; render and record are then as they were.
  public consuming func commit(
    _ output: consuming EditingOutput, guardedBy outputs: inout OutputGuard
  ) throws(EditError) -> CommittedEdit {
    guard !cancellation.isCancelled else { throw .cancelled(asset.original) }
    let target = output.target
    let rendered = output.rendered
    var isUnchanged = false
    do throws(FileError) {
      guard output.cancellation === cancellation else {
        throw FileError(.refused, target, "it was rendered by another session; render it anew")
      }
      try refuseChangedRecord()
      let verdict = try outputs.check(target, forContent: rendered.sha256) {
        mayReplace(target, holding: $0)
      }
      isUnchanged = verdict == .unchanged && output.record == record
      if let sidecar = output.sidecar {
        _ = try outputs.check(
          asset.sidecar, forContent: SHA256.hexDigest(of: sidecar), isOurs: RegionSidecar.isOurs)
      }
      if isUnchanged {
        if let sidecar = output.sidecar { try EditCommit.place(sidecar: sidecar, of: asset, mode: mode) }
      } else {
        try EditCommit.commit(
          output.staged, verdict, record: output.recordContent, sidecar: output.sidecar, keeping: foreign,
          of: asset, mode: mode)
        if verdict == .unchanged, output.options.metadata.hidesTime { FileSink.hideTimes(of: target) }
      }
      output.folders.keep()
      outputs.noteWritten(target)
      if output.sidecar != nil { outputs.noteWritten(asset.sidecar) }
    } catch {
      throw .file(error)
    }
    return CommittedEdit(
      render: target, recordFile: asset.record, record: output.record,
      plan: try naming({ [asset] in EditError.record(asset.record, $0) }, rendered.state.plan),
      path: rendered.summary.path, notes: rendered.summary.notes, warnings: rendered.summary.warnings,
      dropped: DroppedMetadata(from: photo, policy: output.options.metadata),
      sidecar: output.sidecar == nil ? nil : asset.sidecar, isUnchanged: isUnchanged)
  }

  /// Renders the state, checks the render, and commits it with its record.
  /// - Parameters: as of `render`.
  /// - Throws: as `render` and `commit`.
  public consuming func finish(
    to destination: Destination? = nil, at time: Date = Date(),
    lookingAgain secondLook: SecondLook? = nil, guardedBy outputs: inout OutputGuard
  ) throws(EditError) -> CommittedEdit {
    let output = try render(to: destination, at: time, lookingAgain: secondLook, guardedBy: outputs)
    return try commit(output, guardedBy: &outputs)
  }

  /// The name of an anonymous render in a folder: the one that an earlier edit has there, else a new one.
  private func anonymousRender(in folder: FilePath) -> FilePath {
    let earlier = (record?.renders ?? []).map(asset.location).last { path in
      PhotoAsset.isAnonymousRenderName(path.name)
        && folder.appending(path.name).resolvedWhereItExists == path.resolvedWhereItExists
    }
    return folder.appending(earlier?.name ?? PhotoAsset.anonymousRenderName())
  }

  /// The record with what was rendered and where.
  private func nextRecord(
    _ state: EditState, _ render: EditRecord.Render, at time: Date
  ) throws(EditError) -> EditRecord {
    var steps = record?.steps ?? []
    if let goal {
      for index in steps.indices { steps[index].isEnabled = index < goal }
    }
    let listed = EditState(steps.filter(\.isEnabled).map(\.adjustment))
    steps = EditRecord.steps(steps, adding: state.adjustments(since: listed), at: time)

    var render = render
    let known = record?.renders.last { $0.path == render.path }
    render.foldersMade = max(known?.foldersMade ?? 0, render.foldersMade)
    let earlier = (record?.renders ?? []).filter { $0.path != render.path }
    guard earlier.count < EditRecord.maxRenders else { throw .record(asset.record, .tooManyRenders) }
    return EditRecord(
      source: EditRecord.Source(fileName: asset.original.name, of: original.photo, sha256: sha256),
      base: base, steps: steps, renders: earlier + [render], sidecar: (record ?? superseded)?.sidecar)
  }

  /// The sidecar's content, where one is asked for now or was before; the record is told of it.
  private func sidecar(
    _ isAskedFor: Bool, of record: inout EditRecord, _ outputs: OutputGuard
  ) throws(EditError) -> [UInt8]? {
    guard isAskedFor || record.sidecar != nil else { return nil }
    let plan = try naming({ [asset] in EditError.record(asset.record, $0) }, record.state.plan)
    let content = RegionSidecar.content(of: plan, on: photo.geometry)
    let sha256 = SHA256.hexDigest(of: content)
    record.sidecar = EditRecord.Sidecar(name: asset.sidecar.name, sha256: sha256)
    // Whether it may be written is asked before anything is.
    try naming(EditError.file) { () throws(FileError) in
      _ = try outputs.check(asset.sidecar, forContent: sha256, isOurs: RegionSidecar.isOurs)
    }
    return content
  }
}
