/// The messages of a unit that say something about pictures: supplemental enhancement information (ITU-T H.264, 7.3.2.3 and annex D; ITU-T
/// H.265, 7.3.2.4 and annex D).
struct UnitMessages: Sendable {
  /// Those that stay, by `payloadType`, and how many bytes they have. All others may say what somebody wrote, when, with what and where.
  let kept: [Int: ClosedRange<Int>]
  /// Bytes of the unit's head.
  let headSize: Int

  /// The unit with the messages that stay.
  /// - Parameters:
  ///   - unit: with its head.
  ///   - told: the types that messages of the picture have which stay already: of each, one says all, and many could say anything.
  /// - Returns: the same where nothing is to be left out; nil where nothing stays, or it breaks the rules.
  func kept(of unit: ArraySlice<UInt8>, beside told: inout Set<Int>) -> ArraySlice<UInt8>? {
    guard let messages = list(unit) else { return nil }
    var result: [UInt8] = []
    for message in messages where kept[message.type]?.contains(message.payload.count) == true {
      if told.insert(message.type).inserted { result += message.whole }
    }
    guard !result.isEmpty else { return nil }
    let new = EmulationPrevention.added(to: result + [0x80], behind: unit.prefix(headSize))
    return new.elementsEqual(unit) ? unit : new[...]
  }

  struct Message {
    let type: Int
    let payload: [UInt8]
    /// With what says its type and its size.
    let whole: ArraySlice<UInt8>
  }

  /// The messages of a unit.
  /// - Returns: nil where it breaks the rules.
  func list(_ unit: ArraySlice<UInt8>) -> [Message]? {
    let payload = EmulationPrevention.removed(from: unit.dropFirst(headSize))
    var messages: [Message] = []
    var rest = payload[...]
    // Behind the last one is a bit that is set, and zeros up to the end of its byte.
    while rest.count > 1 {
      let start = rest
      guard let type = Self.number(&rest), let size = Self.number(&rest), size <= rest.count - 1 else {
        return nil
      }
      let payload = Array(rest.prefix(size))
      rest = rest.dropFirst(size)
      messages.append(Message(type: type, payload: payload, whole: start.prefix(start.count - rest.count)))
    }
    return rest.elementsEqual([0x80]) ? messages : nil
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
