/// Has a process of its own scrub photos, one at a time, and a new one where that has ended. One thread uses it.
final class ProcessScrubber: ScrubWorking {
  /// What is the same for all processes of a run.
  struct Plan: Sendable {
    /// What they are started with.
    let words: [[UInt8]]
    let readable: [FilePath]
    let writable: [FilePath]
    let basis: ScrubJournal.Basis
    let formats: PhotoFormats
    /// The detector's, which says what a photo takes.
    let longestLook: Int
  }

  private let plan: Plan
  private let target: HeldFolder
  private let budget: MemoryBudget
  private let announce: PhotoScrubber.Announce
  /// Ready for work; its end of the channel lives as long as the value.
  private var worker: WorkerProcess?

  init(
    _ plan: Plan, target: HeldFolder, budget: MemoryBudget, announce: @escaping PhotoScrubber.Announce
  ) {
    self.plan = plan
    self.target = target
    self.budget = budget
    self.announce = announce
  }

  /// Workers in which a photo is tried.
  private static let attempts = 2

  func scrub(_ given: ScrubJob) -> ScrubOutcome {
    let cost = cost(of: given)
    return budget.whileHolding(cost) { () -> ScrubOutcome in
      var job = given
      var end = WorkerEnd.senseless
      for _ in 0..<Self.attempts {
        do throws(WorkerFailure) {
          if let error = begin() { return ScrubOutcome(job, withoutWorker: error) }
          return try attempt(&job, cost)
        } catch {
          end = finish(error)
        }
      }
      return poison(given, job, end)
    }
  }

  /// What the photo takes at most. One that takes more than all may is refused by the worker, as is what is no photo.
  private func cost(of job: ScrubJob) -> Int {
    guard !job.isCheck else { return 0 }
    let probe = try? PhotoProbe(
      try InputFile.openWithoutLinks(job.source), plan.formats, longestLook: plan.longestLook)
    guard let probe, probe.kind == .photo, probe.cost <= budget.limit else { return 0 }
    return probe.cost
  }

  private func attempt(_ job: inout ScrubJob, _ cost: Int) throws(WorkerFailure) -> ScrubOutcome {
    try tell(.scrub(job, cost: cost))
    var announced: String?
    while true {
      switch try hear() {
      case .announce(let sha256) where announced == nil && !job.isCheck && SHA256.isHexDigest(sha256):
        announced = sha256
        let mayPlace = announce(job, sha256)
        // What a worker leaves there when it ends is known for ours.
        job.intendedSHA256 = sha256
        try tell(.place(mayPlace))
      case .outcome(let answer):
        guard let outcome = answer.outcome(of: job, announced: announced, in: target) else {
          throw .senseless
        }
        return outcome
      default:
        throw .senseless
      }
    }
  }

  private func tell(_ order: WorkerOrder) throws(WorkerFailure) {
    guard let channel = worker?.channel else { throw .gone }
    try channel.send(order)
  }

  private func hear() throws(WorkerFailure) -> WorkerReport {
    guard let channel = worker?.channel else { throw .gone }
    return try channel.receive(WorkerReport.self)
  }

  /// Starts a worker where there is none.
  /// - Returns: why there is none now.
  private func begin() -> FileError? {
    guard worker == nil else { return nil }
    var end = WorkerEnd.senseless
    for _ in 0..<Self.attempts {
      do throws(FileError) { worker = try WorkerProcess(plan.words, target: target) } catch { return error }
      do throws(WorkerFailure) {
        try tell(
          .begin(
            WorkerBasis(
              target: target.path, readable: plan.readable, writable: plan.writable, memory: budget.limit)))
        switch try hear() {
        case .ready(plan.basis.settings, plan.basis.model): return nil
        case .ready:
          worker = nil
          return unable("its settings or models are not those of the run; run the command again")
        case .cannotBegin(let reason):
          worker = nil
          return unable(reason)
        default: throw .senseless
        }
      } catch {
        end = finish(error)
      }
    }
    return unable("\(end), before it had a photo; please report this")
  }

  private func unable(_ reason: String) -> FileError { .workerCannotBegin(target.path, reason) }

  private func finish(_ failure: WorkerFailure) -> WorkerEnd {
    guard let worker = worker.take() else { return .senseless }
    let end = worker.finish()
    return failure == .gone ? end : .senseless
  }

  /// A photo that no worker survives.
  /// - Parameters:
  ///   - given: as the journal gave it.
  ///   - job: with what was announced since.
  private func poison(_ given: ScrubJob, _ job: ScrubJob, _ end: WorkerEnd) -> ScrubOutcome {
    // What cannot be read is done anew.
    guard !job.isCheck else { return ScrubOutcome(job, .pending) }
    var outcome = ScrubOutcome(job, .failed, "\(end), twice; please report this photo")
    outcome.stamp = job.stamp
    outcome.withdraw(job, from: target)
    // What an earlier run announced may be there instead.
    if outcome.remainingSHA256 == nil { outcome.withdraw(given, from: target) }
    return outcome
  }
}
