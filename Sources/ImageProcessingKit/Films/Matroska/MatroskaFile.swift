/// A film in Matroska or WebM (RFC 9559).
///
/// All blocks are looked for when it is opened, because nothing else says where they are; coded pictures are read one by one. What is made of it
/// is an MP4, and says in MP4's words what it says.
struct MatroskaFile: FilmSource {
  let film: Film
  let file: any FilmBytes
  let outline: MP4Outline
  private let sounds: [(track: MatroskaTrack, blocks: MatroskaBlocks)]
  private let clock: MatroskaClock
  /// Where the tracks are described.
  private let header: Range<Int>

  /// Whether a file is Matroska or WebM. It reads some bytes of the file, and a film may be refused all the same when it is opened.
  static func isFilm(_ file: any FilmBytes) -> Bool { MatroskaHead.isRead(file) }

  /// Whether it begins as such, whatever comes then.
  static func begins(_ file: any FilmBytes) -> Bool {
    guard file.size >= 4, let first = try? file.bytes(0..<4) else { return false }
    return MatroskaHead.begins(first[...])
  }

  /// - Parameter file: whose bytes are believed nothing of.
  /// - Throws: `FaceBlurError` where it is damaged, or of a kind that is not read.
  init(_ file: any FilmBytes) throws(FaceBlurError) {
    let segment = try MatroskaSegment(file)
    let main = try Self.mainTrack(of: segment.tracks)
    guard main.delay == 0 else { throw .unsupportedFilm("its pictures are shown earlier than it says") }
    let clock = MatroskaClock(tick: segment.tick)
    guard let blocks = segment.blocks[main.number], blocks.count > 0 else {
      throw .damagedFilm("its track of pictures has none")
    }
    let pictures = try MatroskaPictures(main) { () throws(FaceBlurError) in
      let first = blocks.offsets[0]
      return try file.bytes(first..<(first + min(Int(blocks.sizes[0]), CodedForm.firstBytes)))
    }
    let (columns, start, mediaStart) = try clock.pictures(
      blocks, lasting: blocks.lastDuration ?? main.duration.map(clock.ticks))
    let edits = Self.edits(from: start, mediaStart: mediaStart, lasting: columns.endTime)
    guard let orientation = pictures.turn.orientation else {
      throw .unsupportedFilm("its pictures are stretched or turned by less than a quarter")
    }
    let samples = try SampleTable(columns, fileSize: file.size, header: segment.header)
    let video = VideoTrack(
      codec: pictures.codec, configuration: pictures.configuration, shape: pictures.shape,
      orientation: orientation, colors: pictures.colors, pixelAspect: pictures.pixelAspect,
      timescale: clock.timescale, samples: samples, edits: try EditList(edits, timescale: clock.timescale),
      codedColors: pictures.codedColors, isStatedInterlaced: pictures.isInterlaced)
    film = Film(
      video: video,
      others: segment.tracks.filter { $0.number != main.number }.map(\.asOther)
        + MatroskaAttachments.pictures(in: segment.attachments, of: file),
      duration: Double(start + columns.endTime) / Double(clock.timescale))
    outline = MP4Outline(
      isQuickTime: false, timescale: clock.timescale, matrix: .unity,
      pictures: MP4TrackOutline(
        head: Self.head(of: main, pictures), handler: "vide", timescale: clock.timescale, edits: edits),
      shown: pictures.shown)
    sounds = segment.tracks.filter { $0.kind == .sound }.compactMap { track in
      segment.blocks[track.number].flatMap { $0.count > 0 ? (track, $0) : nil }
    }
    self.clock = clock
    self.file = file
    header = segment.header
  }

  /// The track whose pictures are the film.
  /// - Throws: `FaceBlurError` where there is none; and where there are several, because each may show a face.
  private static func mainTrack(of tracks: [MatroskaTrack]) throws(FaceBlurError) -> MatroskaTrack {
    let pictures = tracks.filter { $0.kind == .pictures || $0.kind == .otherPictures }
    guard let main = pictures.first else {
      throw .unsupportedFilm("it shows no pictures", advice: "give a film")
    }
    guard pictures.count == 1 else {
      throw .unsupportedFilm("it has \(pictures.count) tracks of pictures, and each may show a face")
    }
    guard main.kind == .pictures else { throw .unsupportedFilm("its pictures are of an odd kind") }
    return main
  }

  /// What a player shows of a track: nothing until it begins, then all from a time of its own on; none where that is what is shown without.
  private static func edits(from start: Int, mediaStart: Int, lasting duration: Int) -> [EditList.Edit] {
    guard start > 0 || mediaStart > 0 else { return [] }
    return (start > 0 ? [EditList.Edit(mediaStart: nil, duration: start)] : [])
      + [EditList.Edit(mediaStart: mediaStart, duration: duration)]
  }

  private static func head(of track: MatroskaTrack, _ pictures: MatroskaPictures? = nil) -> MP4Track.Head {
    var head = MP4Track.Head()
    // Enabled, in the film, in its preview.
    head.flags = 7
    head.language = track.packedLanguage
    head.matrix = .unity
    if let pictures {
      let turn = pictures.turn
      head.matrix = MP4Matrix(
        values: [turn.a, turn.b, 0, turn.c, turn.d, 0, 0, 0].map { Int32($0) << 16 } + [0x4000_0000])
      (head.width, head.height) = pictures.shownSize
    } else {
      // Players choose one of those of a group.
      (head.volume, head.alternateGroup) = (0x100, 1)
    }
    return head
  }

  func audioTracks() throws(FaceBlurError) -> [MP4AudioTrack] {
    var tracks: [MP4AudioTrack] = []
    for (track, blocks) in sounds {
      var blocks = blocks
      let (file, first) = (file, blocks.offsets[0]..<(blocks.offsets[0] + min(Int(blocks.sizes[0]), 64)))
      let sound = try MatroskaSound(track) { () throws(FaceBlurError) in try file.bytes(first) }
      let last = max(blocks.finish(lasting: track.duration, tick: clock.tick), 0)
      let (columns, start) = try clock.sound(blocks, lasting: last, rate: sound.rate)
      let table = try SampleTable(columns, fileSize: file.size, header: header, of: .packets)
      // What decoders need to begin, and what is behind the end, is not heard.
      let before = MatroskaClock.ticks(nanoseconds: track.delay, of: sound.rate)
      let behind = MatroskaClock.ticks(
        nanoseconds: min(blocks.discarded, FilmLimits.maxTicks), of: sound.rate)
      var edits = Self.edits(from: start, mediaStart: before, lasting: 0)
      if edits.isEmpty, behind > 0 { edits = [EditList.Edit(mediaStart: 0, duration: 0)] }
      if let whole = edits.popLast() {
        let heard =
          Double(max(columns.endTime - before - behind, 0)) * Double(clock.timescale) / Double(sound.rate)
        edits.append(EditList.Edit(mediaStart: whole.mediaStart, duration: Int(heard.rounded())))
      }
      var heard = MP4AudioTrack(
        entry: sound.entry, timescale: sound.rate, samples: .packets(table),
        edits: try EditList(edits, timescale: clock.timescale),
        outline: MP4TrackOutline(
          head: Self.head(of: track), handler: "soun", timescale: sound.rate, edits: edits))
      heard.areTimesStated = !blocks.areShared
      tracks.append(heard)
    }
    return tracks
  }
}

extension MatroskaTrack {
  /// A track beside the film's pictures; all of them are read as far as they are sound.
  fileprivate var asOther: OtherTrack {
    OtherTrack(
      kind: kind == .sound ? "soun" : "text", codec: nil, duration: 0, roles: [],
      showsPictures: kind == .pictures || kind == .otherPictures)
  }
}
