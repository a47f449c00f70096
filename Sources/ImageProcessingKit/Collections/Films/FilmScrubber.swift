/// Takes films of a collection to the target, as `PhotoScrubber` does photos and with what that has.
struct FilmScrubber {
  let scrubber: PhotoScrubber

  init(_ scrubber: PhotoScrubber) { self.scrubber = scrubber }

  var settings: ScrubSettings { scrubber.settings }

  /// Ends the work on a film where nobody waits for that: a process of its own is ended as a whole.
  var watch: FilmWatch {
    let isStopped = scrubber.isStopped
    return FilmWatch { _ in !isStopped() }
  }

  /// A film that is open for reading.
  struct Source {
    var job: ScrubJob
    let file: FilmFile
    let movie: any FilmSource
    let sha256: String
    /// Of the file, before it was read.
    let stamp: FileStamp?
    /// What was seen in it, and what its pictures were coded as, for a run that goes on after this one.
    var looks: LookFile?
    var code: CodedFile?

    /// As records have it.
    var recorded: FilmRecord.Source {
      FilmRecord.Source(
        fileName: job.source.name, byteCount: file.size, sha256: sha256, of: movie.film)
    }

    var times: PictureTimes { PictureTimes(movie.film) }
  }

  /// - Parameter film: at the source of the job.
  func scrub(_ job: ScrubJob, _ film: OpenFilm) throws(FaceBlurError) -> ScrubOutcome {
    let stamp = film.stamp
    guard job.isAsAsked(stamp) else { return ScrubOutcome(job, .failed, PhotoScrubber.changed) }
    try settings.refuseInterruptedEdit(beside: job.source)
    try PhotoAsset.refuseForeignRecord(besideFilm: job.source)
    let edit = settings.editStamps(of: job)
    let sha256 = try naming(job.source, try film.file.sha256())
    guard job.isOf(sha256) else { return ScrubOutcome(job, .failed, PhotoScrubber.another) }
    if let outcome = scrubber.asBefore(job, stamp, sha256) { return outcome }
    let movie = try film.movie
    let identity = scrubber.finder.detector.identity
    let basis = settings.digest(identity) + identity.modelSHA256
    let folder = scrubber.looks?(job.source)
    let code = folder.map { CodedFile(in: $0, of: sha256, basis: basis) }
    var source = Source(
      job: job, file: film.file, movie: movie, sha256: sha256, stamp: stamp, code: code)
    source.looks = folder.map { LookFile(in: $0, of: sha256, basis: basis) }
    var outcome: ScrubOutcome
    do {
      outcome = try scrubbed(source)
    } catch {
      // Whatever was wrong with it is not met again.
      if error.kind != .cancelled { code?.remove() }
      // It takes as much room as the render, which may need that.
      guard error.kind == .diskFull, let code, code.takesRoom else { throw error }
      source.code = nil
      // From its beginning; two cannot have it at a time.
      source.looks = nil
      source.looks = folder.map { LookFile(in: $0, of: sha256, basis: basis) }
      outcome = try scrubbed(source)
    }
    source.looks?.remove()
    code?.remove()
    if let folder { LookFolders.remove(folder) }
    outcome.stamp = stamp
    outcome.sha256 = sha256
    outcome.edit = settings.editStamps(of: job, writtenSince: edit).text
    return outcome
  }

  private func scrubbed(_ source: Source) throws(FaceBlurError) -> ScrubOutcome {
    guard settings.records != .none else { return try scrub(source) }
    return try scrubber.recording(source.job) { (records) throws(FaceBlurError) in
      try scrub(source, recordingIn: records)
    }
  }

  /// Without a record.
  private func scrub(_ source: Source) throws(FaceBlurError) -> ScrubOutcome {
    let decision = try decision(on: source.job)
    let audio = audio(source, decision, nil)
    try Self.refuseAudible(source.movie, source.job.source, audio.decided)
    let report = try look(at: source)
    let scrubbed = try decide(on: report, source, decision, audio)
    if let outcome = withoutFace(scrubbed, source) { return outcome }
    return try write(scrubbed, of: source)
  }

  // MARK: Looking

  /// - Parameter watch: is told of every picture; nil for what ends a run.
  func look(at source: Source, _ watch: FilmWatch? = nil) throws(FaceBlurError) -> FilmReport {
    var pipeline = FilmPipeline(
      detector: scrubber.finder.detector, limits: settings.reader.limits)
    pipeline.memory = source.looks
    pipeline.watch = watch ?? self.watch
    return try naming(source.job.source, try pipeline.detect(source.movie, named: source.job.source))
  }

  /// Refuses a film with sound that cannot be treated so, before anybody looks at it, which takes long.
  static func refuseAudible(
    _ movie: any FilmSource, _ path: FilePath, _ audio: AudioChoice
  ) throws(FaceBlurError) {
    try naming(path, try FilmPipeline.refuseAudible(movie, audio))
    if audio == .keep { _ = try naming(path, try movie.audioTracks()) }
  }

  /// What comes of a film without a face, where such are not kept; nil where it goes to the target.
  func withoutFace(_ scrubbed: Scrubbed, _ source: Source) -> ScrubOutcome? {
    // A person who has decided about a film has looked at it.
    guard scrubbed.plan.hidesNothing(in: source.movie.film), settings.onNoFace != .keep,
      scrubbed.decision == nil
    else {
      return nil
    }
    var outcome = ScrubOutcome(source.job, settings.onNoFace == .skip ? .skipped : .review)
    outcome.reason = "no face was found"
    let ofSound = FilmPipeline.soundWarnings(on: source.movie.film)
    outcome.warnings = scrubbed.warnings.filter { !ofSound.contains($0) }
    outcome.regions = scrubbed.regions
    return outcome
  }

  // MARK: Output

  /// Renders what is to be done and gives the render its place.
  func write(_ scrubbed: Scrubbed, of source: Source) throws(FaceBlurError) -> ScrubOutcome {
    // Who has waited for the render of a long film is not to be told then that its decision is too large.
    _ = try kept(scrubbed, source, nil)
    var source = source
    source.job = source.job.known(again: scrubbed.isKnownAgain)
    guard let output = try render(scrubbed.plan, scrubbed.audio.decided, of: source) else {
      return ScrubOutcome(source.job, .failed, PhotoScrubber.changed)
    }
    var outcome = outcome(scrubbed, source, output)
    outcome.decision = try kept(scrubbed, source, output)
    return outcome
  }

  /// A film that is in its place.
  struct Output {
    let proven: ProvenFilm
    let written: (stamp: FileStamp, sha256: String)
  }

  /// Renders a plan and gives the render its place.
  /// - Parameter watch: is told of every picture; nil for what ends a run.
  /// - Returns: nil where the source was changed meanwhile; nothing is placed then.
  func render(
    _ plan: FilmPlan, _ audio: AudioChoice, of source: Source, _ watch: FilmWatch? = nil
  ) throws(FaceBlurError) -> Output? {
    let job = source.job
    let place = try TargetPlace.make(job, in: scrubber.target)
    defer { withExtendedLifetime(place) {} }
    let staged = try scrubber.stage(place, mode: source.file.mode)
    let proven: ProvenFilm
    do {
      proven = try ProvenFilm.render(
        source.movie, source.file, plan, FilmRenderOptions(audio: audio), into: staged,
        watch ?? self.watch, keepingIn: source.code)
    } catch {
      throw error.naming(job.source)
    }
    let sha256 = try staged.seal()
    guard scrubber.isUnchanged(job, since: source.stamp) else { return nil }
    return Output(proven: proven, written: try scrubber.place(staged, at: place, sha256, job))
  }

  /// What came of a film that is in its place.
  func outcome(_ scrubbed: Scrubbed, _ source: Source, _ output: Output) -> ScrubOutcome {
    var outcome = ScrubOutcome(source.job, .done)
    outcome.regions = scrubbed.regions
    outcome.faces = scrubbed.plan.applied.count
    outcome.doubtful = scrubbed.regions.film?.doubtful.count ?? 0
    let excluded = scrubbed.plan.tracks.filter { $0.state == .excluded }.map(\.id)
    let found = scrubbed.found.plan(scrubbed.plan.strength)
    let shown = found.tracks(shownBy: scrubbed.plan).map(\.id)
    // What was decided before may be decided otherwise now.
    outcome.warnings =
      CollectionDecision.warnings(ofShown: excluded, shown)
      + scrubbed.warnings.filter { !$0.hasPrefix(CollectionDecision.shownByDecision) }
    outcome.way = .film(output.proven.summary.way)
    outcome.written = output.written
    return outcome
  }

  // MARK: Forecast

  /// What can be told of a film without looking at its frames: of these the first one is decoded, to know whether anything here can.
  /// - Throws: `FaceBlurError` for what would keep a run from scrubbing it.
  static func check(_ job: ScrubJob, _ film: OpenFilm, _ settings: ScrubSettings) throws(FaceBlurError) {
    let style = settings.strengthOfFound.style
    guard !style.revealsContent else { throw .tellingStyle(style) }
    let movie = try film.movie
    try naming(job.source, try FilmPipeline.refuseTooLarge(movie.film.video, settings.reader.limits))
    try refuseAudible(movie, job.source, settings.audio ?? .keep)
    try settings.refuseInterruptedEdit(beside: job.source)
    try PhotoAsset.refuseForeignRecord(besideFilm: job.source)
    try RecordedTracks.check(beside: job.source)
    try naming(job.source, try FrameSeeker(movie).decode([0], isWanted: { true }, { _, _ in }))
  }
}
