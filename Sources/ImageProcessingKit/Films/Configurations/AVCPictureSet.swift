/// A picture parameter set of H.264 (ITU-T H.264, 7.3.2.2).
enum AVCPictureSet {
  private static let maxNumber = 255

  static var wrongNumber: FaceBlurError { .damagedFilm("a parameter set has a number that may not be") }

  /// `pic_parameter_set_id`, and `seq_parameter_set_id` of the one that it needs.
  /// - Parameter unit: with its head.
  /// - Throws: `FaceBlurError` where it is cut short, or a number may not be.
  static func numbers(_ unit: [UInt8]) throws(FaceBlurError) -> (own: Int, sequence: Int) {
    var reader = BitReader(try ParameterUnits.payload(unit.dropFirst()))
    return try numbers(&reader)
  }

  private static func numbers(_ reader: inout BitReader) throws(FaceBlurError) -> (own: Int, sequence: Int) {
    let numbers = (own: try reader.unsigned(), sequence: try reader.unsigned())
    guard numbers.own <= maxNumber, numbers.sequence <= 31 else { throw wrongNumber }
    return numbers
  }

  /// Whether it ends where it has said all, and nothing is hidden behind that. Of one with groups of slices, which films do not have, it is
  /// not known.
  /// - Parameter hasFullColors: whether the pictures are 4:4:4, of which there are more scaling lists.
  /// - Throws: `FaceBlurError` where it is cut short.
  static func isWhole(_ unit: [UInt8], hasFullColors: Bool) throws(FaceBlurError) -> Bool {
    var reader = BitReader(try ParameterUnits.payload(unit.dropFirst()))
    _ = try numbers(&reader)
    _ = try reader.bits(2)
    guard try reader.unsigned() == 0 else { return false }
    for _ in 0..<2 { _ = try reader.unsigned() }
    _ = try reader.bits(3)
    for _ in 0..<3 { _ = try reader.signed() }
    _ = try reader.bits(3)
    guard reader.hasMore else { return true }
    let hasLargeBlocks = try reader.flag()
    if try reader.flag() {
      try AVCSequence.skipScalingLists(
        &reader, count: 6 + (hasLargeBlocks ? (hasFullColors ? 6 : 2) : 0))
    }
    _ = try reader.signed()
    return !reader.hasMore
  }
}
