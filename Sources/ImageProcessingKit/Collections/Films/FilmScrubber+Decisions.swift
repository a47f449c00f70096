internal import FoundationEssentials

/// Every run keeps what people have decided about films, and hides what earlier ones did.
extension FilmScrubber {
  /// What becomes of the sound.
  struct Sound {
    let decided: AudioChoice
    /// What the run does of its own accord.
    let found: AudioChoice
  }

  /// What is to be done to a film.
  struct Scrubbed {
    var plan: FilmPlan
    /// What the run hides of its own accord.
    let found: ReportedTracks
    let audio: Sound
    /// For the journal and the reports.
    var regions: ReportedRegions
    /// What was decided about this very film; nil for nothing.
    let decision: FilmDecision?
    /// Whether a command that was killed had dropped what was decided: this run does what was left of it.
    var wasDropped = false
    /// Whether it is another version of the film that an earlier run has scrubbed.
    var isKnownAgain = false
    var warnings: [String] = []
  }

  func decision(on job: ScrubJob) throws(FaceBlurError) -> FilmDecision? {
    guard let stored = job.decision else { return nil }
    return try naming(job.source, try stored.readFilm())
  }

  /// - Parameters:
  ///   - report: of a look at the film.
  ///   - known: what the journal has of it.
  ///   - edit: the record of its edit, which counts before what was decided without it; nil for none.
  /// - Throws: `FaceBlurError` where the style shows something, a record beside the film cannot be read, or the journal could not keep what is
  ///   hidden.
  func decide(
    on report: FilmReport, _ source: Source, _ known: FilmDecision?, _ audio: Sound,
    recordedIn edit: FilmPlan? = nil
  ) throws(FaceBlurError) -> Scrubbed {
    let recorded = try RecordedTracks.hidden(
      beside: source.job.source, source.recorded, at: source.times, isTakenUp: settings.records == .beside,
      and: source.job.records)
    let seen = FilmPlan(report.tracks, settings.strengthOfFound)
    try Self.refuseTelling(seen)
    let hiddenBefore = try hiddenBefore(in: source, known)
    let earlier = hiddenBefore.plans
    let wasDropped = known?.isDropped == true
    let decision = wasDropped ? nil : known
    // Tracks may have got the names of earlier ones; what was found of each is as it was.
    let doubted = Set(zip(seen.tracks, report.tracks).filter(\.1.isDoubtful).map(\.0.points))
      .union(earlier.flatMap(\.doubted))
    var found = earlier.reduce(seen) { $0.keeping($1.plan($0.strength)) }
    found = recorded.plans.reduce(found) { $0.keeping($1) }

    let own = decision.flatMap { $0.isOf(source.sha256) ? $0 : nil }
    var decided = own?.plan
    if own == nil, let decision, let known = hiddenBefore.known, decision.isOf(known.sha256) {
      decided = decision.record.drawn(at: source.times, known.turns)
    } else if own == nil, let decision {
      decided = try naming(
        source.job.source,
        try CollectionDecision.turning(
          isByPlace: source.job.decision?.isByPlace == true,
          decision.record.drawn(in: source.recorded, at: source.times, from: source.recorded.shape)
        ) { () throws(FaceBlurError) in try decision.record.drawn(in: source.recorded, at: source.times) })
    }
    var plan = found
    if let edit {
      // Beside a film the record is the one that is edited.
      let beside = settings.records == .beside ? [] : recorded.plans
      plan = hidden(seen, as: edit)
      for hidden in beside { plan = plan.keeping(hidden.found) }
      // A run without records may have seen more than the one that wrote this one.
      plan = earlier.reduce(plan) { $0.keeping($1, besides: edit) }
      // What a person decided counts, and not what a run had found before that.
      plan = plan.keeping(edit)
      for hidden in beside { plan = plan.adding(drawn: hidden.tracks) }
      plan = plan.adding(drawn: decided?.tracks ?? [])
    } else if let decided {
      plan = hidden(seen, as: decided)
      for hidden in recorded.plans { plan = plan.keeping(hidden.found) }
      // What was decided about another film does not show what was hidden in this one; nor does what was decided about this one before it had
      // another name for a while.
      let hidden = own == nil ? earlier : hiddenBefore.gone
      plan = hidden.reduce(plan) { $0.keeping($1, besides: decided) }
      plan = plan.keeping(decided)
      for hidden in recorded.plans { plan = plan.adding(drawn: hidden.tracks) }
    }
    try Self.refuseTelling(plan)
    let regions = try regions(plan, doubted, source, audio.decided)
    var scrubbed = Scrubbed(
      plan: plan, found: ReportedTracks(found, doubted: doubted, source.recorded, audio.found), audio: audio,
      regions: regions, decision: own, wasDropped: wasDropped,
      warnings: report.warnings + recorded.warnings
        + [plan.idleCaution(in: source.movie.film)].compactMap(\.self))
    scrubbed.isKnownAgain = hiddenBefore.known != nil
    if let decision, own == nil { scrubbed.warnings.append(decision.warningOfChange) }
    if let another = hiddenBefore.inAnother {
      let shown = plan.keeping(another.plan(plan.strength)).applied.count - plan.applied.count
      if shown > 0 {
        scrubbed.warnings.append(CollectionDecision.warningOfLess(counted(shown, "track")))
      }
    }
    if settings.audio == nil, audio.decided == .keep {
      scrubbed.warnings += FilmPipeline.soundWarnings(on: source.movie.film)
    }
    return scrubbed
  }

  /// What was seen, hidden as a person decided; what they hid is compared with that.
  private func hidden(_ seen: FilmPlan, as decided: FilmPlan) -> FilmPlan {
    // The default one asks for nothing.
    settings.strength == .default ? FilmPlan(tracks: seen.tracks, strength: decided.strength) : seen
  }

  static func refuseTelling(_ plan: FilmPlan) throws(FaceBlurError) {
    guard !plan.strength.style.revealsContent else { throw .tellingStyle(plan.strength.style) }
  }

  /// What earlier runs hide of their own accord.
  private struct HiddenBefore {
    /// In this very film, under whatever name, or in a version of it; nothing where that is to be forgotten.
    var plans: [ReportedTracks] = []
    /// Those of them that were hidden under names of which nothing is left of it.
    var gone: [ReportedTracks] = []
    /// The version that was here before, where it is known again, and how.
    var known: (sha256: String, turns: FilmTurns)?
    /// In what was here before, which may show the same all the same.
    var inAnother: ReportedTracks?
  }

  private func hiddenBefore(
    in source: Source, _ decision: FilmDecision?
  ) throws(FaceBlurError) -> HiddenBefore {
    var before = HiddenBefore()
    guard !settings.forgets else { return before }
    if let decision, decision.isOf(source.sha256) {
      before.plans = [decision.found]
    } else if let hidden = source.job.hidden, let film = hidden.film {
      if hidden.sha256 == source.sha256 {
        before.plans = [film]
      } else {
        let turns = try turns(of: source, since: hidden, film)
        if turns.isEmpty {
          before.inAnother = film
        } else {
          before.plans = [film.turned(turns, at: source.times)]
          before.known = (hidden.sha256, turns)
        }
      }
    }
    let elsewhere = source.job.hiddenElsewhere(in: source.sha256)
    before.plans += elsewhere.compactMap(\.film)
    before.gone = elsewhere.filter(\.isGone).compactMap(\.film)
    return before
  }

  /// How the version of a film in which an earlier run has hidden something is known again in this one, as far as that run's output tells.
  /// - Returns: nothing where the output is gone or was changed, or shows another film.
  private func turns(
    of source: Source, since hidden: ScrubJob.Hidden, _ film: ReportedTracks
  ) throws(FaceBlurError) -> FilmTurns {
    guard let place = try? TargetPlace.find(source.job, in: scrubber.target) else { return FilmTurns() }
    let isStopped = scrubber.isStopped
    do {
      return try withExtendedLifetime(place.folder) { () throws(FaceBlurError) -> FilmTurns in
        guard let output = OpenFilm(try InputFile.open(place.path, followingLinks: false)),
          try output.file.sha256() == source.job.writtenSHA256
        else { return FilmTurns() }
        let earlier = EarlierFilm(
          try output.movie, hiding: film.plan(.default), timedBy: film, reach: hidden.reach)
        return try earlier.turns(to: source.movie) { !isStopped() }
      }
    } catch {
      guard error.kind != .cancelled else { throw error }
      return FilmTurns()
    }
  }

  /// What becomes of the sound: where nobody says it, no more is heard than of what was made before, whatever knows of that.
  /// - Parameter record: of an edit of the film, or of the one that was there before.
  func audio(_ source: Source, _ decision: FilmDecision?, _ record: FilmRecord?) -> Sound {
    if let audio = settings.audio { return Sound(decided: audio, found: audio) }
    let beside = RecordedTracks.audio(beside: source.job.source).map(Optional.some)
    let isOwn = decision?.isOf(source.sha256) == true
    let elsewhere = source.job.hiddenElsewhere(in: source.sha256)
    let before = elsewhere.map { $0.film?.audio } + (isOwn ? [] : [source.job.hidden?.film?.audio])
    let recorded = record?.renders.last?.making.audio
    return Sound(
      decided: .quietest([recorded, decision?.audio] + before + beside),
      found: .quietest([recorded, decision?.found.audio] + before + beside))
  }

  /// What the journal has of a film.
  /// - Parameter doubted: by their points, tracks that a person should look at.
  /// - Throws: `FaceBlurError` where that could not be kept: a later run would not know of it.
  func regions(
    _ plan: FilmPlan, _ doubted: Set<[TrackPoint]>, _ source: Source, _ audio: AudioChoice
  ) throws(FaceBlurError) -> ReportedRegions {
    var regions = ReportedRegions(hiding: plan, doubted: doubted, in: source.recorded, audio)
    regions.style = plan.strength.style
    // What would not be read again, a later run would not know of.
    guard try regions.text().utf8.count <= ReportedTracks.maxBytes, regions.film?.flaw == nil else {
      throw FaceBlurError.tooManyTracks("more faces are seen in it than the journal keeps of a film")
        .naming(source.job.source)
    }
    return regions
  }

  /// What the journal keeps of what was decided, after a run has rendered it.
  /// - Parameter output: nil for one that is yet to come.
  /// - Throws: `FaceBlurError` where that is too large.
  func kept(
    _ scrubbed: Scrubbed, _ source: Source, _ output: Output?
  ) throws(FaceBlurError) -> ScrubOutcome.DecisionChange {
    guard source.job.decision != nil else { return .none }
    // Nothing of it is left where the film is another one.
    if scrubbed.decision == nil, scrubbed.plan.tracks == scrubbed.found.tracks { return .keep(nil) }
    return .keep(
      try stored(
        scrubbed.plan, scrubbed.found, foundBy: scrubber.finder.detector.identity,
        making(scrubbed.audio.decided, output), source, output))
  }

  func stored(
    _ plan: FilmPlan, _ found: ReportedTracks, foundBy detector: DetectorIdentity,
    _ making: FilmRecord.Making, _ source: Source, _ output: Output?, isDropped: Bool = false
  ) throws(FaceBlurError) -> CollectionDecision.Stored {
    let unwritten = isDropped ? CollectionDecision.hashOfDropped : CollectionDecision.hashOfNone
    let render = FilmRecord.Render(
      path: scrubber.target.path.appending(source.job.target),
      sha256: output?.written.sha256 ?? unwritten, making: making)
    let record = FilmRecord(source: source.recorded, detector: detector, plan: plan, renders: [render])
    return try naming(source.job.source, try FilmDecision(record: record, found: found).stored(at: Date()))
  }

  /// How an output was made, or nearly so where it is yet to come.
  func making(_ audio: AudioChoice, _ output: Output?) -> FilmRecord.Making {
    FilmRecord.Making(
      audio: audio, quality: output?.proven.summary.quality ?? 0, way: output?.proven.summary.way ?? .whole)
  }
}

extension FilmPlan {
  /// The plan, and what an earlier run hides, but for what was drawn and lies in what a person has decided, which is kept next.
  fileprivate func keeping(_ earlier: ReportedTracks, besides decided: FilmPlan) -> FilmPlan {
    keeping(earlier.plan(strength).withoutDrawn(in: decided))
  }

  /// Without what a person drew.
  fileprivate var found: FilmPlan {
    FilmPlan(tracks: tracks.filter { $0.origin == .detected }, strength: strength)
  }
}

extension AudioChoice {
  /// Of several, the one that lets the least be heard; nil stands for whoever knows nothing.
  fileprivate static func quietest(_ choices: [AudioChoice?]) -> AudioChoice {
    choices.contains(.drop) ? .drop : choices.contains(.muteHidden) ? .muteHidden : .keep
  }
}
