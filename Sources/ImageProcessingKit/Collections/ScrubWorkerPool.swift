/// Threads that take jobs from one queue and put their outcomes into another.
final class ScrubWorkerPool {
  /// Makes a detector.
  typealias MakeDetector = @Sendable () throws(FaceBlurError) -> any FaceDetecting
  /// Makes the worker of one thread. It is called in that thread.
  typealias MakeWorker =
    @Sendable (_ announce: @escaping PhotoScrubber.Announce) -> Result<any ScrubWorking, FaceBlurError>

  /// An output that a worker is about to move to its place in the target.
  struct PendingOutput: Sendable {
    /// The row in the journal.
    let id: Int
    let sha256: String
  }

  /// What the workers have put into their queues since the last call.
  struct Results: Sendable {
    var outcomes: [ScrubOutcome] = []
    var pendingOutputs: [PendingOutput] = []
  }

  private struct Queues {
    /// In reverse order: the next job is the last element.
    var jobs: [ScrubJob] = []
    var outcomes: [ScrubOutcome] = []
    /// Outputs that wait until the journal has recorded them.
    var pendingOutputs: [PendingOutput] = []
    /// Rows of the outputs that the journal has recorded.
    var noted: Set<Int> = []
    var isClosed = false
  }

  private enum NextStep: Sendable {
    case job(ScrubJob)
    case stop
  }

  private let queues: Monitor<Queues>
  private let threads: WorkerThreads
  /// Jobs that were submitted and have no outcome yet.
  private(set) var inFlight = 0

  var size: Int { threads.count }

  init(_ count: Int, makeWorker: @escaping MakeWorker) {
    let queues = Monitor(Queues())
    self.queues = queues
    threads = WorkerThreads(count) { Self.run(on: queues, makeWorker) }
  }

  private static func run(on queues: Monitor<Queues>, _ makeWorker: MakeWorker) {
    let worker = makeWorker { job, sha256 in
      queues.update { $0.pendingOutputs.append(PendingOutput(id: job.id, sha256: sha256)) }
      return queues.wait { queues in
        queues.noted.remove(job.id) != nil ? true : queues.isClosed ? false : nil
      }
    }
    while case .job(let job) = queues.wait({ queues in
      queues.jobs.popLast().map { NextStep.job($0) } ?? (queues.isClosed ? .stop : nil)
    }) {
      let outcome =
        switch worker {
        case .success(let worker): worker.scrub(job)
        case .failure(let error): ScrubOutcome(job, withoutWorker: error)
        }
      queues.update { $0.outcomes.append(outcome) }
    }
  }

  func submit(_ jobs: [ScrubJob]) {
    inFlight += jobs.count
    queues.update { $0.jobs = jobs.reversed() + $0.jobs }
  }

  /// Removes the jobs that no worker has begun.
  func cancelWaiting() {
    inFlight -= queues.update { queues in
      defer { queues.jobs = [] }
      return queues.jobs.count
    }
  }

  /// The outcomes and the pending outputs since the last call; waits up to so many milliseconds where there are none.
  func results(waitingAtMost milliseconds: Int) -> Results {
    let results = queues.wait(atMost: milliseconds) { queues -> Results? in
      guard !queues.outcomes.isEmpty || !queues.pendingOutputs.isEmpty else { return nil }
      defer { (queues.outcomes, queues.pendingOutputs) = ([], []) }
      return Results(outcomes: queues.outcomes, pendingOutputs: queues.pendingOutputs)
    }
    inFlight -= results?.outcomes.count ?? 0
    return results ?? Results()
  }

  /// Lets the workers move outputs to their places, once the journal has recorded them.
  func confirm(_ pendingOutputs: [PendingOutput]) {
    if !pendingOutputs.isEmpty { queues.update { $0.noted.formUnion(pendingOutputs.map(\.id)) } }
  }

  /// Stops the workers and waits until their threads have ended. Jobs that no worker has begun are dropped.
  func close() {
    queues.update { queues in
      queues.jobs = []
      queues.isClosed = true
    }
    threads.join()
  }
}

extension ScrubOutcome {
  /// The outcome where no worker could be made: the file stays pending, and another run will do it.
  init(_ job: ScrubJob, withoutWorker error: FaceBlurError) {
    self.init(job, .failed)
    fatal = error
  }
}
