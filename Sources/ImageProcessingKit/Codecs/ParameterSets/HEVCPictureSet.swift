/// A picture parameter set of HEVC (ITU-T H.265, 7.3.2.3), of a photo or of a film.
struct HEVCPictureSet: Sendable, Hashable {
  /// `pps_pic_parameter_set_id`, and `pps_seq_parameter_set_id` of the one that it needs.
  let number: Int
  let sequence: Int
  let hasDependentSlices: Bool
  /// Of what heads of slices have: whether it is said if the picture is shown, and bits that mean nothing.
  let hasOutputFlag: Bool
  let extraBits: Int
  /// The quantiser that slices count from, `26 + init_qp_minus26`.
  let quantizer: Int
  let hasChromaOffsets: Bool
  /// Whether parts of a picture may take no loss, whatever the quantiser.
  let allowsLossless: Bool
  let hasTiles: Bool
  let hasWavefronts: Bool
  let filtersAcrossSlices: Bool
  let hasFilterOverride: Bool
  let isFilterOff: Bool
  /// Whether it brings factors for the quantiser.
  let hasScalingLists: Bool
  let hasHeadExtension: Bool
  /// Whether it ends where it has said all, says no more than encoders write of what decoders pass over, and heads of slices have no place
  /// where something could be. Of one with an extension that is not known, it is not known.
  let isPlain: Bool

  private static let maxNumber = 63
  private static let maxDivisions = 64

  /// - Parameters:
  ///   - payload: of its unit.
  ///   - limits: how much decoders may pass over.
  /// - Throws: `FaceBlurError` where it is cut short, or a number may not be.
  init(payload: [UInt8], _ limits: SetLimits) throws(FaceBlurError) {
    var reader = BitReader(payload)
    number = try reader.count(upTo: Self.maxNumber)
    sequence = try reader.count(upTo: 15)
    hasDependentSlices = try reader.flag()
    hasOutputFlag = try reader.flag()
    extraBits = try reader.bits(3)
    _ = try reader.bits(2)
    let start = reader.position
    for _ in 0..<2 { _ = try reader.unsigned() }
    quantizer = 26 + (try reader.signed())
    var isShort = reader.position - start <= SetLimits.orders
    _ = try reader.flag()
    let skipsTransforms = try reader.flag()
    if try reader.flag() { isShort = try reader.skipNumbers(1, within: SetLimits.number) && isShort }
    isShort = try reader.skipNumbers(2, within: 2 * SetLimits.number) && isShort
    hasChromaOffsets = try reader.flag()
    _ = try reader.bits(2)
    allowsLossless = try reader.flag()
    hasTiles = try reader.flag()
    hasWavefronts = try reader.flag()
    if hasTiles { isShort = try Self.skipTiles(&reader) && isShort }
    filtersAcrossSlices = try reader.flag()
    let hasFilterControl = try reader.flag()
    hasFilterOverride = hasFilterControl ? try reader.flag() : false
    isFilterOff = hasFilterControl ? try reader.flag() : false
    if hasFilterControl, !isFilterOff {
      isShort = try reader.skipNumbers(2, within: 2 * SetLimits.number) && isShort
    }
    hasScalingLists = try reader.flag()
    if hasScalingLists { try reader.skipScalingLists() }
    _ = try reader.flag()
    isShort = try reader.skipNumbers(1, within: SetLimits.number) && isShort
    // What heads of slices could hold beside what is known.
    hasHeadExtension = try reader.flag()
    let isExtended = try reader.flag()
    guard !hasHeadExtension, !isExtended || limits.hasFormats else {
      isPlain = false
      return
    }
    if isExtended { isShort = try Self.skipFormats(&reader, skipsTransforms: skipsTransforms) && isShort }
    isPlain = isShort && reader.isAtStop
  }

  /// - Returns: whether no more is said of them than encoders write.
  private static func skipTiles(_ reader: inout BitReader) throws(FaceBlurError) -> Bool {
    let start = reader.position
    let divisions = (try reader.count(upTo: maxDivisions)) + (try reader.count(upTo: maxDivisions))
    if try !reader.flag() { for _ in 0..<divisions { _ = try reader.unsigned() } }
    _ = try reader.flag()
    return reader.position - start <= SetLimits.tiles
  }

  /// Of the extensions only pps_range_extension.
  /// - Returns: whether there is no other one, and that is as short as encoders write it.
  private static func skipFormats(
    _ reader: inout BitReader, skipsTransforms: Bool
  ) throws(FaceBlurError) -> Bool {
    let extensions = try reader.bits(8)
    guard extensions & 0x7F == 0 else { return false }
    guard extensions != 0 else { return true }
    let start = reader.position
    if skipsTransforms { _ = try reader.unsigned() }
    _ = try reader.flag()
    if try reader.flag() {
      _ = try reader.unsigned()
      for _ in 0...(try reader.count(upTo: 5)) { for _ in 0..<2 { _ = try reader.signed() } }
    }
    for _ in 0..<2 { _ = try reader.unsigned() }
    return reader.position - start <= SetLimits.formats
  }
}
