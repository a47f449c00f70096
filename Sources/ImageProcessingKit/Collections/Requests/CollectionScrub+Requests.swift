/// Another program's list instead of a journal: it asks for photos one by one, and keeps what came of them.
extension CollectionScrub {
  /// Requests that wait for each photo that is worked on: enough that no worker waits for the other program.
  private static let requestsPerJob = 4

  /// Answers the requests on standard input until that ends.
  /// - Parameters:
  ///   - sources: folders that photos may lie in.
  ///   - heartbeat: how long nothing is told at most; zero for any time.
  ///   - isStopping: asked several times a second; once it returns true, photos in progress are finished and no further one is begun.
  ///   - tell: is given each event, one at a time, on any thread.
  /// - Throws: `FaceBlurError` where it cannot begin, or the target takes no more; what was not done is answered before.
  package func answerRequests(
    in sources: [CollectionSource], heartbeat: Duration, isStopping: () -> Bool,
    tell: @escaping @Sendable (RequestEvent) -> Void
  ) throws(FaceBlurError) -> RequestSummary {
    for source in sources where !source.root.isFolder {
      throw FaceBlurError(
        .noSuchFile, source.path, "it is no folder", advice: "name the folders that photos may lie in")
    }
    let input = Input(sources: sources)
    let detector = try makeDetector()
    let identity = detector.identity
    let basis = ScrubJournal.Basis(settings, identity)
    let target = try TargetFolder(settings, input, for: .requests)
    // It holds the lock to the end.
    defer { withExtendedLifetime(target) {} }
    guard let folder = target.folder else { throw .reading(target.root) }
    let makeWorker = try makeWorker(for: input, folder, basis, longestLook: detector.longestLook)
    let budget = settings.memoryBudget()
    // Threads within one photo would compete with other workers.
    try DetectionShim.setThreadCount(1)
    let jobs = max(settings.jobs ?? 1, 1)
    let queue = RequestQueue(limit: jobs * Self.requestsPerJob)
    let teller = RequestTeller(tell)
    let answers = RequestAnswers(
      basis: basis, recipe: ScrubRecipe(settings, identity), hasEdits: settings.records == .none,
      wording: settings.wording)
    let threads = WorkerThreads(jobs) {
      let worker = makeWorker(budget) { _, _ in true }
      while let entry = queue.next() {
        let outcome =
          switch worker {
          case .success(let worker): worker.scrub(entry.job)
          case .failure(let error): ScrubOutcome(entry.job, withoutWorker: error)
          }
        let answer = answers.answer(to: entry, outcome)
        queue.finish(entry, answer.line.status, fatal: outcome.fatal)
        teller(.answer(answer))
      }
    }
    guard threads.count > 0 else {
      throw FaceBlurError(.notReadable, folder.path, "the system gives no thread", advice: "\(.useOneJob)")
    }
    teller(
      .ready(
        RequestEvent.Readiness(
          version: FaceBlurVersion.current, settingsSHA256: basis.settings, modelSHA256: basis.model,
          jobs: threads.count, requests: jobs * (1 + Self.requestsPerJob))))
    let beating = WorkerThreads(heartbeat > .zero ? 1 : 0) { teller.beat(every: heartbeat) { queue.load } }
    var failure: FaceBlurError?
    do { try take(input, into: queue, answers, teller, isStopping) } catch { failure = error }
    for entry in queue.close(isInterrupted: failure != nil || isStopping()) {
      teller(.answer(answers.withoutWork(entry)))
    }
    threads.join()
    teller.close()
    beating.join()
    let summary = queue.summary
    teller(.ended(summary))
    if let error = failure ?? queue.fatal { throw error }
    return summary
  }

  /// Puts the requests into the queue until they end, the run is to stop, or it is useless to go on.
  private func take(
    _ input: Input, into queue: RequestQueue, _ answers: RequestAnswers, _ teller: RequestTeller,
    _ isStopping: () -> Bool
  ) throws(FaceBlurError) {
    var lines = try RequestLines()
    let names = TargetNames(settings)
    func isEnding() -> Bool { isStopping() || queue.fatal != nil }
    while let line = try lines.next(unless: isEnding) {
      do throws(ScrubRequest.Refusal) {
        guard case .text(let text) = line else {
          throw ScrubRequest.Refusal(reason: "it is longer than \(RequestLines.maxBytes) bytes", id: nil)
        }
        let request = try ScrubRequest(text)
        func refused(_ reason: String) -> ScrubRequest.Refusal {
          ScrubRequest.Refusal(reason: reason, id: request.id)
        }
        guard input.mayHold(request.source) else {
          throw refused("its 'source' lies in none of the folders that photos may lie in")
        }
        guard request.edit == nil && request.earlier == nil || settings.records == .none else {
          throw refused("'edit' and 'earlier' are not for photos whose records are kept")
        }
        var job = ScrubJob(
          id: lines.number, source: request.source, target: names.name(of: request.target),
          stamp: nil, writtenSHA256: nil, settledSHA256: nil)
        job.wantedSHA256 = request.sourceSHA256
        job.edit = request.edit
        job.hidden = request.earlier.map {
          // What was left open then is no reason to leave open what is found now.
          ScrubJob.Hidden(
            sha256: $0.sourceSHA256, regions: $0.edit.regions.filter { $0.state == .applied })
        }
        let entry = RequestQueue.Entry(id: request.id, job: job)
        switch queue.add(entry, unless: isEnding) {
        case .added: break
        case .refused: throw refused("an earlier request with its 'target' is not yet answered")
        case .ended: teller(.answer(answers.withoutWork(entry)))
        }
      } catch {
        queue.noteRefused()
        teller(.refused(line: lines.number, reason: error.reason, id: error.id))
      }
    }
  }
}

/// Makes the answers of outcomes.
private struct RequestAnswers: Sendable {
  let basis: ScrubJournal.Basis
  let recipe: ScrubRecipe
  /// Whether answers have edits: else they are in records.
  let hasEdits: Bool
  let wording: @Sendable (Advice.Remedy) -> String

  func answer(to entry: RequestQueue.Entry, _ outcome: ScrubOutcome) -> RequestAnswer {
    var outcome = outcome
    if let fatal = outcome.fatal {
      outcome.status = .pending
      outcome.reason = fatal.described(wording)
    }
    var edit: FaceBlurAdjustment?
    if hasEdits, outcome.status == .done {
      edit = entry.job.edit ?? recipe.found([])
      edit?.regions = outcome.regions.regions
    }
    return RequestAnswer(
      id: entry.id, line: ScrubLine(outcome), settingsSHA256: basis.settings, modelSHA256: basis.model,
      edit: edit)
  }

  /// To a request that nobody has begun.
  func withoutWork(_ entry: RequestQueue.Entry) -> RequestAnswer {
    answer(to: entry, ScrubOutcome(entry.job, .pending, "the worker ended before it was begun"))
  }
}
