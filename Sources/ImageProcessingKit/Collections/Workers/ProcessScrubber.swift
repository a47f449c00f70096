/// Has a process of its own scrub photos, one at a time, and a new one where that has ended. One thread uses it.
final class ProcessScrubber: ScrubWorking {
  /// What is the same for all processes of a run.
  struct Plan: Sendable {
    /// What they are started with.
    let arguments: [[UInt8]]
    let readable: [FilePath]
    let writable: [FilePath]
    /// Where looks at films are kept; nil for nowhere.
    let looks: LookFolders?
    let basis: ScrubJournal.Basis
    let formats: PhotoFormats
    /// Of the outputs.
    let format: RenderFormat
    /// The detector's; the memory of a photo depends on it.
    let longestLook: Int
    let stop: WorkStop
  }

  private let plan: Plan
  private let target: HeldFolder
  private let budget: MemoryBudget
  private let announce: PhotoScrubber.Announce
  /// Nil until one has started and is ready; its end of the channel lives as long as the value.
  private var worker: WorkerProcess?
  /// What it was started for.
  private var need = CodecHelpers.Need.photos
  /// The one folder of a film's looks that it can write to.
  private var looks: FilePath?

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
    // An output is only read.
    let probe =
      given.isCheck
      ? nil : try? PhotoProbe(given.source, plan.formats, longestLook: plan.longestLook, as: plan.format)
    // A folder may hold a hundred thousand notes among its photos; nothing of them is parsed.
    if case .other(let what) = probe?.kind, !given.isHiddenUntold {
      var outcome = ScrubOutcome(given, .other, what)
      outcome.withdraw(given, from: target)
      return outcome
    }
    return scrub(given, probe)
  }

  /// - Parameter probe: of the file; nil where it is not to be scrubbed or cannot be read.
  private func scrub(_ given: ScrubJob, _ probe: PhotoProbe?) -> ScrubOutcome {
    let (cost, need, looks) = self.needs(of: given, probe)
    defer { if let looks { LookFolders.remove(looks) } }
    // Films may be hours long, and so may those be of which an output is read.
    let takesLong = need == .films || given.isCheck
    return budget.whileHolding(cost.bytes) { () -> ScrubOutcome in
      var job = given
      var end = WorkerEnd.invalidMessage
      for _ in 0..<Self.attempts {
        do throws(WorkerFailure) {
          if let error = begin(needing: need, looks) { return ScrubOutcome(job, withoutWorker: error) }
          guard takesLong else { return try attempt(&job, cost) }
          let outcome = try attemptUnlessStopped(&job, cost)
          // What has decoded a film that took it over is not asked about another one.
          if !job.isCheck { worker = nil }
          return outcome
        } catch {
          end = finish(error)
        }
        if takesLong, plan.stop.isRaised { return interrupted(job) }
      }
      return failedOutcome(given, job, end)
    }
  }

  /// What the file takes at most, of which kind it is, and where looks at it are kept. The worker refuses one that takes more than the budget,
  /// and one that is neither photo nor film.
  private func needs(
    of job: ScrubJob, _ probe: PhotoProbe?
  ) -> (cost: ScrubCost, need: CodecHelpers.Need, looks: FilePath?) {
    if job.isCheck { return (ScrubCost(reading: job.checkedSize(in: target)), need, nil) }
    guard let probe, probe.cost.bytes <= budget.limit else { return (.none, need, nil) }
    switch probe.kind {
    case .photo: return (probe.cost, .photos, nil)
    case .film: return (probe.cost, .films, plan.looks?.folder(of: job.source))
    case .unusable, .other: return (.none, need, nil)
    }
  }

  /// The same for what nobody waits for where the run is to stop.
  private func attemptUnlessStopped(
    _ job: inout ScrubJob, _ cost: ScrubCost
  ) throws(WorkerFailure) -> ScrubOutcome {
    guard let process = worker?.id else { throw .disconnected }
    guard plan.stop.begin(process) else { return interrupted(job) }
    // Before it is waited for: its number may be another process's then.
    defer { plan.stop.end(process) }
    return try attempt(&job, cost)
  }

  private func interrupted(_ job: ScrubJob) -> ScrubOutcome {
    // Where a file system wants files to have names, half a render is there.
    if !job.isCheck, let place = try? TargetPlace.find(job, in: target) {
      withExtendedLifetime(place) { try? FileStep.remove(place.temporary).perform() }
    }
    return .interrupted(job)
  }

  private func attempt(_ job: inout ScrubJob, _ cost: ScrubCost) throws(WorkerFailure) -> ScrubOutcome {
    try send(.scrub(job, cost))
    var announced: String?
    while true {
      switch try receive() {
      case .announce(let sha256) where announced == nil && !job.isCheck && SHA256.isHexDigest(sha256):
        announced = sha256
        let mayPlace = announce(job, sha256)
        // If the worker ends now, what it left there is known as an output of this run.
        job.intendedSHA256 = sha256
        try send(.place(mayPlace))
      case .outcome(let answer):
        guard let outcome = answer.outcome(of: job, announced: announced, in: target) else {
          throw .invalidMessage
        }
        return outcome
      default:
        throw .invalidMessage
      }
    }
  }

  private func send(_ request: WorkerRequest) throws(WorkerFailure) {
    guard let channel = worker?.channel else { throw .disconnected }
    try channel.send(request)
  }

  private func receive() throws(WorkerFailure) -> WorkerResponse {
    guard let channel = worker?.channel else { throw .disconnected }
    return try channel.receive(WorkerResponse.self)
  }

  /// Starts a worker where there is none of this kind.
  /// - Parameter looks: the folder of looks that it is to write to; nil for none.
  /// - Returns: why there is none now.
  private func begin(needing need: CodecHelpers.Need, _ looks: FilePath?) -> FaceBlurError? {
    if need != self.need || looks != self.looks { worker = nil }
    guard worker == nil else { return nil }
    (self.need, self.looks) = (need, looks)
    var end = WorkerEnd.invalidMessage
    for _ in 0..<Self.attempts {
      do { worker = try WorkerProcess(plan.arguments, target: target) } catch {
        return error
      }
      do throws(WorkerFailure) {
        try send(
          .begin(
            WorkerConfiguration(
              target: target.path, readable: plan.readable, writable: plan.writable, memory: budget.limit,
              looks: looks, need: need)))
        switch try receive() {
        case .ready(plan.basis.settings, plan.basis.model): return nil
        case .ready:
          worker = nil
          return unable("its settings or models are not those of the run; run the command again")
        case .cannotBegin(let reason):
          worker = nil
          return unable(reason)
        default: throw .invalidMessage
        }
      } catch {
        end = finish(error)
      }
    }
    return unable("\(end), before it had a photo; please report this")
  }

  private func unable(_ reason: String) -> FaceBlurError { .workerCannotBegin(target.path, reason) }

  private func finish(_ failure: WorkerFailure) -> WorkerEnd {
    guard let worker = worker.take() else { return .invalidMessage }
    let end = worker.finish()
    return failure == .disconnected ? end : .invalidMessage
  }

  /// The outcome of a photo that ended every worker which tried it.
  /// - Parameters:
  ///   - given: as the journal gave it.
  ///   - job: with what was announced since.
  private func failedOutcome(_ given: ScrubJob, _ job: ScrubJob, _ end: WorkerEnd) -> ScrubOutcome {
    // An output that no worker can read is made anew.
    guard !job.isCheck else { return ScrubOutcome(job, .pending) }
    var outcome = ScrubOutcome(job, .failed, "\(end), twice; please report this photo")
    outcome.stamp = job.stamp
    // The file there may be the one that an earlier run announced.
    var known = job
    known.furtherSHA256s.formUnion(given.ourSHA256s)
    outcome.withdraw(known, from: target)
    return outcome
  }
}
