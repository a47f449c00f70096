/// Photos that were asked for and not yet answered: one thread puts them in, others take them out.
struct RequestQueue: Sendable {
  /// A photo in the queue.
  struct Entry: Sendable {
    let id: String
    let job: ScrubJob
  }

  private struct State {
    /// In reverse order: the next one is the last element.
    var waiting: [Entry] = []
    /// Of all that wait or are in flight.
    var targets: Set<FilePath> = []
    var inFlight = 0
    var summary = RequestSummary()
    var isClosed = false
    var fatal: FaceBlurError?
  }

  /// What a thread is to do next.
  private enum Step: Sendable {
    case work(Entry)
    case end
  }

  private let state = Monitor(State())
  /// Entries that wait at most.
  private let limit: Int
  private static let pollInterval = 200

  init(limit: Int) { self.limit = limit }

  /// What became of an entry that was to be put in.
  enum Addition: Sendable {
    case added
    /// Another one with its target is not yet answered, and both would be written at once.
    case refused
    /// The answering ended before there was room.
    case ended
  }

  /// Puts in an entry as soon as there is room.
  func add(_ entry: Entry, unless isEnding: () -> Bool) -> Addition {
    while !isEnding() {
      let addition = state.wait(atMost: Self.pollInterval) { state -> Addition? in
        if state.targets.contains(entry.job.target) { return .refused }
        guard state.waiting.count < limit else { return nil }
        state.targets.insert(entry.job.target)
        state.waiting.insert(entry, at: 0)
        return .added
      }
      if let addition { return addition }
    }
    state.update { $0.summary.count(.pending) }
    return .ended
  }

  /// The next entry, which is then in flight; nil where there is none left and none to come.
  func next() -> Entry? {
    let step = state.wait { state -> Step? in
      guard let entry = state.waiting.popLast() else { return state.isClosed ? .end : nil }
      state.inFlight += 1
      return .work(entry)
    }
    return if case .work(let entry) = step { entry } else { nil }
  }

  /// Notes what came of an entry that was in flight.
  func finish(_ entry: Entry, _ status: ScrubStatus, fatal: FaceBlurError?) {
    state.update { state in
      state.inFlight -= 1
      state.targets.remove(entry.job.target)
      state.summary.count(status)
      if state.fatal == nil { state.fatal = fatal }
    }
  }

  func noteRefused() { state.update { $0.summary.failed += 1 } }

  /// Takes nothing more.
  /// - Parameter isInterrupted: whether what waits is not done either.
  /// - Returns: what waited then.
  func close(isInterrupted: Bool) -> [Entry] {
    state.update { state in
      state.isClosed = true
      state.summary.interrupted = isInterrupted
      guard isInterrupted || state.fatal != nil else { return [] }
      defer { state.waiting = [] }
      for entry in state.waiting {
        state.targets.remove(entry.job.target)
        state.summary.count(.pending)
      }
      return state.waiting.reversed()
    }
  }

  /// What makes it useless to go on.
  var fatal: FaceBlurError? { state.update { $0.fatal } }

  var summary: RequestSummary { state.update { $0.summary } }

  var load: RequestEvent.Load {
    state.update { state in
      RequestEvent.Load(
        answered: state.summary.answered, inFlight: state.inFlight, waiting: state.waiting.count)
    }
  }
}

extension RequestSummary {
  fileprivate mutating func count(_ status: ScrubStatus) {
    answered += 1
    if status == .failed { failed += 1 }
    if status == .pending { pending += 1 }
  }
}
