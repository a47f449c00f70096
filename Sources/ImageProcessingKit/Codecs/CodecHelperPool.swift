/// The helpers of a process, and which of them are free. One thread at a time uses this value.
struct CodecHelperPool {
  private var idle: [CodecHelper] = []
  /// Those that were started for films, of which none is open.
  private var idleForFilms: [CodecHelper] = []
  /// Helpers for photos that threads have taken and neither given back nor lost.
  private var inUse = 0
  var isConfined = true
  /// Why none can be started: this process has given up the right to.
  private(set) var obstacle: FaceBlurError?
  /// How many it had then.
  private var prepared = 0

  /// What a thread that asks for a helper is to do.
  enum Turn: Sendable {
    /// Ask this one, and give it back or say that it is lost.
    case ask(CodecHelper)
    /// Start one, and do the same with that.
    case start
    /// Go without, because all are lost.
    case goWithout(FaceBlurError)
  }

  /// Takes up helpers that are asked once no other one can be started.
  mutating func prepare(_ helpers: [CodecHelper], obstacle: FaceBlurError) {
    for helper in helpers {
      if helper.isForFilms { idleForFilms.append(helper) } else { idle.append(helper) }
    }
    (prepared, self.obstacle) = (helpers.count, obstacle)
  }

  /// A turn for a photo; nil where the thread must wait until another one gives its helper back. A thread that has one must not ask for a
  /// second.
  mutating func takeTurn() -> Turn? {
    if let helper = idle.popLast() {
      inUse += 1
      return .ask(helper)
    }
    if let obstacle { return inUse > 0 ? nil : .goWithout(obstacle) }
    inUse += 1
    return .start
  }

  mutating func giveBack(_ helper: CodecHelper) {
    inUse -= 1
    idle.append(helper)
  }

  /// Forgets a helper that was taken, or was to be started.
  mutating func lose() { inUse -= 1 }

  /// A helper for one film. Nobody waits for one: a film needs several at a time, and holds them as long as it is open.
  mutating func takeForFilm() -> Turn {
    if let helper = idleForFilms.popLast() { return .ask(helper) }
    return obstacle.map { .goWithout($0) } ?? .start
  }

  mutating func giveBackForFilms(_ helper: CodecHelper) { idleForFilms.append(helper) }

  /// Whether this process had helpers, has lost one and can have no other one. Nothing is in work when it is asked.
  var isLost: Bool { obstacle != nil && idle.count + idleForFilms.count < prepared }
}
