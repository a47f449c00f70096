internal import CZlib

/// zlib streams made in every way that zlib has (RFC 1950).
public struct ZlibStream: Sendable, Hashable, CustomStringConvertible {
  /// 0…9; 0 stores.
  public var level = 6
  /// zlib's Z_DEFAULT_STRATEGY, Z_FILTERED, Z_HUFFMAN_ONLY, Z_RLE, Z_FIXED.
  public var strategy = 0
  /// The window in bits, 9…15; below 0 for raw DEFLATE.
  public var windowBits = 15
  /// After so many bytes a full flush begins a new block, which refers to none before.
  public var flushInterval: Int?
  /// What both sides must know before.
  public var dictionary: [UInt8] = []

  public init(_ change: (inout ZlibStream) -> Void = { _ in }) { change(&self) }

  public var description: String {
    "level \(level)" + (strategy > 0 ? " strategy \(strategy)" : "")
      + (windowBits < 15 ? " window \(windowBits)" : "")
      + (flushInterval.map { " flushed every \($0)" } ?? "") + (dictionary.isEmpty ? "" : " dictionary")
  }

  /// Ways that differ in every setting.
  public static let all: [ZlibStream] =
    [ZlibStream(), ZlibStream { $0.level = 0 }, ZlibStream { $0.level = 1 }, ZlibStream { $0.level = 9 }]
    + (1...4).map { strategy in ZlibStream { $0.strategy = strategy } }
    + [9, 12].map { bits in ZlibStream { $0.windowBits = bits } }
    + [ZlibStream { $0.flushInterval = 57 }, ZlibStream { ($0.level, $0.flushInterval) = (0, 40) }]

  public struct Failure: Error {}

  /// - Parameter isFinal: whether the stream ends; if not, more blocks may follow.
  public func compress(_ bytes: [UInt8], isFinal: Bool = true) throws -> [UInt8] {
    var stream = z_stream()
    guard
      deflateInit2_(
        &stream, Int32(level), Z_DEFLATED, Int32(windowBits), 8, Int32(strategy), ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { throw Failure() }
    defer { deflateEnd(&stream) }
    if !dictionary.isEmpty {
      guard deflateSetDictionary(&stream, dictionary, UInt32(dictionary.count)) == Z_OK else {
        throw Failure()
      }
    }
    var output: [UInt8] = []
    let step = max(flushInterval ?? bytes.count, 1)
    for start in stride(from: 0, to: max(bytes.count, 1), by: step) {
      let end = min(start + step, bytes.count)
      try run(
        &stream, Array(bytes[start..<end]), isFinal && end == bytes.count ? Z_FINISH : Z_FULL_FLUSH, &output)
    }
    return output
  }

  private func run(_ stream: inout z_stream, _ bytes: [UInt8], _ flush: Int32, _ output: inout [UInt8]) throws
  {
    var input = bytes
    var buffer = [UInt8](repeating: 0, count: bytes.count + 1024)
    var status = Z_OK
    try input.withUnsafeMutableBufferPointer { source in
      stream.next_in = source.baseAddress
      stream.avail_in = UInt32(source.count)
      repeat {
        let room = buffer.count
        try buffer.withUnsafeMutableBufferPointer { target in
          stream.next_out = target.baseAddress
          stream.avail_out = UInt32(room)
          status = deflate(&stream, flush)
          guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else { throw Failure() }
        }
        output += buffer.prefix(room - Int(stream.avail_out))
      } while stream.avail_out == 0
      stream.next_in = nil
      stream.next_out = nil
    }
  }

  /// What a stream holds, as far as it can be read.
  /// - Returns: nil where it begins as no stream does; how many of the bytes belong to it.
  public static func decompress(_ bytes: [UInt8], limit: Int = 1 << 26) -> (
    bytes: [UInt8], used: Int, isWhole: Bool
  )? {
    var stream = z_stream()
    guard !bytes.isEmpty, inflateInit_(&stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else {
      return nil
    }
    defer { inflateEnd(&stream) }
    var input = bytes
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var status = Z_OK
    let used = input.withUnsafeMutableBufferPointer { source in
      stream.next_in = source.baseAddress
      stream.avail_in = UInt32(source.count)
      var made = 0
      repeat {
        buffer.withUnsafeMutableBufferPointer { target in
          stream.next_out = target.baseAddress
          stream.avail_out = UInt32(target.count)
          status = inflate(&stream, Z_NO_FLUSH)
        }
        made = buffer.count - Int(stream.avail_out)
        output += buffer.prefix(made)
      } while status == Z_OK && made > 0 && output.count < limit
      let used = source.count - Int(stream.avail_in)
      stream.next_in = nil
      stream.next_out = nil
      return used
    }
    if output.isEmpty, status != Z_STREAM_END { return nil }
    return (output, used, status == Z_STREAM_END)
  }

  /// The checksum that a stream ends with.
  public static func adler(_ bytes: [UInt8]) -> UInt32 {
    UInt32(truncatingIfNeeded: bytes.withUnsafeBufferPointer { adler32(1, $0.baseAddress, UInt32($0.count)) })
  }
}
