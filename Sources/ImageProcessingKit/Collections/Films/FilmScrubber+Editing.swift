/// What a person changes about a film of a collection; what `OutputChange` is of photos.
enum FilmChange: Sendable {
  /// - Parameter detectingAnew: whether faces are looked for once more.
  case correct(FilmCorrections, detectingAnew: Bool)
  /// What was decided is dropped, and the output becomes what the run would make of the film.
  case drop
  /// What counts is this alone, whatever was decided before.
  /// - Parameter recordSHA256: of the record file upon which it was decided; nil where there was none.
  case become(FilmPlan, decidedUpon: String?)
}

/// Films in the target that are made anew because a person has decided so.
extension FilmScrubber {
  /// What came of a change.
  struct Edited {
    /// Nil where nothing was written.
    var outcome: ScrubOutcome?
    var report: FilmEditReport
  }

  /// What is to be hidden after a change, and what is known of it.
  private struct Next {
    var plan: FilmPlan
    /// What the corrections are of.
    let begun: FilmPlan
    var found: ReportedTracks
    var detector: DetectorIdentity
    /// Of the look that was asked for.
    var report: FilmReport?
  }

  /// Changes what was decided about a film, and makes its output anew from the source.
  /// - Parameters:
  ///   - known: what was found and decided about it before.
  ///   - own: with what is asked of style and sound, where a preview and an overlay go, and who is told how far it is.
  /// - Throws: `FaceBlurError`; the output is then as it was.
  func edit(
    _ output: KnownOutput, _ known: FilmDecision, _ change: FilmChange, _ own: FilmPipeline.Settings
  ) throws(FaceBlurError) -> Edited {
    let path = output.path
    var source = try open(output, known)
    let film = source.movie.film
    var isDropped = false
    if case .drop = change { isDropped = true }
    let audio = own.audio ?? (isDropped ? known.found.audio : known.audio)
    try Self.refuseAudible(source.movie, source.job.source, audio)
    var outputs = OutputGuard(originals: [source.job.source, path], force: settings.force)
    let pictures = try naming(
      path,
      try FilmPictures(
        of: source.movie, PhotoAsset(path), mode: source.file.mode, own, own.watch,
        editedSHA256: source.sha256, guardedBy: outputs))
    let next = try next(source, known, change, own, path)
    let plan = next.plan
    let regions = try regions(plan, next.found.doubted, source, audio)

    var report = FilmEditReport(path, film, plan, foundBy: next.detector)
    report.added = next.begun.added(in: plan)
    report.warnings = next.report?.warnings ?? []
    report.notes = next.report?.notes ?? []
    report.shown = known.plan.tracks(shownBy: plan).map(\.id)
    if let look = next.report { report.kept = look.kept }
    var edited = Edited(outcome: nil, report: report)
    if !own.dryRun {
      let isSame =
        plan == known.plan && audio == known.audio && next.found == known.found
        && (!isDropped || source.job.decision == nil)
      if isSame, output.isAsWritten, !output.done.isAnnounced {
        edited.report.outputs.render = path
        edited.report.notes.append(FilmEditReport.unchangedNote)
      } else {
        let earlier = known.record.renders.last?.making
        // Also where it is dropped: a run that goes on behind a crash is not to take what was drawn for what an earlier one found.
        source.job.decision = try stored(
          plan, next.found, foundBy: next.detector,
          FilmRecord.Making(audio: audio, quality: earlier?.quality ?? 0, way: earlier?.way ?? .whole),
          source, nil, isDropped: isDropped)
        guard let written = try render(plan, audio, of: source, own.watch) else {
          throw FaceBlurError(
            .notReadable, source.job.source, PhotoScrubber.changedReason, advice: PhotoScrubber.runAgain)
        }
        let scrubbed = Scrubbed(
          plan: plan, found: next.found, audio: Sound(decided: audio, found: next.found.audio),
          regions: regions, decision: known,
          warnings: warnings(output, source, audio, next.report))
        var outcome = outcome(scrubbed, source, written)
        outcome.stamp = source.stamp
        outcome.sha256 = source.sha256
        outcome.decision = .keep(
          isDropped
            ? nil
            : try stored(
              plan, next.found, foundBy: next.detector, making(audio, written), source, written))
        edited.outcome = outcome
        edited.report.take(written.proven)
        edited.report.outputs.render = path
      }
    }
    let undrawn = try pictures.drawBehindRender(
      plan, found: next.report?.tracks ?? [], &edited.report.outputs, guardedBy: &outputs)
    edited.report.warnings += [undrawn].compactMap(\.self)
    return edited
  }

  /// The source, if it is the film that was scrubbed.
  func open(_ output: KnownOutput, _ known: FilmDecision) throws(FaceBlurError) -> Source {
    let job = output.done.job
    guard let film = try scrubber.probe(ofSourceOf: job).film else {
      throw .sourceChanged(job.source)
    }
    let sha256 = try naming(job.source, try film.file.sha256())
    guard known.isOf(sha256) else { throw .sourceChanged(job.source) }
    let movie = try film.movie
    try naming(job.source, try FilmPipeline.refuseTooLarge(movie.film.video, settings.reader.limits))
    return Source(job: job, file: film.file, movie: movie, sha256: sha256, stamp: film.stamp)
  }

  /// What people should know of a film in the target.
  /// - Parameter report: of a new look; nil where nobody has looked.
  func warnings(
    _ output: KnownOutput, _ source: Source, _ audio: AudioChoice, _ report: FilmReport? = nil
  ) -> [String] {
    let ofSound = FilmPipeline.soundWarnings(on: source.movie.film)
    let known = output.done.warnings
    let told = audio == .keep ? known.filter(ofSound.contains) : []
    return (report?.warnings ?? known.filter { !ofSound.contains($0) }) + told
  }

  private func next(
    _ source: Source, _ known: FilmDecision, _ change: FilmChange, _ own: FilmPipeline.Settings,
    _ path: FilePath
  ) throws(FaceBlurError) -> Next {
    let undecided = known.found.plan(settings.strengthOfFound)
    var next = Next(
      plan: known.plan, begun: known.plan, found: known.found, detector: known.record.detector)
    switch change {
    case .drop: next.plan = undecided
    case .become(let plan, _): next.plan = plan
    case .correct(let corrections, let isDetecting):
      let film = source.movie.film
      let base = own.forgets ? undecided : known.plan
      let begun = FilmPlan(tracks: base.tracks, strength: try naming(path, try own.strength(after: base)))
      next = Next(
        plan: try naming(path, try begun.corrected(by: corrections, in: film.uprightFrame, at: film.ticks)),
        begun: begun, found: known.found, detector: known.record.detector)
      guard isDetecting else { break }
      var report = try look(at: source, own.watch)
      let seen = FilmPlan(report.tracks, begun.strength)
      // A track that is moved away from a face leaves it to the new look.
      next.plan = seen.keeping(next.plan)
      report.noteKept(of: begun, in: next.plan)
      // A run would have found them, had it looked like this, and hides them as it hides what it finds.
      let doubted = zip(seen.tracks, report.tracks).filter(\.1.isDoubtful).map(\.0.points)
      next.found = ReportedTracks(
        FilmPlan(report.tracks, settings.strengthOfFound).keeping(undecided),
        doubted: known.found.doubted.union(doubted), known.found, known.found.audio)
      // That another detector sees the same is no change.
      if next.plan != known.plan { next.detector = scrubber.finder.detector.identity }
      next.report = report
    }
    try naming(path, try Self.refuseTelling(next.plan))
    return next
  }
}
