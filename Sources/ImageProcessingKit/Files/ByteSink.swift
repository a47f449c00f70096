/// Where a file's bytes go, piece by piece, so that what is copied from the original never lies in memory twice.
package protocol ByteSink: AnyObject {
  /// Takes the next bytes. What goes wrong is kept and told when the file is closed.
  func append(_ bytes: UnsafeRawBufferPointer)

  /// Forgets all bytes taken so far.
  func restart()
}

extension ByteSink {
  func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { append($0) }
  }
}

/// Keeps the bytes in memory.
package final class MemorySink: ByteSink {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package func append(_ more: UnsafeRawBufferPointer) {
    bytes.append(contentsOf: more)
  }

  package func restart() {
    bytes = []
  }
}
