/// In what light all pictures of a film of HEVC are to be seen: messages that hold for all of them (ITU-T H.265, D.2), which new
/// pictures do not repeat.
struct HEVCLight: Sendable, Hashable {
  /// By `payloadType`: the display that it was made on, how bright it gets, a transfer that is to be preferred, the light around; and the
  /// bytes of each.
  private static let sizes = [137: 24, 144: 4, 147: 1, 148: 8]

  private var messages: [Int: [UInt8]] = [:]

  /// Takes what a unit of messages says, where nothing has said it before.
  /// - Parameter unit: with its head of two bytes.
  mutating func take(_ unit: ArraySlice<UInt8>) {
    for message in HEVCUnits.messages.list(unit) ?? []
    where Self.sizes[message.type] == message.payload.count && messages[message.type] == nil {
      messages[message.type] = message.payload
    }
  }

  /// Takes those of a picture.
  /// - Parameter packet: units behind their lengths in 4 bytes.
  mutating func take(packet: [UInt8]) {
    for unit in CodedUnits.all(in: packet) ?? [] where unit.first == HEVCRecord.messageHead[0] { take(unit) }
  }

  /// One unit that says it all; nil where there is nothing to say.
  var unit: [UInt8]? {
    guard !messages.isEmpty else { return nil }
    let payload = messages.sorted { $0.key < $1.key }.flatMap {
      [UInt8($0.key), UInt8($0.value.count)] + $0.value
    }
    return EmulationPrevention.added(to: payload + [0x80], behind: HEVCRecord.messageHead)
  }
}
