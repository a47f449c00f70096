/// The NAL units of H.264.
enum AVCUnits: CopiedUnits {
  static let headSize = 1
  static let delimiterSize = 2

  /// Those that say something about pictures (ITU-T H.264, annex D).
  static let messages = UnitMessages(
    kept: [
      // Buffering period, picture timing, recovery point, whose numbers are as long as they are large.
      0: 1...64, 1: 1...64, 6: 1...5,
      // How the halves of a picture are for two eyes.
      45: 1...24,
      // The display that it was made on, how bright it gets, and a transfer that is to be preferred.
      137: 24...24, 144: 4...4, 147: 1...1,
    ], headSize: headSize)

  /// By its `nal_unit_type` (ITU-T H.264, table 7-1).
  static func fate(of head: ArraySlice<UInt8>) -> UnitFate {
    guard let first = head.first else { return .foreign }
    return switch Int(first) & 31 {
    case 1: .slice(.dependent)
    // IDR.
    case 5: .slice(.independent)
    case 6: .messages
    case 7, 8: .parameters
    case 9: .delimiter
    case 0, 10, 11, 12, 24...31: .leftOut
    default: .foreign
    }
  }

  static func kind(_ kind: PictureKind, by next: UInt8) -> PictureKind { kind }

  /// Numbers before it may be longer than what is looked at; the gate reads them whole.
  static func refers(slice start: ArraySlice<UInt8>, to numbers: Set<Int>) -> Bool { true }
}
