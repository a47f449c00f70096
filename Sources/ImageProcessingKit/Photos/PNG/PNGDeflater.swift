internal import CDeflate

/// Deflates the rows of a picture, always in the same way: what comes out depends on nothing but the rows.
enum PNGDeflater {
  /// How hard a stream is worked on, in libdeflate's levels.
  enum Effort: Int32 {
    /// About as small as what zlib makes at its usual level, in a fifth of the time.
    case usual = 5
    /// About as small as what zlib makes at its highest.
    case high = 7

    /// As the encoder of a photo was told: the first two bytes of its stream say that (RFC 1950, 2.2). Nothing else of the stream
    /// is asked, how small it is least of all, because that tells of all that is in the picture.
    init(ofStream head: some Collection<UInt8>) {
      let flags = head.dropFirst().first ?? 0
      self = flags >> 6 == 3 ? .high : .usual
    }
  }

  /// Content of one data chunk, in bytes; readers take them one by one.
  private static let chunkBytes = 1 << 20

  /// Deflated rows.
  struct Stream: ~Copyable {
    fileprivate let memory: PictureMemory
    let count: Int

    /// Writes the data chunks.
    func append(to sink: any ByteSink) {
      var start = 0
      while start < count {
        let end = min(start + PNGDeflater.chunkBytes, count)
        PNGChunk.append(.data, UnsafeBufferPointer(rebasing: memory.bytes[start..<end]), to: sink)
        start = end
      }
    }
  }

  /// - Parameter rows: filtered, each led by its filter's number.
  /// - Throws: `FaceBlurError` where there is not enough memory.
  static func deflate(_ rows: UnsafeBufferPointer<UInt8>, _ effort: Effort) throws(FaceBlurError) -> Stream {
    guard let compressor = libdeflate_alloc_compressor(effort.rawValue) else { throw .outOfMemoryForPhoto }
    defer { libdeflate_free_compressor(compressor) }
    let memory = try PictureMemory(count: libdeflate_zlib_compress_bound(compressor, rows.count))
    let count = libdeflate_zlib_compress(
      compressor, rows.baseAddress, rows.count, memory.bytes.baseAddress, memory.bytes.count)
    guard count > 0 else { throw .internalError("its rows cannot be deflated") }
    return Stream(memory: memory, count: count)
  }

  /// What a colour profile's chunk holds of it.
  static func deflate(_ bytes: [UInt8]) throws(FaceBlurError) -> [UInt8] {
    try bytes.withUnsafeBufferPointer { (bytes) throws(FaceBlurError) in
      let stream = try deflate(bytes, .high)
      return Array(stream.memory.bytes.prefix(stream.count))
    }
  }
}
