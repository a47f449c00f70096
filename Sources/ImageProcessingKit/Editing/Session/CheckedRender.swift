/// A render in a staged file that has passed the leak gate and the detector's second look.
struct CheckedRender {
  /// The state that was asked for, with larger regions where a face could still be seen beside one.
  let state: EditState
  var summary: RenderSummary
  /// Of the file, in lower-case hexadecimal.
  let sha256: String

  /// Renders into a staged file and seals it, checks what the file system has, and starts again with larger regions
  /// where a face can still be seen beside one. Tones are changed last, of what has passed.
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
    var growths = 0
    while true {
      let summary = try naming({ EditError.photo(asset.original, $0) }) {
        [sink = staged.sink, plan] () throws(PhotoError) in
        try photo.render(
          plan.areas(on: photo.geometry), with: plan.strength.style.obscurer, options: options, into: sink)
      }
      var sealed = try seal(staged, plan, summary)
      do throws(LeakError) {
        try LeakGate.check(
          sealed.content, of: photo, plan: plan, options: options, madeBy: summary.path)
      } catch {
        throw refusal(of: sealed, staged, error)
      }
      try stopIfCancelled()
      let seen = try naming({ EditError.detection(asset.original, $0) }) {
        [plan] () throws(DetectionError) in try secondLook?.findings(on: plan, of: photo)
      }
      try stopIfCancelled()
      guard let grown = seen?.grown, growths < Self.mostGrowths else {
        sealed.summary.warnings += Self.warnings(on: seen)
        sealed.summary.notes += Self.notes(on: plan, grownFrom: asked)
        sealed.summary.warnings += Self.warnings(on: plan)
        return sealed
      }
      plan = grown
      growths += 1
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

  /// How often regions may grow because of what is seen beside them.
  private static let mostGrowths = 3

  /// What was seen and is not hidden.
  private static func warnings(on seen: SecondLook.Findings?) -> [String] {
    guard let seen else { return [] }
    let drawn = Set(seen.drawn).sorted().prefix(mostNamed).map {
      "something like a face is seen beside \($0), which was drawn by hand; look at the render"
    }
    return drawn
      + (seen.grown == nil
        ? []
        : ["something like a face is still seen beside a region that has grown already; look at the render"])
  }

  /// What was done because of what the second look saw.
  private static func notes(on plan: RegionPlan, grownFrom asked: RegionPlan) -> [String] {
    let pairs = zip(asked.regions, plan.regions)
    return note(pairs.filter { $0.rect != $1.rect }.map(\.1), "grew, because a face was seen beside")
      + note(pairs.filter { $0.cells != $1.cells }.map(\.1), "filled with gray, because a face was seen")
  }

  private static func note(_ regions: [PlannedRegion], _ what: String) -> [String] {
    guard !regions.isEmpty else { return [] }
    let named = regions.prefix(mostNamed).map(\.id).joined(separator: ", ")
    let others = regions.count > mostNamed ? " and \(regions.count - mostNamed) more" : ""
    return ["\(counted(regions.count, "region")) \(what): \(named)\(others)"]
  }

  /// What a style tells that shows something of what it hides.
  private static func warnings(on plan: RegionPlan) -> [String] {
    let telling = plan.applied.filter { $0.cells != 0 }
    guard plan.strength.style.tellsSomething, !telling.isEmpty else { return [] }
    return [
      "\(counted(telling.count, "region")) shown in cells of the face's own colours (\(plan.strength.style.rawValue)):"
        + " whoever knows the person may recognise them, and versions of one photo add up; --style mosaic tells nothing"
    ]
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
