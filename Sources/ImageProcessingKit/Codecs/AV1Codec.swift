internal import CCodec

/// AV1 pictures by decoders and encoders of other people, which run in a process of their own.
enum AV1Codec {
  private static let codec = PlanarCodec(
    name: CodecName(format: "AV1", packages: "libdav1d6 and libaom3"), decoding: .decodeAV1,
    encoding: .encodeAV1)

  /// Decodes one still picture.
  /// - Parameters:
  ///   - units: OBUs as they stand in an item (AV1 5.3): a sequence header, and one frame.
  ///   - shape: the picture's.
  /// - Throws: `FaceBlurError` where it is damaged, of another shape, or there is no decoder.
  static func packed(_ units: [UInt8], as shape: PlanarShape) throws(FaceBlurError) -> PackedPicture {
    try codec.decode(units, as: shape)
  }

  /// The same in planes of 16 bits.
  static func decode(_ units: [UInt8], as shape: PlanarShape) throws(FaceBlurError) -> PlanarPicture {
    try packed(units, as: shape).planar
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
    _ picture: PackedPicture, _ colors: SampleColors, chromaPosition: Int, quantizer: Int
  ) throws(FaceBlurError) -> [UInt8] {
    // To the helper, these three would say nothing; and they say nothing that a decoder knows.
    guard [colors.primaries, colors.transfer, colors.matrix] != [0, 0, 0] else {
      throw codec.name.error(.unsupported)
    }
    return try codec.encode(
      picture, colors, options: UInt32(min(max(chromaPosition, 0), 3)) << UInt32(FBC_CHROMA_POSITION_SHIFT),
      quantizer: UInt32(min(max(quantizer, 0), 255)))
  }

  /// The same of planes of 16 bits.
  static func encode(
    _ picture: PlanarPicture, _ colors: SampleColors, chromaPosition: Int, quantizer: Int
  ) throws(FaceBlurError) -> [UInt8] {
    try encode(PackedPicture(picture), colors, chromaPosition: chromaPosition, quantizer: quantizer)
  }
}
