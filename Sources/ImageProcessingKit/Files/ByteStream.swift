internal import Glibc

/// An open descriptor whose bytes come or go one after the other: standard input or output, be it a pipe, a file or a terminal.
package struct ByteStream: Sendable, Equatable {
  package static let standardInput = ByteStream(descriptor: STDIN_FILENO)
  package static let standardOutput = ByteStream(descriptor: STDOUT_FILENO)
  package static let standardError = ByteStream(descriptor: STDERR_FILENO)

  private let descriptor: Int32

  private init(descriptor: Int32) { self.descriptor = descriptor }

  package var isTerminal: Bool { isatty(descriptor) == 1 }

  /// The regular file that it is; nil where it is something else.
  package var file: FileIdentity? { regularFile.map(FileIdentity.init) }

  /// Who may read and write the regular file that it is; nil where it is something else.
  var mode: FileMode? { regularFile.map { FileMode($0, of: descriptor) } }

  private var regularFile: stat? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return status
  }

  /// Gives what standard output leads to a descriptor of its own, and its place to standard error: from then on nothing else that this
  /// program or one of its libraries prints gets among the bytes that are written to it.
  /// - Returns: nil where the system has no descriptor left.
  package static func takingStandardOutput() -> ByteStream? {
    let taken = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    guard taken >= 0 else { return nil }
    guard dup2(STDERR_FILENO, STDOUT_FILENO) == STDOUT_FILENO else {
      Glibc.close(taken)
      return nil
    }
    return ByteStream(descriptor: taken)
  }

  /// The next bytes, until there are so many of them or the stream ends. What has not come takes no memory.
  /// - Parameters:
  ///   - count: of all bytes, with the earlier ones.
  ///   - earlier: what has been read already.
  ///   - name: what errors call the stream.
  /// - Throws: `FaceBlurError` where reading fails.
  func read(
    upTo count: Int, after earlier: [UInt8] = [], called name: FilePath
  ) throws(FaceBlurError) -> [UInt8] {
    var bytes = earlier
    var piece = [UInt8](repeating: 0, count: Self.pieceBytes)
    while bytes.count < count {
      let wanted = min(piece.count, count - bytes.count)
      let read = piece.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, wanted) }
      if read == 0 { break }
      guard read > 0 else {
        if isWorthAnotherTry(POLLIN) { continue }
        throw .reading(name)
      }
      bytes += piece[..<read]
    }
    return bytes
  }

  private static let pieceBytes = 1 << 18

  /// Writes all bytes, or as many as the system takes.
  /// - Returns: its error; 0 where all are written.
  package func write(_ bytes: some Collection<UInt8>) -> Int32 {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written > 0 {
        rest = rest.dropFirst(written)
      } else if written == 0 {
        return EIO
      } else if !isWorthAnotherTry(POLLOUT) {
        return errno
      }
    }
    return 0
  }

  /// Ends a stream that was taken. Some file systems say only now that they had no room.
  /// - Returns: the system's error, 0 for none.
  package func close() -> Int32 {
    Glibc.close(descriptor) == 0 || errno == EINTR ? 0 : errno
  }

  /// Whether a call failed for now only. A descriptor that never waits, because the program at the other end wants it so, is waited for.
  private func isWorthAnotherTry(_ event: Int32) -> Bool {
    if errno == EINTR { return true }
    guard errno == EAGAIN || errno == EWOULDBLOCK else { return false }
    var state = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    return poll(&state, 1, -1) > 0 || errno == EINTR
  }
}
