/// PNGs that are sound and that readers stumble over, with the picture that is in them.
public struct OddPNG: Sendable, CustomStringConvertible {
  public let name: String
  public let picture: TestPNG.Picture
  public let isInterlaced: Bool
  public let file: [UInt8]

  public var description: String { name }

  private init(
    _ name: String, _ picture: TestPNG.Picture, _ coding: TestPNG.Coding,
    _ change: (TestPNGChunks) -> TestPNGChunks = { $0 }
  ) throws {
    self.name = name
    self.picture = picture
    isInterlaced = coding.isInterlaced
    file = change(try TestPNG.chunks(picture, coding)).bytes
  }

  public static let all = Result {
    try interlaced() + palettes() + streams()
  }

  /// Every size up to a block and beyond, so that each pass of Adam7 is empty in some.
  private static func interlaced() throws -> [OddPNG] {
    try TestPNG.Kind.all.flatMap { kind in
      try [(1, 1), (1, 9), (9, 1), (2, 2), (4, 5), (5, 4), (3, 8), (8, 3), (7, 7)].map { width, height in
        try OddPNG(
          "Interlaced \(kind) \(width) × \(height)", .noise(kind, width: width, height: height, seed: 1),
          TestPNG.Coding { ($0.isInterlaced, $0.filter) = (true, .random(seed: 3)) })
      }
    }
  }

  private static func palettes() throws -> [OddPNG] {
    func picture(_ depth: Int, entries: Int, alphas: Int? = nil) -> TestPNG.Picture {
      TestPNG.Picture(
        TestPNG.Kind(3, depth), width: 24, height: 24,
        samples: (0..<576).map { UInt16($0 % (1 << depth)) },
        palette: (0..<entries).map { [UInt8($0), UInt8(255 - $0), 7] },
        transparency: alphas.map { .alphas((0..<$0).map { UInt8(3 * $0 & 255) }) })
    }
    return try [1, 2, 4, 8].flatMap { depth in
      [
        try OddPNG(
          "Indices beyond a palette of 1, \(depth) bits", picture(depth, entries: 1), TestPNG.Coding()),
        try OddPNG(
          "Every entry of \(depth) bits with an alpha",
          picture(depth, entries: 1 << depth, alphas: 1 << depth),
          TestPNG.Coding()),
        try OddPNG(
          "Some entries of \(depth) bits with an alpha",
          picture(depth, entries: 1 << depth, alphas: 1 << (depth - 1)),
          TestPNG.Coding { $0.isInterlaced = true }),
      ]
    }
  }

  private static func streams() throws -> [OddPNG] {
    let picture = TestPNG.Picture.noise(.rgba8, width: 31, height: 17, seed: 5)
    return try ZlibStream.all.map { stream in
      try OddPNG("\(stream)", picture, TestPNG.Coding { $0.stream = stream })
    } + [
      try OddPNG("A window of 256 bytes", picture, TestPNG.Coding()) { chunks in
        // Rows without matches, under a header that promises to look no further back.
        let rows = ZlibStream.decompress(chunks.stream)?.bytes ?? []
        let stored = (try? ZlibStream { $0.level = 0 }.compress(rows)) ?? []
        return chunks.replacing(stream: [0x08, 0x1D] + stored.dropFirst(2))
      },
      try OddPNG("An IDAT for every byte", picture, TestPNG.Coding { $0.idatBytes = 1 }),
      try OddPNG("Empty IDATs", picture, TestPNG.Coding()) { chunks in
        chunks.inserting([TestPNGChunk("IDAT"), TestPNGChunk("IDAT")], before: "IDAT").inserting(
          [TestPNGChunk("IDAT")], behind: "IDAT")
      },
    ]
  }
}
