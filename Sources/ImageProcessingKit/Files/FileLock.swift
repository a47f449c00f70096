internal import Glibc

/// What came of asking for the advisory lock on an open file or folder, which keeps other processes of this program away from it. It
/// changes nothing of the file and dies with the process.
enum FileLock {
  case taken
  case heldByAnother
  /// The file system knows no locks.
  case unavailable

  /// Asks for it without waiting.
  init(on descriptor: Int32) {
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
      self = .taken
    } else {
      self = errno == EWOULDBLOCK ? .heldByAnother : .unavailable
    }
  }

  /// Gives the lock back, if there is one, and closes the descriptor.
  static func close(_ descriptor: Int32) {
    // A child process that has not yet reached its program holds the descriptor, too, and the lock with it.
    flock(descriptor, LOCK_UN)
    Glibc.close(descriptor)
  }
}
