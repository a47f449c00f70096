/// A track of a film as its box says it (ISO/IEC 14496-12, 8.3 to 8.7).
struct ExaminedTrack {
  struct Edit: Hashable {
    let duration: Int
    let mediaTime: Int
    let rate: Int
  }

  /// What is said of how a track is shown; a render says the same.
  struct Display: Hashable {
    var flags = 0
    var alternateGroup = 0
    var width = 0
    var height = 0
    var timescale = 0
    var language = 0
    var edits: [Edit] = []
  }

  let range: Range<Int>
  private(set) var id = 0
  private(set) var handler: BoxType = "    "
  var display = Display()
  var matrix: [Int] = []
  /// In ticks of the film, and of the track.
  var duration = 0
  var mediaDuration = 0
  var pictures: ExaminedPictureEntry?
  var sound: ExaminedSoundEntry?
  var samples: ExaminedSamples?
  /// The tracks that it calls its chapters or its small pictures: they are none of the film.
  private(set) var companions: Set<Int> = []

  /// One of another container, of which nothing has been said yet.
  init(_ range: Range<Int>, id: Int, handler: BoxType) {
    (self.range, self.id, self.handler) = (range, id, handler)
  }

  /// - Throws: `FaceBlurError` where what is needed is not there.
  init(_ scope: FilmScope, _ box: ExaminedBox, fileSize: Int) throws(FaceBlurError) {
    range = scope.place(box.range)
    let boxes = scope.boxes(in: box.content, ["tkhd", "edts", "mdia"])
    guard let head = boxes["tkhd"]?.first, let media = boxes["mdia"]?.first else {
      throw .damagedRender("a track is not described")
    }
    readHead(scope, head)
    if let references = boxes["tref"]?.first { readReferences(scope, references) }
    if let edits = boxes["edts"]?.first { readEdits(scope, edits) }
    try readMedia(scope, media, fileSize)
  }

  private mutating func readHead(_ scope: FilmScope, _ box: ExaminedBox) {
    var fields = FilmFields(scope, box)
    let width = fields.number(1) == 1 ? 8 : 4
    display.flags = fields.number(3)
    fields.zeros(2 * width, as: .creationTime, "it says when it was made")
    id = fields.number(4)
    fields.zeros(4)
    duration = fields.signed(width) & (width == 8 ? Int.max : 0xFFFF_FFFF)
    fields.zeros(8)
    fields.zeros(2)
    display.alternateGroup = fields.number(2)
    fields.expect(2, 0, 0x100, else: "it has an odd volume")
    fields.zeros(2)
    matrix = (0..<9).map { _ in fields.signed(4) }
    display.width = fields.number(4)
    display.height = fields.number(4)
    fields.end()
  }

  /// Only what an original says of others; a render has no references.
  private mutating func readReferences(_ scope: FilmScope, _ box: ExaminedBox) {
    for reference in ExaminedBoxes(scope.bytes, in: box.content)
    where reference.type == "chap" || reference.type == "thmb" {
      var fields = ExaminedFields(scope.bytes, in: reference.content)
      while let id = fields.number(bytes: 4) { companions.insert(id) }
    }
  }

  private mutating func readEdits(_ scope: FilmScope, _ box: ExaminedBox) {
    guard let list = scope.boxes(in: box.content, ["elst"])["elst"]?.first else { return }
    var fields = FilmFields(scope, list)
    let width = fields.version() == 1 ? 8 : 4
    for _ in 0..<min(fields.number(4), fields.rest.count / (2 * width + 4) + 1) {
      let duration = fields.signed(width) & (width == 8 ? Int.max : 0xFFFF_FFFF)
      let time = fields.signed(width)
      display.edits.append(Edit(duration: duration, mediaTime: time, rate: fields.number(4)))
    }
    fields.end()
  }

  private mutating func readMedia(
    _ scope: FilmScope, _ box: ExaminedBox, _ fileSize: Int
  ) throws(FaceBlurError) {
    let boxes = scope.boxes(in: box.content, ["mdhd", "hdlr", "minf"])
    guard let head = boxes["mdhd"]?.first, let name = boxes["hdlr"]?.first, let media = boxes["minf"]?.first
    else { throw .damagedRender("a track's media are not described") }
    var fields = FilmFields(scope, head)
    let width = fields.version() == 1 ? 8 : 4
    fields.zeros(2 * width, as: .creationTime, "it says when its media were made")
    display.timescale = fields.number(4)
    mediaDuration = fields.signed(width) & (width == 8 ? Int.max : 0xFFFF_FFFF)
    display.language = fields.number(2)
    fields.zeros(2)
    fields.end()

    fields = FilmFields(scope, name)
    _ = fields.version(most: 0)
    fields.expect(4, 0, 0x6D68_6C72, else: "its handler is of an odd kind")
    handler = BoxType(UInt32(truncatingIfNeeded: fields.number(4)))
    fields.zeros(12)
    if !fields.rest.isEmpty { fields.zeros(1, as: .handlerName, "a track's handler has a name") }
    if !fields.rest.isEmpty { scope.object(.handlerName, fields.rest, "a track's handler has a name", .no) }

    let isVideo = handler == "vide"
    let isSound = handler == "soun"
    let parts = scope.boxes(
      in: media.content, [isVideo ? "vmhd" : "smhd", "dinf", "stbl"])
    readMediaHead(scope, parts)
    if let data = parts["dinf"]?.first { readDataReference(scope, data) }
    guard isVideo || isSound else { return }
    guard let table = parts["stbl"]?.first else {
      throw .damagedRender("a track's samples are not described")
    }
    let tables = scope.boxes(in: table.content, ExaminedSamples.boxes)
    guard let description = tables["stsd"]?.first else {
      throw .damagedRender("it does not say how its samples are coded")
    }
    let samples = try ExaminedSamples(scope, tables, fileSize: fileSize)
    self.samples = samples
    fields = FilmFields(scope, description)
    _ = fields.version(most: 0)
    fields.expect(4, 1, else: "its samples are described in several ways")
    var entries = ExaminedBoxes(scope.bytes, in: fields.rest)
    guard let entry = entries.next() else { throw .damagedRender("its samples are not described") }
    if !entries.rest.isEmpty {
      scope.object(.headerBytes, entries.rest, "more than one description of samples")
    }
    if isVideo {
      pictures = ExaminedPictureEntry(scope, entry)
    } else {
      sound = ExaminedSoundEntry(scope, entry)
    }
  }

  private func readMediaHead(_ scope: FilmScope, _ boxes: [BoxType: [ExaminedBox]]) {
    if let box = boxes["vmhd"]?.first {
      var fields = FilmFields(scope, box)
      fields.expect(4, 0, 1, else: "its head is of an odd version")
      // QuickTime's own mode is that of dithered copies.
      fields.expect(2, 0, 0x40, else: "it is drawn in an odd mode")
      for _ in 0..<3 { fields.expect(2, 0, 0x8000, else: "it is drawn with an odd colour") }
      fields.end()
    }
    if let box = boxes["smhd"]?.first {
      var fields = FilmFields(scope, box)
      _ = fields.version(most: 0)
      fields.zeros(4)
      fields.end()
    }
  }

  private func readDataReference(_ scope: FilmScope, _ box: ExaminedBox) {
    guard let list = scope.boxes(in: box.content, ["dref"])["dref"]?.first else { return }
    var fields = FilmFields(scope, list)
    _ = fields.version(most: 0)
    fields.expect(4, 1, else: "its samples lie in several files")
    for (_, references) in scope.boxes(in: fields.rest, ["url ", "alis"]) {
      for reference in references {
        var fields = FilmFields(scope, reference)
        fields.expect(4, 1, else: "its samples lie in another file")
        fields.end()
      }
    }
  }

  /// What of the track's samples lies where, in bytes of the file: a range for each chunk.
  var extents: [Range<Int>]? {
    guard let samples else { return [] }
    let frames = sound?.frames(of: samples.commonSize)
    var extents: [Range<Int>] = []
    extents.reserveCapacity(samples.chunks.count)
    for chunk in samples.chunks {
      var length = 0
      if samples.sizes.isEmpty {
        let frames = frames ?? ExaminedSoundEntry.Frames(samples: 1, bytes: samples.commonSize)
        let (bytes, overflows) = (chunk.count / frames.samples).multipliedReportingOverflow(by: frames.bytes)
        guard !overflows, chunk.count % frames.samples == 0 else { return nil }
        length = bytes
      } else {
        for sample in chunk.first..<chunk.first + chunk.count { length += Int(samples.sizes[sample]) }
      }
      let (end, overflows) = chunk.offset.addingReportingOverflow(length)
      guard !overflows else { return nil }
      extents.append(chunk.offset..<end)
    }
    return extents
  }
}
