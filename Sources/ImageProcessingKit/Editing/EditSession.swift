public import FoundationEssentials

/// One edit of one photo, from opening it to a committed render and record.
///
/// Holds the original open and locked, so no second process edits it meanwhile. A session is used up by
/// `finish` or by letting it go, which leaves everything as it was.
public struct EditSession: ~Copyable {
  public let asset: PhotoAsset
  public let photo: any EditablePhoto
  /// The edit that the record beside the photo holds, if there is one.
  public let previous: FaceBlurAdjustment?
  /// When that edit was made.
  public let previousTimestamp: Date?

  private let original: InputFile
  private let byteCount: Int
  private let sha256: String

  /// Opens a photo for editing and takes up the record beside it.
  /// - Parameters:
  ///   - replacingChanged: whether to go on where the original is not the one that was edited; the old
  ///     record's settings are then not taken up.
  /// - Throws: `EditError` where the photo or its record cannot be read, the record is another program's or
  ///   another version's, the original has changed since, or another process is editing it.
  public static func begin(
    _ path: FilePath, limits: ImageLimits = ImageLimits(), replacingChanged: Bool = false
  ) throws(EditError) -> EditSession {
    let original = try naming(EditError.file) { () throws(FileError) in
      let file = try InputFile.open(path)
      try file.lock()
      return file
    }
    let bytes = try naming(EditError.file) { () throws(FileError) in
      try original.readAll(limit: limits.maxFileBytes)
    }
    let asset = PhotoAsset(path)
    let photo = try naming({ EditError.photo(path, $0) }) { () throws(PhotoError) in
      try PhotoFormat.open(bytes, limits: limits)
    }
    try naming(EditError.file) { () throws(FileError) in try EditCommit.recover(asset) }

    let sha256 = SHA256.hexDigest(of: bytes)
    var previous: FaceBlurAdjustment?
    var timestamp: Date?
    if asset.record.exists {
      try naming({ EditError.record(asset.record, $0) }) { () throws(RecordError) in
        let data = try RecordFile.read(asset.record)
        let adjustment = try FaceBlurAdjustment(data)
        guard adjustment.source.sha256 == sha256 || replacingChanged else { throw .originalChanged }
        previous = adjustment
        timestamp = data.timestamp
      }
    }
    return EditSession(
      asset: asset, photo: photo, previous: previous, previousTimestamp: timestamp, original: original,
      byteCount: bytes.count, sha256: sha256)
  }

  /// Whether a file is a render of this photo that nobody has changed since: it may be replaced or removed.
  public func isOwnRender(at path: FilePath, bytes: [UInt8]) -> Bool {
    let reference = asset.reference(to: path)
    guard let render = previous?.renders.last(where: { $0.path == reference }) else { return false }
    return SHA256.hexDigest(of: bytes) == render.sha256
  }

  /// Renders the plan at full size and commits the render, then its record.
  /// - Parameters:
  ///   - plan: what to obscure.
  ///   - detector: what found the regions, for the record.
  ///   - target: where the render goes; nil for Apple's name beside the original.
  ///   - timestamp: when the edit was made; rounded down to whole seconds.
  ///   - outputs: decides whether the target may be written.
  /// - Returns: what was written. Where render and record are already as they would be, nothing is.
  /// - Throws: `EditError`; the folder is then as it was.
  public consuming func finish(
    _ plan: RegionPlan, foundBy detector: DetectorIdentity, renderingTo target: FilePath? = nil,
    at timestamp: Date = Date(), guardedBy outputs: inout OutputGuard
  ) throws(EditError) -> CommittedEdit {
    let target = target ?? asset.defaultRender
    let rendered = try rendering(plan)
    let adjustment = adjustment(plan, detector, render: rendered.bytes, at: target)

    let record = try naming({ EditError.record(asset.record, $0) }) { () throws(RecordError) in
      try adjustment.validate()
      return try adjustment.adjustmentData(timestamp: timestamp).fileContent()
    }
    try naming(EditError.file) { () throws(FileError) in
      let verdict = try outputs.check(target, for: rendered.bytes) { isOwnRender(at: target, bytes: $0) }
      if verdict == .unchanged, adjustment == previous { return }
      try Folder.make(target.folder)
      try EditCommit.commit(rendered.bytes, to: target, verdict, record: record, of: adjustment, asset)
    }
    outputs.noteWritten(target)
    return CommittedEdit(
      render: target, record: asset.record, adjustment: adjustment, path: rendered.path,
      warnings: rendered.warnings)
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
      let committed = try finish(
        plan, foundBy: previous.detector, renderingTo: asset.location(of: current),
        at: previousTimestamp ?? Date(), guardedBy: &outputs)
      return (committed.render, committed.warnings)
    }
    let rendered = try rendering(plan)
    try naming(EditError.file) { () throws(FileError) in
      try outputs.write(rendered.bytes, to: copy) { isOwnRender(at: copy, bytes: $0) }
    }
    return (copy, rendered.warnings)
  }

  /// Renders the plan at full size without writing anything.
  /// - Throws: `EditError` where the photo cannot be rendered.
  public func rendering(_ plan: RegionPlan) throws(EditError) -> RenderedPhoto {
    try naming({ EditError.photo(asset.original, $0) }) { () throws(PhotoError) in
      try photo.rendering(plan.areas(on: photo.geometry), with: plan.strength.style.obscurer)
    }
  }

  private func adjustment(
    _ plan: RegionPlan, _ detector: DetectorIdentity, render: [UInt8], at target: FilePath
  ) -> FaceBlurAdjustment {
    let size = photo.geometry.uprightSize
    let reference = FaceBlurAdjustment.Render(
      path: asset.reference(to: target), sha256: SHA256.hexDigest(of: render))
    let earlier = (previous?.renders ?? []).filter { $0.path != reference.path }
    return FaceBlurAdjustment(
      source: FaceBlurAdjustment.Source(
        fileName: asset.original.name, byteCount: byteCount, sha256: sha256, width: size.width,
        height: size.height, orientation: photo.geometry.orientation),
      detector: detector, plan: plan,
      renders: earlier.suffix(FaceBlurAdjustment.maxRenders - 1) + [reference])
  }
}

/// What finishing an edit wrote.
public struct CommittedEdit: Sendable, Hashable {
  public let render: FilePath
  public let record: FilePath
  public let adjustment: FaceBlurAdjustment
  /// How the render was made.
  public let path: RenderedPhoto.Path
  public let warnings: [String]
}
