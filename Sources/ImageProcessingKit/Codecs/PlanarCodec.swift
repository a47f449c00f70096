internal import CCodec

/// A decoder and an encoder of pictures in planes, which run in a process of their own.
struct PlanarCodec {
  let name: CodecName
  let decoding: fbc_operation
  let encoding: fbc_operation

  /// Decodes one picture.
  /// - Throws: `FaceBlurError` where it is damaged, of another shape, or there is no decoder.
  func decode(_ units: [UInt8], as shape: PlanarShape) throws(FaceBlurError) -> PackedPicture {
    let request = request(decoding, shape, inputCount: units.count)
    let bytes = try CodecHelpers.perform(
      request, units, count: shape.sampleCount * shape.sampleBytes, of: name)
    guard let picture = PackedPicture(shape, bytes: bytes) else {
      throw .internalError("the codec gave another picture than it said")
    }
    return picture
  }

  /// Encodes one picture.
  /// - Parameters:
  ///   - colors: what its code says of itself.
  ///   - options: of the encoder's own, beside the colours.
  ///   - quantizer: in the encoder's own scale.
  /// - Throws: `FaceBlurError` where it cannot be encoded, or there is no encoder.
  func encode(
    _ picture: PackedPicture, _ colors: SampleColors, options: UInt32, quantizer: UInt32
  ) throws(FaceBlurError) -> [UInt8] {
    var request = request(encoding, picture.shape, inputCount: picture.bytes.count)
    request.options =
      (colors.isFullRange ? UInt32(FBC_FULL_RANGE) : 0) | colors.bits << UInt32(FBC_COLORS_SHIFT) | options
    request.quantizer = quantizer
    // Noise takes up to 1.7 times its samples.
    let most = 2 * picture.shape.sampleCount * picture.shape.sampleBytes + (1 << 16)
    return try CodecHelpers.perform(request, picture.bytes, count: most, of: name)
  }

  private func request(
    _ operation: fbc_operation, _ shape: PlanarShape, inputCount: Int
  ) -> fbc_request {
    let stated = shape.stated
    // A megapixel takes up to a second to encode, and on the smallest machines ten times that.
    return fbc_request(
      operation: operation, options: 0, shape: stated,
      seconds: UInt32(20 + shape.width * shape.height / 100_000), quantizer: 0,
      memory: fbc_memory(operation, stated, UInt64(inputCount)), packet: 0)
  }
}

extension PlanarShape {
  /// As a helper knows it.
  var stated: fbc_shape {
    fbc_shape(
      width: UInt32(clamping: width), height: UInt32(clamping: height), chroma: UInt32(chroma.rawValue),
      luma_depth: UInt32(clamping: depth), chroma_depth: UInt32(clamping: depth))
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
