/// Packets of Opus in which everything is silent (RFC 6716, 3.1 and 4.3): frames of the kind that stands for itself, each of which says that it
/// is silent. Frames without code would have decoders make up what they are to be.
enum OpusSilence {
  /// A frame's flag of silence, the first that is coded.
  private static let frame: [UInt8] = [0xFF, 0xFE]
  /// The number of the kind of frames of 2.5 ms; behind it are those of 5, 10 and 20 ms, of which each takes all frequencies.
  private static let firstKind = 28
  /// Of a packet, in 2.5 ms.
  private static let mostTime = 48

  /// How long sound that was heard before a packet has a share in how it is decoded, in seconds (RFC 7845, 4.6).
  static let memory = 0.08

  /// A packet that lasts as long as another one.
  /// - Parameter packet: its first two bytes, or one where there is no more.
  /// - Throws: `FaceBlurError` where that one is none.
  static func packet(like packet: [UInt8]) throws(FaceBlurError) -> [UInt8] {
    var (count, length) = try frames(of: packet)
    if length > 8 { (count, length) = (count * length / 8, 8) }
    let own = UInt8((firstKind + length.trailingZeroBitCount) << 3) | (packet.first ?? 0) & 4
    if count == 1 { return [own] + frame }
    return [own | 3, UInt8(count)] + (0..<count).flatMap { _ in frame }
  }

  /// How long a packet is heard, in seconds.
  /// - Parameter packet: likewise.
  /// - Throws: `FaceBlurError` likewise.
  static func seconds(of packet: [UInt8]) throws(FaceBlurError) -> Double {
    let frames = try frames(of: packet)
    return Double(frames.count * frames.length) / 400
  }

  /// How many frames a packet has, and how long each is, in 2.5 ms.
  private static func frames(of packet: [UInt8]) throws(FaceBlurError) -> (count: Int, length: Int) {
    guard let head = packet.first else { throw damaged }
    let count: Int
    switch head & 3 {
    case 0: count = 1
    case 1, 2: count = 2
    default: count = packet.count > 1 ? Int(packet[1] & 0x3F) : 0
    }
    let kind = Int(head >> 3)
    let length = kind < 12 ? [4, 8, 16, 24][kind & 3] : kind < 16 ? [4, 8][kind & 1] : 1 << (kind & 3)
    guard count > 0, count * length <= mostTime else { throw damaged }
    return (count, length)
  }

  private static var damaged: FaceBlurError {
    .damagedFilm("a packet of its sound does not say how long it is")
  }
}
