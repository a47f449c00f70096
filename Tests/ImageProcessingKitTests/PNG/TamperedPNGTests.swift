import TestSupport
import Testing

@testable import ImageProcessingKit

/// Renders of PNGs before the gate as they are and tampered with.
@Suite struct TamperedPNGTests {
  private static let styles = ObscuringStyle.allCases
  private static let kinds: [TestPNG.Kind] = [
    TestPNG.Kind(0, 1), TestPNG.Kind(0, 4), .gray8, TestPNG.Kind(0, 16), .rgb8, TestPNG.Kind(2, 16),
    TestPNG.Kind(3, 4),
    .palette8, TestPNG.Kind(4, 8), .rgba8, TestPNG.Kind(6, 16),
  ]

  /// A photo, its render, and the render's picture, which is written anew to be tampered with.
  private struct Render {
    let example: PNGCase
    let photo: [UInt8]
    let bytes: [UInt8]
    let picture: TestPNG.Picture

    init(
      _ kind: TestPNG.Kind, _ style: ObscuringStyle = .mosaic, _ rects: [NormalizedRect] = GatedRender.three,
      cells: Int? = nil, isInterlaced: Bool = false, options: RenderOptions = RenderOptions()
    ) throws {
      var picture = TestPNG.Picture(GatedRender.picture(), kind)
      if kind.hasAlpha { for place in picture.samples.indices { picture.samples[place] /= 2 } }
      example = PNGCase(
        picture, try GatedRender.plan(rects, style, regionCells: cells),
        TestPNG.Coding { ($0.isInterlaced, $0.filter) = (isInterlaced, .fixed(1)) }, options: options)
      photo = try example.file()
      bytes = try example.render(of: photo).bytes
      self.picture = try TestPNG.read(bytes).picture
    }

    /// The middle pixel of a unit that an area hides, or of one that none does.
    func pixel(inside: Bool) throws -> (x: Int, y: Int) {
      let isInside = try example.inside()
      for y in stride(from: 2, to: picture.height, by: 8) {
        for x in stride(from: 2, to: picture.width, by: 8) where isInside(x, y) == inside { return (x, y) }
      }
      throw FaceBlurError.internalError("no such unit")
    }

    /// The render with another picture and all its chunks.
    func file(with picture: TestPNG.Picture) throws -> [UInt8] {
      let other = try TestPNG.chunks(picture, example.coding)
      return TestPNGChunks(bytes).replacing(stream: other.stream).bytes
    }

    func refusal(of file: [UInt8]? = nil, plan: RegionPlan? = nil) throws -> FaceBlurError? {
      try PNGCase(example.picture, plan ?? example.plan, example.coding, options: example.options)
        .refusal(of: file ?? bytes, from: photo)
    }
  }

  @Test(arguments: kinds, [false, true])
  func passesARenderOfEveryStyle(kind: TestPNG.Kind, isInterlaced: Bool) throws {
    for style in Self.styles {
      for rects in [GatedRender.one, GatedRender.three] {
        #expect(try Render(kind, style, rects, isInterlaced: isInterlaced).refusal() == nil)
        #expect(try Render(kind, style, rects, cells: 0, isInterlaced: isInterlaced).refusal() == nil)
      }
      var options = RenderOptions()
      options.metadata = .everything
      let render = try Render(kind, style, isInterlaced: isInterlaced, options: options)
      #expect(try render.refusal() == nil)
      // The same pixels in another code are the same picture.
      #expect(try render.refusal(of: render.file(with: render.picture)) == nil)
    }
  }

  /// One level in one sample is enough, inside and outside, in alpha, too.
  @Test(arguments: kinds, [false, true])
  func refusesOneOtherSample(kind: TestPNG.Kind, isInterlaced: Bool) throws {
    for style in Self.styles {
      let render = try Render(kind, style, isInterlaced: isInterlaced)
      for isInside in [true, false] {
        let (x, y) = try render.pixel(inside: isInside)
        for channel in 0..<kind.channels {
          var picture = render.picture
          picture[x, y][channel] ^= 1
          let refusal = try render.refusal(of: render.file(with: picture))
          #expect(refusal == (isInside ? .leakingRegion : .changedOutside), "\(style), channel \(channel)")
        }
      }
    }
  }

  /// Two entries of a palette may have one colour; those of a render do not.
  @Test func refusesAnotherEntryOfTheSameColour() throws {
    var picture = TestPNG.Picture(GatedRender.picture(), .palette8)
    picture.palette += [picture.palette[43]]
    picture[100, 90] = [43]
    let example = PNGCase(picture, try GatedRender.plan(GatedRender.one))
    let photo = try example.file()
    let render = try example.render(of: photo).bytes
    var other = try TestPNG.read(render).picture
    while other.palette.count <= 216 { other.palette.append([0, 0, 0]) }
    other.palette[216] = picture.palette[43]
    other[100, 90] = [216]
    let file = try TestPNG.encode(other)
    #expect(try example.refusal(of: file, from: photo) != nil)
  }

  @Test(arguments: kinds)
  func refusesOneOriginalPixelInARegion(kind: TestPNG.Kind) throws {
    for style in Self.styles {
      let render = try Render(kind, style)
      let isInside = try render.example.inside()
      // One that differs: in pictures of few levels some are what the style makes of them.
      let place = try #require(
        (0..<(117 * 101)).map { ($0 % 117, $0 / 117) }.first {
          isInside($0.0, $0.1) && render.picture[$0.0, $0.1] != render.example.picture[$0.0, $0.1]
        })
      var picture = render.picture
      picture[place.0, place.1] = render.example.picture[place.0, place.1]
      #expect(try render.refusal(of: render.file(with: picture)) == .leakingRegion, "\(style)")
      #expect(try render.refusal(of: render.photo) == .leakingRegion, "\(style)")
    }
  }

  /// The plan of another style or of another place is not this render's.
  @Test(arguments: [TestPNG.Kind.gray8, .rgb8, TestPNG.Kind(2, 16), .palette8])
  func refusesAnotherPlan(kind: TestPNG.Kind) throws {
    for style in Self.styles {
      let render = try Render(kind, style)
      for other in Self.styles where other != style {
        #expect(
          try render.refusal(plan: GatedRender.plan(GatedRender.three, other)) == .leakingRegion,
          "\(style) \(other)")
      }
      let elsewhere = try GatedRender.plan([NormalizedRect(x: 0.6, y: 0.6, width: 0.2, height: 0.2)], style)
      #expect(try render.refusal(plan: elsewhere) != nil)
    }
  }

  // MARK: Chunks

  private static let strangers: [(TestPNGChunk, kind: String)] = [
    (.text("a", "b"), "text"), (TestPNGChunk("zTXt", [0x61, 0, 0, 1]), "text"),
    (TestPNGChunk("iTXt", [0x61, 0, 0, 0, 0, 0, 0x62]), "text"),
    (TestPNGChunk("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0<x/>".utf8)), "xmp"),
    (TestPNGChunk("tIME", [7, 232, 1, 2, 3, 4, 5]), "time"), (TestPNGChunk("prVt", [1]), "furtherChunk"),
    (TestPNGChunk("prVt"), "furtherChunk"), (TestPNGChunk("caBX", [1]), "contentCredential"),
    (TestPNGChunk("dSIG", [1]), "furtherChunk"), (TestPNGChunk("iDOT", [1]), "furtherChunk"),
    (TestPNGChunk("sPLT", [0x61, 0, 8]), "suggestedPalette"), (TestPNGChunk("hIST", [0, 1]), "histogram"),
    (TestPNGChunk("fdAT", [0, 0, 0, 0]), "animation"), (TestPNGChunk("fcTL", [0, 0, 0, 0]), "animation"),
    (TestPNGChunk("acTL", [0, 0, 0, 1, 0, 0, 0, 0]), "animation"),
    (TestPNGChunk("PLTE", [1, 2, 3]), "suggestedPalette"),
    (TestPNGChunk("pHYs", [0, 0, 1, 0, 0, 0, 1, 0, 1]), "pixelDensity"),
    (TestPNGChunk("gAMA", [0, 0, 1, 0, 9]), "colorSpace"), (TestPNGChunk("sRGB", [4]), "colorSpace"),
    (TestPNGChunk("sRGB", []), "colorSpace"), (TestPNGChunk("sBIT", [9, 8, 8]), "colorSpace"),
    (TestPNGChunk("cICP", [1, 13, 1, 1]), "colorSpace"), (TestPNGChunk("cHRM", [1]), "colorSpace"),
    (TestPNGChunk("bKGD", [1, 0, 0, 0, 0, 0]), "background"),
    (TestPNGChunk("tRNS", [0, 0, 0, 0, 1, 0]), "transparency"),
    (TestPNGChunk("iCCP", Array("a\0\0".utf8)), "icc"), (TestPNGChunk("eXIf", [1, 2, 3]), "exif"),
    (TestPNGChunk("IEND", [1]), "strayBytes"),
  ]

  @Test(arguments: 0..<strangers.count)
  func refusesEveryStranger(index: Int) throws {
    let (chunk, kind) = Self.strangers[index]
    var options = RenderOptions()
    options.metadata = .none
    let render = try Render(.rgb8, options: options)
    let chunks = TestPNGChunks(render.bytes)
    if chunk.type == "IEND" {
      #expect(try render.refusal(of: chunks.changing("IEND") { $0 = chunk }.bytes)?.blockKind == kind)
      return
    }
    #expect(try render.refusal(of: chunks.inserting([chunk], before: "IDAT").bytes)?.blockKind == kind)
    #expect(try render.refusal(of: chunks.inserting([chunk], before: "IEND").bytes) != nil)
  }

  @Test func refusesWhatIsNotThePicture() throws {
    let render = try Render(.rgb8)
    let chunks = TestPNGChunks(render.bytes)
    func refusal(_ chunks: TestPNGChunks) throws -> FaceBlurError? { try render.refusal(of: chunks.bytes) }
    #expect(try refusal(chunks) == nil)
    #expect(try refusal(chunks.adding(trailing: [0]))?.blockKind == "trailingBytes")
    #expect(try refusal(chunks.adding(trailing: HiddenPicture.jpeg()))?.blockKind == "trailingPicture")
    #expect(try refusal(chunks.adding(trailing: render.photo))?.blockKind == "trailingPicture")
    #expect(try refusal(chunks.replacing(stream: chunks.stream + [0]))?.blockKind == "pictureSlack")
    #expect(
      try refusal(chunks.inserting([TestPNGChunk("IDAT", [0])], behind: "IDAT"))?.blockKind == "pictureSlack")
    let rows = try #require(ZlibStream.decompress(chunks.stream)).bytes
    #expect(
      try refusal(chunks.replacing(stream: ZlibStream().compress(rows + [0])))?.blockKind == "pictureSlack")
    #expect(try refusal(chunks.replacing(stream: ZlibStream().compress(rows, isFinal: false))) != nil)
    #expect(try refusal(chunks.replacing(stream: ZlibStream().compress(rows.dropLast()))) != nil)
    #expect(try refusal(chunks.changing("IDAT") { $0.crcError = 1 }) != nil)
    #expect(try refusal(chunks.changing("IHDR") { $0.crcError = 1 }) != nil)
    #expect(try refusal(chunks.changing("IEND") { $0.crcError = 1 }) != nil)
    #expect(try refusal(chunks.removing("IEND")) != nil)
    #expect(try refusal(chunks.removing("IDAT")) != nil)
    var stream = chunks.stream
    stream[stream.count - 1] ^= 1
    #expect(try refusal(chunks.replacing(stream: stream)) != nil)
    for cut in TestPNGChunks.truncations(of: render.bytes) { #expect(try render.refusal(of: cut) != nil) }
    #expect(try render.refusal(of: []) != nil)
    #expect(try render.refusal(of: TestPhotos.astronaut()) != nil)
  }

  /// Parts of the stream that show nothing: an empty IDAT, bits behind a row's last pixel.
  @Test func refusesWhatNoRenderHasInItsCode() throws {
    let render = try Render(.rgb8)
    let chunks = TestPNGChunks(render.bytes)
    #expect(try render.refusal(of: chunks.inserting([TestPNGChunk("IDAT")], behind: "IDAT").bytes) != nil)
    let gray = try Render(TestPNG.Kind(0, 1))
    let parts = TestPNGChunks(gray.bytes)
    var rows = try #require(ZlibStream.decompress(parts.stream)).bytes
    // 117 pixels leave three bits.
    rows[15] ^= 1
    #expect(try gray.refusal(of: parts.replacing(stream: ZlibStream().compress(rows)).bytes) != nil)
  }

  @Test func refusesAnotherOrderOfChunks() throws {
    var picture = TestPNG.Picture(GatedRender.picture(), .rgb8)
    picture.transparency = .color([1, 2, 3])
    var options = RenderOptions()
    options.metadata = .everything
    let example = PNGCase(
      picture, try GatedRender.plan(GatedRender.one),
      TestPNG.Coding {
        $0.first = [
          TestPNGChunk("sRGB", [0]), TestPNGChunk("gAMA", [0, 0, 0xB1, 0x8F]),
          TestPNGChunk("sBIT", [8, 8, 8]),
        ]
        $0.middle = [
          TestPNGChunk("bKGD", [0, 1, 0, 2, 0, 3]), TestPNGChunk("pHYs", [0, 0, 0, 2, 0, 0, 0, 1, 0]),
        ]
      }, options: options)
    let photo = try example.file()
    let render = TestPNGChunks(try example.render(of: photo).bytes)
    #expect(try example.refusal(of: render.bytes, from: photo) == nil)
    let last = render.chunks.count - 2
    for index in 1..<last where render.chunks[index + 1].type != "IDAT" {
      var other = render
      other.chunks.swapAt(index, index + 1)
      #expect(try example.refusal(of: other.bytes, from: photo) != nil, "\(other.layout)")
    }
    for index in 1..<last {
      // What the policy may drop may be missing; what says how samples are shown may not be another's.
      var other = render
      other.chunks.insert(other.chunks[index], at: index)
      if render.chunks[index].type != "IDAT" {
        #expect(try example.refusal(of: other.bytes, from: photo) != nil, "\(other.layout)")
      }
    }
    for type in ["tRNS", "sRGB", "sBIT"] {
      let other = render.changing(type) { $0.data[$0.data.count - 1] ^= 1 }
      #expect(try example.refusal(of: other.bytes, from: photo) != nil, "\(type)")
    }
    #expect(try example.refusal(of: render.removing("tRNS").bytes, from: photo) != nil)
  }

  @Test func refusesAnotherKindOfPicture() throws {
    let render = try Render(.rgb8)
    let pixels = try #require(
      PixelBuffer(width: 117, height: 101, bytes: TestPNG.read(render.bytes).pixels))
    for kind in [TestPNG.Kind(2, 16), .rgba8, .gray8, .palette8] {
      #expect(try render.refusal(of: TestPNG.encode(TestPNG.Picture(pixels, kind))) != nil, "\(kind)")
    }
    #expect(
      try render.refusal(of: TestPNG.encode(render.picture, TestPNG.Coding { $0.isInterlaced = true })) != nil
    )
    var turned = render.picture
    (turned.width, turned.height) = (101, 117)
    #expect(try render.refusal(of: TestPNG.encode(turned)) == .otherShape)
    var lower = render.picture
    (lower.height, lower.samples) = (100, lower.samples.dropLast(3 * 117))
    #expect(try render.refusal(of: TestPNG.encode(lower)) == .otherShape)
    let exif: [UInt8] = [
      0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0,
    ]
    let turn = TestPNGChunks(render.bytes).inserting([TestPNGChunk("eXIf", exif)], before: "IDAT")
    #expect(try render.refusal(of: turn.bytes) == .otherShape)
  }

  @Test func refusesAnotherWay() throws {
    let render = try Render(.rgb8)
    let photo = try PhotoFormats.standard.open(render.photo).content
    for way in [RenderSummary.Path.bitCopy, .pixels] {
      let error = #expect(throws: FaceBlurError.self) {
        try LeakGate(format: .png).check(
          render.bytes, of: photo, plan: render.example.plan, options: RenderOptions(), madeBy: way)
      }
      #expect(error?.isDamage == true)
    }
  }

  // MARK: Palettes

  @Test func refusesWhatAPaletteTellsBeside() throws {
    var picture = TestPNG.Picture(GatedRender.picture(), .palette8)
    picture.transparency = .alphas([UInt8](repeating: 255, count: 42) + [9])
    // The lower half alone uses entries from 100 on.
    picture = picture.replacing(where: { _, _ in true }) { x, y, _ in
      UInt16((x + y) % 43 + (y > 80 ? 150 : 0))
    }
    let example = PNGCase(picture, try GatedRender.plan(GatedRender.one, .fill))
    let photo = try example.file()
    let render = TestPNGChunks(try example.render(of: photo).bytes)
    func refusal(_ chunks: TestPNGChunks) throws -> FaceBlurError? {
      try example.refusal(of: chunks.bytes, from: photo)
    }
    #expect(try refusal(render) == nil)
    let shown = try TestPNG.read(render.bytes).picture
    #expect(shown.hasPaletteOfARender && shown.shown(byEntry: 0)[3] == 9)
    // An entry that no pixel shows, behind the others and between them.
    #expect(try refusal(render.changing("PLTE") { $0.data += [255, 255, 255] }) == .otherPalette)
    #expect(try refusal(render.changing("PLTE") { $0.data += [0, 0, 0] }) == .otherPalette)
    var gapped = shown
    gapped.samples = shown.samples.map { $0 > 20 ? $0 + 1 : $0 }
    var between = shown.palette[20]
    between[2] += 1
    gapped.palette.insert(between, at: 21)
    #expect(between.lexicographicallyPrecedes(shown.palette[21]))
    #expect(try refusal(render.showing(gapped)) == .otherPalette)
    // What is seen in another order.
    var swapped = shown
    swapped.palette.swapAt(20, 21)
    swapped.samples = shown.samples.map { $0 == 20 ? 21 : $0 == 21 ? 20 : $0 }
    #expect(try refusal(render.showing(swapped)) == .otherPalette)
    // Another colour of one that is shown.
    #expect(try refusal(render.changing("PLTE") { $0.data[0] ^= 1 }) == .changedOutside)
    // Alphas that nobody asks for, and none where one was.
    #expect(try refusal(render.changing("tRNS") { $0.data.append(255) }) == .otherPalette)
    #expect(try refusal(render.changing("tRNS") { $0.data.append(7) }) != nil)
    #expect(try refusal(render.changing("tRNS") { $0.data[0] = 10 }) == .changedOutside)
    #expect(try refusal(render.removing("tRNS")) == .changedOutside)
    // The nearest entry, where there is room for the very colour.
    let isInside = try example.inside()
    let place = try #require((0..<(117 * 101)).first { isInside($0 % 117, $0 / 117) })
    var other = shown
    other[place % 117, place / 117] = [
      UInt16(
        shown.palette.indices.filter { shown.palette[$0] != [128, 128, 128] }
          .min { distance(shown, $0) < distance(shown, $1) } ?? 0)
    ]
    #expect(try refusal(render.showing(other)) == .leakingRegion)
  }

  /// Renders of earlier versions kept the numbers of their photos. They are ours all the same, and may be replaced by better ones.
  @Test func knowsARenderWithAnEarlierPalette() throws {
    let picture = TestPNG.Picture(GatedRender.picture(), .palette8)
    let example = PNGCase(picture, try GatedRender.plan(GatedRender.one, .fill))
    let photo = try example.file()
    let render = TestPNGChunks(try example.render(of: photo).bytes)
    var earlier = try TestPNG.read(render.bytes).picture
    earlier.palette.swapAt(20, 21)
    earlier.samples = earlier.samples.map { $0 == 20 ? 21 : $0 == 21 ? 20 : $0 }
    earlier.samples = earlier.samples.map { $0 > 30 ? $0 + 1 : $0 }
    earlier.palette.insert([0, 0, 0], at: 31)
    let proof = RenderProof(
      photo: try PhotoFormats.standard.open(photo), options: example.options, way: .rows)
    let content = RenderProof.Content(plan: example.plan, filters: ToneFilters())
    #expect(proof.holds(for: FileBytes(try render.showing(earlier).bytes), of: [content]))
    #expect(try example.refusal(of: render.showing(earlier).bytes, from: photo) == .otherPalette)
    let isInside = try example.inside()
    let place = try #require((0..<(117 * 101)).first { !isInside($0 % 117, $0 / 117) })
    earlier.samples[place] = earlier.samples[place] == 20 ? 21 : 20
    #expect(!proof.holds(for: FileBytes(try render.showing(earlier).bytes), of: [content]))
  }

  private func distance(_ picture: TestPNG.Picture, _ index: Int) -> Int {
    picture.palette[index].reduce(0) { $0 + (Int($1) - 128) * (Int($1) - 128) }
  }

  // MARK: Tones

  @Test(arguments: kinds, [false, true])
  func provesTones(kind: TestPNG.Kind, isInterlaced: Bool) throws {
    let render = try Render(kind, isInterlaced: isInterlaced)
    let photo = try PhotoFormats.standard.open(render.photo).content
    let obscured = try photo.opening(render: render.bytes)
    let filters = ToneFilters(sepia: 0.6)
    let toned = try obscured.toning(filters).bytes
    func refusal(_ file: [UInt8]) -> FaceBlurError? {
      do {
        try LeakGate(format: .png).checkTones(
          of: file, against: obscured, filters: filters, options: RenderOptions())
        return nil
      } catch {
        return error
      }
    }
    #expect(toned != render.bytes && refusal(toned) == nil)
    #expect(try TestPNG.read(toned).warnings == 0)
    var picture = try TestPNG.read(toned).picture
    picture.samples[picture.samples.count / 2] ^= 1
    let other = try TestPNG.chunks(picture, TestPNG.Coding { $0.isInterlaced = isInterlaced })
    #expect(refusal(TestPNGChunks(toned).replacing(stream: other.stream).bytes) == .otherTones)
    #expect(refusal(render.bytes) == .otherTones)
    #expect(refusal(try photo.toning(filters).bytes) == .otherTones)
    #expect(
      refusal(TestPNGChunks(toned).inserting([.text("a", "b")], before: "IDAT").bytes)?.blockKind == "text")
    // Twice the same.
    #expect(try obscured.toning(filters).bytes == toned)
  }

  /// From nothing but the file, and with means only as flat cells.
  @Test(arguments: kinds)
  func provesRegionsFromTheFileAlone(kind: TestPNG.Kind) throws {
    for style in Self.styles {
      let render = try Render(kind, style)
      func holds(_ file: [UInt8]) throws -> Bool {
        let photo = try PhotoFormats.standard.open(file).content
        do {
          try LeakGate(format: .png).checkRegions(of: photo, render.example.plan)
          return true
        } catch {
          #expect(error == .leakingRegion)
          return false
        }
      }
      #expect(try holds(render.bytes), "\(style)")
      guard kind.depth >= 8 else { continue }
      let (x, y) = try render.pixel(inside: true)
      var picture = render.picture
      picture[x, y][0] ^= 0x40
      // Where nobody knows a tone, any colour that is seen may be one.
      #expect(try holds(render.file(with: picture)) == (style == .smoothPixelate), "\(style)")
    }
  }

  /// Nothing but a reckoning of the gate's own would see that the writer goes wrong.
  @Test(arguments: [TestPNG.Kind.gray8, .rgb8, TestPNG.Kind(2, 16), .rgba8])
  func seesAWriterThatTakesOtherSurroundings(kind: TestPNG.Kind) throws {
    let render = try Render(kind, .mosaic, GatedRender.one)
    let example = render.example
    let geometry = try PhotoFormats.standard.open(render.photo).geometry
    let area = try #require(example.plan.areas(on: geometry).first)
    let unit = try #require(
      (0..<(geometry.unitColumns * geometry.unitRows)).first {
        area.isBeside(unitX: $0 % geometry.unitColumns, unitY: $0 / geometry.unitColumns)
      })
    let (left, top) = (8 * (unit % geometry.unitColumns), 8 * (unit / geometry.unitColumns))
    func isThere(_ x: Int, _ y: Int) -> Bool {
      (left..<(left + 8)).contains(x) && (top..<(top + 8)).contains(y)
    }
    let white = UInt16(kind.maximum)
    let whitened = example.picture.replacing(where: isThere) { _, _, _ in white }
    let other = try example.render(of: example.file(whitened)).bytes
    #expect(try render.refusal(of: other) == .changedOutside)
    // Around what it hides, it shows what the photo shows.
    let mixed = try TestPNG.read(other).picture.replacing(where: isThere) { x, y, channel in
      example.picture[x, y][channel]
    }
    #expect(try render.refusal(of: TestPNG.encode(mixed)) == .leakingRegion)
  }
}

extension TestPNGChunks {
  /// The same chunks around another picture's palette and rows.
  fileprivate func showing(_ picture: TestPNG.Picture) throws -> TestPNGChunks {
    changing("PLTE") { $0.data = picture.palette.flatMap(\.self) }
      .replacing(stream: try TestPNG.chunks(picture).stream)
  }
}
