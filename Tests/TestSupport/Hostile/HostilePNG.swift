/// PNGs that are made to keep a reader busy, or to lead it astray. Each takes a PNG as its photo.
extension HostileFile {
  /// Small enough to be looked at one by one: photos that hold more than they show, and files that are no photos.
  public static let png = pngParts + pngEXIF + pngHeaders + pngPalettes + pngStreams + pngOrder
  /// Likewise for work that grows with the square of the size, and memory that grows with what a stream inflates to.
  public static let largePNG = pngCounts + pngBombs

  static func png(
    _ name: String, isPhoto: Bool = true,
    _ build: @escaping @Sendable (_ photo: TestPNGChunks) throws -> TestPNGChunks
  ) -> HostileFile {
    HostileFile(name, isPhoto: isPhoto, fileExtension: "png") { try build(TestPNGChunks($0)).bytes }
  }

  /// A file that is refused.
  private static func refused(
    _ name: String, _ build: @escaping @Sendable (_ photo: TestPNGChunks) throws -> TestPNGChunks
  ) -> HostileFile {
    png(name, isPhoto: false, build)
  }

  // MARK: Photos

  private static let pngParts: [HostileFile] = [
    png("Empty IDATs between the picture's") { photo in
      let stream = photo.stream
      let half = stream.count / 2
      return photo.removing("IDAT").inserting(
        [
          TestPNGChunk("IDAT"), TestPNGChunk("IDAT", Array(stream[..<half])), TestPNGChunk("IDAT"),
          TestPNGChunk("IDAT"),
        ]
          + [TestPNGChunk("IDAT", Array(stream[half...])), TestPNGChunk("IDAT")], before: "IEND")
    },
    png("An IDAT for every byte") { $0.replacing(stream: $0.stream, each: 1) },
    png("Wrong sums in chunks that nobody needs") {
      $0.inserting(
        [
          TestPNGChunk("tEXt", Array("Comment\0hidden".utf8), crcError: 1),
          TestPNGChunk("prVt", [1], crcError: 9),
        ],
        before: "IDAT")
    },
    png("Starts of PNGs in a text") {
      $0.inserting(
        [TestPNGChunk("tEXt", Array("a\0".utf8) + fill(60_000, TestPNGChunks.signature))], before: "IDAT")
    },
    png("Starts of PNGs behind the end") { $0.adding(trailing: fill(60_000, TestPNGChunks.signature)) },
    png("PNGs within PNGs") { photo in
      let inner = TestPNGChunks([.header(width: 1, height: 1, depth: 8, colorType: 0)])
      let nested = (0..<200).reduce(inner.bytes) { file, _ in
        TestPNGChunks([.header(width: 1, height: 1, depth: 8, colorType: 0), TestPNGChunk("prVt", file)])
          .bytes
      }
      return photo.inserting([TestPNGChunk("prVt", nested)], before: "IDAT")
    },
    png("Chunks of every ancillary name without data") { photo in
      let names = [
        "cICP", "cHRM", "gAMA", "iCCP", "mDCV", "cLLI", "sBIT", "sRGB", "bKGD", "hIST", "tRNS", "eXIf",
        "pHYs",
        "sPLT", "tIME", "iTXt", "tEXt", "zTXt", "oFFs", "pCAL", "sCAL", "gIFg", "gIFt", "gIFx", "sTER",
        "dSIG",
        "fRAc", "caBX", "vpAg", "iDOT",
      ]
      let chunks = names.map { TestPNGChunk($0) }
      return photo.inserting(chunks, before: "IDAT").inserting(chunks, before: "IEND")
    },
    png("Texts and a profile without an end to their names") { photo in
      let name = [UInt8](repeating: 0x61, count: 3000)
      return photo.inserting(
        ["iCCP", "tEXt", "zTXt", "iTXt", "sPLT"].map { TestPNGChunk($0, name) }, before: "IDAT")
    },
    png("A profile and texts whose streams are none") { photo in
      photo.inserting(
        [
          TestPNGChunk("iCCP", Array("p\0\0".utf8) + [1, 2, 3]),
          TestPNGChunk("zTXt", Array("k\0\0".utf8) + [9]),
        ]
          + [
            TestPNGChunk("iTXt", Array("k\0\u{1}\0\0\0".utf8) + [9]),
            TestPNGChunk("zTXt", Array("k\0\u{7}".utf8)),
          ],
        before: "IDAT")
    },
    png("A profile that is cut short") { photo in
      let stream = try ZlibStream().compress(TestProfile.wideGamut)
      return photo.inserting(
        [TestPNGChunk("iCCP", Array("p\0\0".utf8) + stream.dropLast(stream.count / 2))], before: "IDAT")
    },
    png("Ancillary chunks of the wrong length") { photo in
      let names = ["cICP", "cHRM", "gAMA", "sBIT", "sRGB", "bKGD", "pHYs", "tRNS", "tIME"]
      return photo.inserting(names.map { TestPNGChunk($0, fill(77, [0xFF])) }, before: "IDAT")
    },
    png("Ancillary chunks of absurd values") { photo in
      photo.inserting(
        [TestPNGChunk("gAMA", [0xFF, 0xFF, 0xFF, 0xFF]), TestPNGChunk("cHRM", fill(32, [0xFF]))]
          + [
            TestPNGChunk("sBIT", fill(3, [0xFF])), TestPNGChunk("sRGB", [200]),
            TestPNGChunk("cICP", [255, 255, 255, 255]),
          ]
          + [TestPNGChunk("pHYs", fill(9, [0xFF])), TestPNGChunk("bKGD", fill(6, [0xFF]))], before: "IDAT")
    },
  ]

  /// The EXIF blocks that lead in circles in JPEGs, each in an eXIf.
  private static let pngEXIF: [HostileFile] = exif.map { file in
    png("PNG with \(file.name)") { photo in
      let jpeg = try file.build([0xFF, 0xD8, 0xFF, 0xD9])
      let content = JPEGParts.segments(of: jpeg).first.map { JPEGParts.content(of: $0.range, in: jpeg) } ?? []
      return photo.inserting(
        [TestPNGChunk("eXIf", Array(content.dropFirst(EXIFBuilder.signature.count)))], before: "IDAT")
    }
  }

  // MARK: No photos

  private static let pngHeaders: [HostileFile] =
    [
      refused("Sides of two billion pixels") { $0.stating(width: 0x7FFF_FFFF, height: 0x7FFF_FFFF) },
      refused("Sides that are negative") { $0.stating(width: 0x8000_0000, height: 0xFFFF_FFFF) },
      refused("A row of two billion pixels") { $0.stating(width: 0x7FFF_FFFF, height: 1) },
      refused("A column of two billion pixels") { $0.stating(width: 1, height: 0x7FFF_FFFF) },
      // Within the limit of pixels, and more than the stream can hold.
      refused("A header that claims more than there is") { $0.stating(width: 14_000, height: 14_000) },
      refused("One row more than there is") { $0.stating(addingToHeight: 1) },
      refused("A width of zero") { $0.stating(width: 0) },
      refused("A height of zero") { $0.stating(height: 0) },
      refused("A header that is short") { $0.changing("IHDR") { $0.data.removeLast() } },
      refused("A header that is long") { $0.changing("IHDR") { $0.data.append(0) } },
      refused("No header") { $0.removing("IHDR") },
      refused("A text before the header") { $0.inserting([TestPNGChunk("tEXt", [0x61, 0])], at: 0) },
      refused("A wrong sum in the header") { $0.changing("IHDR") { $0.crcError = 1 } },
      refused("Compression that is none") { $0.changing("IHDR") { $0.data[10] = 1 } },
      refused("Filters of another kind") { $0.changing("IHDR") { $0.data[11] = 64 } },
      refused("Interlacing of another kind") { $0.changing("IHDR") { $0.data[12] = 2 } },
      HostileFile("Nothing but a signature", isPhoto: false, fileExtension: "png") { _ in
        TestPNGChunks.signature
      },
      HostileFile("A signature and zeros", isPhoto: false, fileExtension: "png") { _ in
        TestPNGChunks.signature + [UInt8](repeating: 0, count: 100_000)
      },
      HostileFile("A signature and FF", isPhoto: false, fileExtension: "png") { _ in
        TestPNGChunks.signature + [UInt8](repeating: 0xFF, count: 100_000)
      },
      HostileFile("Line ends of another system", isPhoto: false, fileExtension: "png") { photo in
        photo.prefix(4) + [0x0A, 0x1A, 0x0A] + photo.dropFirst(8)
      },
    ]
    + invalidKinds.map { type, depth in
      refused("Colour type \(type) of \(depth) bits") { photo in
        photo.changing("IHDR") { ($0.data[8], $0.data[9]) = (depth, type) }
      }
    }

  /// Pairs that the standard does not have (11.2.1), a few of each reason.
  private static let invalidKinds: [(UInt8, UInt8)] = [
    (0, 0), (0, 3), (0, 32), (2, 1), (2, 4), (3, 16), (3, 0), (4, 1), (4, 4), (6, 2), (6, 255), (1, 8),
    (5, 8), (7, 8),
    (8, 8), (0x83, 8), (255, 255),
  ]

  private static let pngPalettes: [HostileFile] =
    [0, 1, 2, 4, 767, 769, 771].map { size in
      refused("A palette of \(size) bytes") { _ in
        TestPNGChunks(try odd(.palette8).bytes).changing("PLTE") {
          $0.data = [UInt8](repeating: 1, count: size)
        }
      }
    } + [
      refused("No palette") { _ in try odd(.palette8).removing("PLTE") },
      refused("A palette behind the picture") { _ in
        let picture = try odd(.palette8)
        return picture.removing("PLTE").inserting(picture.chunks.filter { $0.type == "PLTE" }, before: "IEND")
      },
      refused("Two palettes") { _ in
        try odd(.palette8).inserting([TestPNGChunk("PLTE", [9, 9, 9])], before: "IDAT")
      },
      refused("A palette of a grey picture") { _ in
        try odd(.gray8).inserting([TestPNGChunk("PLTE", [9, 9, 9])], before: "IDAT")
      },
      refused("A palette of a grey picture with alpha") { _ in
        try odd(TestPNG.Kind(4, 8)).inserting([TestPNGChunk("PLTE", [9, 9, 9])], before: "IDAT")
      },
      refused("A wrong sum in the palette") { _ in try odd(.palette8).changing("PLTE") { $0.crcError = 1 } },
    ]

  private static func odd(_ kind: TestPNG.Kind) throws -> TestPNGChunks {
    try TestPNG.chunks(TestPNG.Picture(TestPhotos.noise(width: 40, height: 30, seed: 4), kind))
  }

  private static let pngStreams: [HostileFile] = [
    refused("A wrong sum of the picture's bytes") { photo in
      var stream = photo.stream
      stream[stream.count - 1] ^= 1
      return photo.replacing(stream: stream)
    },
    refused("A wrong sum in an IDAT") { $0.changing("IDAT") { $0.crcError = 0x8000_0000 } },
    refused("No IDAT") { $0.removing("IDAT") },
    refused("IDATs without a byte") { $0.replacing(stream: []) },
    refused("A stream of one byte") { $0.replacing(stream: [0x78]) },
    refused("A stream with a wrong check of its header") { photo in
      photo.replacing(stream: [0x78, 0x9D] + photo.stream.dropFirst(2))
    },
    refused("A stream of another method") { photo in
      photo.replacing(stream: [0x77, 0x85] + photo.stream.dropFirst(2))
    },
    refused("A window of more than 32 KB") { photo in
      photo.replacing(stream: [0x88, 0x1C] + photo.stream.dropFirst(2))
    },
    refused("A stream that asks for a dictionary") { photo in
      let rows = ZlibStream.decompress(photo.stream)?.bytes ?? []
      return photo.replacing(
        stream: try ZlibStream { $0.dictionary = Array(rows.prefix(1000)) }.compress(rows))
    },
    refused("A block of a kind that is none") { $0.replacing(stream: [0x78, 0x01, 0x07] + $0.stream) },
    refused("A distance before the beginning") { photo in
      // A fixed block that begins with a match: three bytes, four back.
      photo.replacing(stream: [0x78, 0x01, 0x03, 0x62, 0, 0] + photo.stream)
    },
    refused("A stream that ends early") { photo in
      photo.replacing(stream: Array(photo.stream.prefix(photo.stream.count / 2)))
    },
    refused("One byte too few") { photo in
      let rows = ZlibStream.decompress(photo.stream)?.bytes ?? []
      return photo.replacing(stream: try ZlibStream().compress(Array(rows.dropLast())))
    },
    refused("Rows of a filter that is none") { photo in
      var rows = ZlibStream.decompress(photo.stream)?.bytes ?? []
      rows[0] = 5
      return photo.replacing(stream: try ZlibStream().compress(rows))
    },
    refused("A last row of filter 255") { photo in
      var rows = ZlibStream.decompress(photo.stream)?.bytes ?? []
      let height = photo["IHDR"]?.data[4..<8].reduce(0) { $0 << 8 | Int($1) } ?? 1
      rows[rows.count - rows.count / max(height, 1)] = 255
      return photo.replacing(stream: try ZlibStream().compress(rows))
    },
  ]

  private static let pngOrder: [HostileFile] = [
    refused("No end") { $0.removing("IEND") },
    refused("A text between IDATs") { photo in
      let half = photo.stream.count / 2
      return photo.replacing(stream: Array(photo.stream[..<half])).inserting(
        [TestPNGChunk("tEXt", [0x61, 0]), TestPNGChunk("IDAT", Array(photo.stream[half...]))], behind: "IDAT")
    },
    refused("A length beyond the file") { photo in
      photo.inserting([TestPNGChunk("tEXt", [1, 2, 3], length: 1 << 24)], before: "IDAT")
    },
    refused("A length of two billion") { photo in
      photo.inserting([TestPNGChunk("prVt", [1, 2, 3], length: 0x7FFF_FFFF)], before: "IDAT")
    },
    refused("A length that is negative") { photo in
      photo.inserting([TestPNGChunk("prVt", [1, 2, 3], length: 0x8000_0000)], before: "IDAT")
    },
    refused("A length of all ones") { photo in
      photo.inserting([TestPNGChunk("prVt", [1, 2, 3], length: 0xFFFF_FFFF)], before: "IDAT")
    },
    refused("A length of all ones in the picture") { $0.changing("IDAT") { $0.length = 0xFFFF_FFF4 } },
    refused("A name that is none") { $0.inserting([TestPNGChunk("a1.\0", [1])], before: "IDAT") },
    refused("A critical chunk that nobody knows") {
      $0.inserting([TestPNGChunk("FACE", [1])], before: "IDAT")
    },
    refused("A critical chunk behind the picture") {
      $0.inserting([TestPNGChunk("FACE", [1])], before: "IEND")
    },
    refused("An iPhone's own kind") { photo in
      let rows = ZlibStream.decompress(photo.stream)?.bytes ?? []
      // Raw DEFLATE behind a chunk that says so.
      return photo.replacing(stream: try ZlibStream { $0.windowBits = -15 }.compress(rows))
        .inserting([TestPNGChunk("CgBI", [0x50, 0, 0x20, 2])], at: 0)
    },
    refused("An animation") { photo in
      let order = ByteOrder.bigEndian
      let places: [UInt8] = [0, 32, 32, 0, 0].flatMap { order.number($0, 4) }
      let frame = places + [0, 1, 0, 10, 0, 0]
      return photo.inserting([TestPNGChunk("acTL", order.number(1, 4) + order.number(0, 4))], before: "IDAT")
        .inserting([TestPNGChunk("fcTL", frame)], before: "IEND")
    },
    refused("An animation that is announced behind the picture") { photo in
      photo.inserting([TestPNGChunk("acTL", [0, 0, 0, 1, 0, 0, 0, 0])], before: "IEND")
    },
  ]

  // MARK: Many and large

  private static let pngCounts: [HostileFile] = [
    counted("Chunks of a private kind by the ten thousand", 40_000, [TestPNGChunk("prVt")]),
    counted(
      "Texts, times and private chunks in turns", 20_000,
      ["tEXt", "tIME", "prVt"].map { TestPNGChunk($0, [1]) }),
    counted("Empty IDATs by the ten thousand", 40_000, [TestPNGChunk("IDAT")]),
    counted(
      "Chunks behind the picture by the ten thousand", 40_000, [TestPNGChunk("zzZz")], before: "IEND"),
    counted(
      "Ten thousand EXIF blocks", 10_000, [TestPNGChunk("eXIf", ByteOrder.littleEndian.header())]),
    counted("Ten thousand profiles", 10_000, [TestPNGChunk("iCCP", Array("p\0\0".utf8))]),
    counted("Ten thousand IENDs", 10_000, [.end], before: ""),
    HostileFile("A million starts of a PNG behind the end", fileExtension: "png") {
      $0 + fill(8 << 20, TestPNGChunks.signature)
    },
    HostileFile("Starts of a PNG with a header behind the end", fileExtension: "png") {
      let start = TestPNGChunks([.header(width: 9000, height: 9000, depth: 8, colorType: 6)]).bytes
      return $0 + fill(4 << 20, start)
    },
    HostileFile("Starts of PNGs whose lengths lead astray", fileExtension: "png") {
      $0 + fill(4 << 20, TestPNGChunks.signature + [0, 0x10, 0, 0] + Array("prVt".utf8))
    },
  ]

  private static func counted(
    _ name: String, _ count: Int, _ chunks: [TestPNGChunk], before type: String = "IDAT"
  ) -> HostileFile {
    HostileFile(name, fileExtension: "png") { photo in
      let bytes = chunks.flatMap(\.bytes)
      return TestPNGChunks.inserting(bytes: fill(count * bytes.count, bytes), into: photo, before: type)
    }
  }

  private static let pngBombs: [HostileFile] = [
    png("Rows of 2.7 GB behind the picture") { try $0.growing(by: 2700, ends: true) },
    png("Rows without end behind the picture") { try $0.growing(by: 2700, ends: false) },
    png("A text of 2.7 GB") { photo in
      photo.inserting([TestPNGChunk("zTXt", Array("k\0\0".utf8) + (try bomb(2700)))], before: "IDAT")
    },
    png("A text of 2.7 GB in any language") { photo in
      photo.inserting([TestPNGChunk("iTXt", Array("k\0\u{1}\0\0\0".utf8) + (try bomb(2700)))], before: "IEND")
    },
    png("XMP of 2.7 GB") { photo in
      photo.inserting(
        [TestPNGChunk("iTXt", Array("XML:com.adobe.xmp\0\u{1}\0\0\0".utf8) + (try bomb(2700)))],
        before: "IDAT")
    },
    png("A profile of 2.7 GB") { photo in
      photo.inserting([TestPNGChunk("iCCP", Array("k\0\0".utf8) + (try bomb(2700)))], before: "IDAT")
    },
    HostileFile("Texts of 20 GB together", fileExtension: "png") { photo in
      let chunk = TestPNGChunk("zTXt", Array("k\0\0".utf8) + (try bomb(10))).bytes
      return TestPNGChunks.inserting(bytes: fill(2000 * chunk.count, chunk), into: photo, before: "IDAT")
    },
    HostileFile("Profiles of 20 GB together", fileExtension: "png") { photo in
      let chunk = TestPNGChunk("iCCP", Array("k\0\0".utf8) + (try bomb(10))).bytes
      return TestPNGChunks.inserting(bytes: fill(2000 * chunk.count, chunk), into: photo, before: "IDAT")
    },
    refused("Sides of two billion pixels and a stream of 2.7 GB") {
      try $0.stating(width: 0x7FFF_FFFF, height: 0x7FFF_FFFF).growing(by: 2700, ends: false)
    },
  ]

  /// A zlib stream of so many megabytes of zeros, in a thousandth of that.
  static func bomb(_ megabytes: Int) throws -> [UInt8] {
    let header = try ZlibStream().compress([], isFinal: false)
    return header + (try zeros(megabytes)) + [1, 0, 0, 0xFF, 0xFF]
      + ByteOrder.bigEndian.number(adler(1, behindZeros: megabytes << 20), 4)
  }

  /// Blocks of raw DEFLATE, none of them the last.
  static func zeros(_ megabytes: Int) throws -> [UInt8] {
    let block = try ZlibStream { $0.windowBits = -15 }.compress(
      [UInt8](repeating: 0, count: 1 << 20), isFinal: false)
    return fill(megabytes * block.count, block)
  }

  /// What Adler-32 becomes behind zeros (RFC 1950, 9): its second sum grows by the first with each of them.
  fileprivate static func adler(_ sum: Int, behindZeros count: Int) -> Int {
    let (low, high) = (sum & 0xFFFF, sum >> 16)
    return (high + low * (count % 65_521)) % 65_521 << 16 | low
  }
}

extension TestPNGChunks {
  /// The same picture under a header with another size.
  public func stating(width: Int? = nil, height: Int? = nil, addingToHeight more: Int = 0) -> TestPNGChunks {
    changing("IHDR") { header in
      let order = ByteOrder.bigEndian
      if let width { header.data.replaceSubrange(0..<4, with: order.number(width, 4)) }
      let stated = header.data[4..<8].reduce(0) { $0 << 8 | Int($1) }
      header.data.replaceSubrange(4..<8, with: order.number((height ?? stated) + more, 4))
    }
  }

  /// The same with megabytes of zeros behind the rows, in the same stream.
  func growing(by megabytes: Int, ends: Bool) throws -> TestPNGChunks {
    let rows = ZlibStream.decompress(stream)?.bytes ?? []
    let blocks = try ZlibStream().compress(rows, isFinal: false) + HostileFile.zeros(megabytes)
    let sum = HostileFile.adler(Int(ZlibStream.adler(rows)), behindZeros: megabytes << 20)
    return replacing(
      stream: blocks + (ends ? [1, 0, 0, 0xFF, 0xFF] + ByteOrder.bigEndian.number(sum, 4) : []), each: 1 << 20
    )
  }

  /// The file cut at every boundary of chunks, and inside of each chunk's length, name, data and CRC. None is whole.
  public static func truncations(of file: [UInt8]) -> [[UInt8]] {
    let boundaries = TestPNGChunks(file).boundaries
    let places = Set(boundaries.flatMap { [$0 - 4, $0 - 1, $0, $0 + 2, $0 + 6, $0 + 9] } + [0, 1, 4])
    return places.sorted().filter { (0..<file.count).contains($0) }.map { Array(file.prefix($0)) }
  }
}
