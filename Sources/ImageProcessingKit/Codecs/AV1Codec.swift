internal import CCodec

/// AV1 pictures by decoders and encoders of other people, which run in a process of their own.
enum AV1Codec {
  private static let name = CodecName(format: "AV1", packages: "libdav1d6 and libaom3")

  /// Decodes one still picture.
  /// - Parameters:
  ///   - units: OBUs as they stand in an item (AV1 5.3): a sequence header, and one frame.
  ///   - shape: the picture's.
  /// - Throws: `FaceBlurError` where it is damaged, of another shape, or there is no decoder.
  static func decode(_ units: [UInt8], as shape: PlanarShape) throws(FaceBlurError) -> PlanarPicture {
    let request = request(.decodeAV1, shape, inputCount: units.count)
    let bytes = try CodecHelpers.perform(
      request, units, count: shape.sampleCount * shape.sampleBytes, of: name)
    guard let picture = PlanarPicture(shape, bytes: bytes) else {
      throw .internalError("the codec gave another picture than it said")
    }
    return picture
  }

  /// Encodes one still picture.
  /// - Parameters:
  ///   - colors: what its code says of itself.
  ///   - chromaPosition: likewise, `chroma_sample_position`; of 4:2:0.
  ///   - quantizer: `base_q_idx`, 0…255; 0 is without loss. The encoder knows 64 of them, and takes the largest that is not above it; it
  ///     takes 4 for 1…3.
  /// - Returns: a sequence header and one frame, each an OBU with its size. The same picture gives the same bytes.
  /// - Throws: `FaceBlurError` where it cannot be encoded, or there is no encoder.
  static func encode(
    _ picture: PlanarPicture, _ colors: SampleColors, chromaPosition: Int, quantizer: Int
  ) throws(FaceBlurError) -> [UInt8] {
    // To the helper, these three would say nothing; and they say nothing that a decoder knows.
    guard [colors.primaries, colors.transfer, colors.matrix] != [0, 0, 0] else {
      throw name.error(.unsupported)
    }
    let bytes = picture.bytes
    var request = request(.encodeAV1, picture.shape, inputCount: bytes.count)
    request.options =
      (colors.isFullRange ? UInt32(FBC_FULL_RANGE) : 0)
      | UInt32(min(max(chromaPosition, 0), 3)) << UInt32(FBC_CHROMA_POSITION_SHIFT)
      | colors.bits << UInt32(FBC_COLORS_SHIFT)
    request.quantizer = UInt32(min(max(quantizer, 0), 255))
    // Noise takes up to 1.7 times its samples.
    let most = 2 * picture.shape.sampleCount * picture.shape.sampleBytes + (1 << 16)
    return try CodecHelpers.perform(request, bytes, count: most, of: name)
  }

  private static func request(
    _ operation: fbc_operation, _ shape: PlanarShape, inputCount: Int
  ) -> fbc_request {
    let stated = fbc_shape(
      width: UInt32(clamping: shape.width), height: UInt32(clamping: shape.height),
      chroma: UInt32(shape.chroma.rawValue), luma_depth: UInt32(clamping: shape.depth),
      chroma_depth: UInt32(clamping: shape.depth))
    // A megapixel takes up to a second to encode, and on the smallest machines ten times that.
    return fbc_request(
      operation: operation, options: 0, shape: stated,
      seconds: UInt32(20 + shape.width * shape.height / 100_000), quantizer: 0,
      memory: fbc_memory(operation, stated, UInt64(inputCount)))
  }
}
