internal import CDeflate
internal import CZlib

/// Decodes and encodes strips and tiles: compression and prediction, not what the samples mean.
struct TIFFChunkCoder: ~Copyable {
  private let layout: TIFFLayout
  private let isLittleEndian: Bool
  private let lzwDecoder = LZWDecoder()
  private let lzwEncoder = LZWEncoder()

  /// libdeflate's usual level: about as small as what zlib makes at its own, in a fifth of the time.
  private static let deflateLevel: Int32 = 6

  init(_ layout: TIFFLayout, _ form: TIFFForm) {
    self.layout = layout
    isLittleEndian = form.isLittleEndian
  }

  /// Fills the target with a chunk's samples as they are stored when nothing is compressed.
  /// - Parameters:
  ///   - code: of the chunk.
  ///   - rowBytes: of the chunk's rows.
  /// - Returns: whether nothing but the target's bytes is in the code, and nothing behind it.
  /// - Throws: `FaceBlurError` where the code is damaged or ends before the target is full.
  func decode(
    _ code: UnsafeBufferPointer<UInt8>, rowBytes: Int, into target: UnsafeMutableBufferPointer<UInt8>
  ) throws(FaceBlurError) -> Bool {
    let isTight: Bool
    switch layout.compression {
    case .none:
      guard code.count >= target.count else { throw .truncatedPhoto("a strip or tile ends too early") }
      _ = target.update(fromContentsOf: UnsafeBufferPointer(rebasing: code[..<target.count]))
      isTight = code.count == target.count
    case .packBits: isTight = try PackBits.decode(code, into: target)
    case .lzw: isTight = try lzwDecoder.decode(code, into: target)
    case .deflate, .oldDeflate: isTight = try Self.inflate(code, into: target)
    }
    if layout.isPredicted { Self.forEachRow(of: target, rowBytes) { addUp($0) } }
    return isTight
  }

  /// Compresses a chunk as the layout says; what comes out depends on nothing but its samples.
  /// - Parameter samples: as they are stored when nothing is compressed. Where they are predicted, they are differences afterwards.
  /// - Throws: `FaceBlurError` where there is not enough memory.
  func encode(
    _ samples: UnsafeMutableBufferPointer<UInt8>, rowBytes: Int
  ) throws(FaceBlurError) -> CodedChunk {
    if layout.isPredicted { Self.forEachRow(of: samples, rowBytes) { takeDifferences($0) } }
    let bytes = UnsafeBufferPointer(samples)
    switch layout.compression {
    case .none: return try CodedChunk(bound: bytes.count) { $0.update(fromContentsOf: bytes) }
    case .packBits:
      return try CodedChunk(bound: PackBits.bound(bytes.count, rowBytes: rowBytes)) {
        PackBits.encode(bytes, rowBytes: rowBytes, into: $0)
      }
    case .lzw:
      return try CodedChunk(bound: LZWEncoder.bound(bytes.count)) { lzwEncoder.encode(bytes, into: $0) }
    case .deflate, .oldDeflate:
      guard let compressor = libdeflate_alloc_compressor(Self.deflateLevel) else {
        throw .outOfMemoryForPhoto
      }
      defer { libdeflate_free_compressor(compressor) }
      return try CodedChunk(bound: libdeflate_zlib_compress_bound(compressor, bytes.count)) {
        libdeflate_zlib_compress(compressor, bytes.baseAddress, bytes.count, $0.baseAddress, $0.count)
      }
    }
  }

  private static func inflate(
    _ code: UnsafeBufferPointer<UInt8>, into target: UnsafeMutableBufferPointer<UInt8>
  ) throws(FaceBlurError) -> Bool {
    // zlib counts in 32 bits.
    guard code.count <= Int(Int32.max), target.count <= Int(UInt32.max) else {
      throw .unsupportedTIFF("a strip or tile is larger than one ever is")
    }
    var stream = z_stream()
    guard inflateInit_(&stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw .outOfMemoryForPhoto
    }
    defer { inflateEnd(&stream) }
    // zlib writes nothing there.
    stream.next_in = UnsafeMutablePointer(mutating: code.baseAddress)
    stream.avail_in = UInt32(code.count)
    stream.next_out = target.baseAddress
    stream.avail_out = UInt32(target.count)
    var blocks = DeflateBlocks()
    var status = blocks.inflate(&stream)
    guard stream.avail_out == 0 else {
      if status == Z_MEM_ERROR { throw .outOfMemoryForPhoto }
      throw status == Z_DATA_ERROR || status == Z_NEED_DICT
        ? .damagedPhoto("a strip or tile cannot be inflated")
        : .truncatedPhoto("a strip or tile ends too early")
    }
    if status == Z_OK || status == Z_BUF_ERROR {
      // What follows the last sample is the end, or more than the picture has.
      var further: UInt8 = 0
      withUnsafeMutablePointer(to: &further) { further in
        stream.next_out = further
        stream.avail_out = 1
        status = blocks.inflate(&stream)
      }
      if stream.avail_out == 0 { return false }
    }
    // Without an end, or with another's checksum, programs do not agree on what it shows.
    guard status == Z_STREAM_END else { throw .damagedPhoto("a strip or tile has no end, or another's") }
    return stream.avail_in == 0 && blocks.areUsual
  }

  /// Inflates a stream block by block, and tells whether there are more of them than encoders make. What their headers say no viewer
  /// shows, and blocks that hold nothing can be as many as somebody likes.
  private struct DeflateBlocks {
    private var count = 0
    private var hasEmptyOne = false
    private var start: UInt?
    private var end: UInt = 0

    /// Fewer than any encoder puts into a block, but the last one.
    private static let usualBytes = 4096

    var areUsual: Bool { !hasEmptyOne && count <= 2 + Int(end) / Self.usualBytes }

    /// Fills what room there is.
    mutating func inflate(_ stream: inout z_stream) -> Int32 {
      var status = Z_OK
      repeat {
        status = CZlib.inflate(&stream, Z_BLOCK)
        end = stream.total_out
        // It stops before the first block, and behind each but the last.
        guard status == Z_OK, stream.data_type & 128 != 0 else { continue }
        if let start {
          count += 1
          hasEmptyOne = hasEmptyOne || start == end
        }
        start = end
      } while status == Z_OK && stream.avail_out > 0
      return status
    }
  }

  private static func forEachRow(
    of samples: UnsafeMutableBufferPointer<UInt8>, _ rowBytes: Int,
    _ change: (UnsafeMutableBufferPointer<UInt8>) -> Void
  ) {
    for start in stride(from: 0, to: samples.count, by: rowBytes) {
      change(UnsafeMutableBufferPointer(rebasing: samples[start..<(start + rowBytes)]))
    }
  }

  /// Makes samples of differences (TIFF 6.0, section 14).
  private func addUp(_ row: UnsafeMutableBufferPointer<UInt8>) {
    let step = layout.chunkSamples
    guard layout.bits == 16 else {
      for place in stride(from: step, to: row.count, by: 1) { row[place] &+= row[place - step] }
      return
    }
    for place in stride(from: step, to: row.count / 2, by: 1) {
      put(wide(row, place) &+ wide(row, place - step), row, place)
    }
  }

  private func takeDifferences(_ row: UnsafeMutableBufferPointer<UInt8>) {
    let step = layout.chunkSamples
    guard layout.bits == 16 else {
      for place in stride(from: row.count - 1, through: step, by: -1) { row[place] &-= row[place - step] }
      return
    }
    for place in stride(from: row.count / 2 - 1, through: step, by: -1) {
      put(wide(row, place) &- wide(row, place - step), row, place)
    }
  }

  /// A sample of 16 bits.
  @inline(__always)
  private func wide(_ row: UnsafeMutableBufferPointer<UInt8>, _ place: Int) -> UInt16 {
    let (first, second) = (UInt16(row[2 * place]), UInt16(row[2 * place + 1]))
    return isLittleEndian ? second << 8 | first : first << 8 | second
  }

  @inline(__always)
  private func put(_ sample: UInt16, _ row: UnsafeMutableBufferPointer<UInt8>, _ place: Int) {
    let (high, low) = (UInt8(truncatingIfNeeded: sample >> 8), UInt8(truncatingIfNeeded: sample))
    (row[2 * place], row[2 * place + 1]) = isLittleEndian ? (low, high) : (high, low)
  }
}

/// The code of one strip or tile that was written anew.
final class CodedChunk {
  private let memory: PictureMemory
  private let count: Int

  /// - Parameters:
  ///   - bound: bytes at most.
  ///   - write: returns how many bytes it has written.
  /// - Throws: `FaceBlurError` where there is not enough memory.
  fileprivate init(
    bound: Int, _ write: (UnsafeMutableBufferPointer<UInt8>) -> Int
  ) throws(FaceBlurError) {
    let room = try PictureMemory(count: bound)
    let count = write(room.bytes)
    guard count > 0 else { throw .internalError("a strip or tile cannot be compressed") }
    // Not the room that it might have taken.
    memory = try PictureMemory(count: count)
    _ = memory.bytes.update(fromContentsOf: UnsafeBufferPointer(rebasing: room.bytes[..<count]))
    self.count = count
  }

  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: memory.bytes[..<count]) }
}
