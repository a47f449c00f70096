/// The files that a record names, as they lie on disk.
///
/// A record is untrusted input and could name any file. So a render is replaced or removed only if it is proven to be one of this
/// photo.
struct EditFiles {
  let asset: PhotoAsset
  let record: EditRecord
  /// What renders are made from.
  let photo: Photo
  let reader: PhotoReader
  /// Where renders may be.
  let reach: RenderReach
  /// Whether the photo is another one than that of the record, as its owner has said.
  var isRebasing = false

  private static let maxBytes = 1 << 30

  /// Whether a file is a render of this edit that nobody has changed since.
  /// - Parameters:
  ///   - path: of the file.
  ///   - bytes: what it holds.
  ///   - sha256: their hash, where it is known.
  func isOwnRender(at path: FilePath, bytes: [UInt8], sha256: String? = nil) -> Bool {
    guard reach.holds(path, of: asset.original) else { return false }
    let reference = asset.reference(to: path)
    guard let render = record.renders.last(where: { $0.path == reference }) else { return false }
    let sha256 = sha256 ?? SHA256.hexDigest(of: bytes)
    return sha256 == render.sha256 && render.sha256 != record.source.sha256
      && render.sha256 != record.base?.photo.sha256
      && (isRebasing && isOfEarlierPhoto(bytes, at: path)
        || RenderProof(photo: photo, options: render.options, way: render.way)
          .holds(for: FileBytes(bytes), of: record.renderContents))
  }

  /// Whether a file with the hash that the record names is the render of the photo that was here before. There is nothing left
  /// to compare it with, so only the names that renders get count, and it must be as bare of metadata and as large as such a
  /// render is.
  private func isOfEarlierPhoto(_ bytes: [UInt8], at path: FilePath) -> Bool {
    let frame = record.photo.frame
    guard let render = try? reader.reopen(FileBytes(bytes)),
      path == reader.formats.name(asset.defaultRender, for: render.format) || path == asset.defaultRender
        || reach.names(path, of: asset.original, render.format),
      // One of another format than its photo has no more than viewers show of that.
      render.geometry.uprightSize == (frame.width, frame.height)
        || render.geometry.uprightSize == (frame.visible.width, frame.visible.height)
    else { return false }
    return LeakGate(format: render.format).isBare(render.content)
  }

  /// What of an edit's files is on disk, as it was read once.
  struct Found {
    /// The renders that are there, and whether each is as it was written.
    var renders: [(render: EditRecord.Render, path: FilePath, isOwn: Bool)] = []
    /// The sidecar, where nobody has changed it since it was written.
    var sidecar: FilePath?
    /// The same, where somebody has.
    var changedSidecar: FilePath?
    /// What another program made of the photo, where it is kept as it was.
    var base: FilePath?
    /// Whether that also lies where it was made.
    var isBaseInPlace = false

    /// What somebody has changed since it was written, and so is left alone.
    var changed: [FilePath] {
      renders.filter { !$0.isOwn }.map(\.path) + [changedSidecar].compactMap(\.self)
    }
  }

  /// Reads the files.
  /// - Throws: `FaceBlurError` where one of them is there and cannot be read, so that nobody knows whether it is ours.
  func found() throws(FaceBlurError) -> Found {
    var found = Found()
    for render in record.renders {
      let path = asset.location(of: render)
      guard path.exists else { continue }
      let bytes = try Self.bytes(of: path)
      found.renders.append((render, path, bytes.map { isOwnRender(at: path, bytes: $0) } ?? false))
    }
    // After a crash it may be that of the edit before, so the record's hash would not do.
    if record.sidecar?.name == asset.sidecar.name, asset.sidecar.exists {
      let isOwn = try asset.hasOwnSidecar()
      found.sidecar = isOwn ? asset.sidecar : nil
      found.changedSidecar = isOwn ? nil : asset.sidecar
    }
    if let base = record.base {
      found.base = try asset.base(of: base)
      found.isBaseInPlace = try Self.sha256(of: asset.defaultRender) == base.photo.sha256
    }
    return found
  }

  /// Nil where there is no regular file, or one that is larger than any of ours.
  /// - Throws: `FaceBlurError` where it is there and cannot be read.
  static func bytes(of path: FilePath) throws(FaceBlurError) -> [UInt8]? {
    try InputFile.content(ifThereAt: path, limit: maxBytes)
  }

  /// Lower-case hexadecimal; nil where there is no regular file, or one that is larger than any of ours.
  /// - Throws: `FaceBlurError` where it is there and cannot be read.
  static func sha256(of path: FilePath) throws(FaceBlurError) -> String? {
    try bytes(of: path).map(SHA256.hexDigest)
  }
}

extension PhotoAsset {
  /// Whether a render on disk is still what was written.
  /// - Throws: `FaceBlurError` where it is there and cannot be read.
  func isUntouched(_ render: EditRecord.Render) throws(FaceBlurError) -> Bool {
    try EditFiles.sha256(of: location(of: render)) == render.sha256
  }

  /// Whether what lies at the sidecar's place is as faceblur wrote it.
  /// - Throws: `FaceBlurError` where it is there and cannot be read.
  func hasOwnSidecar() throws(FaceBlurError) -> Bool {
    try EditFiles.bytes(of: sidecar).map(RegionSidecar.isOurs) ?? false
  }

  /// Whether what lies there is not as faceblur wrote it.
  /// - Throws: `FaceBlurError` where it cannot be read.
  func hasChangedSidecar() throws(FaceBlurError) -> Bool {
    sidecar.exists ? try !hasOwnSidecar() : false
  }

  /// Where a record says that its base is.
  func place(of base: EditRecord.Base) -> FilePath { original.folder.appending(base.photo.fileName) }

  /// The same, if the base is there as it was.
  /// - Throws: `FaceBlurError` where it is there and cannot be read.
  func base(of base: EditRecord.Base) throws(FaceBlurError) -> FilePath? {
    guard baseNames.contains(base.photo.fileName) else { return nil }
    let path = place(of: base)
    return try EditFiles.sha256(of: path) == base.photo.sha256 ? path : nil
  }
}
