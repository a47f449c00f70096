/// Workers that take files from one pile and put what came of them on another.
final class ScrubCrew {
  /// Makes a detector.
  typealias Tools = @Sendable () throws(DetectionError) -> any FaceDetecting
  /// Makes what does the work of one thread, in that thread.
  typealias Hiring =
    @Sendable (_ announce: @escaping PhotoScrubber.Announce) -> Result<any ScrubWorking, FileError>

  /// What a worker is about to place.
  struct Intention: Sendable {
    /// The row in the journal.
    let id: Int
    let sha256: String
  }

  /// What the workers have to say.
  struct Mail: Sendable {
    var outcomes: [ScrubOutcome] = []
    var intentions: [Intention] = []
  }

  private struct Desk {
    /// Backwards: the next one is at the end.
    var jobs: [ScrubJob] = []
    var outcomes: [ScrubOutcome] = []
    /// Outputs that wait for their place until the journal has them.
    var intentions: [Intention] = []
    /// Rows of those that the journal has.
    var noted: Set<Int> = []
    var isClosed = false
  }

  private enum Next: Sendable {
    case job(ScrubJob)
    case home
  }

  private let desk: Monitor<Desk>
  private let threads: WorkerThreads
  /// Jobs that were given out and have not come back.
  private(set) var inFlight = 0

  var size: Int { threads.count }

  init(_ count: Int, hiring: @escaping Hiring) {
    let desk = Monitor(Desk())
    self.desk = desk
    threads = WorkerThreads(count) { Self.work(at: desk, hiring) }
  }

  private static func work(at desk: Monitor<Desk>, _ hiring: Hiring) {
    let worker = hiring { job, sha256 in
      desk.update { $0.intentions.append(Intention(id: job.id, sha256: sha256)) }
      return desk.wait { desk in
        desk.noted.remove(job.id) != nil ? true : desk.isClosed ? false : nil
      }
    }
    while case .job(let job) = desk.wait({ desk in
      desk.jobs.popLast().map { Next.job($0) } ?? (desk.isClosed ? .home : nil)
    }) {
      let outcome =
        switch worker {
        case .success(let worker): worker.scrub(job)
        case .failure(let error): ScrubOutcome(job, withoutWorker: error)
        }
      desk.update { $0.outcomes.append(outcome) }
    }
  }

  func give(_ jobs: [ScrubJob]) {
    inFlight += jobs.count
    desk.update { $0.jobs = jobs.reversed() + $0.jobs }
  }

  /// Takes back what nobody has begun.
  func recall() {
    inFlight -= desk.update { desk in
      defer { desk.jobs = [] }
      return desk.jobs.count
    }
  }

  /// What has been done since the last call, and what is about to be; waits a while where that is nothing.
  func mail(waitingAtMost milliseconds: Int) -> Mail {
    let mail = desk.wait(atMost: milliseconds) { desk -> Mail? in
      guard !desk.outcomes.isEmpty || !desk.intentions.isEmpty else { return nil }
      defer { (desk.outcomes, desk.intentions) = ([], []) }
      return Mail(outcomes: desk.outcomes, intentions: desk.intentions)
    }
    inFlight -= mail?.outcomes.count ?? 0
    return mail ?? Mail()
  }

  /// Lets outputs get their places.
  func letPass(_ intentions: [Intention]) {
    if !intentions.isEmpty { desk.update { $0.noted.formUnion(intentions.map(\.id)) } }
  }

  /// Sends the workers home and waits until they are gone. What nobody has begun is let go.
  func close() {
    desk.update { desk in
      desk.jobs = []
      desk.isClosed = true
    }
    threads.join()
  }
}

extension ScrubOutcome {
  /// No word on the file: another run, or another worker, will do it.
  init(_ job: ScrubJob, withoutWorker error: FileError) {
    self.init(job, .failed)
    fatal = error
  }
}
