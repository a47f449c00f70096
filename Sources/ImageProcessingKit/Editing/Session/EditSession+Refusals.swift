internal import FoundationEssentials

/// What a session leaves as it is, whatever it was told.
extension EditSession {
  /// Refuses a record that another process has written since the session began: its edit would be lost.
  /// - Throws: `FaceBlurError` of kind `refused` where the record is not the one that the session began with.
  func refuseChangedRecord() throws(FaceBlurError) {
    let isThere = asset.record.exists
    guard isThere == (recordContent != nil),
      !isThere || (try? RecordFile.bytes(of: asset.record)) == recordContent
    else {
      throw FaceBlurError(
        .refused, asset.record, "it was changed while the photo was being edited",
        advice: "begin the edit again")
    }
  }

  /// A render of a photo that is not there any more would be nobody's.
  /// - Throws: `FaceBlurError` of kind `originalChanged` where the original's place holds another file than the session has read.
  func refuseChangedOriginal() throws(FaceBlurError) {
    guard FileIdentity(of: asset.original) == original.file.identity,
      FileStamp(of: asset.original) == original.file.stamp
    else {
      throw FaceBlurError(
        .originalChanged, asset.original, "it was changed while it was being edited",
        advice: "begin the edit again")
    }
  }

  /// What may be taken back need not be there to render, and what it hides was not looked into.
  /// - Throws: `FaceBlurError` of kind `refused` where the session was begun to take the edit back.
  func refuseReverting() throws(FaceBlurError) {
    guard !options.isReverting else {
      throw FaceBlurError(
        .refused, asset.original, "the session was begun to take the edit back", advice: "begin an edit")
    }
  }

  /// What a program has set is checked as what a file holds, whether a record is kept or not.
  /// - Throws: `FaceBlurError` of kind `invalidArgument`.
  func refuseInvalid(at time: Date) throws(FaceBlurError) {
    let flaw = state.faceBlur?.flaw ?? state.tone.flaw ?? (EditRecord.isTime(time) ? nil : "the time is none")
    if let flaw { throw .invalidArgument(flaw).naming(asset.original) }
  }

  /// Whatever the record hides stays hidden, unless the state says of a region that it is excluded, or whoever renders tells people.
  /// - Throws: `FaceBlurError` of kind `wouldShow`.
  func refuseShowing() throws(FaceBlurError) {
    guard !options.showsUnhidden, !options.tellsShown else { return }
    let excluded = Set((state.faceBlur?.regions ?? []).filter { $0.state == .excluded }.map(\.id))
    let shown = shownRegions.map(\.id).filter { !excluded.contains($0) }
    guard shown.isEmpty else { throw .wouldShow(shown).naming(asset.record) }
  }

  /// A render without a record beside a record would make that one say what is not so, and forget what a person decided.
  /// - Throws: `FaceBlurError` where there is a record.
  static func refuseRecord(of asset: PhotoAsset) throws(FaceBlurError) {
    guard asset.record.exists else { return }
    throw FaceBlurError(
      .refused, asset.record, "the photo has this edit record, which a render without one would make untrue",
      advice: "\(.keepRecord), or \(.revert())")
  }

  /// Refuses a state that would show what is hidden now, unless the options allow it.
  /// - Throws: `FaceBlurError` where a state shows regions that the recorded one hides, or nobody has looked for faces in it.
  func refuseShowing(_ next: EditState, atStep step: Int) throws(FaceBlurError) {
    let (now, then) = try naming(asset.record, (try record?.state.plan(), try next.plan()))
    let shown = now?.regions(toldBy: then) ?? []
    guard shown.isEmpty else { throw .wouldShow(shown.map(\.id), atStep: step).naming(asset.record) }
    guard next.faceBlur != nil else { throw .nobodyLooked.naming(asset.record) }
  }

  /// - Throws: `FaceBlurError` where nobody has looked for faces, unless the session may render that.
  func refuseUnseen() throws(FaceBlurError) {
    let isUnseen = state.isUnseen && state.obscuresNothing
    guard !isUnseen || state.changesNothing || options.showsUnhidden else {
      throw .nobodyLooked.naming(asset.record)
    }
  }

  /// Says before any work is done what could be named instead of a folder that cannot be written to: memory cards and shares are
  /// read-only.
  /// - Throws: `FaceBlurError` of kind `notWritable`.
  func refuseUnwritable(_ target: FilePath) throws(FaceBlurError) {
    try asset.refuseUnwritable(target, keepingRecord: options.record != .none)
  }

  /// A file that the edit needs as it is never gives way to a render, whatever the guard allows.
  /// - Throws: `FaceBlurError` of kind `refused` where the target is the original, what renders are made from, the record or
  ///   the sidecar.
  func refuseNeeded(_ target: FilePath) throws(FaceBlurError) {
    try asset.refuseNeeded(target, with: [base.map(asset.place), asset.sidecar].compactMap(\.self))
  }

  /// The original is never edited in place of what another program made of it, which might be nowhere else any more.
  /// - Throws: `FaceBlurError` where what lies beneath the edit is gone or has changed, as it may have where the session was begun
  ///   to take the edit back.
  func refuseLostBase() throws(FaceBlurError) {
    guard foreign == nil, let base, try asset.base(of: base) == nil else { return }
    throw .baseGone(asset.place(of: base)).naming(asset.record)
  }

  /// Refuses to take an edit back as a whole where that would take another program's with it, which is nowhere else any more.
  /// - Throws: `FaceBlurError` of kind `refused` where one lies beneath.
  package func refuseBase() throws(FaceBlurError) {
    guard let base else { return }
    throw FaceBlurError(
      .refused, asset.original,
      "beneath the edit is another program's, kept as \(base.photo.fileName), and it would be removed with it",
      advice: "\(.revertPhase), or \(.revertAll)")
  }

  /// What to tell of regions that were found in the photo that was here before, where a plan shows one of the places that they may have in
  /// this one, and nobody can tell whether it is the same picture. Nil where there are none.
  func caution(where plan: RegionPlan) -> String? {
    guard let superseded, turns.isEmpty, let before = try? superseded.state.plan() else { return nil }
    let hiding = plan.applied.map(\.rect)
    let open = before.applied.filter { region in
      let places = superseded.shape.places(of: region.rect, in: photo.geometry.shape)
      return region.origin == .detected
        && (places.isEmpty
          || places.contains { place in
            !hiding.contains { plan.strength.hides(place.clampedToPicture(), in: $0) }
          })
    }
    return open.isEmpty ? nil : Self.caution(ofOpen: counted(open.count, "region"), in: "picture")
  }

  /// - Parameters:
  ///   - what: may be seen, with its number.
  ///   - subject: in which it was found.
  static func caution(ofOpen what: String, in subject: String) -> String {
    "of what was found in the file that was here before, \(what) may be open now;"
      + " where it is the same \(subject), look at an overlay of it and draw what is missing"
  }

  /// What to tell of renders that show another state of the edit; nil where there are none.
  static func caution(ofRenders others: [FilePath]) -> String? {
    let names = others.map(\.description).joined(separator: ", ")
    return others.isEmpty
      ? nil : "renders made before are as they were, and may show what is hidden now: \(names)"
  }

  /// What to tell a person who goes on although the original has changed.
  var rebaseWarning: String? {
    superseded?.base.map { base in
      "what another program made of the earlier original, \(base.photo.fileName), is edited, not the new original;"
        + " move it and \(asset.record) away to edit that"
    }
  }
}
