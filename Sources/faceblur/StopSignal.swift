internal import Glibc
internal import Synchronization

/// Whether somebody asked the program to stop: once to end in good order, twice to end now.
enum StopSignal {
  private static let count = Atomic<Int>(0)

  static var isRaised: Bool { count.load(ordering: .relaxed) > 0 }

  /// On a line of its own, whatever the terminal shows. Films take long, so they are not finished.
  private static let answer: StaticString =
    "\nfaceblur: finishing the photos in flight; Ctrl-C again stops at once\n"
  private static let answerToFilms: StaticString = "\nfaceblur: stopping; Ctrl-C again stops at once\n"
  private static let isOfFilms = Atomic(false)

  /// Takes the signals over from the system, once, before a film is written; photos that follow are ended by them, too.
  static func watchOverFilms() {
    if !isOfFilms.exchange(true, ordering: .relaxed) { watch() }
  }

  /// Takes the signals over from the system.
  static func watch() {
    // Initialised here: lazy initialisation in a signal handler could allocate or lock.
    count.store(0, ordering: .relaxed)
    _ = (answer, answerToFilms, isOfFilms.load(ordering: .relaxed))
    var wanted = sigset_t()
    sigemptyset(&wanted)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      var action = sigaction()
      sigaction(number, nil, &action)
      // The signal is ignored already, as nohup does with SIGHUP: it stays ignored.
      if unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1 { continue }
      sigaddset(&wanted, number)
      signal(number) { _ in
        let earlier = StopSignal.count.add(1, ordering: .relaxed).oldValue
        // A file gets its final name only when it is complete, so the process may end at any moment.
        if earlier > 0 { _exit(ExitCode.interrupted.rawValue) }
        // Photos in progress may take a minute, so say at once that the signal was received. Only async-signal-safe calls
        // may be made here.
        let saved = errno
        let answer =
          StopSignal.isOfFilms.load(ordering: .relaxed) ? StopSignal.answerToFilms : StopSignal.answer
        _ = write(STDERR_FILENO, answer.utf8Start, answer.utf8CodeUnitCount)
        errno = saved
      }
    }
    // A parent that blocks these signals passes its mask on.
    pthread_sigmask(SIG_UNBLOCK, &wanted, nil)
  }
}
