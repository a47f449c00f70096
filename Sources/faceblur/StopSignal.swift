internal import Glibc
internal import Synchronization

/// Whether somebody asked the program to stop: once to end in good order, twice to end now.
enum StopSignal {
  private static let count = Atomic<Int>(0)

  static var isRaised: Bool { count.load(ordering: .relaxed) > 0 }

  /// On a line of its own, whatever the terminal shows.
  private static let answer: StaticString =
    "\nfaceblur: finishing the photos in flight; Ctrl-C again stops at once\n"

  /// Takes the signals over from the system.
  static func watch() {
    // Made here, because a signal handler may not make anything.
    count.store(0, ordering: .relaxed)
    _ = answer
    var wanted = sigset_t()
    sigemptyset(&wanted)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      var action = sigaction()
      sigaction(number, nil, &action)
      // Who started it with nohup wants it to live.
      if unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1 { continue }
      sigaddset(&wanted, number)
      signal(number) { _ in
        let earlier = StopSignal.count.add(1, ordering: .relaxed).oldValue
        // Nothing bears a final name that is not whole, so this is safe at any moment.
        if earlier > 0 { _exit(ExitCode.interrupted.rawValue) }
        // What is in flight may take a minute; the answer may not. Nothing here but what a handler may call.
        let saved = errno
        _ = write(STDERR_FILENO, StopSignal.answer.utf8Start, StopSignal.answer.utf8CodeUnitCount)
        errno = saved
      }
    }
    // Who starts it from a thread without signals would pass that on.
    pthread_sigmask(SIG_UNBLOCK, &wanted, nil)
  }
}
