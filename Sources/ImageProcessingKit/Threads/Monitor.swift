internal import Glibc

/// Some state that threads share, and a way to wait until it is as one of them needs it.
final class Monitor<State>: @unchecked Sendable {
  // Every access to the state is under the mutex, which makes it safe to share.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var state: State

  init(_ state: sending State) {
    self.state = state
    mutex.initialize(to: pthread_mutex_t())
    condition.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    // CLOCK_REALTIME jumps when the time is set.
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Changes the state and wakes those who wait.
  func update<Result: Sendable>(_ change: (inout State) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(condition)
      pthread_mutex_unlock(mutex)
    }
    return change(&state)
  }

  /// Waits until a change can be made.
  /// - Parameter attempt: makes the change and returns what came of it, or nil where it must wait.
  func wait<Result: Sendable>(_ attempt: (inout State) -> Result?) -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(condition)
      pthread_mutex_unlock(mutex)
    }
    while true {
      if let result = attempt(&state) { return result }
      pthread_cond_wait(condition, mutex)
    }
  }

  /// The same, but no longer than some milliseconds.
  func wait<Result: Sendable>(atMost milliseconds: Int, _ attempt: (inout State) -> Result?) -> Result? {
    var deadline = timespec()
    clock_gettime(CLOCK_MONOTONIC, &deadline)
    let nanoseconds = deadline.tv_nsec + milliseconds % 1000 * 1_000_000
    deadline.tv_sec += milliseconds / 1000 + nanoseconds / 1_000_000_000
    deadline.tv_nsec = nanoseconds % 1_000_000_000
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(condition)
      pthread_mutex_unlock(mutex)
    }
    while true {
      if let result = attempt(&state) { return result }
      if pthread_cond_timedwait(condition, mutex, &deadline) == ETIMEDOUT { return attempt(&state) }
    }
  }
}
