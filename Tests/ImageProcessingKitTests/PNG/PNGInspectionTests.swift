import TestSupport
import Testing

@testable import ImageProcessingKit

/// What the gate lists of hand-built PNGs.
@Suite struct PNGInspectionTests {
  private static func png(type: UInt8 = 2, depth: Int = 8) -> PlainPNG {
    var png = PlainPNG(width: 9, height: 7, depth: depth, type: type, samples: [])
    png.samples = (0..<(63 * png.stored)).map { UInt16($0 % (1 << min(depth, 8))) }
    if type == 3 { png.palette = (0..<(1 << depth)).map { [UInt8($0), 7, 9] } }
    return png
  }

  private func blocks(
    _ file: [UInt8], _ policy: MetadataPolicy = .minimal, detector: (any FaceDetecting)? = nil
  ) -> [MetadataBlock] {
    file.withUnsafeBufferPointer {
      PNGGate().inspection(
        of: $0, policy: policy, judge: HiddenPictureJudge(detector: detector, containers: [JPEGContainer()])
      ).blocks
    }
  }

  /// Kinds, those that are objected to with an exclamation mark.
  private func kinds(_ file: [UInt8], _ policy: MetadataPolicy = .minimal) -> [String] {
    blocks(file, policy).map { $0.kind.rawValue + ($0.isAllowed ? "" : "!") }
  }

  private func kinds(
    first: [PlainPNG.Chunk] = [], middle: [PlainPNG.Chunk] = [], last: [PlainPNG.Chunk] = [], type: UInt8 = 2,
    depth: Int = 8, _ policy: MetadataPolicy = .minimal
  ) throws -> [String] {
    var png = Self.png(type: type, depth: depth)
    (png.first, png.middle, png.last) = (first, middle, last)
    return kinds(try png.encoded(), policy)
  }

  @Test func listsNothingOfABarePicture() throws {
    for (type, depth) in [(0, 1), (0, 16), (2, 8), (2, 16), (3, 2), (4, 8), (6, 16)] {
      for isInterlaced in [false, true] {
        var png = Self.png(type: UInt8(type), depth: depth)
        png.isInterlaced = isInterlaced
        if type == 3 { png.transparency = [3, 4] }
        if type == 0 { png.transparency = [0, 1] }
        png.mostData = 5
        #expect(try kinds(png.encoded()) == [])
      }
    }
  }

  /// A stream of stored blocks, half of the bytes in each.
  private func stored(
    _ bytes: [UInt8], between blocks: [UInt8] = [], head: UInt8 = 0
  ) -> [UInt8] {
    func block(_ bytes: ArraySlice<UInt8>, _ head: UInt8) -> [UInt8] {
      let (low, high) = (UInt8(bytes.count & 255), UInt8(bytes.count >> 8))
      return [head, low, high, ~low, ~high] + bytes
    }
    let half = bytes.count / 2
    return [0x78, 0x9C] + block(bytes[..<half], head) + blocks + block(bytes[half...], 1)
      + PlainPNG.word(ZlibStream.adler(bytes))
  }

  /// Blocks of nothing, and bits that nobody reads, could hold a picture; encoders that flush what they have leave few.
  @Test func namesWhatBlocksOfItsDataHide() throws {
    let picture = TestPNG.Picture.noise(.rgb8, width: 40, height: 30, seed: 5)
    let row = ZlibStream { $0.flushInterval = 121 }
    for stream in ZlibStream.all + [row] {
      for size in [nil, 1, 7] {
        let coding = TestPNG.Coding { ($0.stream, $0.idatBytes) = (stream, size) }
        #expect(try kinds(TestPNG.encode(picture, coding)) == [], "\(stream)")
      }
    }
    let file = TestPNGChunks(try TestPNG.encode(picture))
    let rows = try #require(ZlibStream.decompress(file.stream)).bytes
    func found(_ stream: [UInt8]) -> [Set<String>] {
      [nil, 1, 7].map { Set(kinds(file.replacing(stream: stream, each: $0).bytes)) }
    }
    let nothing: [UInt8] = [0, 0, 0, 255, 255]
    #expect(found(stored(rows)) == [[], [], []])
    #expect(found(stored(rows, between: nothing + nothing)) == [[], [], []])
    let slack = [Set<String>](repeating: ["pictureSlack!"], count: 3)
    #expect(found(stored(rows, between: (0..<4).flatMap { _ in nothing })) == slack)
    // Five bits of each are free.
    #expect(found(stored(rows, between: [8] + nothing.dropFirst())) == slack)
    #expect(found(stored(rows, head: 0x80)) == slack)
    // As short as these no encoder makes them.
    let short: [UInt8] = rows.prefix(1000).flatMap { [0, 1, 0, 254, 255, $0] as [UInt8] }
    let end = stored(Array(rows.dropFirst(1000)))[2...].dropLast(4)
    let many: [UInt8] = [0x78, 0x9C] + short + Array(end) + PlainPNG.word(ZlibStream.adler(rows))
    #expect(found(many) == slack)
  }

  /// Codes that say something else besides the picture are longer than it is without any.
  @Test func namesCodesThatAreLongerThanTheRows() throws {
    let picture = TestPNG.Picture.noise(.rgb8, width: 4000, height: 8, seed: 6)
    let file = TestPNGChunks(try TestPNG.encode(picture))
    let rows = try #require(ZlibStream.decompress(file.stream)).bytes
    func found(_ length: Int) -> [String] {
      let blocks = stride(from: 0, to: rows.count, by: length).flatMap { start in
        let block = rows[start..<min(start + length, rows.count)]
        let isLast: UInt8 = start + length < rows.count ? 0 : 1
        return [isLast, UInt8(block.count), 0, ~UInt8(block.count), 255] + block
      }
      let stream = [0x78, 0x9C] + blocks + PlainPNG.word(ZlibStream.adler(rows))
      return kinds(file.replacing(stream: stream, each: nil).bytes)
    }
    #expect(found(100) == [])
    #expect(found(17) == ["pictureSlack!"])
  }

  @Test func namesWhatBlocksOfAProfileHide() throws {
    let profile = KnownColorSpace.displayP3.profile
    func found(_ stream: [UInt8]) throws -> [String] {
      try kinds(first: [("iCCP", Array("ICC profile\0\0".utf8) + stream)])
    }
    #expect(try found(stored(profile)) == ["icc"])
    let nothing: [UInt8] = [0, 0, 0, 255, 255]
    #expect(try found(stored(profile, between: [8] + nothing.dropFirst())) == ["icc!"])
    #expect(try found(stored(profile, between: (0..<4).flatMap { _ in nothing })) == ["icc!"])
  }

  @Test func allowsWhatColorsAsk() throws {
    let primaries = [31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000].flatMap {
      ByteOrder.bigEndian.number($0, 4)
    }
    let chunks: [PlainPNG.Chunk] = [
      ("cICP", [9, 16, 0, 1]), ("sRGB", [0]), ("gAMA", [0, 0, 0xB1, 0x8F]), ("cHRM", primaries),
      ("sBIT", [5, 6, 5]),
    ]
    #expect(try kinds(first: Array(chunks[2...])) == Array(repeating: "colorSpace", count: 3))
    let policy = try #require(MetadataPolicy("none-profile"))
    // Two neighbours are one entry; numbers count for less than a code or a name.
    for policy in [MetadataPolicy.minimal, policy] {
      #expect(
        try kinds(first: chunks, policy) == ["colorSpace", "colorSpace", "colorSpace!", "colorSpace"])
    }
    #expect(try kinds(first: [chunks[2], chunks[1]]) == ["colorSpace!", "colorSpace"])
    #expect(try kinds(first: [chunks[3], chunks[0]]) == ["colorSpace!", "colorSpace"])
    #expect(try kinds(first: [chunks[2], chunks[4]], policy) == ["colorSpace!", "colorSpace"])
    #expect(try kinds(first: [("cHRM", [UInt8](repeating: 1, count: 32))]) == ["colorSpace!"])
    #expect(try kinds(first: [("cHRM", [UInt8](repeating: 0, count: 32))]) == ["colorSpace!"])
    for (type, content) in [
      ("cICP", [9, 16, 1, 1]), ("cICP", [9, 16, 0, 2]), ("cICP", [9, 16, 0]), ("sRGB", [4]),
      ("sRGB", [0, 0]),
      ("gAMA", [0, 0, 0, 0]), ("gAMA", [1]), ("cHRM", [1]), ("sBIT", [5, 6]), ("sBIT", [0, 5, 6]),
      ("sBIT", [5, 6, 9]),
    ] as [(String, [UInt8])] {
      #expect(try kinds(first: [(type, content)]) == ["colorSpace!"], "\(type)")
    }
    // Once, and where viewers look.
    let gamma = chunks[2]
    #expect(try kinds(first: [gamma, gamma]) == ["colorSpace", "colorSpace!"])
    #expect(try kinds(last: [gamma]) == ["colorSpace!"])
    #expect(try kinds(middle: [gamma], type: 3) == ["colorSpace!"])
    #expect(try kinds(first: [("bKGD", [1])], type: 3) == ["background!"])
    #expect(try kinds(middle: [("bKGD", [1])], type: 3) == ["background!"])
    #expect(try kinds(middle: [("bKGD", [0, 1, 0, 2, 0, 3])]) == ["background!"])
    #expect(try kinds(middle: [("bKGD", [0, 2])], type: 0, depth: 1) == ["background!"])
    #expect(try kinds(middle: [("tRNS", [0, 0])]) == ["transparency!"])
    #expect(try kinds(middle: [("tRNS", [0, 0])], type: 4) == ["transparency!"])
    #expect(try kinds(middle: [("PLTE", [1, 2, 3])]) == ["suggestedPalette!"])
    #expect(try kinds(middle: [("PLTE", [1, 2, 3])], type: 3) == ["strayBytes!"])
  }

  /// Which of several entries that show the same a pixel has would be a picture of its own; entries that no pixel has are none.
  @Test func objectsToPixelsOfEntriesThatShowTheSame() throws {
    for isInterlaced in [false, true] {
      var png = Self.png(type: 3, depth: 2)
      png.isInterlaced = isInterlaced
      png.palette[3] = png.palette[1]
      #expect(try kinds(png.encoded()) == ["twinEntries!"])
      png.transparency = [255, 255, 255, 9]
      #expect(try kinds(png.encoded()) == [])
      png.transparency = []
      png.samples = png.samples.map { min($0, 2) }
      #expect(try kinds(png.encoded()) == [])
    }
  }

  @Test func allowsADensityAsThePolicySays() throws {
    func kinds(_ x: UInt8, _ y: UInt8, unit: UInt8, _ policy: String) throws -> [String] {
      try self.kinds(
        middle: [("pHYs", [0, 0, 0, x, 0, 0, 0, y, unit])], try #require(MetadataPolicy(policy)))
    }
    #expect(try kinds(72, 72, unit: 1, "minimal") == ["pixelDensity"])
    #expect(try kinds(72, 72, unit: 2, "minimal") == ["pixelDensity!"])
    #expect(try kinds(204, 98, unit: 1, "minimal") == ["pixelDensity"])
    // Faces so drawn out are not found.
    #expect(try kinds(60, 180, unit: 1, "minimal") == ["pixelDensity!"])
    #expect(try kinds(3, 1, unit: 0, "none") == ["pixelDensity!"])
    #expect(try kinds(72, 72, unit: 1, "none") == ["pixelDensity!"])
    #expect(try kinds(2, 1, unit: 0, "none") == ["pixelDensity"])
    for (x, y, unit) in [(1, 1, 0), (4, 2, 0), (101, 1, 0), (2, 1, 1), (0, 1, 0)] as [(UInt8, UInt8, UInt8)] {
      #expect(try kinds(x, y, unit: unit, "none") == ["pixelDensity!"])
    }
  }

  @Test func judgesProfiles() throws {
    let profile = KnownColorSpace.displayP3.profile
    func kinds(_ name: String, method: UInt8 = 0, _ stream: [UInt8], _ policy: MetadataPolicy = .minimal)
      throws
      -> [String]
    {
      try self.kinds(first: [("iCCP", Array(name.utf8) + [0, method] + stream)], policy)
    }
    let stream = try PlainPNG.deflated(profile)
    #expect(try kinds("ICC profile", stream) == ["icc"])
    #expect(try kinds("ICC profile", stream, try #require(MetadataPolicy("none-profile"))) == ["icc!"])
    #expect(try kinds("Ada's", stream) == ["icc!"])
    #expect(try kinds("ICC profile", method: 1, stream) == ["icc!"])
    #expect(try kinds("ICC profile", stream + [0]) == ["icc!"])
    #expect(try kinds("ICC profile", stream.dropLast()) == ["icc!"])
    #expect(try kinds("ICC profile", []) == ["icc!"])
    #expect(try kinds("ICC profile", PlainPNG.deflated(profile + [1])) == ["icc!"])
    #expect(try self.kinds(first: [("iCCP", Array("ICC profile".utf8))]) == ["icc!"])
  }

  @Test func objectsToWhatIsNoPicture() throws {
    let chunks: [(String, String)] = [
      ("tEXt", "text"), ("zTXt", "text"), ("iTXt", "text"), ("tIME", "time"), ("hIST", "histogram"),
      ("sPLT", "suggestedPalette"), ("acTL", "animation"), ("fcTL", "animation"), ("fdAT", "animation"),
      ("caBX", "contentCredential"), ("iDOT", "furtherChunk"), ("vpAg", "furtherChunk"),
      ("CgBI", "furtherChunk"),
    ]
    for (type, kind) in chunks {
      #expect(try kinds(middle: [(type, [1, 2, 3, 4])]) == [kind + "!"])
      #expect(try kinds(last: [(type, [])]) == [kind + "!"])
    }
    let xmp = Array("XML:com.adobe.xmp\0\0\0\0\0<x/>".utf8)
    #expect(try kinds(middle: [("iTXt", xmp)]) == ["xmp!"])
    #expect(try kinds(last: [("IDAT", [])]) == ["strayBytes!"])
    #expect(try kinds(last: [("IDAT", [1])]) == ["pictureSlack!"])
    #expect(try kinds(last: [("tIME", [0, 0, 0, 0, 0, 0, 0]), ("IDAT", [1])]) == ["time!", "strayBytes!"])
    // Neighbours of one kind are one entry, but for the first of all.
    #expect(
      try kinds(middle: chunks.prefix(1).flatMap { chunk in (0..<9000).map { _ in (chunk.0, []) } }).count
        == 2)
  }

  @Test func readsEXIF() throws {
    var block = EXIFBlock()
    block.orientation = .right
    let tiff = block.tiff(thumbnail: nil)
    var png = Self.png()
    png.last = [("eXIf", tiff)]
    let file = try png.encoded()
    #expect(kinds(file) == ["exif"])
    #expect(file.withUnsafeBufferPointer { PNGGate().shape(of: $0).orientation } == .right)
    png.last = [("eXIf", [1, 2, 3]), ("eXIf", tiff)]
    let second = try png.encoded()
    #expect(kinds(second) == ["exif!", "exif!"])
    second.withUnsafeBufferPointer {
      #expect(PNGGate().shape(of: $0).orientation == .right)
      let judge = HiddenPictureJudge(detector: nil)
      #expect(PNGGate().inspection(of: $0, policy: .minimal, judge: judge).shape.orientation == .right)
    }
  }

  /// Of a screenshot that was cropped in place, the rest stays behind the picture's data.
  @Test func findsDataBehindThePicture() throws {
    for mostData in [3, 1000] {
      var png = Self.png()
      png.mostData = mostData
      png.surplus = [0]
      #expect(try kinds(png.encoded()) == ["pictureSlack!"])
      png.surplus = [UInt8](repeating: 77, count: 5000)
      #expect(try kinds(png.encoded()) == ["pictureSlack!"])
      png.surplus = []
      png.rest = [1, 2, 3]
      let blocks = blocks(try png.encoded())
      #expect(blocks.map(\.kind) == [.pictureSlack])
      if mostData == 1000 { #expect(blocks.map(\.range.count) == [3]) }
      png.rest = []
      png.trailer = [9]
      #expect(try kinds(png.encoded()) == ["trailingBytes!"])
      png.trailer = try PlainPNG.signature + png.encoded()
      #expect(try kinds(png.encoded()).first == "trailingPicture!")
    }
  }

  @Test func objectsToDamage() throws {
    let png = Self.png()
    let file = try png.encoded()
    // The last byte of the header's checksum, of the data, and of the end's.
    for place in [32, file.count - 13, file.count - 1] {
      var other = file
      other[place] ^= 1
      #expect(kinds(other) == ["strayBytes!"], "\(place)")
    }
    #expect(kinds([]) == ["strayBytes!"])
    #expect(kinds([1, 2, 3]) == ["strayBytes!"])
    #expect(kinds(Array(file.dropFirst())) == ["strayBytes!"])
    #expect(kinds(Array(file.dropLast(12))) == ["strayBytes!"])
    for count in 0..<file.count { #expect(kinds(Array(file.prefix(count))).contains { $0.hasSuffix("!") }) }
    // What cannot be the picture's checksum is no end of it.
    var data = try PlainPNG.deflated([UInt8](repeating: 0, count: 7 * 28))
    data[data.count - 1] ^= 1
    let wrong =
      PlainPNG.signature + PlainPNG.chunk("IHDR", png.header) + PlainPNG.chunk("IDAT", data)
      + PlainPNG.chunk("IEND", [])
    #expect(kinds(wrong) == ["pictureSlack!"])
  }

  /// In texts that are deflated, or written in hexadecimal.
  @Test func looksIntoTexts() throws {
    let photo = try TestJPEG.encode(TestPhotos.noise(width: 40, height: 40, seed: 1), TestJPEG.Kind())
    let hexadecimal = Array(
      ("\nexif\n    \(photo.count)\n"
        + photo.enumerated().map {
          ($0.element < 16 ? "0" : "") + String($0.element, radix: 16) + ($0.offset % 36 == 35 ? "\n" : "")
        }.joined()).utf8)
    let raw = Array("Raw profile type exif\0".utf8)
    for (type, content) in [
      ("tEXt", Array("a\0".utf8) + photo), ("zTXt", try Array("a\0\0".utf8) + PlainPNG.deflated(photo)),
      ("iTXt", try Array("XML:com.adobe.xmp\0\u{1}\0\0\0".utf8) + PlainPNG.deflated(photo)),
      ("iTXt", Array("b\0\0\0de\0\0".utf8) + photo), ("tEXt", raw + hexadecimal),
      ("zTXt", try raw + [0] + PlainPNG.deflated(hexadecimal)),
      ("iCCP", try Array("a\0\0".utf8) + PlainPNG.deflated(photo)), ("prIv", photo),
    ] {
      var png = Self.png()
      png.first = [(type, content)]
      let found = blocks(try png.encoded(), detector: OneFaceDetector())
      #expect(found.map(\.mayShowFace) == [.yes] && found.first?.contents == ["JPEG"], "\(type)")
    }
  }
}
