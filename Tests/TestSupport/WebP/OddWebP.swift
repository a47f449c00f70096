/// WebPs that are sound and that readers stumble over, with the code of the picture that is in them.
public struct OddWebP: Sendable, CustomStringConvertible {
  public let name: String
  public let file: [UInt8]
  /// What holds the picture, alpha included where it counts.
  public let code: [TestWebP.Chunk]
  public let width: Int
  public let height: Int
  /// Whether what the code has of alpha counts.
  public let hasAlpha: Bool

  public var description: String { name }
  public var isLossless: Bool { code.last?.name == "VP8L" }

  /// The picture as libwebp decodes it from a file that holds nothing else.
  public func decoded() throws -> TestWebP.Decoded { try TestWebP.read(TestWebP.laidOut(code).bytes) }

  private init(
    _ name: String, _ photo: TestWebP, hasAlpha: Bool? = nil,
    _ change: (inout TestWebP) throws -> Void = { _ in }
  ) throws {
    self.name = name
    code = photo.code
    (width, height) = try photo.pictureSize
    file = try photo.changing(change).bytes
    self.hasAlpha = hasAlpha ?? (code.count > 1 || photo.saysAlpha)
  }

  public static let all = Result {
    try sizes() + codings() + containers() + headers()
  }

  // MARK: Pictures

  /// A small picture in each of the four forms.
  private static func forms(_ width: Int, _ height: Int) throws -> [(name: String, photo: TestWebP)] {
    try [false, true].flatMap { hasAlpha in
      let picture = TestWebP.Picture.noise(width: width, height: height, hasAlpha: hasAlpha, seed: 5)
      return try [TestWebP.Coding.lossless, .lossy(80)].map { coding in
        (
          "\(coding.isLossless ? "without" : "with") loss\(hasAlpha ? " and with alpha" : "")",
          try TestWebP.photo(picture, coding)
        )
      }
    }
  }

  private static func sizes() throws -> [OddWebP] {
    let small = try [(1, 1), (1, 9), (9, 1), (2, 3), (15, 17), (16, 16), (17, 33)].flatMap { width, height in
      try forms(width, height).map { try OddWebP("\(width) × \(height) \($0.name)", $0.photo) }
    }
    let long = try [(16_383, 1), (1, 16_383)].flatMap { width, height in
      try [TestWebP.Coding.lossless, .lossy(50)].map { coding in
        try OddWebP(
          "\(width) × \(height), \(coding)",
          .photo(TestWebP.Picture(TestPhotos.withoutFaces(width: width, height: height)), coding))
      }
    }
    return small + long
  }

  private static func codings() throws -> [OddWebP] {
    let picture = TestWebP.Picture.noise(width: 61, height: 47, hasAlpha: true, seed: 9)
    let opaque = TestWebP.Picture.noise(width: 61, height: 47, seed: 9)
    let lossless = try [0, 6].flatMap { method in
      try [Float(0), 100].map { quality in
        let coding = TestWebP.Coding { ($0.isLossless, $0.method, $0.quality) = (true, method, quality) }
        return try OddWebP(
          "Without loss by method \(method) at \(quality)", try .photo(picture, coding))
      }
    }
    let palettes = try [1, 2, 4, 16, 200].map { count in
      // Of few colours there are as many pixels in a byte as fit.
      let colors = (0..<count).map { index -> [UInt8] in
        let levels: [Int] = [17 * index & 255, 91 * index & 255, 255 - index, 255]
        return levels.map { UInt8($0) }
      }
      var few = opaque
      for y in 0..<few.height { for x in 0..<few.width { few[x, y] = colors[(x * 7 + y * 3) % count] } }
      return try OddWebP("Of \(count) colours", .photo(few, .lossless))
    }
    let changes: [(String, (inout TestWebP.Coding) -> Void)] = [
      ("Two partitions", { ($0.partitions, $0.method) = (1, 2) }),
      ("Four partitions", { ($0.partitions, $0.method) = (2, 2) }),
      ("Eight partitions", { ($0.partitions, $0.method) = (3, 2) }), ("One segment", { $0.segments = 1 }),
      ("Two segments", { ($0.segments, $0.shaping) = (2, 100) }),
      ("A simple filter", { $0.hasSimpleFilter = true }),
      ("No filter", { $0.filterStrength = 0 }), ("A soft filter", { $0.filterSharpness = 7 }),
      ("The coarsest", { $0.quality = 0 }), ("The finest", { $0.quality = 100 }),
      ("The quickest", { $0.method = 0 }), ("The slowest", { $0.method = 6 }),
    ]
    let lossy = try changes.map { try OddWebP("With loss: \($0.0)", .photo(opaque, TestWebP.Coding($0.1))) }
    let alphas: [(String, (inout TestWebP.Coding) -> Void)] = [
      ("Alpha as it is", { $0.isAlphaCompressed = false }), ("Alpha of few values", { $0.alphaQuality = 30 }),
      ("Alpha by the quickest method", { $0.method = 0 }),
    ]
    return try lossless + palettes + lossy
      + alphas.map { try OddWebP($0.0, .photo(picture, TestWebP.Coding($0.1))) }
  }

  // MARK: Files

  private static let exif = Array(
    EXIFBuilder.content(EXIFBuilder.camera(.littleEndian, orientation: 6)).dropFirst(6))

  private static func containers() throws -> [OddWebP] {
    try forms(33, 21).flatMap { form -> [OddWebP] in
      let name = form.name
      let picture = form.photo.code.last?.name ?? ""
      func odd(_ what: String, hasAlpha: Bool? = nil, _ change: (inout TestWebP) throws -> Void) throws
        -> OddWebP
      {
        try OddWebP("\(what), \(name)", form.photo, hasAlpha: hasAlpha, change)
      }
      // What a reader that goes by the flag makes of a picture without loss.
      let flagged = picture == "VP8L" ? true : nil
      return [
        try odd("Unknown chunks everywhere") { file in
          try file.extend()
          for index in (1...file.chunks.count).reversed() {
            file.insert(
              [.init("face", [1, 2, 3]), .init("    "), .init("\u{1}\u{2}\u{3}\u{4}", [4])], at: index)
          }
        },
        try odd("Unknown chunks behind the picture") {
          $0.chunks += [.init("face", [1]), .init("FACE", [])]
        },
        try odd("Flags that say everything", hasAlpha: flagged) { file in
          try file.extend()
          file.flags = 0xFF & ~TestWebP.isAnimated
        },
        try odd("Flags that say nothing") { file in
          try file.extend()
          file.insert([.init("ICCP", TestProfile.wideGamut)], behind: "VP8X")
          file.chunks.append(.init("EXIF", exif))
          file.flags = 0
        },
        try odd("Reserved bytes") { file in
          try file.extend()
          file.change("VP8X") { $0.content.replaceSubrange(1..<4, with: [7, 8, 9]) }
        },
        try odd("EXIF behind a signature") { file in
          try file.extend(TestWebP.hasEXIF)
          file.chunks.append(.init("EXIF", EXIFBuilder.signature + exif))
        },
        try odd("EXIF before the picture") { file in
          try file.extend(TestWebP.hasEXIF)
          file.insert([.init("EXIF", exif)], behind: "VP8X")
        },
        try odd("Two EXIFs and XMP") { file in
          try file.extend(TestWebP.hasEXIF | TestWebP.hasXMP)
          file.chunks += [.init("EXIF", exif), .init("XMP ", Array("<x/>".utf8)), .init("EXIF", [1, 2, 3])]
        },
        try odd("EXIF that is none") { file in
          try file.extend(TestWebP.hasEXIF)
          file.chunks.append(.init("EXIF", [1]))
        },
        try odd("A profile behind the picture") { file in
          try file.extend()
          file.chunks.append(.init("ICCP", TestProfile.wideGamut))
        },
        try odd("Two profiles") { file in
          try file.extend()
          file.insert([.init("ICCP", TestProfile.wideGamut), .init("ICCP", [1])], behind: "VP8X")
        },
        try odd("EXIF behind a picture without a header") { $0.chunks.append(.init("EXIF", exif)) },
        try odd("Padding that is not zero") { file in
          try file.extend()
          file.insert([.init("face", [1], padding: [255])], behind: "VP8X")
          for index in file.chunks.indices where file.chunks[index].content.count % 2 == 1 {
            file.chunks[index].padding = [77]
          }
        },
        try odd("Bytes behind the end") { $0.trailing = [1, 2, 3, 4, 5] },
        try odd("A second picture") { $0.chunks += $0.code },
        try odd("A second picture of the other kind") { file in
          let other = TestWebP.Picture.noise(width: 33, height: 21, seed: 1)
          let coding = picture == "VP8L" ? TestWebP.Coding() : .lossless
          file.chunks += try TestWebP.photo(other, coding).code
        },
        try odd("A code with bytes behind it") { file in
          file.change(picture) { $0.content += [0, 0, 1, 2] }
        },
        try odd("An alpha behind the picture") { $0.chunks.append(.init("ALPH", [0, 1, 2])) },
        try odd("Frames behind the picture") { file in
          file.chunks.append(.init("ANMF", [UInt8](repeating: 0, count: 24)))
        },
      ]
    } + alphas()
  }

  /// Where there is more than one alpha, or one that does not count.
  private static func alphas() throws -> [OddWebP] {
    let all = try forms(33, 21)
    let (lossless, lossy, lossyAlpha) = (all[0].photo, all[1].photo, all[3].photo)
    let other = TestWebP.Chunk("ALPH", [0] + [UInt8](repeating: 99, count: 33 * 21))
    return [
      try OddWebP("An alpha beside a picture without loss", lossless) { file in
        try file.extend()
        file.insert([other], behind: "VP8X")
      },
      try OddWebP("Two alphas", lossyAlpha) { $0.insert([other], behind: "VP8X") },
      try OddWebP("An alpha that no flag tells of", lossyAlpha) { $0.flags = 0 },
      try OddWebP("A flag of an alpha that is not there", lossy) { try $0.extend(TestWebP.hasAlpha) },
      // Numbers of alpha stand in the code all the same.
      try OddWebP(
        "An alpha that the code says does not count",
        all[2].photo.changing { $0.saysAlpha = false }, hasAlpha: false),
      try OddWebP(
        "An alpha that only the file's header tells of", all[2].photo.changing { $0.saysAlpha = false },
        hasAlpha: true
      ) { try $0.extend(TestWebP.hasAlpha) },
      try OddWebP(
        "An alpha that counts and is full", lossless.changing { $0.saysAlpha = true }, hasAlpha: true),
    ]
  }

  // MARK: Headers of lossy code

  private static func headers() throws -> [OddWebP] {
    let segments = TestVP8.Segments.Features {
      ($0.quantizers, $0.filters) = ([10, 20, 30, 40], [1, -2, nil, 63])
    }
    let changes: [(String, (inout TestVP8) -> Void)] = [
      ("A plain header", { _ in }),
      ("Another size for viewers", { $0.scale = (1, 3) }),
      ("Another space of colours", { $0.colorSpace = 1 }),
      ("Samples that need no clamping", { $0.clamping = 1 }),
      ("Version 1", { $0.version = 1 }), ("Version 3", { $0.version = 3 }),
      ("Segments by numbers of their own", { $0.segments = .init(map: [128, nil, 3], features: segments) }),
      (
        "Segments by differences",
        {
          $0.segments = .init(
            map: [nil, nil, nil],
            features: .init { ($0.isAbsolute, $0.quantizers) = (false, [-5, 5, nil, 127]) })
        }
      ),
      (
        "Segments beyond the ends",
        {
          $0.segments = .init(
            map: [1, 2, 3],
            features: .init { ($0.isAbsolute, $0.quantizers) = (false, [-127, 127, -20, -21]) })
        }
      ),
      (
        "Segments that are all the same",
        {
          $0.segments = .init(map: [1, 2, 3], features: .init { $0.quantizers = [9, 9, 9, 9] })
        }
      ),
      (
        "A segment of a negative number",
        { $0.segments = .init(map: [1, 2, 3], features: .init { $0.quantizers = [-3, 9, 9, 9] }) }
      ),
      ("Segments without a map", { $0.segments = .init(features: segments) }),
      ("Segments without numbers", { $0.segments = .init(map: [100, 100, 100]) }),
      ("Segments without anything", { $0.segments = .init() }),
      (
        "A filter with differences",
        {
          ($0.filterLevel, $0.hasFilterDeltas) = (30, true)
          $0.filterDeltas = [1, -2, nil, 63, -63, nil, 0, 5]
        }
      ),
      ("A filter that keeps its differences", { ($0.filterLevel, $0.hasFilterDeltas) = (63, true) }),
      (
        "A simple filter by hand",
        { ($0.hasSimpleFilter, $0.filterLevel, $0.filterSharpness) = (true, 20, 5) }
      ),
      ("Eight partitions by hand", { $0.partitions = 3 }),
      ("The finest by hand", { $0.index = 0 }), ("The coarsest by hand", { $0.index = 127 }),
    ]
    return try changes.enumerated().map { number, change in
      let content = TestVP8(width: 40, height: 24, change.1).noise(seed: UInt64(number))
      return try OddWebP("Code: \(change.0)", TestWebP([.init("VP8 ", content)]))
    }
  }
}
