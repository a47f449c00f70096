/// How a track's sound is coded, said as MP4 says it; what MP4 has no place for is an error.
struct MatroskaSound {
  /// A box of `stsd`.
  let entry: [UInt8]
  /// Samples of a second.
  let rate: Int

  /// What people call codes that are not copied.
  private static let names: [String: String] = [
    "A_VORBIS": "Vorbis", "A_DTS": "DTS", "A_TRUEHD": "TrueHD", "A_EAC3": "E-AC-3", "A_PCM/INT/LIT": "PCM",
    "A_PCM/INT/BIG": "PCM", "A_PCM/FLOAT/IEEE": "PCM", "A_WAVPACK4": "WavPack", "A_TTA1": "TTA",
    "A_MPEG/L1": "MPEG audio layer 1",
  ]
  private static let rates = 1...1_000_000
  private static let maxChannels = 64
  /// What the number of samples of a second has room for.
  private static let maxEntryRate = 65_535

  /// - Parameter first: the first packet, which is asked for where the track does not say all.
  /// - Throws: `FaceBlurError` where it is damaged, or of a kind that is not copied.
  init(_ track: MatroskaTrack, first: () throws(FaceBlurError) -> [UInt8]) throws(FaceBlurError) {
    guard !track.isWrapped else { throw .unsupportedAudio("it is compressed once more, or encrypted") }
    let stated = (try track.audio.fraction(0xB5) ?? 8000).rounded()
    let channels = try track.audio.number(0x9F) ?? 1
    let bits = try track.audio.number(0x6264) ?? 16
    guard (1...Self.maxChannels).contains(channels), Self.rates.contains(Int(min(max(stated, 0), 1e9))),
      bits <= 64
    else { throw .damagedFilm("its sound has \(channels) channels with \(bits) bits") }
    let type: FourCC
    let box: [UInt8]
    var rate = Int(stated)
    switch track.codec {
    case "A_AAC":
      guard !track.configuration.isEmpty else { throw .unsupportedAudio("it does not say how it is coded") }
      (type, box) = ("mp4a", try Self.descriptors(0x40, track.configuration))
    case "A_MPEG/L3", "A_MPEG/L2":
      (type, box) = ("mp4a", try Self.descriptors(rate < 32_000 ? 0x69 : 0x6B, []))
    case "A_OPUS":
      (type, box) = ("Opus", BoxWriter.box("dOps", try Self.opus(track.configuration)))
      rate = 48_000
    case "A_FLAC":
      (type, box) = ("fLaC", BoxWriter.fullBox("dfLa", try Self.flac(track.configuration)))
    case "A_ALAC":
      (type, box) = ("alac", BoxWriter.fullBox("alac", Array(track.configuration.suffix(24))))
    case "A_AC3": (type, box) = ("ac-3", BoxWriter.box("dac3", try Self.ac3(try first())))
    default:
      throw .unsupportedAudio(
        "it is coded as \(Self.names[track.codec] ?? track.codec), which is not copied into an MP4")
    }
    self.rate = rate
    var entryRate = rate
    while entryRate > Self.maxEntryRate { entryRate /= 2 }
    var content: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 8)
    content += BigEndian.bytes(channels, 2) + BigEndian.bytes(type == "fLaC" || type == "alac" ? bits : 16, 2)
    content += [0, 0, 0, 0] + BigEndian.bytes(entryRate << 16, 4)
    let description = BoxWriter.fullBox("stsd", BigEndian.bytes(1, 4) + BoxWriter.box(type, content + box))
    // Read as strictly as one of MP4.
    entry = try MP4AudioEntry(Box(type: "stsd", content: description.dropFirst(8))).bytes
  }

  /// `esds` (ISO/IEC 14496-1, 7.2.6.5), with what is specific to the code.
  private static func descriptors(_ object: UInt8, _ specific: [UInt8]) throws(FaceBlurError) -> [UInt8] {
    guard specific.count <= 64 else { throw .unsupportedAudio("its description is not in order") }
    var decoder = [object, 0x15] + [UInt8](repeating: 0, count: 11)
    if !specific.isEmpty { decoder += [5, UInt8(specific.count)] + specific }
    let stream: [UInt8] = [0, 0, 0, 4, UInt8(decoder.count)] + decoder + [6, 1, 2]
    return BoxWriter.fullBox("esds", [3, UInt8(stream.count)] + stream)
  }

  /// From the head of Opus (RFC 7845, 5.1), whose lowest bytes come first, to its box.
  private static func opus(_ head: [UInt8]) throws(FaceBlurError) -> [UInt8] {
    guard head.count >= 19, head.starts(with: "OpusHead".utf8), head[8] & 0xF0 == 0 else {
      throw .unsupportedAudio("it does not say how it is coded")
    }
    return [0, head[9]] + head[10..<12].reversed() + head[12..<16].reversed() + head[16..<18].reversed()
      + head[18...]
  }

  /// The block that says how FLAC is coded, without those that hold comments and pictures.
  private static func flac(_ head: [UInt8]) throws(FaceBlurError) -> [UInt8] {
    guard head.count >= 42, head.starts(with: "fLaC".utf8) else {
      throw .unsupportedAudio("it does not say how it is coded")
    }
    return [head[4] | 0x80] + head[5..<42]
  }

  /// From the first packet (ETSI TS 102 366, 5.3 and 5.4.2) to its box (F.4).
  private static func ac3(_ packet: [UInt8]) throws(FaceBlurError) -> [UInt8] {
    var reader = BitReader(Array(packet.prefix(16)), of: "its first packet of sound")
    guard try reader.bits(16) == 0x0B77 else { throw .unsupportedAudio("it does not begin as AC-3 does") }
    _ = try reader.bits(16)
    let (rate, size) = (try reader.bits(2), try reader.bits(6))
    let (id, mode) = (try reader.bits(5), try reader.bits(3))
    let channels = try reader.bits(3)
    if channels & 1 == 1, channels != 1 { _ = try reader.bits(2) }
    if channels & 4 != 0 { _ = try reader.bits(2) }
    if channels == 2 { _ = try reader.bits(2) }
    let low = try reader.bits(1)
    var writer = BitWriter()
    for (value, bits) in [(rate, 2), (id, 5), (mode, 3), (channels, 3), (low, 1), (size >> 1, 5), (0, 5)] {
      writer.append(value, bits: bits)
    }
    return writer.bytes
  }
}
