internal import CLibFuzzer
internal import Glibc

/// A file in memory that holds some bytes, then others.
public final class MemoryFile: Sendable {
  public let descriptor: Int32

  public init() {
    descriptor = make_memory_file()
    guard descriptor >= 0 else { fatalError("there is no memory for a file") }
  }

  deinit { close(descriptor) }

  /// Makes the bytes all of the file.
  /// - Parameter offset: how many zeros stand before them.
  public func fill(_ bytes: [UInt8], at offset: Int = 0) {
    guard ftruncate(descriptor, 0) == 0,
      pwrite(descriptor, bytes, bytes.count, off_t(offset)) == bytes.count
    else { fatalError("a file in memory cannot be written") }
  }
}
