internal import CCodec

/// JPEGs in JPEG XL by libjxl, which runs in a process of its own.
enum JPEGXLCodec {
  private static let name = CodecName(format: "JPEG XL", packages: "libjxl0.7")

  /// The JPEG that a file was made of, byte for byte.
  /// - Parameter width: the picture's, in pixels, as is `height`; before it is turned.
  /// - Throws: `FaceBlurError` where it holds none, is damaged, or there is no decoder.
  static func jpeg(of file: [UInt8], width: Int, height: Int) throws(FaceBlurError) -> [UInt8] {
    let request = request(.decodeJPEGXL, width, height, inputCount: file.count)
    // Noise at the best quality takes 4 bytes a pixel. What is no picture is packed: profiles to a half, noise not at all, and what is
    // packed more than that in earnest is small.
    // A header may claim any size: of more than 64 MB the code is no eighth.
    let most = min(6 * width * height + (1 << 20), 64 << 20) + 8 * file.count
    return try CodecHelpers.perform(request, file, count: most, of: name)
  }

  /// A file that holds a JPEG so that it can be had back.
  /// - Parameter width: the picture's, in pixels, as is `height`; before it is turned.
  /// - Returns: a container; the same JPEG gives the same bytes.
  /// - Throws: `FaceBlurError` where it cannot be coded, or there is no encoder.
  static func encode(jpeg: [UInt8], width: Int, height: Int) throws(FaceBlurError) -> [UInt8] {
    let request = request(.encodeJPEGXL, width, height, inputCount: jpeg.count)
    // A few pixels take more than their JPEG.
    let most = 2 * jpeg.count + (1 << 16)
    return try CodecHelpers.perform(request, jpeg, count: most, of: name)
  }

  private static func request(
    _ operation: fbc_operation, _ width: Int, _ height: Int, inputCount: Int
  ) -> fbc_request {
    let shape = fbc_shape(
      width: UInt32(clamping: width), height: UInt32(clamping: height), chroma: fbc_chroma.full.rawValue,
      luma_depth: 8, chroma_depth: 8)
    // A megapixel takes a twentieth of a second, of noise a fifth, and on the smallest machines ten times that.
    return fbc_request(
      operation: operation, options: 0, shape: shape, seconds: UInt32(20 + width * height / 100_000),
      quantizer: 0, memory: fbc_memory(operation, shape, UInt64(inputCount)), packet: 0)
  }
}
