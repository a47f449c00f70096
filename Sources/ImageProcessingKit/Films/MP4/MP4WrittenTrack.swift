/// A track of a film that is written: the box `trak`, of which every value is written anew.
struct MP4WrittenTrack {
  private let head: MP4Track.Head
  private let handler: FourCC
  private let timescale: Int
  /// As they are to stand there.
  private let edits: [EditList.Edit]
  /// In ticks of the film.
  let duration: Int
  /// In ticks of the track.
  private let mediaDuration: Int
  private let media: [UInt8]
  private let table: [UInt8]

  /// What stands in `minf` for pictures: they are copied to where they are shown (ISO/IEC 14496-12, 12.1.2).
  static let pictureMedia = BoxWriter.fullBox("vmhd", flags: 1, [UInt8](repeating: 0, count: 8))

  /// A track that is shown or heard as one of another film.
  /// - Parameters:
  ///   - from: that one.
  ///   - movieScale: ticks of a second of the film.
  ///   - edits: what that one shows.
  ///   - endTime: of the last sample, in ticks of the track.
  ///   - media: what stands in `minf` for its kind.
  ///   - table: boxes of its samples.
  init(
    from: MP4TrackOutline, of movieScale: Int, edits: EditList, endTime: Int, media: [UInt8], table: [UInt8]
  ) {
    self.edits = from.edits
    self.media = media
    self.table = table
    head = from.head
    handler = from.handler
    timescale = from.timescale
    let whole = Double(endTime) * Double(movieScale) / Double(from.timescale)
    duration =
      from.head.duration
      ?? (edits.edits.isEmpty ? Int(min(whole.rounded(), Double(FilmLimits.maxTicks))) : edits.ticks)
    mediaDuration = from.head.mediaDuration ?? endTime
  }

  /// The pictures of a film that has nothing else: all are shown from the first on, as they are stored.
  /// - Parameters:
  ///   - size: as they are shown, in pixels.
  ///   - timescale: ticks of a second of the track, and of the film.
  ///   - duration: in such ticks.
  ///   - table: boxes of the pictures.
  init(
    picturesOf size: (width: Int, height: Int), timescale: Int, duration: Int, table: [UInt8]
  ) {
    var head = MP4Track.Head()
    // Enabled, in the film, in its preview.
    head.flags = 7
    head.matrix = .unity
    head.width = size.width << 16
    head.height = size.height << 16
    head.language = Self.unknownLanguage
    self.head = head
    self.timescale = timescale
    self.duration = duration
    self.table = table
    handler = "vide"
    edits = []
    mediaDuration = duration
    media = Self.pictureMedia
  }

  /// `und` in 15 bits (ISO/IEC 14496-12, 8.4.2.3).
  private static let unknownLanguage = 0x55C4

  /// Bytes of a time in a box of which none is longer.
  static func width(of times: [Int]) -> Int { times.allSatisfy { $0 < 0x7FFF_FFFF } ? 4 : 8 }

  /// The box `trak`.
  func bytes(number: Int) -> [UInt8] {
    BoxWriter.box(
      "trak", headBox(number) + Self.list(edits) + BoxWriter.box("mdia", mediaHead + handlerBox + information)
    )
  }

  private func headBox(_ number: Int) -> [UInt8] {
    let width = Self.width(of: [duration])
    var content = [UInt8](repeating: 0, count: 2 * width)
    content += BigEndian.bytes(number, 4) + [0, 0, 0, 0] + BigEndian.bytes(duration, width)
    content += [UInt8](repeating: 0, count: 10) + BigEndian.bytes(head.alternateGroup, 2)
    content += BigEndian.bytes(head.volume, 2) + [0, 0] + (head.matrix ?? .unity).bytes
    content += BigEndian.bytes(head.width, 4) + BigEndian.bytes(head.height, 4)
    // Enabled, in the film, in its preview, its size being that of its pixels' shape.
    return BoxWriter.fullBox("tkhd", version: width == 8 ? 1 : 0, flags: head.flags & 15, content)
  }

  private static func list(_ edits: [EditList.Edit]) -> [UInt8] {
    guard !edits.isEmpty else { return [] }
    let width = width(of: edits.flatMap { [$0.duration, $0.mediaStart ?? 0] })
    var content = BigEndian.bytes(edits.count, 4)
    for edit in edits {
      content += BigEndian.bytes(edit.duration, width) + BigEndian.bytes(edit.mediaStart ?? -1, width)
      content += [0, 1, 0, 0]
    }
    return BoxWriter.box("edts", BoxWriter.fullBox("elst", version: width == 8 ? 1 : 0, content))
  }

  private var mediaHead: [UInt8] {
    let width = Self.width(of: [mediaDuration])
    return BoxWriter.fullBox(
      "mdhd", version: width == 8 ? 1 : 0,
      [UInt8](repeating: 0, count: 2 * width) + BigEndian.bytes(timescale, 4)
        + BigEndian.bytes(mediaDuration, width) + BigEndian.bytes(head.language, 2) + [0, 0])
  }

  /// With an empty name.
  private var handlerBox: [UInt8] {
    let kind = head.isQuickTime ? FourCC("mhlr").bytes : [0, 0, 0, 0]
    return BoxWriter.fullBox(
      "hdlr", kind + handler.bytes + [UInt8](repeating: 0, count: 13))
  }

  private var information: [UInt8] {
    // The samples are in this file.
    let place = BoxWriter.fullBox("dref", BigEndian.bytes(1, 4) + BoxWriter.fullBox("url ", flags: 1, []))
    return BoxWriter.box("minf", media + BoxWriter.box("dinf", place) + BoxWriter.box("stbl", table))
  }
}
