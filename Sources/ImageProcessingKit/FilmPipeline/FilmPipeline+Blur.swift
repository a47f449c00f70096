extension FilmPipeline {
  /// Blurs the faces of one film. Where none is found, no render and no record is written. A preview and an overlay are written where they are
  /// asked for, also in a dry run.
  ///
  /// An earlier edit is taken up: what it hides stays hidden, found again or not, and its sound left out, unless the settings say otherwise.
  /// Of a film that was here before and may be another one, what a person drew is left.
  /// - Parameters:
  ///   - path: the original.
  ///   - target: where the render goes; nil for Apple's name beside the original.
  ///   - outputs: the guard that all files of a run share.
  /// - Throws: `FaceBlurError`; render and record are then as they were.
  package func blur(
    _ path: FilePath, to target: FilePath? = nil, _ settings: Settings, guardedBy outputs: inout OutputGuard
  ) throws(FaceBlurError) -> FilmReport {
    // Before a film is looked at, which takes long: whatever stands in the way.
    _ = try naming(path, try settings.strength(after: nil))
    let films = FilmReading()
    var edit = try FilmEdit.open(path, settings.editOptions(naming: target), reader: films.reader)
    let original = edit.file
    let file = try naming(path, try films.source(original))
    edit.turns = try Self.turns(of: edit, to: file, watch)
    let earlier = settings.forgets ? nil : try edit.planToKeep()
    let strength = try naming(path, try settings.strength(after: earlier))
    let audio = settings.audio ?? edit.earlierAudio ?? .keep
    try naming(path, try Self.refuseAudible(file, audio))
    let pictures = try naming(
      path,
      try FilmPictures(
        of: file, edit.asset, mode: edit.mode, settings, watch, editedSHA256: edit.sha256, guardedBy: outputs)
    )
    var staged: StagedFilm?
    if !settings.dryRun { staged = try edit.stage(for: target, guardedBy: outputs) }

    var report = try naming(path, try detect(file, named: path))
    var plan = FilmPlan(report.tracks, strength)
    if let earlier { plan = plan.keeping(earlier) }
    let idle = try plan.refuseIdle(in: file.film, path)
    report.take(plan, after: earlier, of: file.film.video.samples)
    // Where nothing is hidden nothing is rendered, and what was stays as it is.
    if !plan.applied.isEmpty { report.shown = edit.shown(by: plan) }
    if !plan.applied.isEmpty, !settings.dryRun || settings.previewFolder != nil {
      report.cautions = [settings.wishes.note].compactMap(\.self)
    }
    report.cautions += [idle].compactMap(\.self)
    if !settings.forgets { report.cautions += [edit.caution(where: plan)].compactMap(\.self) }
    // The render first: where it is refused or fails, nothing else is left behind.
    if !plan.applied.isEmpty, let render = staged.take() {
      let (committed, proven) = try Self.finish(
        edit, render, of: file, hiding: plan, foundBy: detector.identity, FilmRenderOptions(audio: audio),
        watch, guardedBy: &outputs)
      report.take(committed, proven)
      if settings.audio == nil, audio == .keep { report.warnings += Self.soundWarnings(on: file.film) }
    }
    let undrawn = try pictures.drawBehindRender(
      plan, found: report.tracks, &report.outputs, guardedBy: &outputs)
    report.warnings += [undrawn].compactMap(\.self)
    return report
  }
}
