internal import Glibc

/// The bytes of a file that has no name, as the file system has them: read when they are asked for, and in memory only as long as they
/// are needed.
///
/// Who shortens a file that is mapped ends every process that reads on, and so does a disk that cannot give back what was written. One
/// without a name nobody else opens, and nothing of it is left.
final class MappedFile: ByteStorage, @unchecked Sendable {
  // The memory is only read, and stays where it is as long as the value lives.
  private let memory: UnsafeMutableRawBufferPointer

  /// - Parameters:
  ///   - descriptor: open for reading; it may be closed meanwhile.
  ///   - count: the file's bytes, at least 1.
  /// - Returns: nil where the system does not map it.
  init?(_ descriptor: Int32, count: Int) {
    guard count > 0, let base = mmap(nil, count, PROT_READ, MAP_SHARED, descriptor, 0), base != MAP_FAILED
    else {
      return nil
    }
    memory = UnsafeMutableRawBufferPointer(start: base, count: count)
  }

  deinit { munmap(memory.baseAddress, memory.count) }

  func withUnsafeBufferPointer<Value, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try body(UnsafeBufferPointer(memory.bindMemory(to: UInt8.self)))
  }

  func letGo(_ range: Range<Int>) {
    let range = range.clamped(to: 0..<memory.count)
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    let start = (range.lowerBound + page - 1) / page * page
    let end = range.upperBound == memory.count ? memory.count : range.upperBound / page * page
    guard start < end, let base = memory.baseAddress else { return }
    // Its pages stay where the file system keeps them; only those of this process go.
    madvise(base + start, end - start, MADV_DONTNEED)
  }
}
