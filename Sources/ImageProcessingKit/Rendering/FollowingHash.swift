internal import Glibc

/// The hash of a file that is being written, as the file system has it: a thread of its own reads each piece back while the next one is
/// written. Whoever puts a photo together keeps one processor busy, and whoever checks it keeps all.
final class FollowingHash: FileFollower, Sendable {
  private struct Progress {
    /// Bytes that the file has by now.
    var count = 0
    /// How many times it has begun anew.
    var beginnings = 0
    /// Whether no more come.
    var isWhole = false
    /// Whether nobody asks for the hash any more.
    var isLetGo = false
  }

  private let path: FilePath
  private let progress: Monitor<Progress>
  /// Nil until it is known, or where the file cannot be read.
  private let digest: Monitor<String?>
  private let thread: Monitor<WorkerThreads?>
  private let work: @Sendable () -> Void

  /// So many bytes are read at a time, too: woken for every few, the thread would take longer than for the bytes.
  static let pieceBytes = 1 << 18

  /// - Parameters:
  ///   - descriptor: of an empty file, open for reading as long as the value lives.
  ///   - path: what errors name.
  init(_ descriptor: Int32, _ path: FilePath) {
    let progress = Monitor(Progress())
    let digest = Monitor<String?>(nil)
    let work: @Sendable () -> Void = {
      let hash = Self.hash(of: descriptor, progress)
      digest.update { $0 = hash }
    }
    self.path = path
    self.progress = progress
    self.digest = digest
    self.work = work
    thread = Monitor(Processors.count > 1 ? WorkerThreads(1, work) : nil)
  }

  func grew(to count: Int) { progress.update { $0.count = count } }

  func beginAnew() {
    progress.update {
      $0.count = 0
      $0.beginnings += 1
    }
  }

  func end(at count: Int) {
    progress.update {
      $0.count = count
      $0.isWhole = true
    }
  }

  /// Waits for the hash of a whole file, in lower-case hexadecimal.
  /// - Throws: `FaceBlurError` where the file cannot be read.
  func value() throws(FaceBlurError) -> String {
    // Without a thread of its own, it is read here.
    if !join(), digest.update({ $0 }) == nil { work() }
    guard let known = digest.update({ $0 }) else { throw .reading(path) }
    return known
  }

  func letGo() {
    progress.update { $0.isLetGo = true }
    join()
  }

  deinit { letGo() }

  /// - Returns: whether there was a thread.
  @discardableResult
  private func join() -> Bool {
    thread.update { threads in
      let isThere = threads.map { $0.count > 0 } ?? false
      threads?.join()
      return isThere
    }
  }

  /// - Returns: nil where the file cannot be read or nobody asks any more.
  private static func hash(of descriptor: Int32, _ progress: Monitor<Progress>) -> String? {
    var hash = SHA256()
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceBytes, alignment: 64)
    defer { piece.deallocate() }
    var (offset, beginnings) = (0, 0)
    while true {
      let (start, known) = (offset, beginnings)
      let next = progress.wait { progress -> Next? in
        if progress.isLetGo { return .nothing }
        if progress.beginnings != known { return .beginning(progress.beginnings) }
        let rest = progress.count - start
        guard rest >= pieceBytes || progress.isWhole else { return nil }
        return rest > 0 ? .piece(min(rest, pieceBytes)) : .end
      }
      switch next {
      case .nothing: return nil
      case .end: return hash.hexDigest()
      case .beginning(let number):
        (offset, beginnings) = (0, number)
        hash = SHA256()
      case .piece(let length):
        let count = pread(descriptor, piece.baseAddress, length, off_t(offset))
        if count < 0 && errno == EINTR { continue }
        // What has begun anew meanwhile may be shorter, and what was read of it nothing of what it is now.
        if progress.update({ $0.beginnings }) != beginnings { continue }
        guard count > 0 else { return nil }
        hash.update(UnsafeRawBufferPointer(rebasing: piece[..<count]))
        offset += count
      }
    }
  }

  private enum Next {
    case piece(Int)
    case end
    case beginning(Int)
    case nothing
  }
}
