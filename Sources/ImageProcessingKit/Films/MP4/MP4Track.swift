/// What the box `trak` says of a track, whatever it holds.
struct MP4Track {
  /// The number that others refer to it by.
  let id: Int
  let handler: FourCC
  /// Of the first entry that says how its samples are coded.
  let codec: FourCC?
  /// Of the samples, in seconds, without the edit list; 0 where it does not say.
  let duration: Double
  let sampleCount: Int
  /// The numbers of other tracks, by what they are to this one.
  let references: [FourCC: [Int]]

  /// How it is shown or heard.
  let head: Head
  /// Ticks of a second of its samples.
  let timescale: Int
  private let boxes: MP4Boxes
  private let media: MP4Boxes

  private static let maxReferences = 1024

  /// What is the same of all kinds of tracks.
  struct Head: Sendable, Hashable {
    /// Whether it is enabled, in the film, in its preview.
    var flags = 0
    var alternateGroup = 0
    /// Of what is heard, in parts of 256.
    var volume = 0
    /// nil where it is cut short.
    var matrix: MP4Matrix?
    /// Of what is shown, in parts of 65,536 of a pixel.
    var width = 0
    var height = 0
    /// In ticks of the film; nil where nobody knows.
    var duration: Int?
    /// Of the samples, in ticks of the track; likewise.
    var mediaDuration: Int?
    /// As 15 bits or as a number of QuickTime.
    var language = 0
    /// What the handler begins with: `mhlr` in films of QuickTime, else nothing.
    var isQuickTime = false
  }

  /// - Throws: `FaceBlurError` where it is damaged.
  init(_ trak: Box) throws(FaceBlurError) {
    boxes = try MP4Boxes(trak.content, of: "trak")
    media = try boxes.inside("mdia")

    var head = Head()
    var cursor = BoxCursor(try boxes.needed("tkhd"))
    let kind = try cursor.versionAndFlags()
    let isLong = kind.version == 1
    head.flags = kind.flags
    _ = try cursor.bytes(isLong ? 16 : 8)
    id = try cursor.number(4)
    _ = try cursor.bytes(4)
    var stated = BoxCursor(try cursor.bytes(isLong ? 8 : 4), of: "tkhd")
    head.duration = (try? stated.ticks(isLong ? 8 : 4)) ?? nil
    _ = try cursor.bytes(10)
    head.alternateGroup = try cursor.number(2)
    head.volume = try cursor.number(2)
    _ = try cursor.bytes(2)
    // Of what is heard the matrix says nothing.
    head.matrix = try? cursor.matrix()
    head.width = (try? cursor.number(4)) ?? 0
    head.height = (try? cursor.number(4)) ?? 0

    cursor = BoxCursor(try media.needed("mdhd"))
    let isLongMedia = try cursor.versionAndFlags().version == 1
    _ = try cursor.bytes(isLongMedia ? 16 : 8)
    timescale = try cursor.timescale()
    head.mediaDuration = try cursor.ticks(isLongMedia ? 8 : 4)
    head.language = (try? cursor.number(2)) ?? 0
    duration = Double(head.mediaDuration ?? 0) / Double(timescale)

    cursor = BoxCursor(try media.needed("hdlr"))
    _ = try cursor.bytes(4)
    head.isQuickTime = FourCC(try cursor.bytes(4)) == "mhlr"
    handler = FourCC(try cursor.bytes(4))
    self.head = head

    references = try Self.references(boxes)
    (codec, sampleCount) = try Self.samples(media)
  }

  private static func references(_ boxes: MP4Boxes) throws(FaceBlurError) -> [FourCC: [Int]] {
    guard let tref = try boxes.one("tref") else { return [:] }
    var references: [FourCC: [Int]] = [:]
    for box in try Box.all(in: tref.content, limit: maxReferences, mayEndInZeros: true) {
      guard box.content.count <= 4 * maxReferences else {
        throw .damagedFilm("one of its tracks refers to too many others")
      }
      var cursor = BoxCursor(box)
      while cursor.rest.count >= 4 { references[box.type, default: []].append(try cursor.number(4)) }
    }
    return references
  }

  private static func samples(_ media: MP4Boxes) throws(FaceBlurError) -> (codec: FourCC?, count: Int) {
    guard media.has("minf") else { return (nil, 0) }
    let information = try media.inside("minf")
    guard information.has("stbl") else { return (nil, 0) }
    let table = try information.inside("stbl")
    var codec: FourCC?
    if let box = try table.one("stsd"), box.content.count >= 16 {
      codec = FourCC(box.content.dropFirst(12).prefix(4))
    }
    var count = 0
    for type: FourCC in ["stsz", "stz2"] {
      guard let box = try table.one(type) else { continue }
      var cursor = BoxCursor(box)
      _ = try cursor.bytes(8)
      count = try cursor.number(4)
    }
    return (codec, count)
  }

  /// What it says of the film's pictures.
  /// - Parameters:
  ///   - movie: ticks of a second of the film, and how all of it is turned.
  ///   - file: that holds it.
  ///   - header: where the tracks are described.
  /// - Throws: `FaceBlurError` where it is damaged, or of a kind that is not read.
  func video(
    in movie: (timescale: Int, turn: TurnMatrix), of file: any FilmBytes, header: Range<Int>
  ) throws(FaceBlurError) -> VideoTrack {
    guard let turn = try head.matrix?.turn, let orientation = turn.then(movie.turn).orientation else {
      throw .unsupportedFilm("its pictures are stretched or turned by less than a quarter")
    }
    let table = try sampleTable
    let entry = try MP4SampleEntry(table.needed("stsd"))
    try entry.checkSize(head.width, head.height)
    let samples = try SampleTable(
      MP4Samples(table, fileSize: file.size).columns, fileSize: file.size, header: header)
    let colors = try entry.colors { () throws(FaceBlurError) in
      guard samples.count > 0 else { return [] }
      let first = samples[0]
      return try file.bytes(first.offset..<(first.offset + min(first.size, CodedForm.firstBytes)))
    }
    return VideoTrack(
      codec: entry.codec, configuration: entry.configuration, shape: entry.shape, orientation: orientation,
      colors: colors.heeded, pixelAspect: entry.pixelAspect, timescale: timescale, samples: samples,
      edits: try edits(movie.timescale, end: samples.presentationRange.upperBound),
      codedColors: colors.coded, isStatedInterlaced: entry.isInterlaced)
  }

  /// What it says of the film's sound.
  /// - Parameters:
  ///   - movieScale: ticks of a second of the film.
  ///   - fileSize: in bytes.
  ///   - header: where the tracks are described.
  ///   - limit: of packets, which take memory.
  /// - Throws: `FaceBlurError` where it is damaged, or of a kind that is not read.
  func audio(
    in movieScale: Int, fileSize: Int, header: Range<Int>, limit: Int
  ) throws(FaceBlurError) -> MP4AudioTrack {
    let table = try sampleTable
    let entry = try MP4AudioEntry(table.needed("stsd"))
    let samples: AudioSamples
    if let frameSize = entry.frameSize {
      samples = .frames(try MP4Samples(table, fileSize: fileSize, of: .packets).frames(of: frameSize))
    } else {
      let columns = try MP4Samples(table, fileSize: fileSize, of: .packets, limit: limit).columns
      guard columns.shifts.isEmpty else { throw .unsupportedAudio("its packets are in another order") }
      samples = .packets(try SampleTable(columns, fileSize: fileSize, header: header, of: .packets))
    }
    return MP4AudioTrack(
      entry: entry.bytes, timescale: timescale, samples: samples,
      edits: try edits(movieScale, end: samples.endTime), outline: try outline)
  }

  /// What it says beside its samples.
  /// - Throws: `FaceBlurError` where its edit list is damaged.
  var outline: MP4TrackOutline {
    get throws(FaceBlurError) {
      MP4TrackOutline(head: head, handler: handler, timescale: timescale, edits: try statedEdits)
    }
  }

  /// How its samples are coded and where they are.
  private var sampleTable: MP4Boxes {
    get throws(FaceBlurError) {
      let information = try media.inside("minf")
      try Self.checkPlace(information)
      return try information.inside("stbl")
    }
  }

  /// The entry that says how the film's pictures are shown.
  /// - Throws: `FaceBlurError` where it is damaged.
  var shownEntry: MP4ShownEntry {
    get throws(FaceBlurError) { try MP4ShownEntry(try sampleTable.needed("stsd")) }
  }

  /// - Throws: `FaceBlurError` where its samples lie in another file.
  private static func checkPlace(_ information: MP4Boxes) throws(FaceBlurError) {
    let references = try information.inside("dinf").needed("dref")
    var cursor = BoxCursor(references)
    _ = try cursor.bytes(8)
    for box in try Box.all(in: cursor.rest, limit: maxReferences, mayEndInZeros: true) {
      var entry = BoxCursor(box)
      guard try entry.versionAndFlags().flags & 1 == 1 else {
        throw .unsupportedFilm("its pictures lie in another file", advice: "save it as one file first")
      }
    }
  }

  /// - Parameters:
  ///   - movieScale: ticks of a second of the film.
  ///   - end: of the last picture, in ticks of the track.
  private func edits(_ movieScale: Int, end: Int) throws(FaceBlurError) -> EditList {
    var edits = try statedEdits
    if let last = edits.last, last.duration == 0, let start = last.mediaStart {
      // All that is left.
      let seconds = Double(max(end - start, 0)) / Double(timescale)
      edits[edits.count - 1] = EditList.Edit(
        mediaStart: start,
        duration: Int(min(seconds * Double(movieScale), Double(FilmLimits.maxTicks))))
    }
    return try EditList(edits, timescale: movieScale)
  }

  /// As they stand there: the last one may have no duration, and lasts as long as the media then.
  /// - Throws: `FaceBlurError` where they do something else than to show the media at its speed, or nothing.
  var statedEdits: [EditList.Edit] {
    get throws(FaceBlurError) {
      guard boxes.has("edts"), let list = try boxes.inside("edts").one("elst") else { return [] }
      var cursor = BoxCursor(list)
      let width = try cursor.versionAndFlags().version == 1 ? 8 : 4
      let count = try cursor.number(4)
      guard count <= FilmLimits.maxEdits else { throw .damagedFilm("its edit list is too long") }
      var edits: [EditList.Edit] = []
      for _ in 0..<count {
        let stated = try cursor.ticks(width)
        let start = try cursor.ticks(width)
        guard try cursor.number(4) == 0x1_0000 else {
          throw .unsupportedFilm("parts of it are shown slower, faster or as a still")
        }
        guard let duration = stated else { throw .damagedFilm("its edit list has no end") }
        edits.append(EditList.Edit(mediaStart: start, duration: duration))
      }
      return edits
    }
  }
}
