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

  /// Whether it ends where it has said all, nothing is hidden behind that, and slices have no place where something could be. Of one with
  /// an extension that is not known, it is not known.
  /// - Throws: `FaceBlurError` where it is cut short.
  var isWhole: Bool {
    get throws(FaceBlurError) {
      var reader = further
      _ = try reader.bits(2)
      for _ in 0..<2 { _ = try reader.unsigned() }
      _ = try reader.signed()
      _ = try reader.flag()
      let skipsTransforms = try reader.flag()
      if try reader.flag() { _ = try reader.unsigned() }
      for _ in 0..<2 { _ = try reader.signed() }
      _ = try reader.bits(4)
      let hasTiles = try reader.flag()
      _ = try reader.flag()
      if hasTiles { try Self.skipTiles(&reader) }
      _ = try reader.flag()
      if try reader.flag() {
        _ = try reader.flag()
        if try !reader.flag() { for _ in 0..<2 { _ = try reader.signed() } }
      }
      if try reader.flag() { try reader.skipScalingLists() }
      _ = try reader.flag()
      _ = try reader.unsigned()
      // What heads of slices could hold beside what is known.
      guard try !reader.flag() else { return false }
      if try reader.flag() {
        let extensions = try reader.bits(8)
        if extensions & 0x7F != 0 { return false }
        if extensions != 0 { try Self.skipFormats(&reader, skipsTransforms: skipsTransforms) }
      }
      return !reader.hasMore
    }
  }

  private static func skipTiles(_ reader: inout BitReader) throws(FaceBlurError) {
    let divisions = (try reader.count(upTo: maxDivisions)) + (try reader.count(upTo: maxDivisions))
    if try !reader.flag() { for _ in 0..<divisions { _ = try reader.unsigned() } }
    _ = try reader.flag()
  }

  /// pps_range_extension.
  private static func skipFormats(
    _ reader: inout BitReader, skipsTransforms: Bool
  ) throws(FaceBlurError) {
    if skipsTransforms { _ = try reader.unsigned() }
    _ = try reader.flag()
    if try reader.flag() {
      _ = try reader.unsigned()
      for _ in 0...(try reader.count(upTo: 5)) { for _ in 0..<2 { _ = try reader.signed() } }
    }
    for _ in 0..<2 { _ = try reader.unsigned() }
  }
}
