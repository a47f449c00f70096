/// What a session leaves as it is, whatever it was told.
extension EditSession {
  /// A record that somebody has written meanwhile holds an edit that nobody has taken up here.
  /// - Throws: `FileError` of kind `refused` where the record is not the one that the session began with.
  func refuseChangedRecord() throws(FileError) {
    let isThere = asset.record.exists
    guard isThere == (recordContent != nil),
      !isThere || (try? RecordFile.bytes(of: asset.record)) == recordContent
    else {
      throw FileError(
        .refused, asset.record, "it was changed while the photo was being edited; begin the edit again")
    }
  }

  /// A file that the edit needs as it is never gives way to a render, whatever the guard allows.
  /// - Throws: `FileError` of kind `refused` where the target is the original, what renders are made from, the record or
  ///   the sidecar.
  func refuseNeeded(_ target: FilePath) throws(FileError) {
    let identity = FileIdentity(of: target)
    let place = target.resolvedWhereItExists
    let base = base.map(asset.place)
    let isNeeded = [asset.original, base, asset.record, asset.sidecar].compactMap(\.self).contains { path in
      path.resolvedWhereItExists == place || identity.map { $0 == FileIdentity(of: path) } ?? false
    }
    guard !isNeeded else {
      throw FileError(.refused, target, "the edit needs this file as it is; name another one for the render")
    }
  }

  /// The original is never edited in place of what another program made of it, which might be nowhere else any more.
  /// - Throws: `EditError` where what lies beneath the edit is gone or has changed, as it may have where the session was begun
  ///   to take the edit back.
  func refuseLostBase() throws(EditError) {
    guard foreign == nil, let base, asset.base(of: base) == nil else { return }
    throw .record(asset.record, .baseGone(asset.place(of: base)))
  }

  /// Whether what lies at the sidecar's place is not as faceblur wrote it.
  var hasSomebodysSidecar: Bool { asset.sidecar.exists && !asset.hasOwnSidecar }

  /// What to tell a person who goes on although the original has changed.
  var rebaseWarning: String? {
    superseded?.base.map { base in
      "what another program made of the earlier original, \(base.photo.fileName), is edited, not the new original;"
        + " move it and \(asset.record) away to edit that"
    }
  }
}
