internal import Synchronization

/// When the program ends: when the page asks for it, or when nobody has used the page for a while.
final class ReviewLife: Sendable {
  private let idle: Duration
  private let wasAsked = Atomic(false)
  // A laptop that sleeps is not idle.
  private let lastUse = Mutex(SuspendingClock.now)

  /// - Parameter idleMinutes: after how many without a request it is over.
  init(idleMinutes: Double) {
    idle = .seconds(idleMinutes * 60)
  }

  /// Whether the page has asked for the end.
  var isAsked: Bool { wasAsked.load(ordering: .relaxed) }

  func askForEnd() { wasAsked.store(true, ordering: .relaxed) }

  /// Takes note that somebody uses the page.
  func use() { lastUse.withLock { $0 = .now } }

  /// - Parameter isBusy: whether something is rendered, which is never ended for want of requests.
  func isOver(isBusy: Bool) -> Bool {
    if isAsked { return true }
    if isBusy { use() }
    return lastUse.withLock { $0 + idle < .now }
  }
}
