/// What the box `stsd` says of sound (ISO/IEC 14496-12, 12.2.3, and QuickTime's versions 0 to 2), read strictly and written anew.
struct MP4AudioEntry {
  /// The whole box.
  let bytes: [UInt8]
  /// Of sound that is not compressed, the bytes of all channels' samples of a moment; nil for compressed sound.
  let frameSize: Int?

  /// Sound that is not compressed, and bytes of a sample where the name says it.
  private static let pcm: [FourCC: Int?] = ["sowt": nil, "twos": nil, "lpcm": nil, "in24": 3, "fl32": 4]
  private static let maxChannels = 64
  private static let maxFrameSize = 1024
  /// What QuickTime says of the compression of sound whose packets differ in size.
  private static let variable: Set<Int> = [0xFFFE, 0xFFFF]
  /// What ends the list of boxes in `wave`.
  private static let terminator: [UInt8] = [0, 0, 0, 8, 0, 0, 0, 0]

  /// - Throws: `FaceBlurError` where it is damaged, or says what is not copied.
  init(_ stsd: Box) throws(FaceBlurError) {
    var cursor = BoxCursor(stsd)
    guard try cursor.versionAndFlags().version == 0 else {
      throw .unsupportedAudio("it is described in a new way")
    }
    let count = try cursor.number(4)
    let entries = try Box.all(in: cursor.rest, limit: FilmLimits.maxBoxes, mayEndInZeros: true)
    guard let entry = entries.first, entries.count == count else {
      throw .damagedFilm("it does not say how its sound is coded")
    }
    guard count == 1 else { throw .unsupportedAudio("it is coded in more than one way") }
    let isPCM = Self.pcm[entry.type] != nil

    cursor = BoxCursor(entry)
    _ = try cursor.bytes(8)
    let version = try cursor.number(2)
    _ = try cursor.bytes(6)
    let (channels, bits) = (try cursor.number(2), try cursor.number(2))
    let compression = try cursor.number(2)
    _ = try cursor.bytes(2)
    let rate = try cursor.number(4)
    guard (1...Self.maxChannels).contains(channels), bits <= 64 else {
      throw .damagedFilm("its sound has \(channels) channels with \(bits) bits")
    }
    var content: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1] + BigEndian.bytes(version, 2) + [0, 0, 0, 0, 0, 0]
    content += BigEndian.bytes(channels, 2) + BigEndian.bytes(bits, 2)
    content += BigEndian.bytes(Self.variable.contains(compression) ? compression : 0, 2) + [0, 0]
    content += BigEndian.bytes(rate, 4)

    var size: Int?
    switch version {
    case 0: size = try Self.frameSize(entry.type, channels: channels, bits: bits)
    case 1:
      // Samples of a packet; bytes of one of a channel, of all channels, of a sample.
      let fields = try cursor.bytes(16)
      content += fields
      size = BigEndian.number(fields.dropFirst(8).prefix(4))
    case 2:
      let length = try cursor.number(4)
      let fields = try cursor.bytes(32)
      guard length == 72 else { throw .unsupportedAudio("it is described in a new way") }
      content += BigEndian.bytes(length, 4) + fields
      size = BigEndian.number(fields.dropFirst(24).prefix(4))
    default: throw .unsupportedAudio("it is described in a new way")
    }
    guard !isPCM || (1...Self.maxFrameSize).contains(size ?? 0) else {
      throw .damagedFilm("it does not say how large a sample of its sound is")
    }
    frameSize = isPCM ? size : nil
    let boxes = try MP4Boxes(cursor.rest, of: entry.type)
    content += try Self.configuration(entry.type, boxes)
    if let layout = try boxes.one("chan") {
      content += BoxWriter.box("chan", try MP4AudioConfiguration.chan(layout))
    }
    bytes = BoxWriter.box(entry.type, content)
  }

  private static func frameSize(_ type: FourCC, channels: Int, bits: Int) throws(FaceBlurError) -> Int? {
    guard let known = pcm[type] else { return nil }
    guard let size = known ?? ([8, 16, 24, 32].contains(bits) ? bits / 8 : nil) else { return nil }
    return channels * size
  }

  /// What stands behind the numbers: what a decoder needs.
  private static func configuration(_ type: FourCC, _ boxes: MP4Boxes) throws(FaceBlurError) -> [UInt8] {
    var inside = boxes
    let wave = try boxes.one("wave")
    if let wave { inside = try MP4Boxes(wave.content, of: "wave") }
    func wrapped(_ box: [UInt8]) -> [UInt8] {
      wave == nil ? box : BoxWriter.box("wave", BoxWriter.box("frma", type.bytes) + box + terminator)
    }
    guard pcm[type] == nil else {
      // Which byte of a sample comes first.
      guard wave != nil, let order = try inside.one("enda") else { return [] }
      var cursor = BoxCursor(order)
      return wrapped(BoxWriter.box("enda", [0, try cursor.number(2) == 0 ? 0 : 1]))
    }
    switch type {
    case "mp4a":
      return wrapped(BoxWriter.fullBox("esds", try MP4AudioConfiguration.esds(inside.needed("esds"))))
    case "alac": return wrapped(BoxWriter.box("alac", try MP4AudioConfiguration.alac(inside.needed("alac"))))
    case "ac-3": return BoxWriter.box("dac3", try MP4AudioConfiguration.dac3(boxes.needed("dac3")))
    case "ec-3": return BoxWriter.box("dec3", try MP4AudioConfiguration.dec3(boxes.needed("dec3")))
    case "Opus": return BoxWriter.box("dOps", try MP4AudioConfiguration.dOps(boxes.needed("dOps")))
    case "fLaC": return BoxWriter.box("dfLa", try MP4AudioConfiguration.dfLa(boxes.needed("dfLa")))
    default: throw .unsupportedAudio("it is coded as \(type.name)")
    }
  }
}
