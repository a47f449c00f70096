internal import Glibc

/// Writes to an open file, hashes what it writes unless somebody follows, and reads it back.
final class FileSink: ByteSink {
  private let descriptor: Int32
  private var hash = SHA256()
  /// The first error of the system, 0 for none.
  private var failure: Int32 = 0
  /// Reads back what is written; kept until it has read no more.
  private var follower: (any FileFollower)?
  private var isFollowed = false
  /// Bytes written, and how many of them the follower has been told of.
  private var (count, told) = (0, 0)
  /// Once it is set, nothing more is written, and the file cannot be sealed.
  var cancellation: Cancellation?

  /// - Parameter descriptor: open for reading and writing; the sink closes it.
  init(owning descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    follower?.letGo()
    if descriptor >= 0 { close(descriptor) }
  }

  func append(_ bytes: UnsafeRawBufferPointer) {
    if failure == 0, cancellation?.isCancelled == true { failure = ECANCELED }
    guard failure == 0 else { return }
    var rest = bytes
    while failure == 0, !rest.isEmpty {
      let count = write(descriptor, rest.baseAddress, rest.count)
      if count < 0 && errno == EINTR { continue }
      if count <= 0 {
        failure = count < 0 ? errno : EIO
      } else {
        rest = .init(rebasing: rest.dropFirst(count))
      }
    }
    count += bytes.count
    guard isFollowed, let follower else { return hash.update(bytes) }
    guard count - told >= type(of: follower).pieceBytes else { return }
    follower.grew(to: count)
    told = count
  }

  func restart() {
    // Before: what it may be reading is not there then.
    if isFollowed { follower?.beginAnew() }
    if failure == 0, ftruncate(descriptor, 0) != 0 || lseek(descriptor, 0, SEEK_SET) != 0 { failure = errno }
    hash = SHA256()
    (count, told) = (0, 0)
  }

  /// Has an empty file read back while it is written, until that ends, in place of being hashed.
  /// - Parameter make: is given the open file.
  func followed<Follower: FileFollower>(by make: (_ descriptor: Int32) -> Follower) -> Follower {
    self.follower?.letGo()
    let follower = make(descriptor)
    self.follower = follower
    isFollowed = true
    return follower
  }

  /// Says that the file is whole.
  func endFollowing() {
    if isFollowed { follower?.end(at: count) }
    isFollowed = false
  }

  /// Syncs the file; it stays open, because one without a name would be gone.
  /// - Returns: the first error so far, 0 for none.
  func sync() -> Int32 {
    if failure == 0, fsync(descriptor) != 0 { failure = errno }
    return failure
  }

  /// The first error so far, 0 for none.
  var error: Int32 { failure }

  /// Syncs the file from any thread, as long as the sink lives, and returns the system's error, 0 for none.
  var syncing: @Sendable () -> Int32 {
    { [descriptor] in fsync(descriptor) == 0 ? 0 : errno }
  }

  /// The whole file, mapped; nil where the system does not do that.
  func mapped() -> MappedFile? {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    return MappedFile(descriptor, count: Int(status.st_size))
  }

  /// The whole file as the system has it; nil where it cannot be read.
  func readBack() -> [UInt8]? {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    let size = Int(status.st_size)
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = 0
      while count < size, let base = buffer.baseAddress {
        let read = pread(descriptor, base + count, size - count, off_t(count))
        if read < 0 && errno == EINTR { continue }
        guard read > 0 else { return }
        count += read
      }
    }
    return bytes.count == size ? bytes : nil
  }

  /// Sets the times of access and change to the first day of 2000.
  func hideTimes() {
    _ = futimens(descriptor, Self.fixedTimes)
  }

  /// Does the same to a file that is already there. It is opened for that: whoever is confined may change the times of no file by its name.
  static func hideTimes(of path: FilePath) {
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) }
    guard descriptor >= 0 else { return }
    _ = futimens(descriptor, Self.fixedTimes)
    close(descriptor)
  }

  /// Of access and of change.
  private static let fixedTimes = [timespec](repeating: timespec(tv_sec: 946_684_800, tv_nsec: 0), count: 2)

  /// The SHA-256 of what was written, in lower-case hexadecimal. Ends the hash.
  func digest() -> String { hash.hexDigest() }
}
