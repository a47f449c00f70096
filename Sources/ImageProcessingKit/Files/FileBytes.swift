/// All bytes of one file, whatever holds them: an array, or a file that is mapped into memory.
package struct FileBytes: Sendable, RandomAccessCollection {
  private let storage: any ByteStorage
  package let count: Int

  package init(_ bytes: [UInt8]) { self.init(storage: bytes) }

  /// - Parameter storage: must hold the same bytes as long as the value lives. A file on disk that is mapped does not: whoever
  ///   shortens it ends every process that reads on.
  package init(storage: some ByteStorage) {
    self.storage = storage
    count = storage.withUnsafeBufferPointer { $0.count }
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { count }

  /// For a few bytes; loops over many are quicker over the buffer.
  package subscript(index: Int) -> UInt8 {
    storage.withUnsafeBufferPointer { bytes in
      // A buffer checks its bounds in debug builds alone.
      precondition(bytes.indices.contains(index), "byte \(index) of \(bytes.count)")
      return bytes[index]
    }
  }

  /// A copy of some of the bytes.
  package func copy(_ range: Range<Int>) -> [UInt8] {
    storage.withUnsafeBufferPointer { bytes in
      precondition(
        range.lowerBound >= 0 && range.upperBound <= bytes.count, "bytes \(range) of \(bytes.count)")
      return Array(bytes[range])
    }
  }

  /// Lends the bytes.
  package func withUnsafeBufferPointer<Value, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try storage.withUnsafeBufferPointer(body)
  }

  /// Says that nobody needs some of the bytes for now: what holds them may take their memory, and reads them again when they are asked for.
  func letGo(_ range: Range<Int>) { storage.letGo(range) }

  /// Lends the bytes of two files.
  func withUnsafeBufferPointers<Value, Failure: Error>(
    and other: FileBytes,
    _ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try withUnsafeBufferPointer { (bytes) throws(Failure) in
      try other.withUnsafeBufferPointer { (others) throws(Failure) in try body(bytes, others) }
    }
  }

  package func withContiguousStorageIfAvailable<Value>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Value
  ) rethrows -> Value? {
    try withUnsafeBufferPointer(body)
  }
}

/// What holds bytes side by side and does not change.
package protocol ByteStorage: Sendable {
  /// Lends the bytes.
  func withUnsafeBufferPointer<Value, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Value
  ) throws(Failure) -> Value

  /// Takes the memory of bytes that nobody needs for now, where they can be had again.
  func letGo(_ range: Range<Int>)
}

extension ByteStorage {
  package func letGo(_ range: Range<Int>) {}
}

extension [UInt8]: ByteStorage {}
