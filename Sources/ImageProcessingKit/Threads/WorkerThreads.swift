internal import Glibc

/// Threads for work that blocks: Swift's concurrency pool must not be blocked.
final class WorkerThreads {
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private var threads: [pthread_t] = []

  var count: Int { threads.count }

  private static let stackBytes = 8 << 20

  /// Begins so many threads with the same work, or as many as the system gives.
  init(_ count: Int, _ body: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    // A user may allow so much for each that a confined worker's memory would be used up.
    pthread_attr_setstacksize(&attributes, Self.stackBytes)
    for _ in 0..<count {
      var thread = pthread_t()
      let work = Unmanaged.passRetained(Work(body))
      let code = pthread_create(
        &thread, &attributes,
        { argument in
          guard let argument else { return nil }
          Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
          return nil
        }, work.toOpaque())
      guard code == 0 else {
        work.release()
        return
      }
      threads.append(thread)
    }
  }

  /// Waits for all of them to end.
  func join() {
    for thread in threads { pthread_join(thread, nil) }
    threads = []
  }
}
