internal import Glibc

/// A file or standard input that is read piece by piece by one who may be told to stop meanwhile: whoever writes to it may take any time.
struct PolledInput: ~Copyable {
  /// What errors call it.
  let name: FilePath
  private let descriptor: Int32

  /// The most bytes of a piece.
  static let pieceBytes = 1 << 16

  /// Milliseconds between two checks whether to stop.
  private static let pollInterval: Int32 = 200

  /// - Parameter path: nil for standard input.
  /// - Throws: `FaceBlurError` where it cannot be opened.
  init(_ path: FilePath?) throws(FaceBlurError) {
    name = path ?? "standard input"
    // A pipe to which nobody writes yet would be waited for where nobody can stop it.
    descriptor = path.map { $0.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) } } ?? STDIN_FILENO
    guard descriptor >= 0 else { throw .reading(name) }
  }

  deinit {
    if descriptor > STDERR_FILENO { close(descriptor) }
  }

  /// What has come, empty at the end; nil once `isStopping` says so.
  /// - Throws: `FaceBlurError` where it cannot be read.
  func piece(unless isStopping: () -> Bool) throws(FaceBlurError) -> [UInt8]? {
    while !isStopping() {
      if isReady(), let piece = try read() { return piece }
    }
    return nil
  }

  /// Whether there is something to read, the end or an error included; waits a moment for it.
  private func isReady() -> Bool {
    var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return Glibc.poll(&poll, 1, Self.pollInterval) > 0
  }

  /// - Returns: nil where somebody else has read it meanwhile.
  private func read() throws(FaceBlurError) -> [UInt8]? {
    var failure: Int32 = 0
    let piece = [UInt8](unsafeUninitializedCapacity: Self.pieceBytes) { target, count in
      var result = Glibc.read(descriptor, target.baseAddress, Self.pieceBytes)
      while result < 0 && errno == EINTR {
        result = Glibc.read(descriptor, target.baseAddress, Self.pieceBytes)
      }
      if result < 0 { failure = errno }
      count = max(result, 0)
    }
    if failure == EAGAIN { return nil }
    guard failure == 0 else { throw .reading(name, code: failure) }
    return piece
  }
}
