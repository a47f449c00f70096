internal import Glibc

extension CollectionScrub {
  /// Jobs in the crew's hands for each worker, so that nobody waits for the journal.
  private static let jobsPerWorker = 8
  /// Milliseconds between two looks at what was done.
  private static let patience = 200
  /// A worker with less memory than this has no room for a photo of a few megapixels.
  private static let memoryPerWorker = 192 << 20

  /// Does every file that the journal has as pending, until none is left or somebody says stop.
  func work(
    _ root: FilePath, _ journal: ScrubJournal, _ basis: ScrubJournal.Basis, _ summary: inout ScrubSummary,
    _ isStopping: () -> Bool, _ tell: (ScrubEvent) -> Void
  ) throws(ScrubError) {
    let budget = MemoryBudget(limit: settings.memory ?? MemoryBudget.defaultLimit)
    let cores = max(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), 1)
    let wanted = settings.jobs ?? min(cores, max(budget.limit / Self.memoryPerWorker, 1))
    // Each worker is a thread; more of them in one photo would only get in each other's way.
    try detecting { () throws(DetectionError) in try DetectionShim.setThreadCount(1) }
    let clock = ContinuousClock()
    let start = clock.now
    var progress = try journaling { () throws(DatabaseError) in try journal.progress() }
    let crew = ScrubCrew(wanted, settings, root: root, budget: budget, tools: makeDetector)
    defer { crew.close() }
    guard crew.size > 0 else {
      throw .file(FileError(.notReadable, root, "the system gives no thread; try again with --jobs 1"))
    }
    var lastJob = 0
    var isLast = false
    var isEnding = false
    while true {
      if !isEnding, isStopping() || summary.fatal != nil {
        isEnding = true
        summary.isInterrupted = summary.fatal == nil
        crew.recall()
      }
      if !isEnding, !isLast, crew.inFlight <= crew.size * Self.jobsPerWorker / 2 {
        let jobs = try journaling { () throws(DatabaseError) in
          try journal.jobs(after: lastJob, count: crew.size * Self.jobsPerWorker, basis: basis)
        }
        isLast = jobs.isEmpty
        lastJob = jobs.last?.id ?? lastJob
        crew.give(jobs)
      }
      if crew.inFlight == 0, isEnding || isLast { break }
      let mail = crew.mail(waitingAtMost: Self.patience)
      for outcome in mail.outcomes {
        if let fatal = outcome.fatal {
          // It stays pending: with room on the disk it will go through.
          summary.fatal = fatal
          continue
        }
        try journaling { () throws(DatabaseError) in try journal.record(outcome, basis: basis) }
        progress.take(outcome)
        tell(.finished(ScrubLine(outcome)))
      }
      try journaling { () throws(DatabaseError) in
        for intention in mail.intentions { try journal.note(intention) }
        try journal.checkpoint()
      }
      crew.letPass(mail.intentions)
      progress.seconds = Self.seconds(clock.now - start)
      tell(.progress(progress))
    }
    summary.seconds = Self.seconds(clock.now - start)
  }

  private static func seconds(_ time: Duration) -> Double {
    Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18
  }

  private func detecting(_ stage: () throws(DetectionError) -> Void) throws(ScrubError) {
    do throws(DetectionError) { try stage() } catch { throw .detection(error) }
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
  fileprivate init(_ outcome: ScrubOutcome) {
    self.init(
      source: outcome.source, target: outcome.target, status: outcome.status, faces: outcome.faces,
      doubtful: outcome.doubtful, regions: outcome.regions, way: outcome.way?.rawValue,
      reason: outcome.reason,
      warnings: outcome.warnings, seconds: outcome.seconds, sourceSHA256: outcome.sha256,
      targetSHA256: outcome.written?.sha256)
  }
}
