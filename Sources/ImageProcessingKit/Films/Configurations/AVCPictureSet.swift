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

  /// How far one says what a film needs.
  struct Details {
    /// Whether it ends where it has said all, and says no more than encoders write of what players pass over. Of one with groups of slices,
    /// which films do not have, it is not known.
    var isPlain = false
    /// Whether it brings factors for the quantiser, and whether blocks may be of 8 × 8.
    var hasScalingLists = false
    var hasLargeBlocks = false
  }

  /// - Parameter hasFullColors: whether the pictures are 4:4:4, of which there are more scaling lists.
  /// - Throws: `FaceBlurError` where it is cut short.
  static func details(_ unit: [UInt8], hasFullColors: Bool) throws(FaceBlurError) -> Details {
    var details = Details()
    var reader = BitReader(try ParameterUnits.payload(unit.dropFirst()))
    _ = try numbers(&reader)
    _ = try reader.bits(2)
    guard try reader.unsigned() == 0 else { return details }
    var isShort = try reader.skipNumbers(2, within: 2 * SetLimits.number)
    _ = try reader.bits(3)
    isShort = try reader.skipNumbers(3, within: 3 * SetLimits.number) && isShort
    _ = try reader.bits(3)
    if reader.hasMore {
      details.hasLargeBlocks = try reader.flag()
      details.hasScalingLists = try reader.flag()
      if details.hasScalingLists {
        try AVCSequence.skipScalingLists(
          &reader, count: 6 + (details.hasLargeBlocks ? (hasFullColors ? 6 : 2) : 0))
      }
      isShort = try reader.skipNumbers(1, within: SetLimits.number) && isShort
    }
    details.isPlain = isShort && reader.isAtStop
    return details
  }
}
