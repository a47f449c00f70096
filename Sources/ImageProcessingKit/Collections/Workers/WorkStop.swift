internal import Glibc
internal import Synchronization

/// Ends work that would take too long to wait for when a run is to stop: a film may take hours. What it has looked at so far is kept.
final class WorkStop: Sendable {
  private struct State {
    var isRaised = false
    /// Processes that may be ended. None of them has been waited for, so that their numbers are theirs.
    var processes: Set<Int32> = []
  }

  private let state = Mutex(State())

  var isRaised: Bool { state.withLock { $0.isRaised } }

  /// Ends what is in work.
  func raise() {
    state.withLock { state in
      state.isRaised = true
      for process in state.processes { kill(process, SIGKILL) }
    }
  }

  /// - Parameter process: works for long from now on.
  /// - Returns: false where it is not to begin any more.
  func begin(_ process: Int32) -> Bool {
    state.withLock { state in
      guard !state.isRaised else { return false }
      state.processes.insert(process)
      return true
    }
  }

  /// - Parameter process: may not be ended any more.
  func end(_ process: Int32) { state.withLock { _ = $0.processes.remove(process) } }
}
