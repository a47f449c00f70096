internal import CZlib

/// What some bytes of a file inflate to (RFC 1950), piece by piece and in constant memory.
final class InflatedData {
  enum State: Hashable {
    case going
    /// The stream has ended as it should.
    case ended
    /// It has ended, and its checksum is another.
    case wrongChecksum
    /// The bytes have, and the stream has not.
    case cut
    case damaged
  }

  private(set) var state = State.going
  private(set) var blocks = DeflateBlocks()
  private let bytes: UnsafeBufferPointer<UInt8>
  private let stream: UnsafeMutablePointer<z_stream>
  /// The chunks that hold the stream; nil for bytes that lie side by side.
  private var chunks: PNGPieces?
  /// Where the bytes end that zlib has been given.
  private var end: Int

  /// - Parameters:
  ///   - bytes: a file; must outlive the value.
  ///   - chunks: what the chunks there hold is one stream.
  convenience init(
    _ bytes: UnsafeBufferPointer<UInt8>, chunks: Range<Int>
  ) throws(FaceBlurError) {
    try self.init(bytes, chunks.lowerBound..<chunks.lowerBound)
    self.chunks = PNGPieces(bytes, chunks: chunks)
  }

  /// - Parameters:
  ///   - bytes: must outlive the value.
  ///   - range: where the stream lies in them.
  init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) throws(FaceBlurError) {
    self.bytes = bytes
    // zlib refuses a stream that has moved.
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    end = range.lowerBound
    guard inflateInit_(stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      state = .damaged
      throw .outOfMemoryForPhoto
    }
    give(range)
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Where the first byte lies that the stream has not taken in yet.
  var position: Int { end - Int(stream.pointee.avail_in) }

  /// Whether bytes are left behind the end of the stream.
  var hasRest: Bool {
    if stream.pointee.avail_in > 0 { return true }
    guard var chunks else { return false }
    while let chunk = chunks.next() { if !chunk.content.isEmpty { return true } }
    return false
  }

  /// Inflates as much as there is room for, or the stream has.
  /// - Returns: how many bytes that is.
  func fill(_ target: UnsafeMutableBufferPointer<UInt8>) -> Int {
    var count = 0
    while count < target.count, state == .going, let base = target.baseAddress {
      let room = min(target.count - count, 1 << 30)
      stream.pointee.next_out = base + count
      stream.pointee.avail_out = UInt32(room)
      let code = blocks.inflateOn(stream)
      count += room - Int(stream.pointee.avail_out)
      switch code {
      case Z_OK: break
      case Z_STREAM_END: state = .ended
      // Nothing is left to be done with the bytes that were given.
      case Z_BUF_ERROR where stream.pointee.avail_in == 0: giveNext()
      case Z_DATA_ERROR: state = isChecksumWrong ? .wrongChecksum : .damaged
      default: state = .damaged
      }
    }
    stream.pointee.next_out = nil
    stream.pointee.avail_out = 0
    return count
  }

  /// Inflates all there is.
  /// - Parameter limit: no more bytes than these.
  func all(limit: Int) -> [UInt8] {
    var result: [UInt8] = []
    let piece = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 16)
    defer { piece.deallocate() }
    while state == .going, result.count < limit {
      let room = UnsafeMutableBufferPointer(rebasing: piece[..<min(piece.count, limit - result.count)])
      result += piece[..<fill(room)]
    }
    return result
  }

  private var isChecksumWrong: Bool {
    stream.pointee.msg.map { String(cString: $0) } == "incorrect data check"
  }

  private func give(_ range: Range<Int>) {
    guard let base = bytes.baseAddress else { return }
    // No chunk is longer than zlib can count; of bytes that are, no one asks for the end.
    let count = min(range.count, Int(UInt32.max))
    stream.pointee.next_in = UnsafeMutablePointer(mutating: base + range.lowerBound)
    stream.pointee.avail_in = UInt32(count)
    end = range.lowerBound + count
  }

  private func giveNext() {
    guard let chunk = chunks?.next() else {
      state = .cut
      return
    }
    give(chunk.content)
  }
}
