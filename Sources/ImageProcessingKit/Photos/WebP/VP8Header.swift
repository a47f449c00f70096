/// What the code of a WebP with loss says before its first macroblock (RFC 6386, 9 and 19.2).
struct VP8Header: Hashable {
  /// In pixels.
  let width: Int
  let height: Int
  let quantizer: WebPQuantizer

  /// Bytes before the first part of the code.
  private static let fixedBytes = 10
  /// As many bytes of the code are asked for.
  static let maxBytes = fixedBytes + 128

  /// - Parameters:
  ///   - bytes: the first of the code, `maxBytes` where there are so many.
  ///   - count: of all its bytes.
  /// - Throws: `FaceBlurError` where they begin no picture.
  init(_ bytes: [UInt8], of count: Int) throws(FaceBlurError) {
    guard bytes.count >= Self.fixedBytes else {
      throw .truncatedPhoto("its picture's code ends in its header")
    }
    let tag = LittleEndian.number(bytes[..<3])
    // A picture by itself, of a known profile, that is shown.
    guard tag & 1 == 0, tag >> 1 & 7 <= 3, tag >> 4 & 1 == 1, Array(bytes[3..<6]) == [0x9D, 0x01, 0x2A] else {
      throw .damagedPhoto("its code begins no picture")
    }
    guard tag >> 5 <= count - Self.fixedBytes else {
      throw .truncatedPhoto("its picture's code is not all there")
    }
    // Above the 14 bits of each side there are two that ask for it to be enlarged, which nobody does.
    width = LittleEndian.number(bytes[6..<8]) & 0x3FFF
    height = LittleEndian.number(bytes[8..<10]) & 0x3FFF
    guard width > 0, height > 0 else { throw .damagedPhoto("it has no pixels") }
    quantizer = Self.quantizer(Array(bytes[Self.fixedBytes...]))
  }

  /// How coarsely a picture is coded.
  /// - Parameter code: as it stands in a file, with its alpha.
  /// - Throws: `FaceBlurError` where it begins no picture.
  static func quantizer(of code: [UInt8]) throws(FaceBlurError) -> WebPQuantizer {
    let read: WebPFile.Read = { (range) throws(FaceBlurError) in Array(code[range]) }
    var chunk = try WebPChunk(at: 0, before: code.count, read)
    if chunk.type == .alpha { chunk = try WebPChunk(at: chunk.end, before: code.count, read) }
    return try VP8Header(Array(code[chunk.content.prefix(maxBytes)]), of: chunk.content.count).quantizer
  }

  /// - Parameter partition: the beginning of the first part of the code.
  private static func quantizer(_ partition: [UInt8]) -> WebPQuantizer {
    var bits = BooleanDecoder(partition)
    // Of colours, and of rounding.
    _ = bits.number(bits: 2)
    let isSegmented = bits.flag()
    var (isAbsolute, ofSegments) = (true, [Int]())
    if isSegmented {
      // What a first picture does not say is 0.
      ofSegments = [0, 0, 0, 0]
      let (hasMap, hasData) = (bits.flag(), bits.flag())
      if hasData {
        isAbsolute = bits.flag()
        ofSegments = (0..<4).map { _ in bits.optionalNumber(bits: 7) }
        for _ in 0..<4 { _ = bits.optionalNumber(bits: 6) }
      }
      if hasMap {
        for _ in 0..<3 where bits.flag() { _ = bits.number(bits: 8) }
      }
    }
    // The loop filter's kind, strength and sharpness.
    _ = bits.number(bits: 10)
    if bits.flag(), bits.flag() {
      for _ in 0..<8 { _ = bits.optionalNumber(bits: 6) }
    }
    // How many parts follow.
    _ = bits.number(bits: 2)
    let base = bits.number(bits: 7)
    let indices = ofSegments.map { min(max(isAbsolute ? $0 : base + $0, 0), 127) }
    return WebPQuantizer(
      index: indices.first ?? base, isSegmented: indices.contains { $0 != indices[0] })
  }
}
