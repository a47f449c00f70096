extension CollectionScrub {
  /// Jobs in the queue for each worker, so that no worker waits for the journal.
  private static let jobsPerWorker = 8
  /// The most milliseconds to wait for results.
  private static let pollInterval = 200

  /// Reads what earlier runs wrote, then does every file that the journal has as pending, until none is left or the run is to
  /// stop.
  func work(
    _ input: Input, _ makeWorker: @escaping MakeWorker, _ folder: HeldFolder, _ journal: ScrubJournal,
    _ basis: ScrubJournal.Basis,
    _ summary: inout ScrubSummary, _ stop: WorkStop, _ isStopping: () -> Bool,
    _ tell: (ScrubEvent) -> Void
  ) throws(FaceBlurError) {
    let budget = settings.memoryBudget()
    // Each worker is a thread already; threads within one photo would compete with them.
    try DetectionShim.setThreadCount(1)
    let clock = ContinuousClock()
    let start = clock.now
    let pool = ScrubWorkerPool(settings.jobCount(within: budget)) { announce in makeWorker(budget, announce) }
    defer { pool.close() }
    guard pool.size > 0 else {
      throw FaceBlurError(.notReadable, folder.path, "the system gives no thread", advice: "\(.useOneJob)")
    }
    if !settings.trustsTimes { try check(with: pool, journal, basis, &summary, stop, isStopping, tell) }
    var progress = try journal.progress()
    if !summary.hasEnded {
      try process(
        with: pool, unless: isStopping, stopping: stop, summary: &summary,
        { (last, count) throws(FaceBlurError) in
          let jobs = try journal.jobs(after: last, count: count, basis: basis)
          // Anybody may have written the journal: a row for a file that this run has not met is refused.
          if let stray = jobs.first(where: { !input.mayHold($0.source) }) {
            throw FaceBlurError(
              .notReadable, settings.journal, "it names \(stray.source), which this run has not met")
          }
          return jobs
        }
      ) { (results, summary) throws(FaceBlurError) in
        for outcome in results.outcomes where !outcome.isInterrupted {
          if let fatal = outcome.fatal {
            // The file stays pending, for a run that has room on the disk.
            summary.fatal = fatal
            continue
          }
          try journal.record(outcome, basis: basis)
          progress.take(outcome)
          tell(.finished(ScrubLine(outcome)))
        }
        for pending in results.pendingOutputs { try journal.note(pending) }
        try journal.checkpoint()
        pool.confirm(results.pendingOutputs)
        progress.seconds = Self.seconds(clock.now - start)
        tell(.progress(progress))
      }
    }
    summary.seconds = Self.seconds(clock.now - start)
  }

  /// Reads the outputs of earlier runs, all of which are taken for done: size and time of a file say little about what is
  /// in it. So are sources that may have changed. What is not as it was is done anew.
  private func check(
    with pool: ScrubWorkerPool, _ journal: ScrubJournal, _ basis: ScrubJournal.Basis,
    _ summary: inout ScrubSummary, _ stop: WorkStop, _ isStopping: () -> Bool,
    _ tell: (ScrubEvent) -> Void
  ) throws(FaceBlurError) {
    var lastGiven = 0
    var unread: Set<Int> = []
    var read = 0
    try process(
      with: pool, unless: isStopping, stopping: stop, summary: &summary,
      { (last, count) throws(FaceBlurError) in
        let jobs = try journal.settled(after: last, count: count, basis: basis)
        lastGiven = jobs.last?.id ?? lastGiven
        unread.formUnion(jobs.map(\.id))
        return jobs
      }
    ) { (results, summary) throws(FaceBlurError) in
      for outcome in results.outcomes where !outcome.isInterrupted {
        if let fatal = outcome.fatal {
          summary.fatal = fatal
          continue
        }
        unread.remove(outcome.id)
        read += 1
        guard outcome.status != .done else {
          try journal.noteSound(outcome.id)
          continue
        }
        summary.unchanged -= 1
        try journal.reopen(outcome.id)
      }
      tell(.checking(read))
    }
    // The outputs that were not read count as not done.
    for id in unread { try journal.reopen(id) }
    summary.unchanged -= unread.count
    if summary.hasEnded { summary.unchanged -= try journal.reopenSettled(after: lastGiven) }
    try journal.checkpoint()
  }

  /// Has the pool do jobs until there are none left, the run is to stop, or an error makes it useless to go on.
  /// - Parameters:
  ///   - stop: ends what would take too long to wait for.
  ///   - next: the jobs behind an entry, no more than so many.
  ///   - take: is given the results of the workers.
  private func process(
    with pool: ScrubWorkerPool, unless isStopping: () -> Bool, stopping stop: WorkStop,
    summary: inout ScrubSummary,
    _ next: (_ last: Int, _ count: Int) throws(FaceBlurError) -> [ScrubJob],
    _ take: (ScrubWorkerPool.Results, inout ScrubSummary) throws(FaceBlurError) -> Void
  ) throws(FaceBlurError) {
    var lastJob = 0
    var isLast = false
    var isEnding = false
    while true {
      if !isEnding, isStopping() || summary.fatal != nil {
        isEnding = true
        summary.isInterrupted = summary.fatal == nil
        pool.cancelWaiting()
        stop.raise()
      }
      if !isEnding, !isLast, pool.inFlight <= pool.size * Self.jobsPerWorker / 2 {
        let jobs = try next(lastJob, pool.size * Self.jobsPerWorker)
        isLast = jobs.isEmpty
        lastJob = jobs.last?.id ?? lastJob
        pool.submit(jobs)
      }
      if pool.inFlight == 0, isEnding || isLast { return }
      try take(pool.results(waitingAtMost: Self.pollInterval), &summary)
    }
  }

  private static func seconds(_ time: Duration) -> Double {
    Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18
  }
}

extension ScrubProgress {
  fileprivate mutating func take(_ outcome: ScrubOutcome) {
    through += 1
    done += 1
    faces += outcome.faces
    if outcome.status == .failed { failures += 1 }
  }
}

extension ScrubLine {
  init(_ outcome: ScrubOutcome) {
    self.init(
      source: outcome.source, target: outcome.target, status: outcome.status, faces: outcome.faces,
      doubtful: outcome.doubtful, regions: outcome.regions, way: outcome.way?.rawValue,
      reason: outcome.reason,
      warnings: outcome.warnings, seconds: outcome.seconds, sourceSHA256: outcome.sha256,
      targetSHA256: outcome.written?.sha256)
  }
}
