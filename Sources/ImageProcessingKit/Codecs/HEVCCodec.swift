internal import CCodec

/// HEVC pictures (ITU-T H.265) by decoders and encoders of other people, which run in a process of their own.
enum HEVCCodec {
  private static let name = CodecName(format: "HEVC", packages: "libde265-0 and libx265-199")

  /// Decodes one intra picture.
  /// - Parameters:
  ///   - units: NAL units, each behind its length in 4 bytes, big-endian: parameter sets, then slices.
  ///   - shape: the picture's.
  /// - Throws: `FaceBlurError` where it is damaged, of another shape, or there is no decoder.
  static func decode(_ units: [UInt8], as shape: PlanarShape) throws(FaceBlurError) -> PlanarPicture {
    let request = request(.decodeHEVC, shape, inputCount: units.count)
    let bytes = try CodecHelpers.perform(
      request, units, count: shape.sampleCount * shape.sampleBytes, of: name)
    guard let picture = PlanarPicture(shape, bytes: bytes) else {
      throw .internalError("the codec gave another picture than it said")
    }
    return picture
  }

  /// Encodes one picture.
  /// - Parameters:
  ///   - colors: what its code says of itself.
  ///   - quantizer: `SliceQpY`, 0…51: how coarsely all of it is coded; nil for without loss. The parameter sets are the same for all.
  /// - Returns: VPS, SPS, PPS and one slice, each behind its length in 4 bytes, big-endian. The same picture gives the same bytes.
  /// - Throws: `FaceBlurError` where it cannot be encoded, or there is no encoder.
  static func encode(
    _ picture: PlanarPicture, _ colors: SampleColors, quantizer: Int? = nil
  ) throws(FaceBlurError) -> [UInt8] {
    let bytes = picture.bytes
    var request = request(.encodeHEVC, picture.shape, inputCount: bytes.count)
    request.options =
      (colors.isFullRange ? UInt32(FBC_FULL_RANGE) : 0) | colors.bits << UInt32(FBC_COLORS_SHIFT)
    if let quantizer {
      request.options |= UInt32(FBC_LOSSY)
      request.quantizer = UInt32(clamping: quantizer)
    }
    // Noise takes a little more than its samples.
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
    // A megapixel takes a tenth of a second to decode and .3 to encode, and on the smallest machines ten times that.
    return fbc_request(
      operation: operation, options: 0, shape: stated,
      seconds: UInt32(20 + shape.width * shape.height / 100_000), quantizer: 0,
      memory: fbc_memory(operation, stated, UInt64(inputCount)))
  }
}

extension SampleColors {
  /// As they go to a helper; nothing where the code is to say nothing, or cannot.
  var bits: UInt32 {
    let numbers = [primaries, transfer, matrix]
    guard numbers != [2, 2, 2], numbers.allSatisfy((0...255).contains) else { return 0 }
    return UInt32(primaries | transfer << 8 | matrix << 16)
  }
}
