internal import CCodec
@testable internal import ImageProcessingKit

/// Decoding the pictures of WebPs.
enum DecodedWebP {
  private static let mostPixels = 1 << 16

  /// - Parameter rest: a file.
  static func check(_ rest: ArraySlice<UInt8>) {
    let bytes = Array(rest)
    let file = try? WebPFile(size: bytes.count) { (range) throws(FaceBlurError) in Array(bytes[range]) }
    guard let form = file?.form, form.pixelCount <= mostPixels else { return }
    let chroma: fbc_chroma =
      form.coding == .lossless ? .pixels : form.hasAlpha ? .halfAlpha : .half
    let shape = WebPShape.asked(form.width, form.height, chroma)
    let count = Int(fbc_sample_bytes(shape))
    func decode() -> HelperCall? { HelperCall(.decodeWebP, shape, input: bytes, room: count) }
    guard let output = decode()?.output else { return }
    precondition(output.count == count, "a picture has too few samples")
    precondition(decode()?.output == output, "the same code is another picture")
  }
}

/// Encoding pictures as WebPs: those without loss must come back as they were.
enum EncodedWebP {
  /// - Parameter rest: 4 bytes of shape and settings, then samples, again and again.
  static func check(_ rest: ArraySlice<UInt8>) {
    guard rest.count > 4 else { return }
    let (settings, source) = (Array(rest.prefix(4)), Array(rest.dropFirst(4)))
    let chroma: fbc_chroma = [.pixels, .half, .halfAlpha][Int(settings[2] % 3)]
    let shape = WebPShape.asked(1 + Int(settings[0]), 1 + Int(settings[1]), chroma)
    let samples = (0..<Int(fbc_sample_bytes(shape))).map { source[($0 + $0 / source.count) % source.count] }
    let options = UInt32(settings[3])
    func encode() -> [UInt8]? {
      HelperCall(
        .encodeWebP, shape, options: options, input: samples, room: 2 * samples.count + (1 << 12))?.output
    }
    guard let code = encode() else { return }
    precondition(encode() == code, "the same picture is another code")
    let decoded = HelperCall(.decodeWebP, shape, input: code, room: samples.count)
    precondition(decoded?.output != nil, "a picture cannot be decoded")
    precondition(chroma != .pixels || decoded?.output == samples, "a picture comes back as another one")
    guard chroma != .pixels else { return }
    let file = try? WebPFile(size: code.count) { (range) throws(FaceBlurError) in Array(code[range]) }
    guard let quantizer = file?.quantizer else { preconditionFailure("nobody can tell how coarse it is") }
    // How far libwebp spreads the segments of a picture depends on the picture.
    guard options & UInt32(FBC_SEGMENTED) == 0 else { return }
    precondition(
      quantizer.index == Int(options & UInt32(FBC_QUANTIZER_MASK)), "it is coarser or finer than asked")
  }
}

private enum WebPShape {
  static func asked(_ width: Int, _ height: Int, _ chroma: fbc_chroma) -> fbc_shape {
    fbc_shape(
      width: UInt32(width), height: UInt32(height), chroma: chroma.rawValue, luma_depth: 8, chroma_depth: 8)
  }
}
