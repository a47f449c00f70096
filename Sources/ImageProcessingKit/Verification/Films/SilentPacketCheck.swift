/// Whether packets of sound say nothing but silence, read bit by bit.
struct SilentPacketCheck {
  private enum Kind {
    /// Elements with the channels, in order.
    case aac([Int])
    case opus
  }

  private let kind: Kind

  /// Elements of a channel, a pair of channels, and of low frequencies, by the number of a layout (ISO/IEC 14496-3, table 1.19).
  private static let layouts: [Int: [Int]] = [
    1: [0], 2: [1], 3: [0, 1], 4: [0, 1, 0], 5: [0, 1, 1], 6: [0, 1, 1, 3], 7: [0, 1, 1, 1, 3],
  ]

  /// - Throws: `FaceBlurError` of kind `leak` where nothing is known of silence in such sound.
  init(_ entry: ExaminedSoundEntry) throws(FaceBlurError) {
    switch entry.type {
    case "mp4a":
      let description = entry.configuration["esds"] ?? []
      guard description.first == 0x40 || description.first == 0x67 else { throw .otherSound }
      var bits = ExaminedBits(description.dropFirst())
      guard bits.number(5) == 2, let rate = bits.number(4), rate != 15 || bits.number(24) != nil,
        let layout = bits.number(4), let elements = Self.layouts[layout]
      else { throw .otherSound }
      kind = .aac(elements)
    case "Opus": kind = .opus
    default: throw .otherSound
    }
  }

  /// For how many seconds a packet has a share in the sound behind it, beyond that of the next one.
  var memory: Double { if case .opus = kind { 0.08 } else { 0 } }

  /// - Parameters:
  ///   - packet: of the render.
  ///   - original: the one in whose place it stands.
  func isSilent(_ packet: [UInt8], inPlaceOf original: [UInt8]) -> Bool {
    switch kind {
    case .aac(let elements): Self.isSilent(packet, elements)
    case .opus: Self.isSilentOpus(packet, inPlaceOf: original)
    }
  }

  /// raw_data_block (ISO/IEC 14496-3, 4.4.2.1) with no band of frequencies in any channel. Every bit is the one that it must be.
  private static func isSilent(_ packet: [UInt8], _ elements: [Int]) -> Bool {
    var bits = ExaminedBits(packet)
    var tags = [0, 0, 0, 0]
    for element in elements {
      guard bits.number(3) == element, bits.number(4) == tags[element] else { return false }
      tags[element] += 1
      if element == 1 {
        // One window for both, which has no bands, then that nothing is said of what they have in common.
        guard bits.number(1) == 1, bits.number(1 + 2 + 1 + 6 + 1) == 0, bits.number(2) == 0 else {
          return false
        }
        for _ in 0..<2 { guard bits.number(8 + 1 + 1 + 1) == 0 else { return false } }
      } else {
        guard bits.number(8) == 0, bits.number(1 + 2 + 1 + 6 + 1) == 0, bits.number(1 + 1 + 1) == 0 else {
          return false
        }
      }
    }
    // Zeros fill the last byte up.
    return bits.number(3) == 7 && bits.rest.count < 8 && !bits.rest.contains(true)
  }

  /// RFC 6716, 3.2: frames of the last four kinds, each of which begins with its flag of silence, for as long as the other packet is.
  private static func isSilentOpus(_ packet: [UInt8], inPlaceOf original: [UInt8]) -> Bool {
    guard let head = packet.first, head >= 28 << 3, let time = opusTime(packet), time == opusTime(original)
    else { return false }
    switch head & 3 {
    case 0: return packet.dropFirst().elementsEqual([0xFF, 0xFE])
    case 3:
      guard packet.count > 1, packet[1] & 0xC0 == 0 else { return false }
      return packet.count == 2 + 2 * Int(packet[1])
        && packet.indices.dropFirst(2).allSatisfy { packet[$0] == ($0 & 1 == 0 ? 0xFF : 0xFE) }
    default: return false
    }
  }

  /// In 2.5 ms; nil where there are none.
  private static func opusTime(_ packet: [UInt8]) -> Int? {
    guard let head = packet.first else { return nil }
    let times =
      [4, 8, 16, 24, 4, 8, 16, 24, 4, 8, 16, 24, 4, 8, 4, 8] + [
        1, 2, 4, 8, 1, 2, 4, 8, 1, 2, 4, 8, 1, 2, 4, 8,
      ]
    switch head & 3 {
    case 0: return times[Int(head) >> 3]
    case 3: return packet.count > 1 ? times[Int(head) >> 3] * Int(packet[1] & 63) : nil
    default: return times[Int(head) >> 3] * 2
    }
  }
}
