/// All bytes of one file, whatever holds them: an array, or a file that is mapped into memory.
public struct FileBytes: Sendable, RandomAccessCollection {
  private let storage: any ByteStorage
  public let count: Int

  public init(_ bytes: [UInt8]) { self.init(storage: bytes) }

  /// - Parameter storage: must hold the same bytes as long as the value lives. A file on disk that is mapped does not: whoever
  ///   shortens it ends every process that reads on.
  public init(storage: some ByteStorage) {
    self.storage = storage
    count = storage.withUnsafeBufferPointer { $0.count }
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { count }

  /// For a few bytes; loops over many are quicker over the buffer.
  public subscript(index: Int) -> UInt8 {
    storage.withUnsafeBufferPointer { bytes in
      // A buffer checks its bounds in debug builds alone.
      precondition(bytes.indices.contains(index), "byte \(index) of \(bytes.count)")
      return bytes[index]
    }
  }

  /// A copy of some of the bytes.
  public func copy(_ range: Range<Int>) -> [UInt8] {
    storage.withUnsafeBufferPointer { bytes in
      precondition(
        range.lowerBound >= 0 && range.upperBound <= bytes.count, "bytes \(range) of \(bytes.count)")
      return Array(bytes[range])
    }
  }

  /// Lends the bytes.
  public func withUnsafeBufferPointer<Value, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try storage.withUnsafeBufferPointer(body)
  }

  public func withContiguousStorageIfAvailable<Value>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Value
  ) rethrows -> Value? {
    try withUnsafeBufferPointer(body)
  }
}

/// What holds bytes side by side and does not change.
public protocol ByteStorage: Sendable {
  /// Lends the bytes.
  func withUnsafeBufferPointer<Value, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Value
  ) throws(Failure) -> Value
}

extension [UInt8]: ByteStorage {}
