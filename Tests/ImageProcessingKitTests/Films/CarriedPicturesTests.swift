import TestSupport
import Testing

@testable import ImageProcessingKit

/// Files of pictures are found in code and in sound, by the writer and by its gate, and nothing else is taken for one.
@Suite struct CarriedPicturesTests {
  private static func bytes(_ parts: [UInt8]...) -> [UInt8] { parts.flatMap { $0 } }
  private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }
  private static func filled(_ byte: UInt8, _ count: Int) -> [UInt8] {
    [UInt8](repeating: byte, count: count)
  }

  private static let start: [UInt8] = [0xFF, 0xD8]
  private static let frame: [UInt8] = [
    0xFF, 0xC0, 0, 17, 8, 0, 64, 0, 64, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1,
  ]
  private static let table = bytes([0xFF, 0xDB, 0, 67, 0], filled(9, 64))
  private static let comments: [UInt8] = (0..<40).flatMap { _ in [0xFF, 0xFE, 0, 4, 7, 7] as [UInt8] }
  private static let tiff = bytes(
    [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 4, 0], [0, 1, 4, 0, 1, 0, 0, 0, 9, 0, 0, 0],
    [1, 1, 4, 0, 1, 0, 0, 0, 9, 0, 0, 0], [2, 1, 3, 0, 1, 0, 0, 0, 9, 0, 0, 0],
    [3, 1, 3, 0, 1, 0, 0, 0, 9, 0, 0, 0])
  private static let otherTIFF = bytes(
    [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0, 4], [1, 0, 0, 4, 0, 0, 0, 1, 0, 0, 0, 9],
    [1, 1, 0, 4, 0, 0, 0, 1, 0, 0, 0, 9], [1, 2, 0, 3, 0, 0, 0, 1, 0, 0, 0, 9],
    [1, 3, 0, 3, 0, 0, 0, 1, 0, 0, 0, 9])
  private static let endOfLine: [UInt8] = [0x0D, 0x0A, 0x87, 0x0A]

  /// What files of pictures begin with.
  static let heads: [(name: String, bytes: [UInt8])] = [
    ("JFIF", bytes(start, [0xFF, 0xE0, 0, 16], text("JFIF"))),
    ("Exif", bytes(start, [0xFF, 0xE1, 0x40, 0], text("Exif"))),
    ("a JPEG without a name", bytes(start, table, frame)),
    ("a JPEG with bytes that fill up", bytes(start, [0xFF, 0xFF], table, [0xFF], frame)),
    ("a JPEG behind many comments", bytes(start, comments, frame)),
    ("PNG", PNGChunk.signature),
    ("WebP", bytes(text("RIFF"), [0, 0, 3, 0], text("WEBP"))),
    ("HEIF", bytes([0, 0, 0, 24], text("ftypheic"))),
    ("a film", bytes([0, 0, 0, 32], text("ftypisom"))),
    ("JPEG XL", bytes([0, 0, 0, 12], text("JXL "), endOfLine)),
    ("JPEG 2000", bytes([0, 0, 0, 12], text("jP  "), endOfLine)),
    ("GIF", bytes(text("GIF89a"), [9, 0, 9, 0, 0x80, 0, 0, 1, 2, 3, 4, 5, 6, 0x2C])),
    ("TIFF", tiff),
    ("a TIFF of the other order", otherTIFF),
  ]

  private static let before: [UInt8] = [0x41, 0x9A, 1, 2, 3, 0x80]
  private static let behind = filled(0x55, 40)

  @Test(arguments: heads.indices) func findsAFile(index: Int) {
    let head = Self.heads[index]
    let bytes = Self.bytes(Self.before, head.bytes, Self.behind)
    #expect(CarriedPictures.begin(in: bytes[...]), "\(head.name)")
    #expect(ExaminedPictureFiles.first(in: bytes[...]) != nil, "\(head.name)")
    // As a unit has it, and as no unit should.
    let unit = EmulationPrevention.added(to: head.bytes + Self.behind, behind: Self.before)
    for unit in [unit, bytes] {
      #expect(CarriedPictures.begin(inUnit: unit[...]), "\(head.name)")
      #expect(ExaminedPictureFiles.lie(inUnit: unit[...]), "\(head.name)")
    }
    // Wherever in an array it stands.
    #expect(CarriedPictures.begin(inUnit: ([0, 0] + unit).dropFirst(2)), "\(head.name)")
    #expect(ExaminedPictureFiles.lie(inUnit: ([0, 0] + unit).dropFirst(2)), "\(head.name)")
  }

  /// What code holds by chance once in some gigabytes.
  @Test func takesNothingElseForOne() {
    let behind = Self.behind
    let others: [[UInt8]] = [
      [], [0xFF], [0xFF, 0xD8, 0xFF, 0xE0], Self.bytes(Self.start, [0xFF, 0xE0, 0, 16], behind),
      Self.bytes(Self.start, Self.table, behind),
      Self.bytes(Self.start, Self.table, [0xFF, 0xC0, 0, 18], behind),
      Self.bytes(Self.start, Self.filled(0xFF, 200)), Self.bytes([0x89, 0x50, 0x4E, 0x47], behind),
      Self.bytes(Self.text("RIFF"), behind), Self.bytes(Self.text("ftypheic"), behind),
      Self.bytes([0x80, 0, 0, 24], Self.text("ftypheic"), behind), Self.bytes([0x49, 0x49, 0x2A, 0], behind),
      Self.bytes(Array(Self.tiff.prefix(12)), behind, behind), Self.bytes(Self.text("GIF89a"), behind),
      Self.bytes(Self.text("JXL "), behind),
    ]
    for bytes in others {
      #expect(
        !CarriedPictures.begin(in: bytes[...]) && !CarriedPictures.begin(inUnit: bytes[...]), "\(bytes)")
      #expect(ExaminedPictureFiles.first(in: bytes[...]) == nil, "\(bytes)")
      #expect(!ExaminedPictureFiles.lie(inUnit: bytes[...]), "\(bytes)")
    }
    // Two of three bytes are such that files begin with them.
    var random = SplitMix(seed: 7)
    let starts: [UInt8] = [0xFF, 0xD8, 0xE0, 0xC0, 0, 1, 3, 0x11, 8, 0x49, 0x2A, 0x66, 0x47]
    let noise = (0..<400_000).map { _ in
      Bool.random(using: &random)
        ? UInt8.random(in: 0...255, using: &random)
        : starts[Int.random(in: 0..<starts.count, using: &random)]
    }
    #expect(!CarriedPictures.begin(inUnit: noise[...]) && !ExaminedPictureFiles.lie(inUnit: noise[...]))
  }

  /// Nothing of a picture is cut off so that reading goes beyond the bytes.
  @Test(arguments: heads.indices) func readsNothingBehindTheBytes(index: Int) {
    let bytes = Self.heads[index].bytes
    for count in 0...bytes.count {
      _ = CarriedPictures.begin(inUnit: bytes.prefix(count))
      _ = ExaminedPictureFiles.lie(inUnit: bytes.prefix(count))
    }
  }

  private func writer(_ film: [UInt8], audio: AudioChoice) throws {
    let file = try MP4File(FileBytes(film))
    _ = try MP4Writer(
      file, codec: .h264, configuration: file.film.video.configuration, audio: audio, into: MemorySink())
  }

  /// Also where it begins in one packet and goes on in the next.
  @Test func refusesItInSound() throws {
    let picture = Self.bytes(Self.start, Self.table, Self.frame, Self.behind)
    var film = try RebuiltFilm(TestFilm { ($0.frames, $0.audioTracks) = (8, 1) }.bytes())
    try writer(film.bytes, audio: .keep)
    #expect(try FilmInspection(FileBytes(film.bytes)).blocks.allSatisfy { $0.kind != .hiddenPicture })
    film.tracks[1].samples[2] += picture.prefix(50)
    film.tracks[1].samples[3] = Array(picture.dropFirst(50)) + film.tracks[1].samples[3]
    let bytes = film.bytes
    let error = #expect(throws: FaceBlurError.self) { try writer(bytes, audio: .keep) }
    #expect(error?.kind == .unsupportedPhoto && error?.reason.contains("the file of a picture") == true)
    #expect(error?.advice != nil)
    try writer(bytes, audio: .drop)
    let blocks = try FilmInspection(FileBytes(bytes)).blocks
    let block = try #require(blocks.first { $0.kind == .hiddenPicture }, "\(blocks)")
    #expect(bytes[block.range].starts(with: picture))
  }
}
