internal import FoundationEssentials

/// A render of a film on its way: a file without a name. Letting the value go leaves everything as it was.
struct StagedFilm: ~Copyable {
  /// Takes the render; `commit` seals it.
  let file: StagedFile
  /// What was made for it.
  fileprivate var folders: MadeFolders
  fileprivate let foldersMade: Int
}

/// What a commit has written.
struct CommittedFilm: Sendable {
  let render: FilePath
  /// Nil where none is kept.
  let recordFile: FilePath?
  let record: FilmRecord
  /// Whether render and record were already as they would be, and nothing was written.
  let isUnchanged: Bool
  /// Renders of the film that were made before, and are as they were although something else is hidden now.
  let outdated: [FilePath]
}

extension FilmEdit {
  /// Begins a render, after it is known that it may be written: a film takes long.
  /// - Parameters:
  ///   - target: nil for Apple's name beside the original.
  ///   - outputs: decides whether the target may be written.
  ///   - isCopy: whether the record will not keep track of it.
  ///   - cancellation: stops who writes.
  /// - Throws: `FaceBlurError` where the target may not or cannot be written.
  func stage(
    for target: FilePath?, guardedBy outputs: OutputGuard, asCopy isCopy: Bool = false,
    unless cancellation: Cancellation? = nil
  ) throws(FaceBlurError) -> StagedFilm {
    let target =
      target
      ?? asset.place(usually: asset.defaultRender, ofNewest: record?.renders ?? [], \.path, \.sha256)
    try asset.refuseNeeded(target)
    try asset.refuseUnwritable(target, keepingRecord: !isCopy && options.record != .none)
    // No file has this hash, so a file that is there is one that may be replaced, or the guard says that it is not.
    _ = try outputs.checkLarge(target, forContent: "") { isOwnRender(at: target, sha256: $0) }
    if !isCopy { try refuseTooManyRenders(target) }
    let foldersMade = target.folder.missingLevels
    let folders = try MadeFolders(for: target.folder)
    let file = try EditCommit.stageRender(
      for: target, of: asset, originalSHA256: sha256, mode: mode, unless: cancellation)
    return StagedFilm(file: file, folders: folders, foldersMade: foldersMade)
  }

  /// Gives a render its name, then its record; a crash leaves the old pair or the new one.
  /// - Parameters:
  ///   - render: staged by this edit, and proven by its gate.
  ///   - plan: what it hides.
  ///   - detector: what found that.
  ///   - making: how it was made.
  ///   - time: when the edit was made; rounded down to whole seconds.
  ///   - outputs: decides whether the target may be written.
  /// - Throws: `FaceBlurError`, also where somebody has changed the original or the record since the edit began; render and record are
  ///   then as they were.
  consuming func commit(
    _ render: consuming StagedFilm, hiding plan: FilmPlan, foundBy detector: DetectorIdentity,
    _ making: FilmRecord.Making, at time: Date = Date(), guardedBy outputs: inout OutputGuard
  ) throws(FaceBlurError) -> CommittedFilm {
    let target = render.file.target
    let digest = try render.file.seal()
    let made = FilmRecord.Render(
      path: asset.reference(to: target), sha256: digest, foldersMade: render.foldersMade, making: making)
    let next = nextRecord(plan, detector, made)
    // Where nothing has changed, the record is as old as the last change.
    let time = next == record ? timestamp ?? time : time
    var content: [UInt8]?
    if options.record != .none {
      content = try naming(asset.record, try next.fileContent(timestamp: time))
    }
    try refuseChangedRecord()
    try refuseChangedOriginal()
    let verdict = try outputs.checkLarge(target, forContent: digest) { isOwnRender(at: target, sha256: $0) }
    let isUnchanged = verdict == .unchanged && (content == nil || next == record)
    if !isUnchanged {
      if let content {
        try Folder.make(asset.record.folder)
        try EditCommit.commit(
          render.file, verdict, record: content, sidecar: nil, keeping: nil, of: asset, mode: mode)
      } else if case .write(let replaces) = verdict {
        try render.file.place(replacing: replaces)
      }
    }
    render.folders.keep()
    outputs.noteWritten(target)
    return CommittedFilm(
      render: target, recordFile: content == nil ? nil : asset.record, record: next, isUnchanged: isUnchanged,
      outdated: outdated(by: next))
  }

  /// Gives a copy of the recorded render its name. The record stays as it is, and reverting leaves the copy.
  /// - Parameters:
  ///   - copy: staged by this edit, and proven by its gate.
  ///   - outputs: decides whether the target may be written.
  /// - Throws: `FaceBlurError`, also where somebody has changed the original since the edit began; nothing new is there then.
  func place(
    copy: consuming StagedFilm, guardedBy outputs: inout OutputGuard
  ) throws(FaceBlurError) -> FilePath {
    let target = copy.file.target
    let digest = try copy.file.seal()
    try refuseChangedOriginal()
    let verdict = try outputs.checkLarge(target, forContent: digest) { isOwnRender(at: target, sha256: $0) }
    if case .write(let replaces) = verdict { try copy.file.place(replacing: replaces) }
    copy.folders.keep()
    outputs.noteWritten(target)
    return target
  }

  /// Refuses an original that another process has written to since the edit began.
  private func refuseChangedOriginal() throws(FaceBlurError) {
    guard try FilmFile(asset.original).sha256() == sha256 else {
      throw .originalChangedMeanwhile(asset.original)
    }
  }

  private func isOwnRender(at path: FilePath, sha256: String) -> Bool {
    files?.isOwnRender(at: path, sha256: sha256) ?? false
  }

  /// The record with what was rendered and where.
  private func nextRecord(
    _ plan: FilmPlan, _ detector: DetectorIdentity, _ render: FilmRecord.Render
  ) -> FilmRecord {
    var render = render
    let known = (record ?? superseded)?.renders.last { $0.path == render.path }
    render.foldersMade = max(known?.foldersMade ?? 0, render.foldersMade)
    let earlier = (record?.renders ?? []).filter { $0.path != render.path }
    let source = FilmRecord.Source(
      fileName: asset.original.name, byteCount: file.size, sha256: sha256, of: film)
    return FilmRecord(source: source, detector: detector, plan: plan, renders: earlier + [render])
  }

  private func outdated(by next: FilmRecord) -> [FilePath] {
    guard let record, record.plan != next.plan else { return [] }
    return next.renders.dropLast().map { asset.original.folder.appending($0.path) }.filter(\.exists)
  }

  private func refuseTooManyRenders(_ target: FilePath) throws(FaceBlurError) {
    let reference = asset.reference(to: target)
    let others = (record?.renders ?? []).count { $0.path != reference }
    guard others < EditRecord.maxRenders else { throw .tooManyRenders.naming(asset.record) }
  }

  /// Refuses a record that another process has written since the edit began: it would be lost.
  func refuseChangedRecord() throws(FaceBlurError) {
    let isThere = asset.record.exists
    guard isThere == (recordContent != nil),
      !isThere || (try? RecordFile.bytes(of: asset.record, within: .film)) == recordContent
    else {
      throw FaceBlurError(
        .refused, asset.record, "it was changed while the film was being edited",
        advice: "begin the edit again")
    }
  }
}
