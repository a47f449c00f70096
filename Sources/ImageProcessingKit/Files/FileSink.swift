internal import Glibc

/// Writes to an open file and hashes what it writes.
final class FileSink: ByteSink {
  private var descriptor: Int32
  private var hash = SHA256()
  /// The first error of the system, 0 for none.
  private var failure: Int32 = 0

  /// - Parameter descriptor: open for writing; the sink closes it.
  init(owning descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    if descriptor >= 0 { Glibc.close(descriptor) }
  }

  func append(_ bytes: UnsafeRawBufferPointer) {
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
    hash.update(bytes)
  }

  func restart() {
    if failure == 0, ftruncate(descriptor, 0) != 0 || lseek(descriptor, 0, SEEK_SET) != 0 { failure = errno }
    hash = SHA256()
  }

  /// Syncs and closes the file.
  /// - Returns: the first error on the way, 0 for none.
  func close() -> Int32 {
    guard descriptor >= 0 else { return failure }
    if failure == 0, fsync(descriptor) != 0 { failure = errno }
    if Glibc.close(descriptor) != 0, failure == 0 { failure = errno }
    descriptor = -1
    return failure
  }

  /// The SHA-256 of what was written, in lower-case hexadecimal. Ends the hash.
  func digest() -> String { hash.hexDigest() }
}
