internal import CZlib

/// Inflates the picture of a PNG, whose data lies in one chunk after the other.
struct PNGInflater: ~Copyable {
  private let bytes: UnsafeBufferPointer<UInt8>
  /// Where the next chunk begins, and where the last one ends.
  private var place: Int
  private let end: Int
  /// zlib keeps where its state is told of, so it may not move.
  private let stream: UnsafeMutablePointer<z_stream>
  private var isAtEnd = false

  /// - Parameters:
  ///   - bytes: of the file, which outlives the inflater.
  ///   - data: its data chunks, which have been checked.
  init(_ bytes: UnsafeBufferPointer<UInt8>, data: Range<Int>) throws(FaceBlurError) {
    self.bytes = bytes
    (place, end) = (data.lowerBound, data.upperBound)
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    guard inflateInit_(stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw .outOfMemoryForPhoto
    }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Fills the target with the next bytes.
  /// - Throws: `FaceBlurError` where there are not as many, or they are damaged.
  mutating func next(into target: UnsafeMutableBufferPointer<UInt8>) throws(FaceBlurError) {
    var filled = 0
    while filled < target.count {
      // zlib counts in 32 bits.
      let count = min(target.count - filled, 1 << 30)
      stream.pointee.next_out = target.baseAddress?.advanced(by: filled)
      stream.pointee.avail_out = UInt32(count)
      while stream.pointee.avail_out > 0 {
        guard !isAtEnd, try step() else { throw .truncatedPhoto("its data ends before its last row") }
      }
      filled += count
    }
  }

  /// Reads on behind the last row: where the data ends there, it is held against its checksum. More of it is nobody's picture.
  /// - Throws: `FaceBlurError` of kind `damagedPhoto` where the checksum is another's.
  mutating func finish() throws(FaceBlurError) {
    var byte: UInt8 = 0
    while !isAtEnd {
      let status = withUnsafeMutablePointer(to: &byte) { byte in
        stream.pointee.next_out = byte
        stream.pointee.avail_out = 1
        return feed() ? inflate(stream, Z_NO_FLUSH) : Z_BUF_ERROR
      }
      isAtEnd = status == Z_STREAM_END
      if status == Z_DATA_ERROR, let message = stream.pointee.msg, String(cString: message) == Self.wrongSum {
        throw .damagedPhoto("the checksum of its picture is wrong")
      }
      guard status == Z_OK, stream.pointee.avail_out == 1 else { return }
    }
  }

  /// What zlib says where a stream's checksum is not that of what it holds.
  private static let wrongSum = "incorrect data check"

  /// - Returns: whether there was any data left.
  private mutating func step() throws(FaceBlurError) -> Bool {
    guard feed() else { return false }
    let status = inflate(stream, Z_NO_FLUSH)
    switch status {
    case Z_OK, Z_BUF_ERROR: return true
    case Z_STREAM_END:
      isAtEnd = true
      return true
    case Z_MEM_ERROR: throw .outOfMemoryForPhoto
    default: throw .damagedPhoto("its picture cannot be inflated")
    }
  }

  /// Gives zlib the next chunk where it has used up the last one.
  /// - Returns: whether it has any.
  private mutating func feed() -> Bool {
    while stream.pointee.avail_in == 0 {
      guard place < end, let chunk = try? PNGChunk(at: place, in: bytes) else { return false }
      place = chunk.end
      // zlib writes nothing there.
      stream.pointee.next_in = UnsafeMutablePointer(
        mutating: bytes.baseAddress?.advanced(by: chunk.content.lowerBound))
      stream.pointee.avail_in = UInt32(chunk.content.count)
    }
    return true
  }
}
