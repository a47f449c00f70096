/// The NAL units of HEVC.
enum HEVCUnits: CopiedUnits {
  static let headSize = 2
  static let delimiterSize = 3

  /// Those that say something about pictures (ITU-T H.265, annex D).
  static let messages = UnitMessages(
    kept: [
      // Buffering period, picture timing, recovery point, whose numbers are as long as they are large.
      0: 1...64, 1: 1...64, 6: 1...5,
      // How the halves of a picture are for two eyes.
      45: 1...24,
      // The display that it was made on, how bright it gets, a transfer that is to be preferred, and the light around.
      137: 24...24, 144: 4...4, 147: 1...1, 148: 8...8,
    ], headSize: headSize)

  /// By its `nal_unit_type` (ITU-T H.265, table 7-1).
  static func fate(of head: ArraySlice<UInt8>) -> UnitFate {
    guard let first = head.first, let second = head.dropFirst().first else { return .foreign }
    // All is in the one layer; another one is other pictures.
    guard first & 0x81 == 0, second & 0xF8 == 0, second & 7 != 0 else { return .foreign }
    return switch Int(first) >> 1 {
    case 0...5: .slice(.dependent)
    case 6...9: .slice(.leading)
    case accessibleSlice: .slice(.accessible)
    // IDR and BLA: what is decoded behind them refers to nothing before them.
    case 16...20: .slice(.independent)
    case 32...34: .parameters
    case 35: .delimiter
    case 39: .messages
    // Filler, messages behind a picture, which check it, and what no standard says anything of.
    case 38, 40, 48...63: .leftOut
    // Reserved ones, and ends of sequences, which change what the next picture means.
    default: .foreign
    }
  }

  /// A picture that would keep decoders from showing what they have of earlier ones begins no group: new pictures before it would be lost
  /// (no_output_of_prior_pics_flag; ITU-T H.265, 7.4.7.1).
  static func kind(_ kind: PictureKind, by next: UInt8) -> PictureKind {
    switch kind {
    case .independent, .accessible: next & 0x40 == 0 ? kind : .dependent
    case .leading, .dependent: kind
    }
  }

  private static let accessibleSlice = 21
  /// Of a picture like it that says that nothing before it is there, and that none leads to it: BLA.
  private static let severedSlice: UInt8 = 18

  /// A picture with which decoding can begin, as one that says so: what is decoded behind it refers to nothing before it. Nothing but the
  /// type of its slices is another one (ITU-T H.265, 7.4.2.2).
  /// - Parameter packet: units behind their lengths. Of those that lead to it, none follows.
  static func severed(_ packet: [UInt8]) -> [UInt8] {
    var severed = packet
    for unit in CodedUnits.all(in: packet) ?? [] where packet[unit.startIndex] >> 1 == accessibleSlice {
      severed[unit.startIndex] = severedSlice << 1 | packet[unit.startIndex] & 1
    }
    return severed
  }

  /// slice_segment_header (ITU-T H.265, 7.3.6.1).
  static func refers(slice start: ArraySlice<UInt8>, to numbers: Set<Int>) -> Bool {
    guard let first = start.first else { return false }
    // Two bytes of zeros cannot stand here: nothing is there against start codes.
    var reader = BitReader(Array(start.dropFirst(headSize)))
    do throws(FaceBlurError) {
      _ = try reader.bits((16...23).contains(Int(first) >> 1) ? 2 : 1)
      return numbers.contains(try reader.unsigned())
    } catch { return false }
  }
}
