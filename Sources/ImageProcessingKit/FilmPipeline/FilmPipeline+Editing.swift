extension FilmPipeline {
  /// Corrects the edit that the record of a film holds, or begins one as `blur` does, and renders it anew from the original: where the record
  /// says that its newest render is.
  /// - Parameters:
  ///   - path: the original.
  ///   - corrections: what to change; coordinates are of the upright full-size picture.
  ///   - isDetecting: whether faces are looked for anew, as they always are where there is no edit yet. What a person decided and what was
  ///     hidden before outlives that.
  ///   - settings: with what is asked of the strength, and where a preview and an overlay go.
  ///   - makeDetector: is called where faces are looked for.
  ///   - limits: of a frame.
  ///   - outputs: the guard that all files of a run share.
  /// - Throws: `FaceBlurError`, also where the corrections do not fit what was found or recorded, and where nothing would be left hidden;
  ///   render and record are then as they were.
  package static func edit(
    _ path: FilePath, _ corrections: FilmCorrections, detectingAnew isDetecting: Bool, _ settings: Settings,
    lookingWith makeDetector: () throws(FaceBlurError) -> any FaceDetecting, within limits: ImageLimits,
    guardedBy outputs: inout OutputGuard
  ) throws(FaceBlurError) -> FilmEditReport {
    if let original = PhotoAsset.original(ofFilmRender: path) {
      throw .isRender(of: original).naming(path)
    }
    let films = FilmReading()
    var edit = try FilmEdit.open(path, settings.editOptions(naming: nil), reader: films.reader)
    let (again, record) = (try edit.renderAgain(), edit.record)
    let original = edit.file
    let file = try naming(path, try films.source(original))
    edit.turns = try turns(of: edit, to: file, settings.watch)
    let earlier = settings.forgets ? nil : try edit.planToKeep()
    let begun = FilmPlan(
      tracks: earlier?.tracks ?? [], strength: try naming(path, try settings.strength(after: earlier)))
    let film = file.film
    try naming(path, try refuseTooLarge(film.video, limits))
    func corrected(_ plan: FilmPlan, _ corrections: FilmCorrections) throws(FaceBlurError) -> FilmPlan {
      try naming(path, try plan.corrected(by: corrections, in: film.uprightFrame, at: film.ticks))
    }
    let audio = settings.audio ?? edit.earlierAudio ?? .keep
    try naming(path, try refuseAudible(file, audio))
    // Before a film is looked at, which takes long: whatever stands in the way. Without an edit its tracks are not known yet.
    let isTakenUp = (record != nil || !edit.turns.isEmpty) && !settings.forgets
    if edit.superseded != nil, !isTakenUp, !settings.forgets, corrections.nameOthers(than: begun) {
      throw .namesOfAnother("track").naming(edit.asset.record)
    }
    var plan = try corrected(begun, isTakenUp ? corrections : corrections.additions)
    let pictures = try naming(
      path,
      try FilmPictures(
        of: file, edit.asset, mode: edit.mode, settings, settings.watch, editedSHA256: edit.sha256,
        guardedBy: outputs))
    var staged: StagedFilm?
    if !settings.dryRun { staged = try edit.stage(for: again?.target, guardedBy: outputs) }

    let known = isTakenUp ? record?.detector : nil
    var found: (report: FilmReport, by: DetectorIdentity)?
    if isDetecting || known ?? .byHand == .byHand {
      var pipeline = FilmPipeline(detector: try naming(path, try makeDetector()), limits: limits)
      pipeline.watch = settings.watch
      var report = try naming(path, try pipeline.detect(file, named: path))
      let seen = FilmPlan(report.tracks, begun.strength)
      // A track that is moved away from a face leaves it to the new look.
      plan = isTakenUp ? seen.keeping(plan) : try corrected(seen.keeping(begun), corrections)
      report.noteKept(of: begun, in: plan)
      found = (report, pipeline.detector.identity)
    }
    guard !plan.applied.isEmpty else {
      let isNew = edit.files == nil
      let error: FaceBlurError =
        isNew && plan.tracks.isEmpty ? .nothingFound : .nothingLeft(isNew ? nil : path)
      throw error.naming(path)
    }
    let idle = try plan.refuseIdle(in: film, path)

    // That another detector sees the same is no change.
    let finder = plan == record?.plan ? record?.detector : found?.by ?? known
    var report = FilmEditReport(path, film, plan, foundBy: finder ?? .byHand)
    report.added = begun.added(in: plan)
    report.shown = edit.shown(by: plan)
    if let found { report.kept = found.report.kept }
    report.warnings = found?.report.warnings ?? []
    report.notes = found?.report.notes ?? []
    report.cautions = [idle, settings.forgets ? nil : edit.caution(where: plan)].compactMap(\.self)
    // The render first, as in `blur`.
    if let render = staged.take() {
      if edit.isUpToDate(hiding: plan, audio: audio) {
        report.outputs = FilmReport.Outputs(render: again?.target, record: edit.asset.record)
        report.notes.append(FilmEditReport.unchangedNote)
      } else {
        if found != nil { report.cautions += [settings.wishes.note].compactMap(\.self) }
        if settings.audio == nil, record == nil { report.warnings += soundWarnings(on: film) }
        let (committed, proven) = try finish(
          edit, render, of: file, hiding: plan, foundBy: finder ?? .byHand, FilmRenderOptions(audio: audio),
          settings.watch, guardedBy: &outputs)
        report.take(committed, proven)
      }
    }
    let undrawn = try pictures.drawBehindRender(
      plan, found: found?.report.tracks ?? [], &report.outputs, guardedBy: &outputs)
    report.warnings += [undrawn].compactMap(\.self)
    return report
  }
}

extension Film {
  /// The upright picture that a person's boxes are of.
  var uprightFrame: PictureFrame {
    let size = video.orientation.uprightSize(
      storedWidth: video.shape.width, storedHeight: video.shape.height)
    return PictureFrame(width: size.width, height: size.height)
  }

  /// Which frames are shown at times that a person names; all of them where none are named.
  func ticks(at times: ShownTimes?) throws(FaceBlurError) -> ClosedRange<Int> {
    guard let times else { return video.allPictures }
    guard times.lies(within: duration) else { throw .timesOutside(times, duration: duration) }
    guard let pictures = video.pictures(shownIn: times.seconds) else { throw .nothingShown(times) }
    return pictures
  }
}
