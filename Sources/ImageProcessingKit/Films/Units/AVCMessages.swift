/// The messages of a unit of H.264 that say something about pictures: supplemental enhancement information (ITU-T H.264, 7.3.2.3 and annex D).
enum AVCMessages {
  /// Those that stay, by `payloadType`, and their most bytes. All others may say what somebody wrote, when, with what and where.
  private static let kept: [Int: Int] = [
    // Buffering period, picture timing, recovery point.
    0: 256, 1: 64, 6: 16,
    // How the halves of a picture are for two eyes.
    45: 64,
    // The display that it was made on, how bright it gets, and a transfer that is to be preferred.
    137: 24, 144: 4, 147: 1,
  ]

  /// The unit with the messages that stay.
  /// - Parameter unit: with its head.
  /// - Returns: the same where nothing is to be left out; nil where nothing stays, or it breaks the rules.
  static func kept(of unit: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let payload = EmulationPrevention.removed(from: unit.dropFirst())
    var result: [UInt8] = []
    var rest = payload[...]
    // Behind the last one is a bit that is set, and zeros up to the end of its byte.
    while rest.count > 1 {
      let start = rest
      guard let type = number(&rest), let size = number(&rest), size <= rest.count - 1 else { return nil }
      rest = rest.dropFirst(size)
      if let most = kept[type], size <= most { result += start.prefix(start.count - rest.count) }
    }
    guard rest.elementsEqual([0x80]) else { return nil }
    guard !result.isEmpty else { return nil }
    let new = EmulationPrevention.added(to: result + [0x80], behind: unit.prefix(1))
    return new.elementsEqual(unit) ? unit : new[...]
  }

  /// A number in bytes, each but the last of which is 255.
  private static func number(_ rest: inout ArraySlice<UInt8>) -> Int? {
    var number = 0
    while let byte = rest.popFirst() {
      number += Int(byte)
      if byte != 255 { return number }
    }
    return nil
  }
}
