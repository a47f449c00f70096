/// Workers that take files from one pile and put what came of them on another.
final class ScrubCrew {
  /// Makes a worker's detector.
  typealias Tools = @Sendable () throws(DetectionError) -> any FaceDetecting

  private struct Desk {
    /// Backwards: the next one is at the end.
    var jobs: [ScrubJob] = []
    var outcomes: [ScrubOutcome] = []
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

  init(_ count: Int, _ settings: ScrubSettings, root: FilePath, budget: MemoryBudget, tools: @escaping Tools)
  {
    let desk = Monitor(Desk())
    self.desk = desk
    threads = WorkerThreads(count) { Self.work(at: desk, settings, root, budget, tools) }
  }

  private static func work(
    at desk: Monitor<Desk>, _ settings: ScrubSettings, _ root: FilePath, _ budget: MemoryBudget,
    _ tools: Tools
  ) {
    let scrubber: Result<PhotoScrubber, DetectionError>
    do throws(DetectionError) {
      scrubber = .success(PhotoScrubber(settings, root: root, detector: try tools(), budget: budget))
    } catch {
      scrubber = .failure(error)
    }
    while case .job(let job) = desk.wait({ desk in
      desk.jobs.popLast().map { Next.job($0) } ?? (desk.isClosed ? .home : nil)
    }) {
      let outcome =
        switch scrubber {
        case .success(let scrubber): scrubber.scrub(job)
        case .failure(let error): ScrubOutcome(job, .failed, "\(error)")
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

  /// What has been done since the last call; waits a while where that is nothing.
  func outcomes(waitingAtMost milliseconds: Int) -> [ScrubOutcome] {
    let outcomes = desk.wait(atMost: milliseconds) { desk -> [ScrubOutcome]? in
      guard !desk.outcomes.isEmpty else { return nil }
      defer { desk.outcomes = [] }
      return desk.outcomes
    }
    inFlight -= outcomes?.count ?? 0
    return outcomes ?? []
  }

  /// Sends the workers home and waits until they are gone.
  func close() {
    desk.update { $0.isClosed = true }
    threads.join()
  }
}
