/// What describes the tracks of a film that is written: `moov`, of which every value is written anew and nothing else is there.
struct MP4MovieBox {
  private let original: MP4File
  private let pictureEntry: [UInt8]
  private let sound: [MP4AudioTrack]
  private var pictures = MP4PictureTable()
  private var soundChunks: [MP4Chunks]

  /// - Parameters:
  ///   - original: whose times, edits and size it takes.
  ///   - codec: of the pictures.
  ///   - configuration: the content of `avcC` or `hvcC`.
  ///   - sound: tracks that are copied, in the order in which the original has them.
  /// - Throws: `FaceBlurError` where the codec is another one, or the original is damaged.
  init(
    _ original: MP4File, codec: VideoCodec, configuration: [UInt8], sound: [MP4AudioTrack]
  ) throws(FaceBlurError) {
    self.original = original
    self.sound = sound
    pictureEntry = try Self.entry(codec, configuration, shown: original.movie.pictures.shownEntry)
    soundChunks = [MP4Chunks](repeating: MP4Chunks(), count: sound.count)
  }

  // MARK: What is told of samples while they are written

  var pictureCount: Int { pictures.count }

  mutating func beginPart(at place: Int) { pictures.chunks.begin(at: place) }

  mutating func append(size: Int, shift: Int32, isSync: Bool) {
    pictures.append(size: size, shift: shift, isSync: isSync)
  }

  mutating func beginPart(of track: Int, at place: Int) { soundChunks[track].begin(at: place) }

  mutating func append(_ count: Int, of track: Int) { soundChunks[track].append(count) }

  // MARK: Boxes

  /// What the file begins with: QuickTime's stays QuickTime's.
  static func fileType(_ original: MP4File, codec: VideoCodec) -> [UInt8] {
    let brands: [FourCC] =
      original.isQuickTime
      ? ["qt  "] : ["isom", "iso2", "iso4"] + (codec == .h264 ? ["avc1"] : []) + ["mp41"]
    return BoxWriter.box("ftyp", brands[0].bytes + [0, 0, 2, 0] + brands.flatMap(\.bytes))
  }

  /// VisualSampleEntry (ISO/IEC 14496-12, 12.1.3), with the name of no compressor.
  private static func entry(
    _ codec: VideoCodec, _ configuration: [UInt8], shown: MP4ShownEntry
  ) throws(FaceBlurError) -> [UInt8] {
    let types: (entry: FourCC, configuration: FourCC)
    switch codec {
    case .h264: types = ("avc1", "avcC")
    case .hevc: types = ("hvc1", "hvcC")
    case .vp9, .av1: throw .internalError("films are written as H.264 or HEVC")
    }
    var content: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 16)
    content += BigEndian.bytes(shown.width, 2) + BigEndian.bytes(shown.height, 2)
    // 72 pixels of an inch, of which players make nothing; one picture in a sample.
    content += [0, 0x48, 0, 0, 0, 0x48, 0, 0, 0, 0, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 32)
    content += [0, 0x18, 0xFF, 0xFF] + BoxWriter.box(types.configuration, configuration) + shown.boxes
    return BoxWriter.box(types.entry, content)
  }

  /// The whole box.
  /// - Throws: `FaceBlurError` where it is longer than a reader takes.
  var bytes: [UInt8] {
    get throws(FaceBlurError) {
      let movie = original.movie
      let track = original.film.video
      var tracks = [
        Track(
          from: movie.pictures, of: movie.timescale, edits: track.edits, endTime: track.samples.endTime,
          media: BoxWriter.fullBox("vmhd", flags: 1, [UInt8](repeating: 0, count: 8)),
          table: Self.description(pictureEntry) + pictures.boxes(track.samples))
      ]
      for (index, (heard, from)) in zip(sound, movie.sounds).enumerated() {
        tracks.append(
          Track(
            from: from, of: movie.timescale, edits: heard.edits, endTime: heard.samples.endTime,
            media: BoxWriter.fullBox("smhd", [0, 0, 0, 0]),
            table: Self.description(heard.entry) + heard.samples.boxes + soundChunks[index].boxes))
      }
      let duration = tracks.map(\.duration).max() ?? 0
      var content = Self.head(duration, timescale: movie.timescale, movie.matrix, next: tracks.count + 1)
      for (index, track) in tracks.enumerated() { content += try track.bytes(number: index + 1) }
      guard content.count < FilmLimits.maxHeaderBytes - 8 else {
        throw .filmTooLarge("what would describe its tracks is too long")
      }
      return BoxWriter.box("moov", content)
    }
  }

  private static func description(_ entry: [UInt8]) -> [UInt8] {
    BoxWriter.fullBox("stsd", BigEndian.bytes(1, 4) + entry)
  }

  private static func head(_ duration: Int, timescale: Int, _ matrix: MP4Matrix, next: Int) -> [UInt8] {
    let width = Track.width(of: [duration])
    var content = [UInt8](repeating: 0, count: 2 * width)
    content += BigEndian.bytes(timescale, 4) + BigEndian.bytes(duration, width)
    // At its speed and its volume.
    content += [0, 1, 0, 0, 1, 0] + [UInt8](repeating: 0, count: 10)
    content += matrix.bytes + [UInt8](repeating: 0, count: 24) + BigEndian.bytes(next, 4)
    return BoxWriter.fullBox("mvhd", version: width == 8 ? 1 : 0, content)
  }

  /// A track that is written.
  private struct Track {
    let from: MP4Track
    /// In ticks of the film.
    let duration: Int
    /// In ticks of the track.
    let mediaDuration: Int
    let media: [UInt8]
    let table: [UInt8]

    init(
      from: MP4Track, of movieScale: Int, edits: EditList, endTime: Int, media: [UInt8], table: [UInt8]
    ) {
      self.from = from
      self.media = media
      self.table = table
      let whole = Double(endTime) * Double(movieScale) / Double(from.timescale)
      duration =
        from.head.duration
        ?? (edits.edits.isEmpty ? Int(min(whole.rounded(), Double(FilmLimits.maxTicks))) : edits.ticks)
      mediaDuration = from.head.mediaDuration ?? endTime
    }

    /// Bytes of a time in a box of which none is longer.
    static func width(of times: [Int]) -> Int { times.allSatisfy { $0 < 0x7FFF_FFFF } ? 4 : 8 }

    func bytes(number: Int) throws(FaceBlurError) -> [UInt8] {
      let edits = try from.statedEdits
      return BoxWriter.box(
        "trak", head(number) + Self.list(edits) + BoxWriter.box("mdia", mediaHead + handler + information))
    }

    private func head(_ number: Int) -> [UInt8] {
      let width = Self.width(of: [duration])
      var content = [UInt8](repeating: 0, count: 2 * width)
      content += BigEndian.bytes(number, 4) + [0, 0, 0, 0] + BigEndian.bytes(duration, width)
      content += [UInt8](repeating: 0, count: 10) + BigEndian.bytes(from.head.alternateGroup, 2)
      content += BigEndian.bytes(from.head.volume, 2) + [0, 0] + (from.head.matrix ?? .unity).bytes
      content += BigEndian.bytes(from.head.width, 4) + BigEndian.bytes(from.head.height, 4)
      // Enabled, in the film, in its preview, its size being that of its pixels' shape.
      return BoxWriter.fullBox("tkhd", version: width == 8 ? 1 : 0, flags: from.head.flags & 15, content)
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
        [UInt8](repeating: 0, count: 2 * width) + BigEndian.bytes(from.timescale, 4)
          + BigEndian.bytes(mediaDuration, width) + BigEndian.bytes(from.head.language, 2) + [0, 0])
    }

    /// With an empty name.
    private var handler: [UInt8] {
      let kind = from.head.isQuickTime ? FourCC("mhlr").bytes : [0, 0, 0, 0]
      return BoxWriter.fullBox(
        "hdlr", kind + from.handler.bytes + [UInt8](repeating: 0, count: 13))
    }

    private var information: [UInt8] {
      // The samples are in this file.
      let place = BoxWriter.fullBox("dref", BigEndian.bytes(1, 4) + BoxWriter.fullBox("url ", flags: 1, []))
      return BoxWriter.box("minf", media + BoxWriter.box("dinf", place) + BoxWriter.box("stbl", table))
    }
  }
}
