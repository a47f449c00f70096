/// How a track's pictures are coded and meant (ISO/IEC 14496-12, 12.1; ISO/IEC 14496-15).
struct ExaminedPictureEntry {
  /// What is said of colours and shape beside the code, box by box; a render says the same.
  struct Meaning: Hashable {
    var width = 0
    var height = 0
    var boxes: [BoxType: [UInt8]] = [:]
  }

  let type: BoxType
  private(set) var codec: VideoCodec?
  private(set) var configuration: [UInt8] = []
  private(set) var meaning = Meaning()
  /// Where the configuration lies in the file.
  private(set) var place = 0..<0

  private static let codecs: [BoxType: (codec: VideoCodec, configuration: BoxType)] = [
    "avc1": (.h264, "avcC"), "avc3": (.h264, "avcC"), "hvc1": (.hevc, "hvcC"), "hev1": (.hevc, "hvcC"),
    "vp09": (.vp9, "vpcC"), "av01": (.av1, "av1C"),
  ]
  /// What may be said beside the code, and in how many bytes.
  private static let lengths: [BoxType: Int] = ["pasp": 8, "clap": 32, "mdcv": 24, "clli": 4]

  /// As another container says it.
  init(
    type: BoxType, codec: VideoCodec?, configuration: [UInt8], meaning: Meaning, place: Range<Int>
  ) {
    (self.type, self.codec, self.configuration) = (type, codec, configuration)
    (self.meaning, self.place) = (meaning, place)
  }

  init(_ scope: FilmScope, _ entry: ExaminedBox) {
    type = entry.type
    let known = Self.codecs[type]
    codec = known?.codec
    if type != "avc1", type != "hvc1" {
      scope.object(.furtherBox, entry.range, "its pictures are coded as \(type.text), which renders are not")
    }
    var fields = FilmFields(scope, entry)
    fields.zeros(6)
    fields.expect(2, 1, else: "its pictures lie in a second file")
    fields.zeros(16)
    meaning.width = fields.number(2)
    meaning.height = fields.number(2)
    for _ in 0..<2 { fields.expect(4, 0x48_0000, else: "it says what resolution it has") }
    fields.zeros(4)
    fields.expect(2, 1, else: "its samples hold several pictures")
    fields.zeros(32, as: .compressorName, "it says what encoded it")
    fields.expect(2, 24, else: "it has an odd depth")
    fields.expect(2, 0xFFFF, else: "it has a table of colours")
    guard !fields.isBroken else { return }
    // QuickTime ends lists of boxes with four zeros; renders do not.
    var known2: Set<BoxType> = ["colr"]
    known2.formUnion(Self.lengths.keys)
    if let known { known2.insert(known.configuration) }
    for (type, found) in scope.boxes(in: fields.rest, known2, many: ["colr"]) {
      for box in found {
        var fields = FilmFields(scope, box)
        if type == known?.configuration {
          configuration = fields.bytes(box.content.count)
          place = scope.place(box.range)
        } else if type == "colr" {
          readColors(scope, box)
        } else if let length = Self.lengths[type] {
          meaning.boxes[type] = fields.bytes(length)
          fields.end()
          if type == "pasp" { judgeShape(scope, box.range) }
          if type == "mdcv" || type == "clli" { scope.findings.allow(.lightLevel, scope.place(box.range)) }
        }
      }
    }
  }

  /// Where a part of the configuration lies in the file.
  func place(ofConfiguration part: Range<Int>) -> Range<Int> {
    let start = place.upperBound - configuration.count
    return start + part.lowerBound..<start + part.upperBound
  }

  /// Objects to pixels that are drawn out so far that faces are not found.
  private func judgeShape(_ scope: FilmScope, _ box: Range<Int>) {
    guard let shape = meaning.boxes["pasp"], shape.count == 8 else { return }
    func side(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
    let stretch = PixelStretch(across: side(shape.prefix(4)), down: side(shape.suffix(4)))
    if stretch.hidesFaces { scope.object(.headerBytes, box, stretch.objection) }
  }

  private mutating func readColors(_ scope: FilmScope, _ box: ExaminedBox) {
    var fields = FilmFields(scope, box)
    let kind = BoxType(UInt32(truncatingIfNeeded: fields.number(4)))
    guard kind == "nclx" || kind == "nclc" else {
      return scope.object(.colorProfile, box.range, "films have profiles of colours from nobody")
    }
    if meaning.boxes["colr"] != nil {
      scope.object(.furtherBox, box.range, "it says twice what its colours are")
    }
    var values = fields.bytes(6)
    if kind == "nclx" {
      let range = fields.number(1)
      if range & 0x7F != 0 { scope.object(.headerBytes, box.range, "reserved bits are used", .no) }
      values.append(UInt8(truncatingIfNeeded: range & 0x80))
    }
    fields.end()
    meaning.boxes["colr"] = values
    scope.findings.allow(.colorSpace, scope.place(box.range))
  }
}
