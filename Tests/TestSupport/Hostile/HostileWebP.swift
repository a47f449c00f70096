/// WebPs that are made to keep a reader busy, or to lead it astray. Each takes a WebP as its photo.
extension HostileFile {
  /// Small enough to be looked at one by one: photos that hold more than they show, and files that are refused.
  public static let webP = webPPhotos + webPEXIF + webPUnsupported + webPRefused
  /// Those that are sound, and of a kind that is not read.
  public static let webPUnsupported = webPAnimations
  /// Those that are damaged, cut short or too large, whichever is said of them.
  public static let webPRefused =
    webPFiles + webPSizes + webPOrders + webPHeaders + webPLossyHeaders + webPCodes
  /// Work that grows with the square of the size, and memory that grows with what a header says.
  public static let largeWebP = webPCounts + webPBombs

  /// How the picture is coded before a file is changed.
  private enum Form { case lossless, lossy, lossyAlpha }

  private static func webP(
    _ name: String, isPhoto: Bool = true, _ form: Form = .lossless,
    _ change: @escaping @Sendable (inout TestWebP) throws -> Void
  ) -> HostileFile {
    HostileFile(name, isPhoto: isPhoto, fileExtension: "webp") { try coded($0, form).changing(change).bytes }
  }

  private static func refused(
    _ name: String, _ form: Form = .lossless, _ change: @escaping @Sendable (inout TestWebP) throws -> Void
  ) -> HostileFile {
    webP(name, isPhoto: false, form, change)
  }

  /// A file that is no row of chunks any more.
  private static func refusedBytes(
    _ name: String, _ form: Form = .lossless, _ change: @escaping @Sendable ([UInt8]) throws -> [UInt8]
  ) -> HostileFile {
    HostileFile(name, isPhoto: false, fileExtension: "webp") { try change(coded($0, form).bytes) }
  }

  private static func coded(_ photo: [UInt8], _ form: Form) throws -> TestWebP {
    var picture = try TestWebP.read(photo).picture
    switch form {
    case .lossless: return try TestWebP.photo(picture, .lossless)
    case .lossy: return try TestWebP.photo(picture, .lossy(60))
    case .lossyAlpha:
      picture = picture.replacing(where: { $0 < 8 && $1 < 8 }) { _, _, _ in 100 }
      return try TestWebP.photo(picture, .lossy(60))
    }
  }

  // MARK: Photos

  private static let webPPhotos: [HostileFile] =
    [
      webP("A thousand empty chunks before the picture") { file in
        try file.extend()
        file.insert([TestWebP.Chunk](repeating: .init("face"), count: 1000), at: 1)
      },
      webP("A thousand empty chunks behind a simple picture", .lossy) { file in
        file.chunks += [TestWebP.Chunk](repeating: .init("face"), count: 1000)
      },
      webP("A chunk behind the picture that is larger than the file") {
        $0.chunks.append(.init("face", [1, 2, 3], size: 0x7FFF_FFFF))
      },
      webP("A chunk behind the picture of all ones", .lossy) {
        $0.chunks.append(.init("face", [1, 2, 3], size: 0xFFFF_FFFF))
      },
      webP("Bytes behind the picture that are no chunk") { $0.chunks.append(.init("fa", [])) },
      webP("Starts of WebPs in a chunk") { file in
        try file.extend()
        file.insert([.init("face", fill(60_000, Array("RIFF\u{10}\0\0\0WEBPVP8L".utf8)))], at: 1)
      },
      webP("Starts of WebPs behind the end", .lossy) {
        $0.trailing = fill(60_000, Array("RIFF\u{10}\0\0\0WEBPVP8L".utf8))
      },
      webP("WebPs within WebPs") { file in
        let inner = (0..<200).reduce([UInt8]()) { bytes, _ in TestWebP([.init("face", bytes)]).bytes }
        file.chunks.append(.init("face", inner))
      },
      webP("Chunks of every known name without data", .lossyAlpha) { file in
        file.chunks += ["VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF", "ICCP", "EXIF", "XMP ", "FRGM"].map {
          TestWebP.Chunk($0)
        }
      },
      webP("A second header") { file in
        try file.extend()
        file.insert([TestWebP.header(0xFD, width: 1, height: 1)], at: 1)
      },
      webP("A header behind a simple picture") { $0.chunks.append(TestWebP.header(2, width: 1, height: 1)) },
      webP("A profile of nonsense") { file in
        try file.extend(TestWebP.hasProfile)
        file.insert([.init("ICCP", fill(5000, [0xFF, 3, 0]))], at: 1)
      },
      webP("A profile of nothing", .lossy) { file in
        try file.extend(TestWebP.hasProfile)
        file.insert([.init("ICCP")], at: 1)
      },
      webP("A profile that is cut short") { file in
        try file.extend(TestWebP.hasProfile)
        file.insert([.init("ICCP", Array(TestProfile.wideGamut.prefix(140)))], at: 1)
      },
      webP("XMP of nonsense", .lossyAlpha) { $0.chunks.append(.init("XMP ", fill(5000, [0xFF, 0x3C]))) },
      webP("An alpha that says it was made simpler", .lossyAlpha) { file in
        // It says that values were made fewer before they were coded.
        file.change("ALPH") { $0.content[0] |= 0x10 }
      },
      webP("A second picture that is cut short", .lossy) { file in
        file.chunks.append(.init("VP8 ", Array(file.codeBytes.dropFirst(8).prefix(20))))
      },
    ]

  /// The EXIF blocks that lead in circles in JPEGs, each in an EXIF chunk.
  private static let webPEXIF: [HostileFile] = exif.enumerated().map { number, file in
    webP("WebP with \(file.name)", number % 2 == 0 ? .lossless : .lossy) { photo in
      let jpeg = try file.build([0xFF, 0xD8, 0xFF, 0xD9])
      let content = JPEGParts.segments(of: jpeg).first.map { JPEGParts.content(of: $0.range, in: jpeg) } ?? []
      try photo.extend(TestWebP.hasEXIF)
      photo.chunks.append(.init("EXIF", Array(content.dropFirst(number % 3 == 0 ? 0 : 6))))
    }
  }

  // MARK: Animations

  private static let webPAnimations: [HostileFile] = [
    refused("An animation by its flag") { try $0.extend(TestWebP.isAnimated) },
    refused("An animation by its flag, with loss", .lossy) { try $0.extend(TestWebP.isAnimated) },
    refused("An animation of one frame") { file in
      let code = file.code
      let size = try file.pictureSize
      try file.extend(TestWebP.isAnimated)
      let place =
        TestWebP.number(0, 6) + TestWebP.number(size.width - 1, 3) + TestWebP.number(size.height - 1, 3)
      file.chunks = [
        file.chunks[0], .init("ANIM", [0, 0, 0, 0, 0, 0]),
        .init("ANMF", place + [100, 0, 0, 0] + code.flatMap(\.bytes)),
      ]
    },
    refused("An animation whose flag is missing", .lossy) { file in
      let code = file.code
      try file.extend()
      file.chunks = [file.chunks[0], .init("ANMF", [UInt8](repeating: 0, count: 16) + code.flatMap(\.bytes))]
    },
    refused("Settings of an animation before the picture") { file in
      try file.extend()
      file.insert([.init("ANIM", [0, 0, 0, 0, 0, 0])], at: 1)
    },
    refused("A frame before the picture", .lossyAlpha) { file in
      file.insert([.init("ANMF", [UInt8](repeating: 0, count: 16))], at: 1)
    },
  ]

  // MARK: Files

  private static let webPFiles: [HostileFile] =
    [0, 1, 2, 3, 4, 5, 11, 0x7FFF_FFFF, 0xFFFF_FFFE, 0xFFFF_FFFF, 0x8000_0000].map { size in
      refused("A file of size \(size)", size % 2 == 0 ? .lossless : .lossy) { $0.size = size }
    } + [
      refused("A file of one byte more") { $0.size = $0.bytes.count - 7 },
      refused("A file of one byte less", .lossy) { $0.size = $0.bytes.count - 9 },
      refused("A file of two bytes more", .lossy) { $0.size = $0.bytes.count - 6 },
      refused("A file without chunks") { $0.chunks = [] },
      refused("A file of a header alone") { file in
        try file.extend()
        file.chunks.removeLast()
      },
      refused("A file of unknown chunks") { $0.chunks = [.init("face", [1, 2, 3, 4])] },
      refused("A file of metadata alone") { file in
        try file.extend(TestWebP.hasEXIF)
        file.chunks[1] = .init("EXIF", [0x49, 0x49, 42, 0, 8, 0, 0, 0])
      },
      refused("An alpha alone", .lossyAlpha) { $0.remove("VP8 ") },
      refusedBytes("Nothing but a name") { Array($0.prefix(12)) },
      refusedBytes("A name and zeros") { Array($0.prefix(12)) + [UInt8](repeating: 0, count: 100_000) },
      refusedBytes("A name and ones") { Array($0.prefix(12)) + [UInt8](repeating: 255, count: 100_000) },
      refusedBytes("A file of another kind of RIFF") { $0[..<8] + Array("WAVE".utf8) + $0[12...] },
      refusedBytes("A RIFF of big-endian numbers") { Array("RIFX".utf8) + $0[4...] },
    ]

  private static let webPSizes: [HostileFile] =
    [("VP8L", Form.lossless), ("VP8 ", .lossy)].flatMap { name, form in
      [0, 1, 4, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFE, 0xFFFF_FFFF].map { size in
        refused("\(name)of size \(size)", form) { file in
          let index = file.pictureIndex ?? 0
          file.chunks[index].size = size
        }
      }
    }
    + [0, 9, 0x7FFF_FFFF, 0xFFFF_FFFF].flatMap { (size: Int) -> [HostileFile] in
      [
        refused("VP8X of size \(size)", .lossyAlpha) { $0.chunks[0].size = size },
        refused("A chunk of size \(size) before the picture") { file in
          try file.extend()
          // One of nothing ends where its content begins, which is then taken for a chunk.
          file.insert([.init("face", [1, 2, 3, 4], size: size)], at: 1)
        },
      ]
    } + [
      refused("An alpha of all ones", .lossyAlpha) { $0.change("ALPH") { $0.size = 0xFFFF_FFFF } },
      refused("An alpha up to behind the end", .lossyAlpha) { file in
        let count = file.bytes.count
        file.change("ALPH") { $0.size = count }
      },
      refused("A header without content", .lossyAlpha) { $0.chunks[0].content = [] },
      refused("A header that is short", .lossyAlpha) { $0.chunks[0].content.removeLast() },
      refused("A picture without content") { $0.chunks[0].content = [] },
      refused("A picture without content, with loss", .lossy) { $0.chunks[0].content = [] },
    ]

  // MARK: Order

  private static let webPOrders: [HostileFile] = [
    refused("An unknown chunk before a simple picture") { $0.insert([.init("face", [1, 2])], at: 0) },
    refused("An unknown chunk before a simple picture with loss", .lossy) {
      $0.insert([.init("face", [1, 2])], at: 0)
    },
    refused("An alpha before a simple picture", .lossyAlpha) { $0.remove("VP8X") },
    refused("A header behind the metadata", .lossyAlpha) { $0.chunks.swapAt(0, 1) },
    refused("EXIF before a simple picture") { file in
      file.insert([.init("EXIF", [0x49, 0x49, 42, 0, 8, 0, 0, 0])], at: 0)
    },
  ]

  // MARK: Headers

  private static func canvas(_ name: String, _ width: Int, _ height: Int, _ form: Form = .lossless)
    -> HostileFile
  {
    refused(name, form) { file in
      try file.extend()
      file.change("VP8X") {
        $0.content.replaceSubrange(
          4..<10, with: TestWebP.number(width - 1, 3) + TestWebP.number(height - 1, 3))
      }
    }
  }

  private static func sized(_ width: Int, _ height: Int) -> @Sendable (inout TestWebP) throws -> Void {
    { file in
      file.change("VP8L") { chunk in
        let bits = TestWebP.number(chunk.content, 1, 4) & ~0xFFF_FFFF | (width - 1) | (height - 1) << 14
        chunk.content.replaceSubrange(1..<5, with: TestWebP.number(bits, 4))
      }
    }
  }

  private static let webPHeaders: [HostileFile] =
    [
      canvas("A canvas of one pixel", 1, 1), canvas("A canvas of all ones", 1 << 24, 1 << 24),
      canvas("A canvas that is turned", 40, 48), canvas("A canvas of one column more", 49, 40, .lossy),
      canvas("A canvas of one row less", 48, 39, .lossyAlpha),
      refused("Another signature") { $0.chunks[0].content[0] = 0x2E },
      refused("A picture that is its signature") { $0.chunks[0].content = [0x2F] },
      refused("A picture that is its header") {
        $0.chunks[0].content = Array($0.chunks[0].content.prefix(5))
      },
      refused("Ten times the rows that there are") { file in
        let size = try file.pictureSize
        try sized(size.width, 10 * size.height)(&file)
      },
      refused("A picture of 16384 × 16384 in a few bytes", changing: sized(16_384, 16_384)),
    ]
    + (1...7).map { version in
      refused("Version \(version) without loss") { file in
        file.chunks[0].content[4] = file.chunks[0].content[4] & 0x1F | UInt8(version << 5)
      }
    }

  private static func refused(
    _ name: String, changing change: @escaping @Sendable (inout TestWebP) throws -> Void
  ) -> HostileFile {
    refused(name, .lossless, change)
  }

  /// Changes the head of lossy code.
  private static func head(_ name: String, _ change: @escaping @Sendable (inout [UInt8]) -> Void)
    -> HostileFile
  {
    refused(name, .lossy) { file in file.change("VP8 ") { change(&$0.content) } }
  }

  private static func tag(_ first: Int, of content: [UInt8]) -> [UInt8] {
    TestWebP.number(TestWebP.number(content, 0, 3) & 0x1F | first << 5, 3)
  }

  private static let webPLossyHeaders: [HostileFile] =
    [
      head("No key frame") { $0[0] |= 1 },
      head("A frame that is not shown") { $0[0] &= ~0x10 },
      head("Another start code") { $0[3] = 0x9C },
      head("No start code") { $0.replaceSubrange(3..<6, with: [0, 0, 0]) },
      head("A width of zero") { $0.replaceSubrange(6..<8, with: [0, 0]) },
      head("A height of zero") { $0.replaceSubrange(8..<10, with: [0, 0]) },
      head("A width of zero for viewers who enlarge") { $0.replaceSubrange(6..<8, with: [0, 0xC0]) },
      head("A first partition of all ones") { $0.replaceSubrange(0..<3, with: tag(0x7FFFF, of: $0)) },
      head("A first partition up to behind the end") {
        $0.replaceSubrange(0..<3, with: tag($0.count - 9, of: $0))
      },
      head("Nothing but a frame tag") { $0 = Array($0.prefix(3)) },
      head("Half a size") { $0 = Array($0.prefix(8)) },
      head("Nothing behind the size") { $0 = Array($0.prefix(10)) },
      head("Nothing behind the first partition") { content in
        content = Array(content.prefix(10 + TestWebP.number(content, 0, 3) >> 5))
      },
    ]
    + (4...7).map { version in
      head("Version \(version) of lossy code") { $0[0] = $0[0] & ~0xE | UInt8(version << 1) }
    }

  // MARK: Code

  private static let webPCodes: [HostileFile] =
    [2, 3, 4, 10].map { part in
      refused("Code without loss up to a \(part)th") { file in
        file.chunks[0].content = Array(file.chunks[0].content.prefix(file.chunks[0].content.count / part))
      }
    } + [
      refused("Code without loss but its last twenty bytes") { $0.chunks[0].content.removeLast(20) },
      refused("Code of zeros") { file in
        let count = file.chunks[0].content.count
        file.chunks[0].content = file.chunks[0].content.prefix(5) + [UInt8](repeating: 0xFF, count: count)
      },
      refused("Code with loss up to the half", .lossy) { file in
        file.chunks[0].content = Array(file.chunks[0].content.prefix(file.chunks[0].content.count / 2))
      },
      refused("An alpha of nothing", .lossyAlpha) { $0.change("ALPH") { $0.content = [] } },
      refused("An alpha of a header alone", .lossyAlpha) { $0.change("ALPH") { $0.content = [1] } },
      refused("An alpha as it is that is short", .lossyAlpha) {
        $0.change("ALPH") { $0.content = [0] + [UInt8](repeating: 9, count: 48 * 40 - 1) }
      },
      refused("An alpha of another method", .lossyAlpha) {
        $0.change("ALPH") { $0.content = [3] + [UInt8](repeating: 9, count: 48 * 40) }
      },
      refused("An alpha whose code is cut", .lossyAlpha) {
        $0.change("ALPH") { $0.content = Array($0.content.prefix(4)) }
      },
    ]

  // MARK: Many and large

  private static let webPCounts: [HostileFile] = [
    HostileFile("131072 empty chunks before the picture", isPhoto: false, fileExtension: "webp") { photo in
      var file = try coded(photo, .lossless)
      try file.extend()
      let empty = fill(8 << 17, TestWebP.Chunk("face").bytes)
      let content = file.chunks[0].bytes + empty + file.codeBytes
      return Array("RIFF".utf8) + TestWebP.number(4 + content.count, 4) + Array("WEBP".utf8) + content
    },
    // Of a simple file nothing behind the picture is read.
    HostileFile("131072 empty chunks behind a simple picture", fileExtension: "webp") { photo in
      let content = try coded(photo, .lossy).codeBytes + fill(8 << 17, TestWebP.Chunk("face").bytes)
      return Array("RIFF".utf8) + TestWebP.number(4 + content.count, 4) + Array("WEBP".utf8) + content
    },
    webP("Sixty thousand empty chunks") {
      $0.chunks += [TestWebP.Chunk](repeating: .init("face"), count: 60_000)
    },
    webP("Sixty thousand second pictures", .lossy) {
      $0.chunks += [TestWebP.Chunk](repeating: .init("VP8 ", [0x10, 0, 0, 0x9D, 1, 0x2A]), count: 60_000)
    },
    webP("Ten thousand EXIF blocks") { file in
      try file.extend(TestWebP.hasEXIF)
      file.chunks += [TestWebP.Chunk](
        repeating: .init("EXIF", [0x49, 0x49, 42, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0]), count: 10_000)
    },
    webP("Thirty thousand alphas", .lossyAlpha) { file in
      file.insert([TestWebP.Chunk](repeating: .init("ALPH", [0, 1]), count: 30_000), at: 1)
    },
    webP("A million starts of a WebP behind the end") {
      $0.trailing = fill(8 << 20, Array("RIFF\u{10}\0\0\0WEBPVP8L".utf8))
    },
    webP("Starts of JPEGs in a chunk", .lossy) { file in
      try file.extend()
      file.insert([.init("face", fill(4 << 20, [0xFF, 0xD8, 0xFF, 0xE0]))], at: 1)
    },
    webP("XMP of megabytes") { file in
      try file.extend(TestWebP.hasXMP)
      file.chunks.append(.init("XMP ", fill(4 << 20, Array("<a/>".utf8))))
    },
    webP("Megabytes behind the end of the code", .lossy) { file in
      file.chunks[0].content += fill(4 << 20, [0xFF, 0xD8, 0xFF, 0xE0])
    },
  ]

  /// A header may claim a picture of a gigabyte.
  private static let webPBombs: [HostileFile] = [
    refused("A picture of 16383 × 16383 in a few bytes", changing: sized(16_383, 16_383)),
    refused("A picture of 16383 × 16383 in a few bytes, with loss", .lossy) { file in
      file.change("VP8 ") { $0.content.replaceSubrange(6..<10, with: [0xFF, 0x3F, 0xFF, 0x3F]) }
    },
    refused("A picture of 16383 × 16383 and its canvas", .lossyAlpha) { file in
      file.change("VP8 ") { $0.content.replaceSubrange(6..<10, with: [0xFF, 0x3F, 0xFF, 0x3F]) }
      file.change("VP8X") { $0.content.replaceSubrange(4..<10, with: [0xFE, 0x3F, 0, 0xFE, 0x3F, 0]) }
    },
    refused("A second of 16383 × 16383 before the picture") { file in
      var bomb = file
      try sized(16_383, 16_383)(&bomb)
      file.insert(bomb.chunks, at: 0)
    },
    webP("A second of 16383 × 16383 behind the picture") { file in
      var bomb = file
      try sized(16_383, 16_383)(&bomb)
      file.chunks += bomb.chunks
    },
  ]
}

extension TestWebP {
  /// The file cut at every boundary of chunks, inside of each chunk's name and size, and in its content, up to the end of the picture.
  /// None is whole.
  public static func truncations(of file: [UInt8]) throws -> [[UInt8]] {
    let parts = try TestWebP(file)
    var places = [0, 1, 4, 8, 11, 12, file.count - 1]
    for (start, chunk) in zip(parts.boundaries, parts.chunks) {
      places += [
        start, start + 2, start + 4, start + 7, start + 8, start + 9, start + 8 + chunk.content.count / 2,
      ]
      places += [start + 7 + chunk.content.count, start + 10]
    }
    return Set(places).sorted().filter { (0..<file.count).contains($0) }.map { Array(file.prefix($0)) }
  }
}
