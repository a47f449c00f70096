/// How a track's sound of Matroska is coded, in the words of MP4.
struct ExaminedMatroskaSound {
  /// nil where MP4 has no words for it.
  let entry: ExaminedSoundEntry?
  /// Samples of a second.
  let rate: Int

  /// - Parameter first: the first bytes of the first packet.
  init(_ track: ExaminedMatroskaEntry, _ first: [UInt8]) {
    let stated = Int(min(max((track.fraction(0xB5) ?? 8000).rounded(), 1), 1_000_000))
    let own = track.configuration
    rate = track.codec == "A_OPUS" ? 48_000 : stated
    var shown = rate
    while shown > 0xFFFF { shown /= 2 }
    var (type, box, setup): (BoxType, BoxType, [UInt8]?)
    switch track.codec {
    case "A_AAC": (type, box, setup) = ("mp4a", "esds", own.isEmpty ? nil : [0x40] + own)
    case "A_MPEG/L3", "A_MPEG/L2": (type, box, setup) = ("mp4a", "esds", [rate >= 32_000 ? 0x6B : 0x69])
    case "A_OPUS": (type, box, setup) = ("Opus", "dOps", Self.opus(own))
    case "A_FLAC": (type, box, setup) = ("fLaC", "dfLa", own.count < 42 ? nil : Array(own[8..<42]))
    case "A_ALAC": (type, box, setup) = ("alac", "alac", [0, 0, 0, 0] + own.suffix(24))
    case "A_AC3": (type, box, setup) = ("ac-3", "dac3", Self.ac3(first))
    default: (type, box, setup) = ("    ", "    ", nil)
    }
    let isWhole = type == "fLaC" || type == "alac"
    let numbers = [track.number(0x9F) ?? 1, isWhole ? track.number(0x6264) ?? 16 : 16, shown << 16]
    entry = setup.map { ExaminedSoundEntry(type: type, numbers: numbers, configuration: [box: $0]) }
  }

  /// Its numbers stand the other way round.
  private static func opus(_ head: [UInt8]) -> [UInt8]? {
    guard head.count > 18, head.prefix(8).elementsEqual("OpusHead".utf8) else { return nil }
    let order = [9, 11, 10, 15, 14, 13, 12, 17, 16]
    return [0] + order.map { head[$0] } + head[18...]
  }

  /// From the head of the first packet (ETSI TS 102 366, 4.3 and F.4).
  private static func ac3(_ first: [UInt8]) -> [UInt8]? {
    guard first.count >= 8, first[0] == 0x0B, first[1] == 0x77 else { return nil }
    let (code, kind) = (Int(first[4]), Int(first[5]))
    let rest = Int(first[6]) << 8 | Int(first[7])
    let channels = rest >> 13
    var place = 3
    if channels & 1 == 1, channels > 1 { place += 2 }
    if channels >= 4 { place += 2 }
    if channels == 2 { place += 2 }
    let low = rest >> (15 - place) & 1
    let box = (code >> 6) << 22 | kind << 14 | channels << 11 | low << 10 | (code >> 1 & 31) << 5
    return [box >> 16, box >> 8, box].map { UInt8(truncatingIfNeeded: $0) }
  }
}
