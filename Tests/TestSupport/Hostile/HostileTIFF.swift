/// TIFFs that are made to keep a reader busy, or to lead it astray. Each takes a TIFF as its photo.
extension HostileFile {
  /// Small enough to be looked at one by one: photos that hold more than they show, and files that are refused.
  public static let tiff = tiffPhotos + tiffUnsupported + tiffRefused
  /// Those that are sound, or pass for it, and of a kind that is not read.
  public static let tiffUnsupported =
    tiffRaw + tiffLayouts + tiffCompressions + tiffPhotometrics + tiffSubfiles
  /// Those that are damaged, cut short or too large, whichever is said of them.
  public static let tiffRefused =
    tiffHeaders + tiffSizes + tiffChunks + tiffCodes + tiffDirectories + tiffBig
  /// Work that grows with the square of the size, and memory that grows with what a strip unpacks to.
  public static let largeTIFF = tiffCounts + tiffBombs

  static func tiff(
    _ name: String, isPhoto: Bool = true,
    _ coding: @escaping @Sendable (inout TestTIFF.Coding) -> Void = { _ in },
    _ change: @escaping @Sendable (inout OddTIFF) throws -> Void
  ) -> HostileFile {
    HostileFile(name, isPhoto: isPhoto, fileExtension: "tif") { photo in
      var file = try OddTIFF(photo) { coding(&$0) }
      try change(&file)
      return file.bytes
    }
  }

  private static func refused(
    _ name: String, _ coding: @escaping @Sendable (inout TestTIFF.Coding) -> Void = { _ in },
    _ change: @escaping @Sendable (inout OddTIFF) throws -> Void
  ) -> HostileFile {
    tiff(name, isPhoto: false, coding, change)
  }

  private static func plain(_ coding: inout TestTIFF.Coding) {
    (coding.compression, coding.isDifferenced, coding.isPlanar, coding.tile) = (.none, false, false, nil)
    coding.rowsPerStrip = 8
  }

  private static func packed(_ compression: TestTIFF.Compression) -> @Sendable (inout TestTIFF.Coding) -> Void
  {
    {
      plain(&$0)
      $0.compression = compression
    }
  }

  private static func tiled(_ coding: inout TestTIFF.Coding) {
    plain(&coding)
    coding.tile = [16, 16]
  }

  private static func big(_ coding: inout TestTIFF.Coding) {
    plain(&coding)
    coding.isBig = true
  }

  private static func bigTiles(_ coding: inout TestTIFF.Coding) {
    tiled(&coding)
    coding.isBig = true
  }

  // MARK: Photos

  private static let tiffPhotos: [HostileFile] = tiffChains + tiffPointers + tiffOddCodes

  private static let tiffChains: [HostileFile] = [
    tiff("A chain that leads out of the file") { $0.first.next = 0xFFFF_FFF0 },
    tiff("A chain that leads to the end of the file") { file in
      file.first.next = 1
      file.first.next = file.bytes.count
    },
    tiff("A chain that leads back to the first directory") { $0.first.next = 8 },
    tiff("A chain that leads into the header") { $0.first.next = 2 },
    tiff("A BigTIFF's chain that leads out of all numbers", big) { $0.first.next = -1 },
    tiff("A BigTIFF's chain that leads back", big) { $0.first.next = 16 },
    tiff("A chain of two that leads back") { file in
      file.chain.append(OddTIFF.Directory([file.long(254, 1)]))
      file.chain[1].next = 8
    },
    tiff("Sixty reduced pictures without pixels") { file in
      for _ in 0..<60 { file.chain.append(OddTIFF.Directory([file.long(254, 1)])) }
    },
    tiff("Entries in no order") { $0.first.entries.reverse() },
    tiff("Every tag twice, the second time with nonsense") { file in
      file.first.entries += file.first.entries.map {
        OddTIFF.Entry($0.tag, 3, .field([9, 0, 0, 0]), count: 1)
      }
    },
    tiff("Four thousand private tags") { file in
      for tag in 0..<4000 { file.first.entries.append(file.short(40000 + tag, tag)) }
    },
    tiff("Unknown tags of unknown types") { file in
      for type in [0, 14, 15, 19, 255, 65535] {
        file.first.entries.append(OddTIFF.Entry(60000 + type % 1000, type, .field([1, 2, 3, 4])))
      }
    },
    tiff("Unknown tags whose values lie nowhere") { file in
      for (index, type) in [1, 2, 3, 5, 12].enumerated() {
        let field = file.order.number(0xFFFF_FFFE, 4)
        file.first.entries.append(OddTIFF.Entry(60000 + index, type, .field(field), count: 0xFFFF_FFFF))
      }
    },
    tiff("Unknown tags that all have the whole file as their value") { file in
      let count = file.bytes.count - 8
      for tag in 0..<300 {
        file.first.entries.append(
          OddTIFF.Entry(60000 + tag, 1, .field(file.order.number(8, 4)), count: count))
      }
    },
    tiff("Strips of more rows than there are numbers", { $0.rowsPerStrip = 10_000 }) { file in
      file.first.set(file.numbers(278, 4, [0xFFFF_FFFF]))
    },
    tiff("No rows per strip", { ($0.rowsPerStrip, $0.tile) = (10_000, nil) }) { $0.first.remove(278) },
    tiff("One number of bits for all samples") { $0.first.set($0.short(258, 8)) },
    tiff("An orientation that is none") { $0.first.set($0.short(274, 9)) },
    tiff("An orientation of another type") { $0.first.set($0.long(274, 6)) },
  ]

  private static let tiffPointers: [HostileFile] =
    [
      (0x8769, "EXIF"), (0x8825, "GPS"), (330, "sub-directories"), (513, "preview"), (700, "XMP"),
      (34377, "Photoshop"),
    ]
    .flatMap { tag, name in
      [
        ("to the first directory", 8), ("into the header", 0), ("out of the file", 0x7FFF_FFFF),
        ("to the last number", -1),
      ]
      .map { place, offset in
        tiff("A pointer for \(name) that leads \(place)") { file in
          file.first.set(OddTIFF.Entry(tag, 4, .field(file.order.number(offset, 4)), count: 1))
        }
      }
    } + [
      tiff("Sub-directories in sub-directories by the hundred") { file in
        var inner = OddTIFF.Directory([file.long(254, 1)])
        for _ in 0..<200 { inner = OddTIFF.Directory([file.pointer(330, to: [inner])]) }
        file.first.set(file.pointer(330, to: [inner]))
      },
      tiff("EXIF in EXIF by the hundred") { file in
        var inner = OddTIFF.Directory([file.text(0x9003, "2024")])
        for _ in 0..<200 { inner = OddTIFF.Directory([file.pointer(0x8769, to: [inner])]) }
        file.first.set(file.pointer(0x8769, to: [inner]))
      },
    ]

  private static let tiffOddCodes: [HostileFile] = [
    tiff("All strips in one place", plain) { file in
      let offsets = [Int](repeating: 8, count: file.first.chunks.count)
      file.first.set(file.numbers(273, 4, offsets))
    },
    tiff("Strips in turned order", plain) { file in
      // As far as they are of one size.
      file.first.chunks.swapAt(0, 1)
    },
    tiff("LZW without a Clear", packed(.lzw)) { file in
      file.first.chunks = file.first.chunks.map {
        TestTIFFCode.lzw(TestTIFFCode.decompress($0, .lzw).bytes, begins: false)
      }
    },
    tiff("LZW without an end", packed(.lzw)) { file in
      file.first.chunks = file.first.chunks.map {
        TestTIFFCode.lzw(TestTIFFCode.decompress($0, .lzw).bytes, ends: false)
      }
    },
    tiff("LZW with ones behind its end", packed(.lzw)) { file in
      file.first.chunks = file.first.chunks.map {
        TestTIFFCode.lzw(TestTIFFCode.decompress($0, .lzw).bytes, filler: 1)
      }
    },
    tiff("LZW of nothing but Clears before the picture", packed(.lzw)) { file in
      file.first.chunks[0] =
        TestTIFFCode.lzw(codes: [Int](repeating: 256, count: 8000)) + file.first.chunks[0]
    },
    tiff("PackBits with bytes that mean nothing", packed(.packBits)) { file in
      file.first.chunks[0] = [UInt8](repeating: 128, count: 5000) + file.first.chunks[0]
    },
    tiff("Deflate of stored blocks", packed(.deflate)) { file in
      file.first.chunks = try file.first.chunks.map {
        try ZlibStream { ($0.level, $0.flushInterval) = (0, 40) }.compress(
          TestTIFFCode.decompress($0, .deflate).bytes)
      }
    },
  ]

  // MARK: Kinds that are not read

  private static let tiffRaw: [HostileFile] = [
    HostileFile("A raw photo of Canon", isPhoto: false, fileExtension: "tif") { photo in
      var file = try OddTIFF(photo, plain)
      file.gap = Array("CR".utf8) + [2, 0, 0, 0, 0, 0]
      return file.bytes
    },
    refused("A raw photo of Adobe") { $0.first.set($0.bytes(50706, [1, 4, 0, 0], type: 1)) },
    refused("A raw photo of Adobe, as a BigTIFF", big) {
      $0.first.set($0.bytes(50706, [1, 6, 0, 0], type: 1))
    },
  ]

  private static let tiffSubfiles: [HostileFile] = [
    refused("A first picture that is a reduced one") { $0.first.set($0.long(254, 1)) },
    refused("A first picture that is a mask") { $0.first.set($0.long(254, 4)) },
    refused("A first picture that is a reduced one by its older mark") { $0.first.set($0.short(255, 2)) },
    refused("Two pages") { $0.chain.append(try $0.hidden(subfile: nil)) },
    refused("Two pages that say so") { $0.chain.append(try $0.hidden(subfile: 2)) },
    refused("A second page behind a reduced picture") { file in
      file.chain.append(try file.hidden(subfile: 1))
      file.chain.append(try file.hidden(subfile: 0))
    },
    refused("Two pages of a BigTIFF", big) { $0.chain.append(try $0.hidden(subfile: nil)) },
  ]

  private static let tiffLayouts: [HostileFile] =
    [1, 2, 4, 12, 24, 32, 64].map { bits in
      refused("Samples of \(bits) bits", plain) { file in
        file.first.set(file.numbers(258, 3, [bits, bits, bits]))
      }
    } + [
      refused("Samples of 8, 8 and 16 bits", plain) { $0.first.set($0.numbers(258, 3, [8, 8, 16])) },
      refused("Bits from the other end") { $0.first.set($0.short(266, 2)) },
      refused("Signed samples") { $0.first.set($0.numbers(339, 3, [2, 2, 2])) },
      refused("Samples that are no whole numbers") { $0.first.set($0.numbers(339, 3, [3, 3, 3])) },
      refused("One sample that is no whole number") { $0.first.set($0.numbers(339, 3, [1, 1, 3])) },
      refused("A predictor for floating point", packed(.deflate)) { $0.first.set($0.short(317, 3)) },
      refused("A predictor that is none", packed(.lzw)) { $0.first.set($0.short(317, 34892)) },
      refused("LZW of old", packed(.lzw)) { file in
        file.first.chunks[0] = [0, 1] + file.first.chunks[0].dropFirst(2)
      },
    ]

  private static let tiffCompressions: [HostileFile] =
    [2, 3, 4, 6, 7, 9, 32_766, 34_661, 34_712, 34_925, 50_000, 50_001, 50_002, 65_535].map { number in
      refused("Compression \(number)", plain) { $0.first.set($0.short(259, number)) }
    }

  private static let tiffPhotometrics: [HostileFile] =
    [3, 4, 6, 8, 9, 10, 32_803, 32_844, 32_845, 34_892, 65_535].map { number in
      refused("Photometric interpretation \(number)", plain) { $0.first.set($0.short(262, number)) }
    }

  // MARK: Damage

  private static let tiffHeaders: [HostileFile] =
    [
      ("Nothing but a TIFF's header", [0x49, 0x49, 42, 0, 8, 0, 0, 0]),
      ("Half of a TIFF's header", [0x4D, 0x4D, 0, 42, 0]),
      ("A TIFF's header and zeros", [0x49, 0x49, 42, 0, 8, 0, 0, 0] + [UInt8](repeating: 0, count: 10_000)),
      ("A TIFF's header and FF", [0x4D, 0x4D, 0, 42, 0, 0, 0, 8] + [UInt8](repeating: 255, count: 100_000)),
      ("Half of a BigTIFF's header", [0x49, 0x49, 43, 0, 8, 0, 0, 0, 16, 0]),
      (
        "A BigTIFF's header and FF", [0x49, 0x49, 43, 0, 8, 0, 0, 0] + [UInt8](repeating: 255, count: 10_000)
      ),
    ].map { (name: String, bytes: [UInt8]) -> HostileFile in
      HostileFile(name, isPhoto: false, fileExtension: "tif") { _ in bytes }
    } + [
      refused("A TIFF of the other order") { $0.header = Array("MM".utf8) + [42, 0, 8, 0, 0, 0] },
      refused("A TIFF of no number") { $0.header = Array("II".utf8) + [41, 0, 8, 0, 0, 0] },
      refused("A directory in the header") { $0.header = $0.order.header(directory: 0) },
      refused("A directory of the header's bytes") { $0.header = $0.order.header(directory: 2) },
      refused("A directory beyond the file") { $0.header = $0.order.header(directory: 0xFFFF_FFFF) },
      refused("A directory at the last byte") { file in
        file.header = file.order.header(directory: file.bytes.count - 1)
      },
    ]

  private static func number(_ name: String, _ tag: Int, _ numbers: [Int], type: Int = 4) -> HostileFile {
    refused(name, plain) { $0.first.set($0.numbers(tag, type, numbers)) }
  }

  private static let tiffSizes: [HostileFile] = tiffSides + tiffSamples + tiffTiles

  private static let tiffSides: [HostileFile] =
    [("Width", 256), ("Height", 257)].flatMap { name, tag in
      [
        number("\(name) of nothing", tag, [0]),
        number("\(name) of two billion", tag, [0x7FFF_FFFF]),
        number("\(name) of more than two billion", tag, [0x8000_0000]),
        number("\(name) of four billion", tag, [0xFFFF_FFFF]),
        number("\(name) of no number", tag, []),
        number("\(name) as a fraction", tag, [40, 1], type: 5),
        number("\(name) as a text", tag, [40], type: 2),
        number("\(name) as a floating number", tag, [40], type: 11),
        refused("No \(name.lowercased())") { $0.first.remove(tag) },
      ]
    } + [
      refused("Two billion squared", plain) { file in
        file.first.set(file.long(256, 0x7FFF_FFFF))
        file.first.set(file.long(257, 0x7FFF_FFFF))
      },
      refused("A square of a hundred thousand", plain) { file in
        file.first.set(file.long(256, 100_000))
        file.first.set(file.long(257, 100_000))
      },
      number("Ten thousand rows", 257, [10_000]),
    ]

  private static let tiffSamples: [HostileFile] = [
    number("No samples", 277, [0], type: 3), number("Two samples for three colours", 277, [2], type: 3),
    number("65535 samples", 277, [65_535], type: 3),
    refused("Nine samples", plain) { file in
      file.first.set(file.short(277, 9))
      file.first.set(file.numbers(258, 3, [Int](repeating: 8, count: 9)))
    },
    number("Bits of two samples", 258, [8, 8], type: 3), number("Bits of nothing", 258, [0, 0, 0], type: 3),
    refused("More meanings than extra samples", plain) { $0.first.set($0.numbers(338, 3, [0, 0])) },
    refused("No photometric interpretation", plain) { $0.first.remove(262) },
    number("Three planes of nothing", 284, [3], type: 3), number("No planes", 284, [0], type: 3),
    number("Strips of no rows", 278, [0]),
  ]

  private static let tiffTiles: [HostileFile] =
    [0, 1, 8, 17, 65_552, 0x7FFF_FFF0, 0xFFFF_FFF0].flatMap { side in
      [(322, "wide"), (323, "high")].map { tag, name in
        refused("Tiles that are \(side) \(name)", tiled) { $0.first.set($0.numbers(tag, 4, [side])) }
      }
    } + [
      refused("Tiles of 65536 squared", tiled) { file in
        file.first.set(file.long(322, 65_536))
        file.first.set(file.long(323, 65_536))
      },
      refused("Tiles without a width", tiled) { $0.first.remove(322) },
      refused("Tiles without a height", tiled) { $0.first.remove(323) },
      refused("Strips and tiles", plain) { file in
        file.first.set(file.long(322, 16))
        file.first.set(file.long(323, 16))
        file.first.set(OddTIFF.Entry(324, 4, .chunkOffsets))
        file.first.set(OddTIFF.Entry(325, 4, .chunkSizes))
      },
    ]

  private static let tiffChunks: [HostileFile] = [
    refused("No strips", plain) { file in
      for tag in [273, 278, 279] { file.first.remove(tag) }
    },
    refused("No offsets of strips", plain) { $0.first.remove(273) },
    refused("No sizes of strips", plain) { $0.first.remove(279) },
    refused("One strip too few", plain) { $0.first.chunks.removeLast() },
    refused("One strip too many", plain) { $0.first.chunks.append([1, 2, 3]) },
    refused("One tile too few", tiled) { $0.first.chunks.removeLast() },
    refused("One tile too many", tiled) { $0.first.chunks.append([UInt8](repeating: 1, count: 768)) },
    refused("One size too few", plain) { file in
      file.first.set(file.numbers(279, 4, file.first.chunks.dropLast().map(\.count)))
    },
    refused("An empty strip", plain) { $0.first.chunks[1] = [] },
    refused("A strip that is too short", plain) { $0.first.chunks[1].removeLast() },
    refused("Sizes of all ones", plain) { file in
      file.first.set(file.numbers(279, 4, file.first.chunks.map { _ in 0xFFFF_FFFF }))
    },
    refused("Sizes of the whole file", plain) { file in
      let count = file.bytes.count - 8
      file.first.set(file.numbers(273, 4, file.first.chunks.map { _ in 8 }))
      file.first.set(file.numbers(279, 4, file.first.chunks.map { _ in count }))
    },
    refused("A strip at the end of the file", plain) { file in
      let count = file.bytes.count
      file.first.set(file.numbers(273, 4, file.first.chunks.map { _ in count }))
    },
    refused("Strips at the last number", plain) { file in
      file.first.set(file.numbers(273, 4, file.first.chunks.map { _ in 0xFFFF_FFFF }))
    },
    refused("Offsets as texts", plain) { $0.first.change(273) { $0.type = 2 } },
    refused("Offsets as fractions", plain) { file in
      file.first.set(file.numbers(273, 5, file.first.chunks.flatMap { _ in [8, 1] }))
    },
    refused("Four billion offsets", plain) { $0.first.change(273) { $0.count = 0xFFFF_FFFF } },
    refused("Offsets that lie nowhere", plain) { file in
      let count = file.first.chunks.count
      file.first.set(OddTIFF.Entry(273, 4, .field(file.order.number(0x7FFF_FFFE, 4)), count: count))
    },
  ]

  private static let tiffCodes: [HostileFile] = [
    refused("LZW that ends at once", packed(.lzw)) {
      $0.first.chunks[0] = TestTIFFCode.lzw(codes: [256, 257])
    },
    refused("LZW of nothing but Clears", packed(.lzw)) {
      $0.first.chunks[0] = TestTIFFCode.lzw(codes: [Int](repeating: 256, count: 5000))
    },
    refused("LZW of a code that is not there yet", packed(.lzw)) {
      $0.first.chunks[0] = TestTIFFCode.lzw(codes: [256, 65, 300] + [Int](repeating: 66, count: 2000))
    },
    refused("LZW whose first code is not there yet", packed(.lzw)) {
      $0.first.chunks[0] = TestTIFFCode.lzw(codes: [256, 258] + [Int](repeating: 66, count: 2000))
    },
    refused("LZW of codes beyond the table", packed(.lzw)) {
      $0.first.chunks[0] = [0x80] + [UInt8](repeating: 255, count: 4000)
    },
    refused("LZW of a code far beyond its table", packed(.lzw)) {
      $0.first.chunks[0] = TestTIFFCode.lzw(codes: [256] + (0..<200).map { $0 } + [4095, 4095])
    },
    refused("LZW that is cut short", packed(.lzw)) { file in
      file.first.chunks[0] = Array(file.first.chunks[0].prefix(file.first.chunks[0].count / 2))
    },
    refused("LZW of one byte", packed(.lzw)) { $0.first.chunks[0] = [0x80] },
    refused("Deflate that is cut short", packed(.deflate)) { file in
      file.first.chunks[0] = Array(file.first.chunks[0].prefix(file.first.chunks[0].count / 2))
    },
    refused("Deflate of another method", packed(.deflate)) { file in
      file.first.chunks[0].replaceSubrange(0..<2, with: [0x77, 0x85])
    },
    refused("Deflate that asks for a dictionary", packed(.deflate)) { file in
      let rows = TestTIFFCode.decompress(file.first.chunks[0], .deflate).bytes
      file.first.chunks[0] = try ZlibStream { $0.dictionary = Array(rows.prefix(100)) }.compress(rows)
    },
    refused("Deflate of a block that is none", packed(.oldDeflate)) { file in
      file.first.chunks[0] = [0x78, 1, 7] + file.first.chunks[0]
    },
    refused("Deflate of one row too few", packed(.deflate)) { file in
      let rows = TestTIFFCode.decompress(file.first.chunks[0], .deflate).bytes
      file.first.chunks[0] = try ZlibStream().compress(rows.dropLast())
    },
    refused("Deflate of one byte", packed(.deflate)) { $0.first.chunks[0] = [0x78] },
    refused("PackBits that is cut short", packed(.packBits)) { file in
      file.first.chunks[0] = Array(file.first.chunks[0].prefix(file.first.chunks[0].count / 2))
    },
    refused("PackBits of bytes that mean nothing", packed(.packBits)) {
      $0.first.chunks[0] = [UInt8](repeating: 128, count: 3000)
    },
    refused("PackBits whose last run has no byte", packed(.packBits)) { $0.first.chunks[0] = [200, 7, 129] },
  ]

  private static let tiffDirectories: [HostileFile] = [
    refused("A thousand sub-directories that are the first") { file in
      file.first.set(file.numbers(330, 4, [Int](repeating: 8, count: 1000)))
    },
    refused("A directory without entries") { $0.first.entries = [] },
    refused("A directory of 65535 entries") { $0.first.count = 65_535 },
    refused("More entries than a directory may have") { file in
      for tag in 0..<5000 { file.first.entries.append(file.short(40000 + tag, tag)) }
    },
    refused("A chain of seventy reduced pictures") { file in
      for _ in 0..<70 { file.chain.append(try file.hidden(subfile: 1)) }
    },
    refused("A file that ends within its directory") { file in
      file.first.isCut = true
      file.first.entries.removeLast(3)
      file.first.count = file.first.entries.count + 3
      file.first.chunks = []
    },
    refused("Numbers of eight bytes in a classic TIFF", plain) { $0.first.change(256) { $0.type = 16 } },
  ]

  private static let tiffBig: [HostileFile] =
    [
      ("whose offsets have four bytes", 4, 0, 16), ("that has another zero", 8, 1, 16),
      ("without a directory", 8, 0, 0),
      ("whose directory is at 2⁶³", 8, 0, Int.min), ("whose directory is at the last number", 8, 0, -1),
      ("whose directory is before the end of numbers", 8, 0, -16),
    ].map { (name: String, size: Int, zero: Int, directory: Int) -> HostileFile in
      refused("A BigTIFF \(name)", big) { file in
        let order = file.order
        let magic = Array((order == .littleEndian ? "II" : "MM").utf8) + order.number(43, 2)
        file.header = magic + order.number(size, 2) + order.number(zero, 2) + order.number(directory, 8)
      }
    }
    + [Int.min, -1, 1 << 61, 1 << 32].flatMap { number in
      [
        refused("\(UInt(bitPattern: number)) entries", big) { $0.first.count = number },
        refused("\(UInt(bitPattern: number)) offsets of strips", big) {
          $0.first.change(273) { $0.count = number }
        },
        refused("\(UInt(bitPattern: number)) as a width", big) {
          $0.first.set($0.numbers(256, 16, [number]))
        },
        refused("\(UInt(bitPattern: number)) as a height", big) {
          $0.first.set($0.numbers(257, 16, [number]))
        },
        refused("\(UInt(bitPattern: number)) as every offset", big) { file in
          file.first.set(file.numbers(273, 16, file.first.chunks.map { _ in number }))
        },
        refused("\(UInt(bitPattern: number)) as every size", big) { file in
          file.first.set(file.numbers(279, 16, file.first.chunks.map { _ in number }))
        },
        refused("\(UInt(bitPattern: number)) as where offsets are", big) { file in
          let count = file.first.chunks.count
          file.first.set(OddTIFF.Entry(273, 16, .field(file.order.number(number, 8)), count: count))
        },
        refused("Tiles of \(UInt(bitPattern: number)) squared", bigTiles) { file in
          file.first.set(file.numbers(322, 16, [number]))
          file.first.set(file.numbers(323, 16, [number]))
        },
        tiff("\(UInt(bitPattern: number)) values of an unknown tag", big) { file in
          file.first.set(OddTIFF.Entry(65000, 12, .field(file.order.number(number, 8)), count: number))
        },
      ]
    }

  // MARK: Many and large

  private static let tiffCounts: [HostileFile] = [
    HostileFile("Thirteen thousand tiles", fileExtension: "tif") { photo in
      let small = try TestTIFF.read(photo).picture
      let (width, height) = (small.width * 10, small.height * 10)
      var samples = [UInt16](repeating: 0, count: width * height)
      for y in 0..<height {
        for x in 0..<width {
          samples[y * width + x] = small.samples[small.place(x / 10, y / 10) + small.kind.colors / 2]
        }
      }
      let picture = TestTIFF.Picture(.gray8, width: width, height: height, samples: samples)
      return try TestTIFF.encodeByLibtiff(
        picture,
        TestTIFF.Coding {
          ($0.compression, $0.tile) = (.packBits, [16, 16])
        })
    },
    tiff("A million starts of a TIFF behind the end") {
      $0.trailing = fill(8 << 20, [0x49, 0x49, 42, 0, 8, 0, 0, 0])
    },
    refused("Ten thousand sub-directories") { file in
      file.first.set(file.numbers(330, file.offsetType, (0..<10_000).map { 8 + 4 * $0 }))
      file.trailing = fill(4 << 20, [0x49, 0x49, 42, 0, 8, 0, 0, 0])
    },
    tiff("Four thousand tags of the whole file") { file in
      file.trailing = fill(4 << 20, [0xFF, 0xD8, 0xFF, 0xE0])
      for tag in 0..<4000 {
        let field = file.order.number(8, file.offsetBytes)
        file.first.entries.append(OddTIFF.Entry(50800 + tag % 8000, 1, .field(field), count: 4 << 20))
      }
    },
    tiff("Four thousand tags of EXIF of the whole file") { file in
      file.trailing = fill(4 << 20, [0xFF, 0xD8, 0xFF, 0xE0])
      let field = file.order.number(8, file.offsetBytes)
      let entries = (0..<4000).map { OddTIFF.Entry(50800 + $0, 7, .field(field), count: 4 << 20) }
      file.first.set(file.pointer(0x8769, to: [OddTIFF.Directory(entries)]))
    },
  ]

  private static let tiffBombs: [HostileFile] = [
    tiff("A strip that inflates to 2.7 GB", packed(.deflate)) { file in
      let rows = TestTIFFCode.decompress(file.first.chunks[0], .deflate).bytes
      file.first.chunks[0] = try ZlibStream().compress(rows, isFinal: false) + zeros(2700)
    },
    tiff("Strips that inflate to 20 GB together", packed(.deflate)) { file in
      let more = try zeros(20_000 / file.first.chunks.count)
      file.first.chunks = try file.first.chunks.map {
        try ZlibStream().compress(TestTIFFCode.decompress($0, .deflate).bytes, isFinal: false) + more
      }
    },
    tiff("A strip of LZW that unpacks to gigabytes", packed(.lzw)) { file in
      let rows = TestTIFFCode.decompress(file.first.chunks[0], .lzw).bytes
      // Every code stands for one zero more than the one before.
      let block = TestTIFFCode.lzw(codes: [256, 0] + (258..<4094).map { $0 })
      file.first.chunks[0] = TestTIFFCode.lzw(rows, ends: false) + fill(4 << 20, block)
    },
    tiff("A strip of PackBits that unpacks to half a gigabyte", packed(.packBits)) { file in
      file.first.chunks[0] += fill(8 << 20, [129, 0])
    },
    refused("A square of thirty thousand in a strip that inflates to 2.7 GB", packed(.deflate)) { file in
      file.first.set(file.long(256, 30_000))
      file.first.set(file.long(257, 30_000))
      file.first.set(file.long(278, 30_000))
      file.first.chunks = [try ZlibStream().compress([], isFinal: false) + zeros(2600)]
    },
    refused("A square of thirty thousand in a few bytes", packed(.lzw)) { file in
      file.first.set(file.long(256, 11_000))
      file.first.set(file.long(257, 11_000))
      file.first.set(file.long(278, 11_000))
      file.first.chunks = [TestTIFFCode.lzw(codes: [256, 0] + (258..<4094).map { $0 })]
    },
  ]
}

extension OddTIFF {
  /// The file cut in its header, in each directory and each of its entries, in values, and at and in each strip or tile. None is whole.
  public static func truncations(of file: [UInt8]) throws -> [[UInt8]] {
    let tiff = try OddTIFF(file)
    let (start, entryBytes) = tiff.isBig ? (16, 20) : (8, 12)
    let count = tiff.first.entries.count
    var places: Set<Int> = [0, 1, 2, 4, 7, 8, start, start + 1]
    for entry in 0...count {
      places.formUnion([start + 2 + entryBytes * entry, start + 5 + entryBytes * entry])
    }
    var end = file.count
    for chunk in tiff.first.chunks.reversed() {
      places.formUnion([end - 1, end - chunk.count / 2, end - chunk.count, end - chunk.count - 1])
      end -= chunk.count
    }
    return places.sorted().filter { (0..<file.count).contains($0) }.map { Array(file.prefix($0)) }
  }
}
