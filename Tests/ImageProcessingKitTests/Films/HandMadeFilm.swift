@testable import ImageProcessingKit

/// A film of four pictures box by box, each part of which can be made to lie. Its pictures cannot be decoded.
struct HandMadeFilm: Sendable {
  var brand = BoxWriter.box("ftyp", Array("isom\0\0\0\0isom".utf8))
  var sizes = [10, 20, 30, 40]
  /// Contents of boxes of the sample table in place of those that are right; nil for a box that is left out.
  var tables: [FourCC: [UInt8]?] = [:]
  var entryType: FourCC = "avc1"
  var configurationType: FourCC = "avcC"
  var configuration = Self.avcC
  var width = 320
  var height = 240
  /// In pixels, as the track says; nil for that of the pictures.
  var shown: (width: Int, height: Int)?
  /// Behind the configuration.
  var inEntry: [UInt8] = []
  /// In place of the one entry.
  var entries: [[UInt8]]?
  var handler: FourCC = "vide"
  var dataReference = BoxWriter.fullBox("url ", flags: 1, [])
  var matrix = [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000]
  var movieMatrix = [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000]
  var timescale = 100
  /// Before the media of the track: an edit list, references.
  var inTrack: [UInt8] = []
  /// Behind the tracks.
  var inMovie: [UInt8] = []
  /// In place of the one track.
  var tracks: [[UInt8]]?
  var behind: [UInt8] = []

  init() {}

  init(_ change: (inout HandMadeFilm) -> Void) { change(&self) }

  /// Of H.264 with 320 × 240 pixels, as x264 writes it.
  static let avcC: [UInt8] = [
    0x01, 0x4D, 0x40, 0x0C, 0xFF, 0xE1, 0x00, 0x18, 0x67, 0x4D, 0x40, 0x0C, 0xEC, 0xA0, 0xA0, 0xFD, 0x80,
    0x88,
    0x00, 0x00, 0x03, 0x00, 0x08, 0x00, 0x00, 0x03, 0x00, 0xA0, 0x78, 0xA1, 0x4C, 0xB0, 0x01, 0x00, 0x04,
    0x68,
    0xCE, 0x0F, 0xC8,
  ]

  static func numbers(_ values: [Int], bytes: Int = 4) -> [UInt8] {
    values.flatMap { BigEndian.bytes($0, bytes) }
  }

  /// The content of a full box that begins with the number of its entries.
  static func table(_ entries: [[Int]], version: Int = 0) -> [UInt8] {
    numbers([version << 24, entries.count]) + entries.flatMap { numbers($0) }
  }

  /// Boxes in boxes, with nothing in the innermost.
  static func nest(_ type: FourCC, depth: Int) -> [UInt8] {
    (0..<depth).flatMap { BigEndian.bytes(8 * (depth - $0), 4) + type.bytes }
  }

  /// Where the first picture is.
  var start: Int { brand.count + 8 }

  var entry: [UInt8] {
    BoxWriter.box(
      entryType,
      Self.numbers([0, 1, 0, 0, 0, 0]) + BigEndian.bytes(width, 2) + BigEndian.bytes(height, 2)
        + [UInt8](repeating: 0, count: 50) + BoxWriter.box(configurationType, configuration) + inEntry)
  }

  private var sampleTable: [UInt8] {
    let entries = entries ?? [entry]
    var contents: [(type: FourCC, content: [UInt8]?)] = [
      ("stsd", Self.numbers([0, entries.count]) + entries.joined()),
      ("stts", Self.table([[sizes.count, 10]])),
      ("stsc", Self.table([[1, sizes.count, 1]])),
      ("stsz", Self.numbers([0, 0, sizes.count]) + Self.numbers(sizes)),
      ("stco", Self.table([[start]])),
    ]
    for (type, content) in tables.sorted(by: { $0.key.value < $1.key.value }) {
      contents.removeAll { $0.type == type }
      contents.append((type, content))
    }
    return contents.flatMap { type, content in content.map { BoxWriter.box(type, $0) } ?? [] }
  }

  /// The track, under a number.
  func track(_ id: Int = 1) -> [UInt8] {
    let shown = shown ?? (width: width, height: height)
    let head = BoxWriter.fullBox(
      "tkhd", flags: 3,
      Self.numbers([0, 0, id, 0, 40] + [0, 0, 0, 0] + matrix + [shown.width << 16, shown.height << 16]))
    let media =
      BoxWriter.fullBox("mdhd", Self.numbers([0, 0, timescale, 40, 0]))
      + BoxWriter.fullBox("hdlr", Self.numbers([0]) + handler.bytes + Self.numbers([0, 0, 0]) + [0])
      + BoxWriter.box(
        "minf",
        BoxWriter.box("dinf", BoxWriter.fullBox("dref", Self.numbers([1]) + dataReference))
          + BoxWriter.box("stbl", sampleTable))
    return BoxWriter.box("trak", head + inTrack + BoxWriter.box("mdia", media))
  }

  var movie: [UInt8] {
    let head = BoxWriter.fullBox(
      "mvhd",
      Self.numbers([0, 0, 100, 40, 0x1_0000, 0x0100_0000, 0, 0] + movieMatrix + [0, 0, 0, 0, 0, 0, 2]))
    return BoxWriter.box("moov", head + (tracks ?? [track()]).joined() + inMovie)
  }

  var bytes: [UInt8] {
    brand + BoxWriter.box("mdat", [UInt8](repeating: 7, count: sizes.reduce(0, +))) + movie + behind
  }

  func opened() throws -> MP4File { try MP4File(FileBytes(bytes)) }

  /// A track of another kind that holds no samples.
  static func emptyTrack(_ id: Int, handler: FourCC, _ references: [UInt8] = []) -> [UInt8] {
    var film = HandMadeFilm()
    (film.handler, film.sizes, film.inTrack) = (handler, [], references)
    film.tables = ["stsc": table([]), "stco": table([]), "stts": table([])]
    return film.track(id)
  }
}
