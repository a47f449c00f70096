/// A render in a staged file that has passed the leak gate and the detector's second look.
struct CheckedRender {
  /// The state that was asked for, with fewer cells where a face could still be seen.
  let state: EditState
  var summary: RenderSummary
  /// Of the file, in lower-case hexadecimal.
  let sha256: String

  /// Renders into a staged file and seals it, checks what the file system has, and starts again with a stronger plan
  /// where a face can still be seen. Tones are changed last, of what has passed.
  /// - Parameter isForCollection: whether a state that obscures nothing is rendered for its metadata's sake, and a
  ///   render that does not pass is let go: nothing is left among the originals of a collection.
  /// - Throws: `EditError` where the state leaves the photo as it is, the photo cannot be rendered, or the render does not
  ///   pass; it is kept in quarantine then.
  static func make(
    of photo: any EditablePhoto, _ asset: PhotoAsset, _ state: EditState, _ options: RenderOptions,
    into staged: borrowing StagedFile, lookingAgain secondLook: SecondLook?,
    unless cancellation: Cancellation? = nil, isForCollection: Bool = false
  ) throws(EditError) -> CheckedRender {
    guard !state.changesNothing || isForCollection else { throw .record(asset.record, .obscuresNothing) }
    let conversion = try conversion(of: photo, asset)
    let maker = CheckedRenderMaker(
      photo: conversion?.photo ?? photo, asset: asset, options: options, secondLook: secondLook,
      cancellation: cancellation, keepsRefused: !isForCollection)
    var made = try maker.make(state, into: staged)
    made.summary.warnings += conversion?.warnings ?? []
    return made
  }

  /// What renders are made from in place of the photo, proven to show the same.
  private static func conversion(
    of photo: any EditablePhoto, _ asset: PhotoAsset
  ) throws(EditError) -> ColorConversion? {
    let conversion = try naming({ EditError.photo(asset.original, $0) }) { () throws(PhotoError) in
      try photo.conversion()
    }
    guard let conversion else { return nil }
    do throws(LeakError) {
      try ConversionCheck.check(conversion.photo, of: photo)
    } catch {
      throw .leak(asset.original, error, quarantine: nil)
    }
    return conversion
  }
}

/// Makes one checked render.
private struct CheckedRenderMaker {
  let photo: any EditablePhoto
  let asset: PhotoAsset
  let options: RenderOptions
  let secondLook: SecondLook?
  let cancellation: Cancellation?
  /// Whether a render that does not pass is put in quarantine.
  let keepsRefused: Bool

  func make(_ state: EditState, into staged: borrowing StagedFile) throws(EditError) -> CheckedRender {
    var state = state
    let asked = try naming({ EditError.record(asset.record, $0) }, state.plan)
    var obscured = try obscure(asked, into: staged)
    if obscured.plan != asked, let detector = state.faceBlur?.detector {
      state.faceBlur = FaceBlurAdjustment(obscured.plan, foundBy: detector)
    }
    if !state.tone.filters.isNeutral {
      try changeTones(state.tone.filters, of: &obscured, in: staged)
    }
    if options.metadata.hidesTime { staged.hideTimes() }
    return CheckedRender(state: state, summary: obscured.summary, sha256: obscured.sha256)
  }

  /// A file that has been sealed.
  private struct Sealed {
    var plan: RegionPlan
    var summary: RenderSummary
    var sha256: String
    var content: [UInt8]
  }

  private func obscure(
    _ asked: RegionPlan, into staged: borrowing StagedFile
  ) throws(EditError) -> Sealed {
    var plan = asked
    while true {
      let summary = try naming({ EditError.photo(asset.original, $0) }) {
        [sink = staged.sink, plan] () throws(PhotoError) in
        try photo.render(
          plan.areas(on: photo.geometry), with: plan.strength.style.obscurer, options: options, into: sink)
      }
      var sealed = try seal(staged, plan, summary)
      let colors: [[CellColor]]?
      do throws(LeakError) {
        colors = try LeakGate.check(
          sealed.content, of: photo, plan: plan, options: options, madeBy: summary.path)
      } catch {
        throw refusal(of: sealed, staged, error)
      }
      try stopIfCancelled()
      let stronger = try naming({ EditError.detection(asset.original, $0) }) {
        [plan] () throws(DetectionError) in
        try secondLook?.strongerPlan(than: plan, on: photo.geometry, colors: colors, in: sealed.content)
      }
      try stopIfCancelled()
      guard let stronger else {
        sealed.summary.notes += Self.notes(on: plan, strongerThan: asked)
        return sealed
      }
      plan = stronger
      staged.sink.restart()
    }
  }

  private func changeTones(
    _ filters: ToneFilters, of sealed: inout Sealed, in staged: borrowing StagedFile
  ) throws(EditError) {
    staged.sink.restart()
    let before = sealed
    let checked = try naming({ EditError.photo(asset.original, $0) }) { () throws(PhotoError) in
      try photo.opening(render: before.content)
    }
    var summary = try naming({ EditError.photo(asset.original, $0) }) {
      [sink = staged.sink] () throws(PhotoError) in
      try checked.toned(with: filters, options: options, into: sink)
    }
    try stopIfCancelled()
    summary.notes = before.summary.notes + summary.notes
    summary.warnings = before.summary.warnings + summary.warnings
    summary.path = before.summary.path
    sealed = try seal(staged, before.plan, summary)
    do throws(LeakError) {
      try ToneCheck.check(sealed.content, against: checked, filters: filters, options: options)
    } catch {
      throw refusal(of: sealed, staged, error)
    }
    try stopIfCancelled()
  }

  private func seal(
    _ staged: borrowing StagedFile, _ plan: RegionPlan, _ summary: RenderSummary
  ) throws(EditError) -> Sealed {
    try stopIfCancelled()
    do throws(FileError) {
      let sha256 = try staged.seal()
      return Sealed(plan: plan, summary: summary, sha256: sha256, content: try staged.content())
    } catch {
      throw .file(error)
    }
  }

  private func stopIfCancelled() throws(EditError) {
    if cancellation?.isCancelled == true { throw .cancelled(asset.original) }
  }

  private func refusal(
    of sealed: Sealed, _ staged: borrowing StagedFile, _ error: LeakError
  ) -> EditError {
    .leak(
      asset.original, error, quarantine: keepsRefused ? quarantine(sealed.content, of: staged.target) : nil)
  }

  /// What was done so that the second look sees nothing: one line for regions with fewer cells, one for those without.
  private static func notes(on plan: RegionPlan, strongerThan asked: RegionPlan) -> [String] {
    let changed = zip(asked.regions, plan.regions).filter { $0.cells != $1.cells && $1.state == .applied }
      .map(\.1)
    func note(_ regions: [PlannedRegion], _ how: String) -> [String] {
      guard !regions.isEmpty else { return [] }
      let named = regions.prefix(mostNamed).map(\.id).joined(separator: ", ")
      let others = regions.count > mostNamed ? " and \(regions.count - mostNamed) more" : ""
      return ["\(counted(regions.count, "region")) \(how), so that no face is seen: \(named)\(others)"]
    }
    return note(changed.filter { $0.cells != 0 }, "got fewer cells than asked for")
      + note(changed.filter { $0.cells == 0 }, "filled with gray")
  }

  /// Regions that a note names; the record and the JSON have them all.
  private static let mostNamed = 12

  /// Keeps a render that did not pass beside the original, where the face is anyway, under a name that no program
  /// takes for a photo's, readable for the owner alone.
  /// - Returns: where it is; nil where it could not be kept.
  private func quarantine(_ content: [UInt8], of target: FilePath) -> FilePath? {
    let path = asset.original.folder.appending(target.name.suffixed(".quarantined"))
    do throws(FileError) {
      try StagedFile.holding(content, for: path, mode: 0o600).place(replacing: true)
      return path
    } catch {
      return nil
    }
  }
}
