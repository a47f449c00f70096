internal import CCodec

/// HEVC pictures (ITU-T H.265) by decoders and encoders of other people, which run in a process of their own.
enum HEVCCodec {
  private static let codec = PlanarCodec(
    name: CodecName(format: "HEVC", packages: "libde265-0 and libx265-199"), decoding: .decodeHEVC,
    encoding: .encodeHEVC)

  /// Decodes one intra picture.
  /// - Parameters:
  ///   - units: NAL units, each behind its length in 4 bytes, big-endian: parameter sets, then slices.
  ///   - shape: the picture's.
  /// - Throws: `FaceBlurError` where it is damaged, of another shape, or there is no decoder.
  static func packed(_ units: [UInt8], as shape: PlanarShape) throws(FaceBlurError) -> PackedPicture {
    try codec.decode(units, as: shape)
  }

  /// The same in planes of 16 bits.
  static func decode(_ units: [UInt8], as shape: PlanarShape) throws(FaceBlurError) -> PlanarPicture {
    try packed(units, as: shape).planar
  }

  /// Encodes one picture.
  /// - Parameters:
  ///   - colors: what its code says of itself.
  ///   - quantizer: `SliceQpY`, 0…51: how coarsely all of it is coded; nil for without loss. The parameter sets are the same for all.
  ///   - whole: the shape of a picture that it is a part of, whose parameter sets are to be the same but for the size; nil for none.
  /// - Returns: VPS, SPS, PPS and one slice, each behind its length in 4 bytes, big-endian. The same picture gives the same bytes.
  /// - Throws: `FaceBlurError` where it cannot be encoded, or there is no encoder.
  static func encode(
    _ picture: PackedPicture, _ colors: SampleColors, quantizer: Int? = nil, partOf whole: PlanarShape? = nil
  ) throws(FaceBlurError) -> [UInt8] {
    let isSmall = whole.map { fbc_hevc_least_block($0.stated) < fbc_hevc_block($0.stated) } ?? false
    return try codec.encode(
      picture, colors,
      options: (quantizer == nil ? 0 : UInt32(FBC_LOSSY)) | (isSmall ? UInt32(FBC_SMALL_BLOCKS) : 0),
      quantizer: UInt32(clamping: quantizer ?? 0))
  }

  /// The same of planes of 16 bits.
  static func encode(
    _ picture: PlanarPicture, _ colors: SampleColors, quantizer: Int? = nil
  ) throws(FaceBlurError) -> [UInt8] {
    try encode(PackedPicture(picture), colors, quantizer: quantizer)
  }

  /// The level of a picture without loss, as its parameter sets say it: `general_level_idc`.
  static func level(of shape: PlanarShape) -> Int { Int(fbc_hevc_level(shape.stated)) }
}
