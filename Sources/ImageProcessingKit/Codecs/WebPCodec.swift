internal import CCodec

/// What the picture of a WebP is to a codec.
struct WebPForm: Sendable, Hashable {
  enum Coding: Sendable, Hashable {
    /// VP8L: red, green, blue and alpha.
    case lossless
    /// VP8 (RFC 6386): luma and differences of colour, 4:2:0, of BT.601's range; its alpha is coded apart, and without loss.
    case lossy
  }

  static let maxSide = 16_383

  /// In pixels, 1…`maxSide`.
  let width: Int
  let height: Int
  let coding: Coding
  /// Whether there is an alpha, or what the code has of it counts.
  let hasAlpha: Bool

  /// Of the colours of one with loss.
  var planarShape: PlanarShape { PlanarShape(width: width, height: height, chroma: .half, depth: 8) }
  var pixelCount: Int { width * height }
}

/// The samples of a WebP with loss.
struct WebPPlanes: Sendable, Hashable {
  /// 4:2:0, of 8 bits.
  var picture: PlanarPicture
  /// One for each pixel, row by row from the top; nil for none.
  var alpha: [UInt8]?

  /// What the samples mean: libwebp takes them for BT.601's, of which luma has 219 steps.
  static let colors = SampleColors(primaries: 2, transfer: 2, matrix: 6, isFullRange: false)
}

/// How coarsely a WebP with loss is coded.
struct WebPQuantizer: Sendable, Hashable {
  /// Of the first segment, 0…127 (RFC 6386, 9.6); 0 is the finest.
  let index: Int
  /// Whether parts of the picture are coded more finely than others.
  let isSegmented: Bool
}

/// The pictures of WebPs by libwebp, which runs in a process of its own.
///
/// A picture's code is the chunks that hold it as they stand in a file: a `VP8L`, or a `VP8 ` and before it an `ALPH` where there is
/// alpha.
enum WebPCodec {
  private static let name = CodecName(format: "WebP", packages: "libwebp7")

  /// Decodes a picture without loss.
  /// - Returns: red, green, blue and alpha of each pixel, row by row from the top; 255 where alpha does not count.
  /// - Throws: `FaceBlurError` where the code is damaged, of another form, or there is no decoder.
  static func pixels(of code: [UInt8], _ form: WebPForm) throws(FaceBlurError) -> [UInt8] {
    var pixels = try decode(code, form, .pixels, count: 4 * form.pixelCount)
    guard pixels.count == 4 * form.pixelCount else { throw otherPicture }
    guard !form.hasAlpha else { return pixels }
    for place in stride(from: 3, to: pixels.count, by: 4) { pixels[place] = 255 }
    return pixels
  }

  /// Decodes a picture with loss.
  /// - Throws: as for one without.
  static func planes(of code: [UInt8], _ form: WebPForm) throws(FaceBlurError) -> WebPPlanes {
    let shape = form.planarShape
    let count = shape.sampleCount + (form.hasAlpha ? form.pixelCount : 0)
    var bytes = try decode(code, form, form.hasAlpha ? .halfAlpha : .half, count: count)
    guard bytes.count == count else { throw otherPicture }
    let alpha = form.hasAlpha ? Array(bytes[shape.sampleCount...]) : nil
    bytes.removeLast(count - shape.sampleCount)
    guard let picture = PlanarPicture(shape, bytes: bytes) else { throw otherPicture }
    return WebPPlanes(picture: picture, alpha: alpha)
  }

  /// Codes a picture without loss.
  /// - Parameter pixels: as they are decoded.
  /// - Returns: its code. The same pixels give the same bytes.
  /// - Throws: `FaceBlurError` where it cannot be coded, or there is no encoder.
  static func encode(_ pixels: [UInt8], width: Int, height: Int) throws(FaceBlurError) -> [UInt8] {
    try encode(pixels, width, height, .pixels, options: 0)
  }

  /// Codes a picture with loss; its alpha is coded without.
  /// - Returns: its code. The same samples and quantiser give the same bytes.
  /// - Throws: as for one without.
  static func encode(_ planes: WebPPlanes, _ quantizer: WebPQuantizer) throws(FaceBlurError) -> [UInt8] {
    let shape = planes.picture.shape
    let options =
      UInt32(min(max(quantizer.index, 0), 127)) | (quantizer.isSegmented ? UInt32(FBC_SEGMENTED) : 0)
    return try encode(
      planes.picture.bytes + (planes.alpha ?? []), shape.width, shape.height,
      planes.alpha == nil ? .half : .halfAlpha, options: options)
  }

  private static var otherPicture: FaceBlurError {
    .internalError("the codec gave another picture than it said")
  }

  private static func decode(
    _ code: [UInt8], _ form: WebPForm, _ chroma: fbc_chroma, count: Int
  ) throws(FaceBlurError) -> [UInt8] {
    let isExtended = form.coding == .lossy && form.hasAlpha
    let file = file(of: code, extendedBy: isExtended ? form : nil)
    let request = request(.decodeWebP, form.width, form.height, chroma, options: 0, inputCount: file.count)
    return try CodecHelpers.perform(request, file, count: count, of: name)
  }

  private static func encode(
    _ samples: [UInt8], _ width: Int, _ height: Int, _ chroma: fbc_chroma, options: UInt32
  ) throws(FaceBlurError) -> [UInt8] {
    let request = request(
      .encodeWebP, width, height, chroma, options: options, inputCount: samples.count)
    // Noise takes a little more than its samples.
    let most = samples.count + samples.count / 4 + (1 << 16)
    let file = try CodecHelpers.perform(request, samples, count: most, of: name)
    let start = file.dropFirst(12).starts(with: extended.utf8) ? 30 : 12
    guard file.count > start else { throw otherPicture }
    return Array(file[start...])
  }

  private static let extended = "VP8X"

  /// A file that holds nothing but a picture's code.
  /// - Parameter form: of a picture whose alpha is coded apart, which a header must say.
  private static func file(of code: [UInt8], extendedBy form: WebPForm?) -> [UInt8] {
    var content = Array("WEBP".utf8)
    if let form {
      // The flag of alpha.
      content += Array(extended.utf8) + LittleEndian.bytes(10, 4) + [0x10, 0, 0, 0]
      content += LittleEndian.bytes(form.width - 1, 3) + LittleEndian.bytes(form.height - 1, 3)
    }
    return Array("RIFF".utf8) + LittleEndian.bytes(content.count + code.count, 4) + content + code
  }

  private static func request(
    _ operation: fbc_operation, _ width: Int, _ height: Int, _ chroma: fbc_chroma, options: UInt32,
    inputCount: Int
  ) -> fbc_request {
    let shape = fbc_shape(
      width: UInt32(clamping: width), height: UInt32(clamping: height), chroma: chroma.rawValue,
      luma_depth: 8, chroma_depth: 8)
    // A megapixel takes up to half a second to encode, and on the smallest machines ten times that.
    return fbc_request(
      operation: operation, options: options, shape: shape, seconds: UInt32(20 + width * height / 100_000),
      quantizer: 0, memory: fbc_memory(operation, shape, UInt64(inputCount)), packet: 0)
  }
}
