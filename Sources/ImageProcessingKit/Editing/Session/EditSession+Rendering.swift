public import FoundationEssentials

extension EditSession {
  /// Where a render goes and how it is made.
  public struct Destination: Sendable, Hashable {
    /// Nil for Apple's name beside the original.
    public var target: FilePath?
    public var options: RenderOptions
    /// Whether the render gets a random name in the target's folder.
    public var isAnonymous = false
    /// Whether the regions are written beside the original, for other programs to read; once asked for, they are kept up to date. Where no
    /// record is kept, there are none.
    public var hasSidecar = false

    public init(target: FilePath? = nil, options: RenderOptions = RenderOptions()) {
      self.target = target
      self.options = options
    }
  }

  /// Renders the state at full size and checks the finished file.
  /// - Parameters:
  ///   - destination: nil for where and how the newest render was made, so that without a change nothing is written.
  ///   - time: when the edit was made; rounded down to whole seconds.
  ///   - secondLook: looks for faces in the obscured regions of the render; nil where nobody looks.
  ///   - outputs: decides whether the target may be written.
  /// - Throws: `FaceBlurError`, also where the state leaves the photo as it is or holds a value that no record may, it shows what the
  ///   record hides, the render does not pass the leak gate, or it was cancelled. Nothing is left behind then.
  public func render(
    to destination: Destination? = nil, at time: Date = Date(),
    lookingAgain secondLook: SecondLook?, guardedBy outputs: OutputGuard
  ) throws(FaceBlurError) -> EditingOutput {
    var destination = destination
    if destination == nil { destination = try recordedEdit()?.destination }
    return try render(to: destination ?? Destination(), at: time, secondLook, outputs)
  }

  private func render(
    to destination: Destination, at time: Date, _ secondLook: SecondLook?, _ outputs: OutputGuard
  ) throws(FaceBlurError) -> EditingOutput {
    try refuseReverting()
    try refuseLostBase()
    try refuseInvalid(at: time)
    try refuseUnseen()
    try refuseShowing()
    let formats = options.reader.formats
    var destination = destination
    destination.options.format = destination.options.format.chosen(for: photo.format)
    let format = destination.options.format.format(ofRendersOf: photo.format)
    var target = destination.target ?? usualPlace(format)
    if destination.isAnonymous { target = anonymousRender(in: target.folder, format) }
    let foldersMade = target.folder.missingLevels
    try outputs.refuseOriginals(target)
    try refuseNeeded(target)
    try refuseUnwritable(target)
    let folders = try MadeFolders(for: target.folder)
    let replaced = ownRenderMeanwhile(at: target)
    let staged = try EditCommit.stageRender(
      for: target, of: asset, originalSHA256: sha256, mode: mode, unless: cancellation)
    var rendered = try StateRender.make(
      of: photo, asset, state, destination.options, into: staged, lookingAgain: secondLook,
      unless: cancellation)
    if formats.name(asset.original, for: photo.format) != asset.original {
      rendered.proven.summary.notes.append("it is a \(photo.format.name), whatever its name says")
    }
    let made = destination.options
    let render = EditRecord.Render(
      path: asset.reference(to: target), sha256: rendered.proven.sha256, foldersMade: foldersMade,
      metadata: made.metadata, hasThumbnail: made.hasThumbnail,
      keepsProgressive: made.keepsProgressive, tiles: made.recordedTiles, way: rendered.proven.summary.path,
      format: made.recordedFormat)
    var next = try nextRecord(rendered.state, render, at: time)
    if !destination.hasSidecar, next.sidecar != nil, try asset.hasChangedSidecar() {
      next.sidecar = nil
      rendered.proven.summary.warnings.append(
        "\(asset.sidecar): it was changed after faceblur wrote it, so it is left alone from now on")
    }
    let isChanged = record.map { $0.state != next.state } ?? false
    let others = isChanged ? next.renders.dropLast().map(asset.location).filter(\.exists) : []
    let sidecar = try sidecar(destination.hasSidecar, of: &next, outputs)
    // Where nothing has changed, the record is as old as the last change.
    let time = next == record ? data?.timestamp ?? time : time
    var content: [UInt8]?
    if options.record != .none {
      content = try naming(asset.record, try next.fileContent(timestamp: time))
    }
    return EditingOutput(
      record: next, target: target, cancellation: cancellation, rendered: rendered, recordContent: content,
      sidecar: sidecar, options: made, cautions: [Self.caution(ofRenders: others)].compactMap(\.self),
      replaced: replaced, folders: folders)
  }

  private func usualPlace(_ format: PhotoFormat) -> FilePath {
    let usual = options.reader.formats.name(asset.defaultRender, for: format)
    guard base == nil, let renders = record?.renders else { return usual }
    return asset.place(usually: usual, ofNewest: renders, \.path, \.sha256)
  }

  /// Commits a render, then its record.
  /// - Returns: what was written. Where render and record are already as they would be, nothing is.
  /// - Throws: `FaceBlurError`, also where the render is another session's, or somebody has changed the record or the original since the
  ///   session began; render and record are then as they were.
  public consuming func commit(
    _ output: consuming EditingOutput, guardedBy outputs: inout OutputGuard
  ) throws(FaceBlurError) -> CommittedEdit {
    guard !cancellation.isCancelled else { throw .cancelled.naming(asset.original) }
    let target = output.target
    let summary = output.rendered.proven.summary
    var isUnchanged = false
    guard output.cancellation === cancellation else {
      throw FaceBlurError(.refused, target, "it was rendered by another session", advice: "render it anew")
    }
    try refuseChangedRecord()
    try refuseChangedOriginal()
    let replaced = try? output.replaced?.value()
    let verdict = try outputs.check(
      target, forContent: output.rendered.proven.sha256, knowing: replaced
    ) { mayReplace(target, holding: $0, proven: replaced) }
    isUnchanged = verdict == .unchanged && (output.recordContent == nil || output.record == record)
    if let sidecar = output.sidecar {
      try refuseSidecar(SHA256.hexDigest(of: sidecar), outputs)
    }
    if isUnchanged {
      if let sidecar = output.sidecar { try EditCommit.place(sidecar: sidecar, of: asset, mode: mode) }
    } else {
      if let content = output.recordContent {
        try Folder.make(asset.record.folder)
        try EditCommit.commit(
          output.rendered.proven.file, verdict, record: content, sidecar: output.sidecar, keeping: foreign,
          of: asset,
          mode: mode)
      } else if case .write(let replaces) = verdict {
        try output.rendered.proven.file.place(replacing: replaces)
      }
      if verdict == .unchanged, output.options.metadata.hidesTime { FileSink.hideTimes(of: target) }
    }
    output.folders.keep()
    outputs.noteWritten(target)
    if output.sidecar != nil { outputs.noteWritten(asset.sidecar) }
    return CommittedEdit(
      render: target, recordFile: output.recordContent == nil ? nil : asset.record, record: output.record,
      plan: try naming(asset.record, try output.rendered.state.plan()),
      path: summary.path, notes: summary.notes, warnings: summary.warnings, cautions: output.cautions,
      dropped: DroppedMetadata(from: photo, policy: output.options.metadata),
      sidecar: output.sidecar == nil ? nil : asset.sidecar, isUnchanged: isUnchanged)
  }

  /// Renders the state, checks the render, and commits it with its record.
  /// - Parameters: as of `render`.
  /// - Throws: as `render` and `commit`.
  public consuming func finish(
    to destination: Destination? = nil, at time: Date = Date(),
    lookingAgain secondLook: SecondLook?, guardedBy outputs: inout OutputGuard
  ) throws(FaceBlurError) -> CommittedEdit {
    let output = try render(to: destination, at: time, lookingAgain: secondLook, guardedBy: outputs)
    return try commit(output, guardedBy: &outputs)
  }

  /// The name of an anonymous render in a folder: the one that an earlier edit has there, else a new one.
  private func anonymousRender(in folder: FilePath, _ format: PhotoFormat) -> FilePath {
    let ending = format.fileExtensions.first ?? asset.original.pathExtension
    let earlier = (record?.renders ?? []).map(asset.location).last { path in
      PhotoAsset.isAnonymousRenderName(path.name) && path.pathExtension == ending
        && folder.appending(path.name).resolvedWhereItExists == path.resolvedWhereItExists
    }
    return folder.appending(earlier?.name ?? PhotoAsset.anonymousRenderName(ending: ending))
  }

  /// The record with what was rendered and where.
  private func nextRecord(
    _ state: EditState, _ render: EditRecord.Render, at time: Date
  ) throws(FaceBlurError) -> EditRecord {
    var steps = record?.steps ?? []
    if let goal {
      for index in steps.indices { steps[index].isEnabled = index < goal }
    }
    let listed = EditState(steps.filter(\.isEnabled).map(\.adjustment))
    steps = EditRecord.steps(steps, adding: state.adjustments(since: listed), at: time)

    var render = render
    let known = (record ?? superseded)?.renders.last { $0.path == render.path }
    render.foldersMade = max(known?.foldersMade ?? 0, render.foldersMade)
    let earlier = (record?.renders ?? []).filter { $0.path != render.path }
    guard earlier.count < EditRecord.maxRenders else { throw .tooManyRenders.naming(asset.record) }
    return EditRecord(
      source: EditRecord.Source(fileName: asset.original.name, of: original.photo, sha256: sha256),
      base: base, steps: steps, renders: earlier + [render], sidecar: (record ?? superseded)?.sidecar)
  }

  /// The sidecar's content, where one is asked for now or was before; the record is told of it.
  private func sidecar(
    _ isAskedFor: Bool, of record: inout EditRecord, _ outputs: OutputGuard
  ) throws(FaceBlurError) -> [UInt8]? {
    guard isAskedFor || record.sidecar != nil, options.record != .none else { return nil }
    let plan = try naming(asset.record, try record.state.plan())
    let content = RegionSidecar.content(of: plan, on: photo.geometry)
    let sha256 = SHA256.hexDigest(of: content)
    record.sidecar = EditRecord.Sidecar(name: asset.sidecar.name, sha256: sha256)
    // Whether it may be written is asked before anything is.
    try refuseSidecar(sha256, outputs)
    return content
  }

  /// - Throws: `FaceBlurError` where a sidecar of this content may not be written.
  private func refuseSidecar(_ sha256: String, _ outputs: OutputGuard) throws(FaceBlurError) {
    do throws(FaceBlurError) {
      _ = try outputs.check(asset.sidecar, forContent: sha256, isOurs: RegionSidecar.isOurs)
    } catch {
      throw error.withoutOtherName("move it away")
    }
  }
}
