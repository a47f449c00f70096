/// What describes the tracks of a film that is written: `moov`, of which every value is written anew and nothing else is there.
struct MP4MovieBox {
  private let original: any FilmSource
  private let outline: MP4Outline
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
    _ original: any FilmSource, codec: VideoCodec, configuration: [UInt8], sound: [MP4AudioTrack]
  ) throws(FaceBlurError) {
    self.original = original
    self.sound = sound
    outline = try original.outline
    pictureEntry = try Self.pictureEntry(codec, configuration, shown: outline.shown)
    soundChunks = [MP4Chunks](repeating: MP4Chunks(), count: sound.count)
  }

  var isQuickTime: Bool { outline.isQuickTime }

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
  static func fileType(isQuickTime: Bool, codec: VideoCodec) -> [UInt8] {
    let brands: [FourCC] =
      isQuickTime
      ? ["qt  "] : ["isom", "iso2", "iso4"] + (codec == .h264 ? ["avc1"] : []) + ["mp41"]
    return BoxWriter.box("ftyp", brands[0].bytes + [0, 0, 2, 0] + brands.flatMap(\.bytes))
  }

  /// VisualSampleEntry (ISO/IEC 14496-12, 12.1.3), with the name of no compressor.
  static func pictureEntry(
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
      let track = original.film.video
      let durations = (0..<pictures.count).lazy.map { track.samples[$0].duration }
      var tracks = [
        MP4WrittenTrack(
          from: outline.pictures, of: outline.timescale, edits: track.edits, endTime: track.samples.endTime,
          media: MP4WrittenTrack.pictureMedia,
          table: Self.description(pictureEntry) + pictures.boxes(durations: durations))
      ]
      for (index, heard) in sound.enumerated() {
        tracks.append(
          MP4WrittenTrack(
            from: heard.outline, of: outline.timescale, edits: heard.edits, endTime: heard.samples.endTime,
            media: BoxWriter.fullBox("smhd", [0, 0, 0, 0]),
            table: Self.description(heard.entry) + heard.samples.boxes(with: heard.silence)
              + soundChunks[index].boxes))
      }
      let duration = tracks.map(\.duration).max() ?? 0
      var content = Self.head(duration, timescale: outline.timescale, outline.matrix, next: tracks.count + 1)
      for (index, track) in tracks.enumerated() { content += track.bytes(number: index + 1) }
      return try Self.box(content)
    }
  }

  /// - Parameter content: its head and its tracks.
  /// - Throws: `FaceBlurError` where it is longer than a reader takes.
  static func box(_ content: [UInt8]) throws(FaceBlurError) -> [UInt8] {
    guard content.count < FilmLimits.maxHeaderBytes - 8 else {
      throw .filmTooLarge("what would describe its tracks is too long")
    }
    return BoxWriter.box("moov", content)
  }

  /// How samples are coded: one entry for all.
  static func description(_ entry: [UInt8]) -> [UInt8] {
    BoxWriter.fullBox("stsd", BigEndian.bytes(1, 4) + entry)
  }

  /// - Parameters:
  ///   - duration: of the film, in its ticks.
  ///   - timescale: ticks of a second of the film.
  ///   - next: the number that another track would get.
  static func head(_ duration: Int, timescale: Int, _ matrix: MP4Matrix, next: Int) -> [UInt8] {
    let width = MP4WrittenTrack.width(of: [duration])
    var content = [UInt8](repeating: 0, count: 2 * width)
    content += BigEndian.bytes(timescale, 4) + BigEndian.bytes(duration, width)
    // At its speed and its volume.
    content += [0, 1, 0, 0, 1, 0] + [UInt8](repeating: 0, count: 10)
    content += matrix.bytes + [UInt8](repeating: 0, count: 24) + BigEndian.bytes(next, 4)
    return BoxWriter.fullBox("mvhd", version: width == 8 ? 1 : 0, content)
  }
}
