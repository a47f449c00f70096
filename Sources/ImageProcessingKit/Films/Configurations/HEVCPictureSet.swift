/// A picture parameter set of HEVC (ITU-T H.265, 7.3.2.3).
struct HEVCPictureSet {
  /// `pps_pic_parameter_set_id`, and `pps_seq_parameter_set_id` of the one that it needs.
  let number: Int
  let sequence: Int
  /// Of what heads of slices have: whether it is said if the picture is shown, and bits that mean nothing.
  let hasOutputFlag: Bool
  let extraBits: Int
  /// Behind them.
  private let further: BitReader

  private static let maxNumber = 63
  private static let maxDivisions = 64

  /// - Parameter unit: with its head of two bytes.
  /// - Throws: `FaceBlurError` where it is cut short, or a number may not be.
  init(_ unit: [UInt8]) throws(FaceBlurError) {
    var reader = BitReader(try ParameterUnits.payload(unit.dropFirst(2)))
    number = try reader.count(upTo: Self.maxNumber)
    sequence = try reader.count(upTo: 15)
    _ = try reader.flag()
    hasOutputFlag = try reader.flag()
    extraBits = try reader.bits(3)
    further = reader
  }

  /// How far it says what a film needs.
  struct Details {
    /// Whether it ends where it has said all, says no more than encoders write of what players pass over, and slices have no place where
    /// something could be. Of one with an extension that is not known, it is not known.
    var isPlain = false
    /// Whether it brings factors for the quantiser.
    var hasScalingLists = false
  }

  /// - Throws: `FaceBlurError` where it is cut short.
  func details() throws(FaceBlurError) -> Details {
    var details = Details()
    var reader = further
    _ = try reader.bits(2)
    var isShort = try reader.skipNumbers(3, within: FilmSetLimits.blocks)
    _ = try reader.flag()
    let skipsTransforms = try reader.flag()
    if try reader.flag() { isShort = try reader.skipNumbers(1, within: FilmSetLimits.number) && isShort }
    isShort = try reader.skipNumbers(2, within: 2 * FilmSetLimits.number) && isShort
    _ = try reader.bits(4)
    let hasTiles = try reader.flag()
    _ = try reader.flag()
    if hasTiles { isShort = try Self.skipTiles(&reader) && isShort }
    _ = try reader.flag()
    if try reader.flag() {
      _ = try reader.flag()
      if try !reader.flag() {
        isShort = try reader.skipNumbers(2, within: 2 * FilmSetLimits.number) && isShort
      }
    }
    details.hasScalingLists = try reader.flag()
    if details.hasScalingLists { try reader.skipScalingLists() }
    _ = try reader.flag()
    isShort = try reader.skipNumbers(1, within: FilmSetLimits.number) && isShort
    // What heads of slices could hold beside what is known.
    guard try !reader.flag() else { return details }
    if try reader.flag() {
      let extensions = try reader.bits(8)
      if extensions & 0x7F != 0 { return details }
      if extensions != 0 {
        isShort = try Self.skipFormats(&reader, skipsTransforms: skipsTransforms) && isShort
      }
    }
    details.isPlain = isShort && reader.isAtStop
    return details
  }

  /// - Returns: whether no more is said of them than films have.
  private static func skipTiles(_ reader: inout BitReader) throws(FaceBlurError) -> Bool {
    let start = reader.position
    let divisions = (try reader.count(upTo: maxDivisions)) + (try reader.count(upTo: maxDivisions))
    if try !reader.flag() { for _ in 0..<divisions { _ = try reader.unsigned() } }
    _ = try reader.flag()
    return reader.position - start <= FilmSetLimits.tiles
  }

  /// pps_range_extension.
  /// - Returns: whether it is as short as encoders write it.
  private static func skipFormats(
    _ reader: inout BitReader, skipsTransforms: Bool
  ) throws(FaceBlurError) -> Bool {
    let start = reader.position
    if skipsTransforms { _ = try reader.unsigned() }
    _ = try reader.flag()
    if try reader.flag() {
      _ = try reader.unsigned()
      for _ in 0...(try reader.count(upTo: 5)) { for _ in 0..<2 { _ = try reader.signed() } }
    }
    for _ in 0..<2 { _ = try reader.unsigned() }
    return reader.position - start <= FilmSetLimits.formats
  }
}
