/// What a session leaves as it is, whatever it was told.
extension EditSession {
  /// Refuses a record that another process has written since the session began: its edit would be lost.
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

  /// A render without a record beside a record would make that one say what is not so, and forget what a person decided.
  /// - Throws: `EditError` where there is a record.
  static func refuseRecord(of asset: PhotoAsset) throws(EditError) {
    guard asset.record.exists else { return }
    throw .file(
      FileError(
        .refused, asset.record,
        "the photo has this edit record, which a render without one would make untrue; leave '--record none' out, or take"
          + " the edit back with 'faceblur revert'"))
  }

  /// Refuses a state that would show what is hidden now, unless the options allow it.
  /// - Throws: `EditError` where a state shows regions that the recorded one hides, or nobody has looked for faces in it.
  func refuseShowing(_ next: EditState, atStep step: Int) throws(EditError) {
    let (now, then) = try naming({ [asset] in EditError.record(asset.record, $0) }) {
      () throws(RecordError) in
      (try record?.state.plan(), try next.plan())
    }
    let shown = now?.regions(shownBy: then) ?? []
    guard shown.isEmpty else { throw .record(asset.record, .wouldShow(shown.map(\.id), atStep: step)) }
    guard next.faceBlur != nil else { throw .record(asset.record, .nobodyLooked) }
  }

  /// - Throws: `EditError` where nobody has looked for faces, unless the session may render that.
  func refuseUnseen() throws(EditError) {
    guard state.faceBlur != nil || state.changesNothing || options.showsUnhidden else {
      throw .record(asset.record, .nobodyLooked)
    }
  }

  /// Says before any work is done what could be named instead of a folder that cannot be written to: memory cards and shares are
  /// read-only.
  /// - Throws: `FileError` of kind `notWritable`.
  func refuseUnwritable(_ target: FilePath) throws(FileError) {
    func isClosed(_ folder: FilePath) -> Bool {
      // One that is missing is made in the next one above.
      var folder = folder
      while !folder.exists, folder.folder != folder { folder = folder.folder }
      return folder.isFolder && !Folder.isWritable(folder)
    }
    if options.record != .none, isClosed(asset.record.folder) {
      throw FileError(
        .notWritable, asset.record,
        "no permission to write the edit record there; name another folder with --record DIR, or keep none with"
          + " --record none"
          + (isClosed(target.folder) ? "; and with -o another place than \(target) for the render" : ""))
    }
    if isClosed(target.folder) {
      throw FileError(
        .notWritable, target, "no permission to write there; name another file or folder with -o")
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
