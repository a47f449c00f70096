internal import CZlib

/// Decodes the chunks of one TIFF: LZW and PackBits by itself, deflate by zlib.
final class ExaminedCode {
  /// What a chunk's code is besides the bytes that it must decode to.
  struct End: Hashable {
    /// How much of the code they take; nil where it goes on in the middle of something.
    let used: Int?
    /// Whether the code is nothing but them, and ends as it should.
    let isTight: Bool
  }

  /// Less than a chunk must hold.
  static var isCut: FaceBlurError { .damagedRender("a strip or tile is cut short") }

  private let compression: ExaminedTIFF.Compression
  private var lzw = ExaminedLZW()
  /// zlib refuses a stream that has moved.
  private let stream: UnsafeMutablePointer<z_stream>?

  /// - Throws: `FaceBlurError` of kind `outOfMemory`.
  init(_ compression: ExaminedTIFF.Compression) throws(FaceBlurError) {
    self.compression = compression
    guard compression == .deflate || compression == .oldDeflate else {
      stream = nil
      return
    }
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    self.stream = stream
    guard inflateInit_(stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw .outOfMemoryForPhoto
    }
  }

  deinit {
    guard let stream else { return }
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Fills the target.
  /// - Throws: `FaceBlurError` where the code is damaged or holds less.
  func decode(
    _ code: UnsafeBufferPointer<UInt8>, into target: UnsafeMutableBufferPointer<UInt8>
  ) throws(FaceBlurError) -> End {
    switch compression {
    case .none: try copy(code, into: target)
    case .lzw: try lzw.decode(code, into: target)
    case .packBits: try unpack(code, into: target)
    case .deflate, .oldDeflate: try inflated(code, into: target)
    }
  }

  private func copy(
    _ code: UnsafeBufferPointer<UInt8>, into target: UnsafeMutableBufferPointer<UInt8>
  ) throws(FaceBlurError) -> End {
    guard code.count >= target.count else { throw Self.isCut }
    _ = target.update(fromContentsOf: code[..<target.count])
    return End(used: target.count, isTight: code.count == target.count)
  }

  /// TIFF 6.0, section 9.
  private func unpack(
    _ code: UnsafeBufferPointer<UInt8>, into target: UnsafeMutableBufferPointer<UInt8>
  ) throws(FaceBlurError) -> End {
    var (place, written) = (0, 0)
    var hasNothings = false
    while written < target.count {
      guard place < code.count else { throw Self.isCut }
      let number = Int(code[place])
      place += 1
      // It stands for nothing.
      if number == 128 {
        hasNothings = true
        continue
      }
      let room = target.count - written
      let length = number < 128 ? number + 1 : 257 - number
      let count = min(length, room)
      guard number < 128 ? count <= code.count - place : place < code.count else { throw Self.isCut }
      for offset in 0..<count { target[written + offset] = code[number < 128 ? place + offset : place] }
      written += count
      place += number < 128 ? count : 1
      if count < length { return End(used: nil, isTight: false) }
    }
    return End(used: place, isTight: place == code.count && !hasNothings)
  }

  /// RFC 1950. Blocks that decode to nothing, or to little, are more than encoders make: their headers could say anything.
  private func inflated(
    _ code: UnsafeBufferPointer<UInt8>, into target: UnsafeMutableBufferPointer<UInt8>
  ) throws(FaceBlurError) -> End {
    guard let stream, let source = code.baseAddress, let base = target.baseAddress,
      inflateReset(stream) == Z_OK
    else { throw .internalError("a stream cannot be started") }
    var (given, written) = (0, 0)
    var status = Z_OK
    var blocks = DeflateBlocks()
    /// Inflates into some memory what there is room for, or what is left.
    func inflateOn(into memory: UnsafeMutablePointer<UInt8>, _ room: Int) -> Int {
      stream.pointee.next_out = memory
      stream.pointee.avail_out = UInt32(room)
      while stream.pointee.avail_out > 0, status == Z_OK {
        if stream.pointee.avail_in == 0, given < code.count {
          let count = min(code.count - given, 1 << 30)
          stream.pointee.next_in = UnsafeMutablePointer(mutating: source + given)
          stream.pointee.avail_in = UInt32(count)
          given += count
        }
        status = blocks.inflateOn(stream)
        if status == Z_BUF_ERROR, stream.pointee.avail_in == 0, given < code.count { status = Z_OK }
      }
      return room - Int(stream.pointee.avail_out)
    }
    stream.pointee.avail_in = 0
    while written < target.count, status == Z_OK {
      written += inflateOn(into: base + written, min(target.count - written, 1 << 30))
    }
    guard written == target.count else { throw Self.isCut }
    // The checksum is compared once there is room for one byte more than there is.
    let more = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1) { spare in
      guard status == Z_OK, let memory = spare.baseAddress else { return 0 }
      return inflateOn(into: memory, 1)
    }
    let used = given - Int(stream.pointee.avail_in)
    stream.pointee.next_in = nil
    stream.pointee.avail_in = 0
    stream.pointee.next_out = nil
    stream.pointee.avail_out = 0
    guard more == 0, status == Z_STREAM_END else { return End(used: nil, isTight: false) }
    let areUsual =
      !blocks.hasEmpty && !blocks.isPadded && blocks.count <= 2 + target.count / Self.usualBlock
    return End(used: used, isTight: used == code.count && areUsual)
  }

  /// Bytes of fewer than any block has but the last one.
  private static let usualBlock = 4096
}
