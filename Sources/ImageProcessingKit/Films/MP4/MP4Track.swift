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

  private let turn: TurnMatrix?
  private let timescale: Int
  /// Of the samples, in ticks.
  private let ticks: Int?
  private let boxes: MP4Boxes
  private let media: MP4Boxes

  private static let maxReferences = 1024

  /// - Throws: `FaceBlurError` where it is damaged.
  init(_ trak: Box) throws(FaceBlurError) {
    boxes = try MP4Boxes(trak.content, of: "trak")
    media = try boxes.inside("mdia")

    var cursor = BoxCursor(try boxes.needed("tkhd"))
    let isLong = try cursor.versionAndFlags().version == 1
    _ = try cursor.bytes(isLong ? 16 : 8)
    id = try cursor.number(4)
    _ = try cursor.bytes(4 + (isLong ? 8 : 4) + 16)
    // Of what is heard the matrix says nothing.
    turn = try? cursor.turn()

    cursor = BoxCursor(try media.needed("mdhd"))
    let isLongMedia = try cursor.versionAndFlags().version == 1
    _ = try cursor.bytes(isLongMedia ? 16 : 8)
    timescale = try cursor.timescale()
    ticks = try cursor.ticks(isLongMedia ? 8 : 4)
    duration = Double(ticks ?? 0) / Double(timescale)

    cursor = BoxCursor(try media.needed("hdlr"))
    _ = try cursor.bytes(8)
    handler = FourCC(try cursor.bytes(4))

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
  ///   - fileSize: in bytes.
  ///   - header: where the tracks are described.
  /// - Throws: `FaceBlurError` where it is damaged, or of a kind that is not read.
  func video(
    in movie: (timescale: Int, turn: TurnMatrix), fileSize: Int, header: Range<Int>
  ) throws(FaceBlurError) -> VideoTrack {
    guard let turn, let orientation = turn.then(movie.turn).orientation else {
      throw .unsupportedFilm("its pictures are stretched or turned by less than a quarter")
    }
    let information = try media.inside("minf")
    try Self.checkPlace(information)
    let table = try information.inside("stbl")
    let entry = try MP4SampleEntry(table.needed("stsd"))
    let samples = try SampleTable(
      MP4Samples.columns(table, fileSize: fileSize), fileSize: fileSize, header: header)
    return VideoTrack(
      codec: entry.codec, configuration: entry.configuration, shape: entry.shape, orientation: orientation,
      colors: entry.colors, pixelAspect: entry.pixelAspect, timescale: timescale, samples: samples,
      edits: try edits(movie.timescale, end: samples.presentationRange.upperBound))
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
    guard boxes.has("edts") else { return try EditList([], timescale: movieScale) }
    guard let list = try boxes.inside("edts").one("elst") else {
      return try EditList([], timescale: movieScale)
    }
    var cursor = BoxCursor(list)
    let width = try cursor.versionAndFlags().version == 1 ? 8 : 4
    let count = try cursor.number(4)
    guard count <= FilmLimits.maxEdits else { throw .damagedFilm("its edit list is too long") }
    var edits: [EditList.Edit] = []
    for index in 0..<count {
      let stated = try cursor.ticks(width)
      let start = try cursor.ticks(width)
      guard try cursor.number(4) == 0x1_0000 else {
        throw .unsupportedFilm("parts of it are shown slower, faster or as a still")
      }
      guard var duration = stated else { throw .damagedFilm("its edit list has no end") }
      if duration == 0, index == count - 1, let start {
        // All that is left.
        let seconds = Double(max(end - start, 0)) / Double(timescale)
        duration = Int(min(seconds * Double(movieScale), Double(FilmLimits.maxTicks)))
      }
      edits.append(EditList.Edit(mediaStart: start, duration: duration))
    }
    return try EditList(edits, timescale: movieScale)
  }
}
