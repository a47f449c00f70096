/// What the box `moov` says of a film.
struct MP4Movie {
  let film: Film
  /// The track of the film's pictures, and those of its sound in the order of the file.
  let pictures: MP4Track
  let sounds: [MP4Track]
  /// Ticks of a second of the film.
  let timescale: Int
  let matrix: MP4Matrix

  /// Tracks whose pictures readers show, or may.
  private static let pictureHandlers: Set<FourCC> = ["vide", "auxv", "pict", "MPEG"]
  /// What pictures are coded in that are no films: one of them beside the film is its cover.
  private static let stillCodecs: Set<FourCC> = ["jpeg", "mjpa", "mjpb", "png ", "gif ", "tiff", "PNTG"]

  /// - Parameters:
  ///   - content: of the box.
  ///   - file: that holds it.
  ///   - header: where the box lies.
  ///   - hasCovers: whether pictures lie beside the box, in the file's own metadata.
  /// - Throws: `FaceBlurError` where it is damaged, or describes a film that is not read.
  init(
    _ content: ArraySlice<UInt8>, of file: any FilmBytes, header: Range<Int>, hasCovers: Bool
  ) throws(FaceBlurError) {
    let boxes = try MP4Boxes(content, of: "moov")
    guard !boxes.has("cmov") else { throw .unsupportedFilm("what describes its tracks is compressed") }
    guard !boxes.has("rmra") else { throw .unsupportedFilm("it names other files, which hold the film") }
    guard !boxes.has("mvex") else { throw .fragmentedFilm }

    var cursor = BoxCursor(try boxes.needed("mvhd"))
    let isLong = try cursor.versionAndFlags().version == 1
    _ = try cursor.bytes(isLong ? 16 : 8)
    timescale = try cursor.timescale()
    _ = try cursor.bytes(isLong ? 8 : 4)
    _ = try cursor.bytes(16)
    matrix = try cursor.matrix()
    let turn = try matrix.turn

    let traks = boxes.all("trak")
    guard traks.count <= FilmLimits.maxTracks else {
      throw .filmTooLarge("it has more than \(FilmLimits.maxTracks) tracks")
    }
    var tracks: [MP4Track] = []
    var hasCovers = hasCovers || MP4Covers.lie(in: boxes)
    for trak in traks {
      tracks.append(try MP4Track(trak))
      let boxes = try MP4Boxes(trak.content, of: "trak")
      hasCovers = hasCovers || MP4Covers.lie(in: boxes)
    }
    guard Set(tracks.map(\.id)).count == tracks.count else {
      throw .damagedFilm("two of its tracks have the same number")
    }
    var roles: [Int: Set<String>] = [:]
    for track in tracks {
      for (kind, ids) in track.references { for id in ids { roles[id, default: []].insert(kind.name) } }
    }

    let main = try Self.mainTrack(of: tracks, roles: roles)
    pictures = main
    sounds = tracks.filter { $0.handler == "soun" }
    let video = try main.video(
      in: (timescale: timescale, turn: turn), of: file, header: header)
    film = Film(
      video: video,
      others: tracks.filter { $0.id != main.id }.map { track in
        OtherTrack(
          kind: track.handler.name, codec: track.codec?.name, duration: track.duration,
          roles: (roles[track.id] ?? []).sorted(), showsPictures: Self.showsPictures(track))
      } + (hasCovers ? [MP4Covers.told] : []),
      duration: Self.duration(of: video))
  }

  private static func showsPictures(_ track: MP4Track) -> Bool {
    pictureHandlers.contains(track.handler) || track.codec.map(stillCodecs.contains) ?? false
  }

  /// The track whose pictures are the film.
  /// - Throws: `FaceBlurError` where there is none; and where there are several, because each may show a face.
  private static func mainTrack(
    of tracks: [MP4Track], roles: [Int: Set<String>]
  ) throws(FaceBlurError) -> MP4Track {
    let pictures = tracks.filter { pictureHandlers.contains($0.handler) }
    let mains = pictures.filter { track in
      let isCover = track.sampleCount == 1 && track.codec.map(stillCodecs.contains) ?? false
      return (!isCover || pictures.count == 1) && (roles[track.id] ?? []).isDisjoint(with: ["chap", "thmb"])
    }
    guard let main = mains.first else {
      throw .unsupportedFilm("it shows no pictures", advice: "give a film")
    }
    guard mains.count == 1 else {
      throw .unsupportedFilm("it has \(mains.count) tracks of pictures, and each may show a face")
    }
    guard main.handler == "vide" else {
      throw .unsupportedFilm("its pictures are of the kind \(main.handler.name)")
    }
    return main
  }

  /// In seconds.
  private static func duration(of video: VideoTrack) -> Double {
    video.edits.edits.isEmpty
      ? Double(video.samples.presentationRange.count) / Double(video.timescale)
      : Double(video.edits.ticks) / Double(video.edits.timescale)
  }
}
