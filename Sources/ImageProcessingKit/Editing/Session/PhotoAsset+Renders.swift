extension PhotoAsset {
  /// The original that a photo belongs to, because it is the untouched render of its edit, or what another program made of
  /// it; by the name of the one and the record of the other, or what a crash has left of that. Nil for any other photo.
  ///
  /// A second `blur *.jpg` must not blur what the first one made. Where a record or the file cannot be read, it is taken for a photo of
  /// its own.
  package static func original(ofRender render: FilePath) -> FilePath? {
    let name = render.name
    if isAnonymousRenderName(name) { return original(ofAnonymousRender: render) }
    let originals = originalNames(of: name).map(render.folder.appending)
    let original = originals.first { original in
      guard original.exists else { return false }
      let asset = PhotoAsset(original)
      if asset.defaultRender.name == name, asset.unsettledRender(name) != nil { return true }
      switch try? RecordFile.read(asset.record) {
      case nil: return false
      // Of films no other program's edit is gone on with, so what it has made of one is a film of its own.
      case .foreign: return asset.defaultRender.name == name && !FileSignature.isFilmName(original)
      case .ours(let record, _):
        if asset.defaultRender.name == name {
          // Where ours went elsewhere, the other program's is still there.
          return asset.render(name, in: record).map { asset.isSurelyUntouched($0) }
            ?? record.base.map { (try? EditFiles.sha256(of: render)) == $0.photo.sha256 } ?? false
        }
        return record.base.map { $0.photo.fileName == name && (try? asset.base(of: $0)) != nil } ?? false
      }
    }
    return original ?? self.original(ofRenamedRender: render)
  }

  /// The same of a render in another format than its original's, whose ending it has not.
  private static func original(ofRenamedRender render: FilePath) -> FilePath? {
    let name = render.name
    let endings = PhotoFormats.standard.fileExtensions.sorted().flatMap { [$0, $0.uppercased()] }
    let names = originalNames(of: name).flatMap { original in
      endings.map { FilePath(bytes: original.stem.bytes + Array(".\($0)".utf8)) }
    }
    return names.lazy.filter { $0.pathExtension != name.pathExtension }.map(render.folder.appending)
      .first { original in
        guard original.exists else { return false }
        let asset = PhotoAsset(original)
        if asset.unsettledRender(name)?.format != nil { return true }
        guard case .ours(let record, _)? = try? RecordFile.read(asset.record) else { return false }
        guard let made = asset.render(name, in: record), made.format != nil else { return false }
        return asset.isSurelyUntouched(made)
      }
  }

  /// What the original may be called of which a name could be the render's or the base's.
  static func originalNames(of name: FilePath) -> [FilePath] {
    let stem = name.stem.bytes
    let camera = stem.count == 9 ? [FilePath(bytes: stem[..<4] + name.bytes[5...])] : []
    return camera + names(of: name, without: ["_edited"] + baseSuffixes)
  }

  /// Whether a name is one that a render of another photo or film has: such a render was left where it was when its original got this one's name.
  func isNamedAfterAnother(_ render: FilePath) -> Bool {
    render.isSingleName
      && Self.originalNames(of: render).contains { $0 != original.name && Self.renderName(of: $0) == render }
  }

  /// The same of the base's alone.
  static func originalNames(ofBase name: FilePath) -> [FilePath] { names(of: name, without: baseSuffixes) }

  private static func names(of name: FilePath, without suffixes: [String]) -> [FilePath] {
    let stem = name.stem.bytes
    let ending = name.bytes[stem.count...]
    return suffixes.filter { stem.count > $0.utf8.count && stem.hasSuffix($0) }
      .map { FilePath(bytes: stem.dropLast($0.utf8.count) + ending) }
  }

  /// The same by the records of the folder: the name tells nothing.
  private static func original(ofAnonymousRender render: FilePath) -> FilePath? {
    for name in Folder.names(in: render.folder) where mayBeRecord(name) {
      let path = render.folder.appending(name)
      guard let record = try? RecordFile.ours(at: path),
        let reference = record.renders.last(where: { $0.path == render.name }),
        record.source.fileName.isSingleName
      else { continue }
      let asset = PhotoAsset(render.folder.appending(record.source.fileName))
      let isOfAsset = asset.record == path || asset.unsettledRecords.contains { $0.name == name }
      if isOfAsset, asset.isSurelyUntouched(reference) { return asset.original }
    }
    return nil
  }

  /// Whether a name may be that of a record, or of one that a crash has left on its way.
  static func mayBeRecord(_ name: FilePath) -> Bool {
    ["AAE", "pending", "reverting"].contains(name.pathExtension)
  }

  /// The names of records on their way, which a crash has left.
  var unsettledRecords: [FilePath] { [pendingRecord, revertingRecord] }

  /// The untouched render of that name, beside the original, whose record is still on its way; nil where there is none.
  private func unsettledRender(_ name: FilePath) -> EditRecord.Render? {
    unsettledRecords.lazy.compactMap { try? RecordFile.ours(at: $0) }
      .compactMap { record in record.renders.last { $0.path == name } }
      .first(where: isSurelyUntouched)
  }

  /// The newest render of that name beside the original; nil where there is none, or nobody can tell whose it is.
  private func render(_ name: FilePath, in record: EditRecord) -> EditRecord.Render? {
    (try? owning(record))?.renders.last { $0.path == name }
  }

  /// Whether a render can be read and is still what was written.
  private func isSurelyUntouched(_ render: EditRecord.Render) -> Bool {
    (try? isUntouched(render)) ?? false
  }
}

extension [UInt8] {
  fileprivate func hasSuffix(_ text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }
}
