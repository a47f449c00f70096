/// Tells events one after the other, whatever thread they come from, and something at least every so often.
final class RequestTeller: Sendable {
  private struct State {
    var last = ContinuousClock.now
    var isClosed = false
  }

  private let state = Monitor(State())
  private let tell: @Sendable (RequestEvent) -> Void

  init(_ tell: @escaping @Sendable (RequestEvent) -> Void) { self.tell = tell }

  func callAsFunction(_ event: RequestEvent) {
    state.update { state in
      tell(event)
      state.last = .now
    }
  }

  /// Tells of the load whenever nothing else was told for so long, until `close`.
  func beat(every interval: Duration, _ load: () -> RequestEvent.Load) {
    while true {
      let rest = interval - (ContinuousClock.now - state.update { $0.last })
      let milliseconds =
        Int(rest.components.seconds) * 1000 + Int(rest.components.attoseconds / 1_000_000_000_000_000)
      if rest <= .zero {
        self(.heartbeat(load()))
      } else if state.wait(atMost: milliseconds + 1, { $0.isClosed ? true : nil }) != nil {
        return
      }
    }
  }

  func close() { state.update { $0.isClosed = true } }
}
