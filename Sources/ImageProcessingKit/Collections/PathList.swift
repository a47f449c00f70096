internal import Glibc

/// The names in a list that is read piece by piece, each ended by NUL, or by a newline where there is no NUL.
struct PathList: ~Copyable {
  /// More bytes than any path has.
  private static let maxName = 1 << 16

  /// Milliseconds between two checks whether to stop.
  private static let pollInterval: Int32 = 200

  private let descriptor: Int32
  private let name: FilePath
  private var buffer: ArraySlice<UInt8> = []
  private var hasEnded = false
  private var separator: UInt8?

  /// - Parameter path: nil for standard input.
  /// - Throws: `FaceBlurError` where the list cannot be opened.
  init(_ path: FilePath?) throws(FaceBlurError) {
    name = path ?? "standard input"
    descriptor = path.map { $0.withCString { open($0, O_RDONLY | O_CLOEXEC) } } ?? STDIN_FILENO
    guard descriptor >= 0 else { throw .reading(name) }
  }

  deinit {
    if descriptor > STDERR_FILENO { close(descriptor) }
  }

  /// The next name that is not empty; nil after the last one, and once `isStopping` says so: whoever writes the list may
  /// take any time.
  /// - Throws: `FaceBlurError` where the list cannot be read or a name is longer than any can be.
  mutating func next(unless isStopping: () -> Bool) throws(FaceBlurError) -> FilePath? {
    while !isStopping() {
      // The first piece tells how the list is written.
      if separator == nil, buffer.count >= Self.maxName || hasEnded {
        separator = buffer.contains(0) ? 0 : UInt8(ascii: "\n")
      }
      if let separator {
        if let end = buffer.firstIndex(of: separator) {
          let name = buffer[..<end]
          buffer = buffer[(end + 1)...]
          if !name.isEmpty { return FilePath(bytes: name) }
          continue
        }
        if hasEnded {
          defer { buffer = [] }
          return buffer.isEmpty ? nil : FilePath(bytes: buffer)
        }
        guard buffer.count <= Self.maxName else {
          throw FaceBlurError(
            .notReadable, name, "a name in the list is too long", advice: "end each with a newline or NUL")
        }
      }
      if isReady() { try fill() }
    }
    return nil
  }

  /// Whether there is something to read, the end or an error included; waits a moment for it.
  private func isReady() -> Bool {
    var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return Glibc.poll(&poll, 1, Self.pollInterval) > 0
  }

  private mutating func fill() throws(FaceBlurError) {
    var failure: Int32 = 0
    let piece = [UInt8](unsafeUninitializedCapacity: Self.maxName) { target, count in
      var result = read(descriptor, target.baseAddress, Self.maxName)
      while result < 0 && errno == EINTR { result = read(descriptor, target.baseAddress, Self.maxName) }
      if result < 0 { failure = errno }
      count = max(result, 0)
    }
    guard failure == 0 else { throw .reading(name, code: failure) }
    hasEnded = piece.isEmpty
    buffer = ArraySlice(Array(buffer) + piece)
  }
}
