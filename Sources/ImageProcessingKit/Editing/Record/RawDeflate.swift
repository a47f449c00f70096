internal import CZlib

/// Raw DEFLATE (RFC 1951, no zlib header), by zlib: what readers of adjustment files expect.
enum RawDeflate {
  enum Failure: Error {
    case damaged
    case tooLarge
    case outOfMemory
  }

  /// A negative window size asks zlib for no header and no checksum.
  private static let rawWindow: Int32 = -15

  static func compress(_ bytes: [UInt8]) throws(Failure) -> [UInt8] {
    var stream = z_stream()
    guard
      deflateInit2_(
        &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, rawWindow, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { throw .outOfMemory }
    defer { deflateEnd(&stream) }
    var input = bytes
    let bound = Int(deflateBound(&stream, UInt(bytes.count)))
    let (output, status) = run(&stream, &input, capacity: bound) { deflate(&$0, Z_FINISH) }
    guard status == Z_STREAM_END else { throw .outOfMemory }
    return output
  }

  /// - Parameter limit: a stream that inflates to more bytes is refused.
  static func decompress(_ bytes: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
    var stream = z_stream()
    guard inflateInit2_(&stream, rawWindow, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw .outOfMemory
    }
    defer { inflateEnd(&stream) }
    var input = bytes
    // One byte of room beyond the limit tells a full buffer from a finished stream.
    let (output, status) = run(&stream, &input, capacity: limit + 1) { inflate(&$0, Z_FINISH) }
    if output.count > limit { throw .tooLarge }
    guard status == Z_STREAM_END else { throw .damaged }
    return output
  }

  private static func run(
    _ stream: inout z_stream, _ input: inout [UInt8], capacity: Int,
    _ step: (inout z_stream) -> Int32
  ) -> (output: [UInt8], status: Int32) {
    var status = Z_STREAM_ERROR
    let output = [UInt8](unsafeUninitializedCapacity: capacity) { target, count in
      input.withUnsafeMutableBufferPointer { source in
        stream.next_in = source.baseAddress
        stream.avail_in = UInt32(source.count)
        stream.next_out = target.baseAddress
        stream.avail_out = UInt32(capacity)
        status = step(&stream)
        count = capacity - Int(stream.avail_out)
        stream.next_in = nil
        stream.next_out = nil
      }
    }
    return (output, status)
  }
}
