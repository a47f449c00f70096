/// What the box `stsd` says of how pictures are shown, beside how they are coded: all of it that is written again.
struct MP4ShownEntry {
  /// As it states them.
  let width: Int
  let height: Int
  /// Whole boxes, written anew.
  let boxes: [UInt8]

  /// Boxes of numbers and nothing else, and how many bytes they have: the shape of pixels, what of the picture is shown, the display that it
  /// was made on, how bright it gets.
  private static let plain: [(type: FourCC, size: Int)] = [
    ("pasp", 8), ("clap", 32), ("mdcv", 24), ("clli", 4),
  ]
  /// What colours are said in, and bytes of that.
  private static let colors: [FourCC: Int] = ["nclx": 11, "nclc": 10]

  /// - Parameter boxes: whole ones, of those that are written.
  init(width: Int, height: Int, boxes: [UInt8]) {
    self.width = width
    self.height = height
    self.boxes = boxes
  }

  /// Of pictures that are made.
  /// - Parameters:
  ///   - width: of the stored picture in pixels.
  ///   - height: likewise.
  ///   - aspect: of a pixel.
  ///   - colors: what their samples mean.
  init(width: Int, height: Int, _ aspect: PixelAspect, _ colors: SampleColors) {
    self.width = width
    self.height = height
    let numbers = [colors.primaries, colors.transfer, colors.matrix].flatMap { BigEndian.bytes($0, 2) }
    let nclx = FourCC("nclx").bytes + numbers + [colors.isFullRange ? 0x80 : 0]
    let shape = BigEndian.bytes(aspect.across, 4) + BigEndian.bytes(aspect.down, 4)
    boxes = BoxWriter.box("colr", nclx) + (aspect == .square ? [] : BoxWriter.box("pasp", shape))
  }

  /// - Throws: `FaceBlurError` where it is cut short, or says something twice.
  init(_ stsd: Box) throws(FaceBlurError) {
    var cursor = BoxCursor(stsd)
    _ = try cursor.bytes(8)
    guard let entry = try Box.all(in: cursor.rest, limit: FilmLimits.maxBoxes, mayEndInZeros: true).first
    else { throw .damagedFilm("it does not say how its pictures are coded") }
    cursor = BoxCursor(entry)
    _ = try cursor.bytes(24)
    (width, height) = (try cursor.number(2), try cursor.number(2))
    _ = try cursor.bytes(50)
    let inside = try MP4Boxes(cursor.rest, of: entry.type)
    var boxes: [UInt8] = []
    for box in inside.all("colr") {
      // A profile may hold whatever.
      guard box.content.count >= 4, let size = Self.colors[FourCC(box.content.prefix(4))],
        box.content.count >= size
      else { continue }
      var content = Array(box.content.prefix(size))
      if size == 11 { content[10] &= 0x80 }
      boxes += BoxWriter.box("colr", content)
    }
    for (type, size) in Self.plain {
      guard let box = try inside.one(type), box.content.count >= size else { continue }
      let content = Array(box.content.prefix(size))
      // Some write zeros for what they do not know.
      if type == "pasp", BigEndian.number(content[..<4]) == 0 || BigEndian.number(content[4...]) == 0 {
        continue
      }
      boxes += BoxWriter.box(type, content)
    }
    self.boxes = boxes
  }
}
