/// What decoders of sound need, read strictly: no byte comes through that is not known to be a number of theirs.
enum MP4AudioConfiguration {
  /// Of AAC in MPEG-2 and MPEG-4, and of MP3 in both (ISO/IEC 14496-1, table 5).
  private static let objectTypes: Set<Int> = [0x40, 0x66, 0x67, 0x68, 0x69, 0x6B]
  /// Of AAC.
  private static let maxSpecific = 64
  /// Of channels.
  private static let maxLabels = 64

  private static func wrong(_ box: Box) -> FaceBlurError {
    .unsupportedAudio("its box \(box.type.name) holds more than it should")
  }

  /// The bytes of a descriptor (ISO/IEC 14496-1, 8.3.3), whose length stands in groups of 7 bits.
  private static func descriptor(_ tag: Int, in cursor: inout BoxCursor) throws(FaceBlurError) -> BoxCursor {
    guard try cursor.number(1) == tag else { throw .unsupportedAudio("its description is not in order") }
    var length = 0
    for index in 0..<4 {
      let byte = try cursor.number(1)
      length = length << 7 | byte & 0x7F
      if byte & 0x80 == 0 { break }
      guard index < 3 else { throw .unsupportedAudio("its description is not in order") }
    }
    return BoxCursor(try cursor.bytes(length), of: "esds")
  }

  /// ES_Descriptor: how the decoder is to be set up, and nothing else of it (ISO/IEC 14496-1, 7.2.6.5 and 7.2.6.6).
  static func esds(_ box: Box) throws(FaceBlurError) -> [UInt8] {
    var cursor = BoxCursor(box)
    _ = try cursor.versionAndFlags()
    var stream = try descriptor(3, in: &cursor)
    _ = try stream.number(2)
    let flags = try stream.number(1)
    if flags & 0x80 != 0 { _ = try stream.number(2) }
    if flags & 0x40 != 0 { _ = try stream.bytes(try stream.number(1)) }
    if flags & 0x20 != 0 { _ = try stream.number(2) }
    var decoder = try descriptor(4, in: &stream)
    let objectType = try decoder.number(1)
    guard objectTypes.contains(objectType) else {
      throw .unsupportedAudio("it is coded as mp4a of the kind \(objectType)")
    }
    guard try decoder.number(1) >> 2 == 5 else { throw .damagedFilm("its sound is said to be none") }
    // How much is to be read ahead, and bits of a second.
    var setup: [UInt8] = [UInt8(objectType), 0x15] + (try decoder.bytes(11))
    if !decoder.rest.isEmpty {
      var specific = try descriptor(5, in: &decoder)
      guard specific.rest.count <= maxSpecific else { throw wrong(box) }
      setup += [5, UInt8(specific.rest.count)] + (try specific.bytes(specific.rest.count))
    }
    guard decoder.rest.isEmpty else { throw wrong(box) }
    let whole: [UInt8] = [0, 0, 0, 4, UInt8(setup.count)] + setup + [6, 1, 2]
    return [3, UInt8(whole.count)] + whole
  }

  /// ALACSpecificConfig, without what the channels are for.
  static func alac(_ box: Box) throws(FaceBlurError) -> [UInt8] {
    var cursor = BoxCursor(box)
    _ = try cursor.bytes(4)
    return [0, 0, 0, 0] + (try cursor.bytes(24))
  }

  /// AC3SpecificBox (ETSI TS 102 366, F.4).
  static func dac3(_ box: Box) throws(FaceBlurError) -> [UInt8] {
    guard box.content.count == 3 else { throw wrong(box) }
    return Array(box.content)
  }

  /// EC3SpecificBox (ETSI TS 102 366, F.6), and what says that it holds objects (ETSI TS 103 420, C.3.2).
  static func dec3(_ box: Box) throws(FaceBlurError) -> [UInt8] {
    var cursor = BoxCursor(box)
    let count = try cursor.number(2) & 7 + 1
    for _ in 0..<count {
      let dependents = try cursor.bytes(3).last.map { Int($0) >> 1 & 15 } ?? 0
      if dependents > 0 { _ = try cursor.bytes(1) }
    }
    guard cursor.rest.isEmpty || cursor.rest.count == 2 && cursor.rest.first == 1 else { throw wrong(box) }
    return Array(box.content)
  }

  /// OpusSpecificBox (Encapsulation of Opus in ISO Base Media File Format, 4.3.2).
  static func dOps(_ box: Box) throws(FaceBlurError) -> [UInt8] {
    var cursor = BoxCursor(box)
    guard try cursor.number(1) == 0 else { throw .unsupportedAudio("it is described in a new way") }
    let channels = try cursor.number(1)
    _ = try cursor.bytes(8)
    if try cursor.number(1) != 0 { _ = try cursor.bytes(2 + channels) }
    guard cursor.rest.isEmpty else { throw wrong(box) }
    return Array(box.content)
  }

  /// The block STREAMINFO, and none of those that hold comments and pictures (Encapsulation of FLAC in ISO Base Media File Format, 3.3.2).
  static func dfLa(_ box: Box) throws(FaceBlurError) -> [UInt8] {
    var cursor = BoxCursor(box)
    _ = try cursor.versionAndFlags()
    guard try cursor.number(1) & 0x7F == 0, try cursor.number(3) == 34 else {
      throw .unsupportedAudio("it does not say how it is coded")
    }
    return [0, 0, 0, 0, 0x80, 0, 0, 34] + (try cursor.bytes(34))
  }

  /// Which channel is for which loudspeaker (QuickTime File Format, audio channel layout; `AudioChannelLayout` of Core Audio): a number for
  /// all, a bit or a number for each. Where in a room loudspeakers stand is left out.
  static func chan(_ box: Box) throws(FaceBlurError) -> [UInt8] {
    var cursor = BoxCursor(box)
    _ = try cursor.versionAndFlags()
    var content = try cursor.bytes(8)
    let count = try cursor.number(4)
    guard count <= maxLabels else { throw wrong(box) }
    content += BigEndian.bytes(count, 4)
    for _ in 0..<count {
      content += (try cursor.bytes(4)) + [UInt8](repeating: 0, count: 16)
      _ = try cursor.bytes(16)
    }
    guard cursor.rest.isEmpty else { throw wrong(box) }
    return [0, 0, 0, 0] + content
  }
}
