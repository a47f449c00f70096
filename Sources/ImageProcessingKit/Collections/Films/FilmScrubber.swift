/// Takes films of a collection to the target, as `PhotoScrubber` does photos and with what that has.
struct FilmScrubber {
  private let scrubber: PhotoScrubber

  init(_ scrubber: PhotoScrubber) { self.scrubber = scrubber }

  private var settings: ScrubSettings { scrubber.settings }

  /// Ends the work on a film where nobody waits for that: a process of its own is ended as a whole.
  private var watch: FilmWatch {
    let isStopped = scrubber.isStopped
    return FilmWatch { _ in !isStopped() }
  }

  /// A film that is open for reading.
  private struct Source {
    let job: ScrubJob
    let file: FilmFile
    let movie: any FilmSource
    let sha256: String
    /// Of the file, before it was read.
    let stamp: FileStamp?
    /// What was seen in it, and what its pictures were coded as, for a run that goes on after this one.
    var looks: LookFile?
    var code: CodedFile?
  }

  /// - Parameter identity: of the file that was looked at: what is behind the name now may be another one.
  func scrub(_ job: ScrubJob, _ identity: FileIdentity) throws(FaceBlurError) -> ScrubOutcome {
    let stamp = FileStamp(of: job.source)
    let edit = RecordedRegions.stamp(beside: job.source)
    let file = FilmFile(try InputFile.openWithoutLinks(job.source))
    guard file.identity == identity else { return ScrubOutcome(job, .failed, PhotoScrubber.changed) }
    let sha256 = try naming(job.source, try file.sha256())
    guard job.isOf(sha256) else { return ScrubOutcome(job, .failed, PhotoScrubber.another) }
    if let outcome = scrubber.asBefore(job, stamp, sha256) { return outcome }
    let movie = try naming(job.source, try FilmContainers.open(file))
    let identity = scrubber.finder.detector.identity
    let basis = settings.digest(identity) + identity.modelSHA256
    let code = scrubber.looks.map { CodedFile(in: $0, of: sha256, basis: basis) }
    var source = Source(
      job: job, file: file, movie: movie, sha256: sha256, stamp: stamp, code: code)
    source.looks = scrubber.looks.map { LookFile(in: $0, of: sha256, basis: basis) }
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
      source.looks = scrubber.looks.map { LookFile(in: $0, of: sha256, basis: basis) }
      outcome = try scrubbed(source)
    }
    source.looks?.remove()
    code?.remove()
    outcome.stamp = stamp
    outcome.sha256 = sha256
    outcome.edit = settings.records == .beside ? RecordedRegions.stamp(beside: job.source) : edit
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
    let audio = audio(source, nil)
    try Self.refuseAudible(source.movie, source.job.source, audio)
    let report = try look(at: source)
    let plan = try found(in: report, source)
    try refuseTooMany(plan, report, source)
    if let outcome = withoutFace(plan, report, source, audio) { return outcome }
    return try write(plan, report, of: source, audio)
  }

  /// With a record of its edit, unless there is nothing to record.
  private func scrub(_ source: Source, recordingIn records: HeldFolder?) throws(FaceBlurError) -> ScrubOutcome
  {
    let job = source.job
    let options = settings.sessionOptions(recordingIn: records?.at("."))
    let edit = try FilmEdit.open(
      job.source, FilmEdit.Options(record: options.record, reach: options.reach, rebasing: options.rebasing),
      reader: FilmPipeline.reader)
    guard edit.file.identity == source.file.identity else {
      return ScrubOutcome(job, .failed, PhotoScrubber.changed)
    }
    let audio = audio(source, edit.record ?? edit.superseded)
    try Self.refuseAudible(source.movie, source.job.source, audio)
    let report = try look(at: source)
    var plan = try found(in: report, source)
    if let earlier = edit.earlierPlan ?? edit.drawnBefore {
      // What a person decided counts, and not what a run had found before that.
      var kept = FilmPlan(report.tracks, try strength).keeping(earlier)
      if settings.strength == .default { kept.strength = earlier.strength }
      guard !kept.strength.style.revealsContent else { throw .tellingStyle(kept.strength.style) }
      plan =
        settings.records == .beside
        ? kept
        : try RecordedTracks.adding(to: kept, beside: job.source, sha256: source.sha256, drawnAlone: true)
    }
    try refuseTooMany(plan, report, source)
    guard !plan.applied.isEmpty else {
      if let outcome = withoutFace(plan, report, source, audio) { return outcome }
      return try write(plan, report, of: source, audio)
    }
    let place = try TargetPlace.make(job, in: scrubber.target)
    defer { withExtendedLifetime(place) {} }
    var outputs = OutputGuard(originals: [job.source], force: settings.force)
    outputs.ours = Set([job.writtenSHA256, job.intendedSHA256].compactMap(\.self))
    let staged = try edit.stage(for: place.path, guardedBy: outputs)
    let (committed, proven) = try FilmPipeline.finish(
      edit, staged, of: source.movie, hiding: plan, foundBy: scrubber.finder.detector.identity,
      FilmRenderOptions(audio: audio), watch, keepingIn: source.code, guardedBy: &outputs)
    try place.confirm(job, in: scrubber.target)
    guard let stamp = FileStamp(of: place.path), let sha256 = committed.record.renders.last?.sha256 else {
      throw .reading(place.path)
    }
    return try outcome(plan, report, source, proven, audio, (stamp, sha256))
  }

  // MARK: What is hidden

  private func look(at source: Source) throws(FaceBlurError) -> FilmReport {
    var pipeline = FilmPipeline(
      detector: scrubber.finder.detector, limits: settings.reader.limits)
    pipeline.memory = source.looks
    pipeline.watch = watch
    return try naming(source.job.source, try pipeline.detect(source.movie, named: source.job.source))
  }

  private var strength: ObscuringStrength {
    get throws(FaceBlurError) {
      let strength = settings.strengthOfFound
      guard !strength.style.revealsContent else { throw .tellingStyle(strength.style) }
      return strength
    }
  }

  /// What was found now, what earlier runs hide, and what the edit beside the film does.
  private func found(in report: FilmReport, _ source: Source) throws(FaceBlurError) -> FilmPlan {
    var plan = FilmPlan(report.tracks, try strength)
    if let earlier = earlier(source) { plan = plan.keeping(earlier.plan(plan.strength)) }
    return try RecordedTracks.adding(to: plan, beside: source.job.source, sha256: source.sha256)
  }

  /// What an earlier run did with this very film; nil where that is nothing, or to be forgotten.
  private func earlier(_ source: Source) -> ReportedTracks? {
    guard !settings.forgets, let hidden = source.job.hidden, hidden.sha256 == source.sha256 else {
      return nil
    }
    return hidden.film
  }

  /// What becomes of the sound: where nobody says it, no more is heard than of what was made before, whatever knows of that.
  /// - Parameter record: of an edit of the film, or of the one that was there before.
  private func audio(_ source: Source, _ record: FilmRecord?) -> AudioChoice {
    if let audio = settings.audio { return audio }
    let beside = RecordedTracks.audio(beside: source.job.source)
    let known =
      [
        record?.renders.last?.making.audio, settings.forgets ? nil : source.job.hidden?.film?.audio,
      ] + beside.map(Optional.some)
    return known.contains(.drop) ? .drop : known.contains(.muteHidden) ? .muteHidden : .keep
  }

  /// Refuses a film with sound that cannot be treated so, before anybody looks at it, which takes long.
  private static func refuseAudible(
    _ movie: any FilmSource, _ path: FilePath, _ audio: AudioChoice
  ) throws(FaceBlurError) {
    try naming(path, try FilmPipeline.refuseAudible(movie, audio))
    if audio == .keep { _ = try naming(path, try movie.audioTracks()) }
  }

  /// What comes of a film without a face, where such are not kept; nil where it goes to the target.
  private func withoutFace(
    _ plan: FilmPlan, _ report: FilmReport, _ source: Source, _ audio: AudioChoice
  ) -> ScrubOutcome? {
    guard plan.applied.isEmpty, settings.onNoFace != .keep else { return nil }
    var outcome = ScrubOutcome(source.job, settings.onNoFace == .skip ? .skipped : .review)
    outcome.reason = "no face was found"
    outcome.warnings = report.warnings
    outcome.regions = regions(plan, report, source, audio)
    return outcome
  }

  /// - Throws: `FaceBlurError` where the journal could not keep what is hidden: a later run would not know of it.
  private func refuseTooMany(_ plan: FilmPlan, _ report: FilmReport, _ source: Source) throws(FaceBlurError) {
    let size = regions(plan, report, source, .keep).text?.utf8.count ?? .max
    guard size <= ReportedTracks.maxBytes else {
      throw FaceBlurError(
        .photoTooLarge, source.job.source, "more faces are seen in it than the journal keeps of a film",
        advice: "cut it into parts first")
    }
  }

  // MARK: Output

  /// Renders the plan and gives the render its place.
  private func write(
    _ plan: FilmPlan, _ report: FilmReport, of source: Source, _ audio: AudioChoice
  ) throws(FaceBlurError) -> ScrubOutcome {
    let job = source.job
    let place = try TargetPlace.make(job, in: scrubber.target)
    defer { withExtendedLifetime(place) {} }
    let staged = try scrubber.stage(place, mode: source.file.mode)
    let proven: ProvenFilm
    do {
      proven = try ProvenFilm.render(
        source.movie, source.file, plan, FilmRenderOptions(audio: audio), into: staged, watch,
        keepingIn: source.code)
    } catch {
      throw error.naming(job.source)
    }
    let sha256 = try staged.seal()
    guard scrubber.isUnchanged(job, since: source.stamp) else {
      return ScrubOutcome(job, .failed, PhotoScrubber.changed)
    }
    let written = try scrubber.place(staged, at: place, sha256, job)
    return try outcome(plan, report, source, proven, audio, written)
  }

  private func outcome(
    _ plan: FilmPlan, _ report: FilmReport, _ source: Source, _ proven: ProvenFilm, _ audio: AudioChoice,
    _ written: (stamp: FileStamp, sha256: String)
  ) throws(FaceBlurError) -> ScrubOutcome {
    var outcome = ScrubOutcome(source.job, .done)
    outcome.regions = regions(plan, report, source, audio)
    outcome.regions.style = plan.strength.style
    outcome.faces = plan.applied.count
    outcome.doubtful = outcome.regions.film?.doubtful.count ?? 0
    outcome.warnings = report.warnings
    if settings.audio == nil, audio == .keep {
      outcome.warnings += FilmPipeline.soundWarnings(on: source.movie.film)
    }
    outcome.way = .film(proven.summary.way)
    outcome.written = written
    return outcome
  }

  private func regions(
    _ plan: FilmPlan, _ report: FilmReport, _ source: Source, _ audio: AudioChoice
  ) -> ReportedRegions {
    var regions = ReportedRegions()
    (regions.width, regions.height) = (report.width, report.height)
    regions.orientation = report.orientation
    // Tracks may have got the names of earlier ones; what was found of each is as it was.
    let doubtful = Set(
      zip(FilmPlan(report.tracks, plan.strength).tracks, report.tracks)
        .filter(\.1.isDoubtful).map(\.0.points))
    let record = FilmRecord.Source(
      fileName: source.job.source.name, byteCount: source.file.size, sha256: source.sha256,
      of: source.movie.film)
    regions.film = ReportedTracks(
      tracks: plan.applied, doubtful: plan.applied.filter { doubtful.contains($0.points) }.map(\.id),
      timescale: record.timescale, start: record.start, audio: audio)
    return regions
  }

  // MARK: Forecast

  /// What can be told of a film without looking at its frames.
  /// - Throws: `FaceBlurError` for what would keep a run from scrubbing it.
  static func check(_ job: ScrubJob, _ settings: ScrubSettings) throws(FaceBlurError) {
    let style = settings.strengthOfFound.style
    guard !style.revealsContent else { throw .tellingStyle(style) }
    let file = FilmFile(try InputFile.openWithoutLinks(job.source))
    let movie = try naming(job.source, try FilmContainers.open(file))
    try naming(job.source, try FilmPipeline.refuseTooLarge(movie.film.video, settings.reader.limits))
    try refuseAudible(movie, job.source, settings.audio ?? .keep)
    _ = try RecordedTracks.adding(
      to: FilmPlan(tracks: [], strength: .default), beside: job.source, sha256: "")
  }
}
