import TestSupport
import Testing

@testable import ImageProcessingKit

/// What a render of a PNG holds, by libpng's account.
@Suite struct PNGRenderTests {
  private static let styles = ObscuringStyle.allCases

  @Test(arguments: TestPNG.Kind.all, [false, true])
  func nothingOutsideChanges(kind: TestPNG.Kind, isInterlaced: Bool) throws {
    var random = SplitMix(seed: 401)
    for style in Self.styles {
      for number in 0..<3 {
        let example = try PNGCase(
          kind, style, number % 2 == 0 ? .box : .ellipse, isInterlaced: isInterlaced, &random)
        let file = try example.file()
        let render = try example.render(of: file).bytes
        let before = try TestPNG.read(file)
        let after = try TestPNG.read(render)
        let isInside = try example.inside()
        #expect(after.warnings == 0, "\(after.message)")
        #expect(after.isInterlaced == isInterlaced)
        #expect(
          before.picture.isSame(as: after.picture, outside: isInside), "\(style) \(number) \(example.coding)")
        // What is seen is the same, too, whatever became of palette and transparency.
        let (width, height) = (example.picture.width, example.picture.height)
        var seenOutside = true
        var isOpaqueInside = true
        for y in 0..<height {
          for x in 0..<width {
            let place = 4 * (y * width + x)
            if isInside(x, y) {
              isOpaqueInside = isOpaqueInside && after.rgba[place + 3] == 65_535
            } else {
              seenOutside = seenOutside && before.rgba[place..<(place + 4)] == after.rgba[place..<(place + 4)]
            }
          }
        }
        #expect(seenOutside, "\(style) \(number)")
        // Of palettes without an opaque entry, the nearest of the others is taken.
        #expect(isOpaqueInside || kind.isPalette, "\(style) \(number)")
      }
    }
  }

  /// Samples of 8 bits are what `SampleRaster` makes of them; alpha is full.
  @Test(arguments: [TestPNG.Kind.gray8, .rgb8, TestPNG.Kind(4, 8), .rgba8])
  func showsWhatTheStyleMakes(kind: TestPNG.Kind) throws {
    var random = SplitMix(seed: 402)
    for style in Self.styles {
      for isInterlaced in [false, true] {
        var example = try PNGCase(kind, style, .ellipse, isInterlaced: isInterlaced, &random)
        var picture = example.picture
        picture.transparency = nil
        example = PNGCase(picture, example.plan, example.coding)
        let photo = try PhotoFormats.standard.open(example.file()).content
        let areas = example.plan.areas(on: photo.geometry)
        let colors = kind.isGray ? 1 : 3
        var samples: [UInt8] = []
        for place in picture.samples.indices where place % kind.channels < colors {
          samples.append(UInt8(picture.samples[place]))
        }
        SampleRaster(geometry: photo.geometry, colors: kind.isGray ? .gray : .rgb)
          .obscure(areas, in: &samples, with: style.obscurer)
        let after = try TestPNG.read(example.render(of: example.file()).bytes).picture
        let isInside = try example.inside()
        for y in 0..<picture.height {
          for x in 0..<picture.width where isInside(x, y) {
            let place = (y * picture.width + x) * colors
            let expected = samples[place..<(place + colors)].map(UInt16.init) + (kind.hasAlpha ? [255] : [])
            #expect(after[x, y] == expected, "\(style)")
          }
        }
      }
    }
  }

  /// A fill is middle grey in every depth: half of the largest sample, rounded.
  @Test(arguments: TestPNG.Kind.all.filter { !$0.isPalette })
  func fillsWithGreyOfEveryDepth(kind: TestPNG.Kind) throws {
    let gray = UInt16((128 * kind.maximum * 2 + 255) / 510)
    for isClear in [false, true] where !(isClear && kind.hasAlpha) {
      var picture = TestPNG.Picture.noise(kind, width: 40, height: 40, seed: 3)
      picture.transparency = isClear ? .color([UInt16](repeating: gray, count: kind.channels)) : nil
      let example = PNGCase(picture, try GatedRender.plan(GatedRender.one, .fill))
      let file = try example.file()
      let render = try example.render(of: file).bytes
      #expect(try example.refusal(of: render, from: file) == nil)
      let after = try TestPNG.read(render)
      #expect(after.picture.transparency == picture.transparency)
      let isInside = try example.inside()
      // What the file calls transparent is one level beside it.
      var expected = [UInt16](repeating: gray, count: kind.isGray ? 1 : 3)
      if isClear { expected[expected.count - 1] ^= 1 }
      if kind.hasAlpha { expected.append(UInt16(kind.maximum)) }
      for y in 0..<40 {
        for x in 0..<40 where isInside(x, y) {
          #expect(after.picture[x, y] == expected && after.rgba[4 * (40 * y + x) + 3] == 65_535)
        }
      }
    }
  }

  // MARK: Palettes

  private func paletteCase(
    _ depth: Int, used: Int, transparency: TestPNG.Transparency? = nil, _ style: ObscuringStyle = .fill
  ) throws -> PNGCase {
    let entries = 1 << depth
    let picture = TestPNG.Picture(
      TestPNG.Kind(3, depth), width: 64, height: 64, samples: (0..<4096).map { UInt16($0 * 7 / 3 % used) },
      palette: (0..<entries).map { index in
        let levels = [37 * index & 255, 91 * index & 255, 255 - index]
        return levels.map { UInt8($0) }
      },
      transparency: transparency)
    return PNGCase(picture, try GatedRender.plan(GatedRender.one, style, cells: 5))
  }

  @Test(arguments: [1, 2, 4, 8], ObscuringStyle.allCases)
  func givesTonesEntriesWhereThereIsRoom(depth: Int, style: ObscuringStyle) throws {
    let example = try paletteCase(depth, used: max(1, (1 << depth) / 2), style)
    let file = try example.file()
    let render = try example.render(of: file)
    #expect(try example.refusal(of: render.bytes, from: file) == nil)
    let after = try TestPNG.read(render.bytes).picture
    let isInside = try example.inside()
    #expect(after.hasPaletteOfARender)
    guard style == .fill else { return }
    for y in 0..<64 {
      for x in 0..<64 where isInside(x, y) { #expect(after.shown(x, y) == [128, 128, 128, 255]) }
    }
  }

  @Test(arguments: [1, 2, 4, 8])
  func takesTheNearestEntryWhereThereIsNoRoom(depth: Int) throws {
    let entries = 1 << depth
    for alphas in [
      [UInt8](), (0..<entries).map { $0 % 2 == 0 ? 255 : 200 }, .init(repeating: 7, count: entries),
    ] {
      let example = try paletteCase(
        depth, used: entries, transparency: alphas.isEmpty ? nil : .alphas(alphas))
      let file = try example.file()
      let render = try example.render(of: file)
      #expect(try example.refusal(of: render.bytes, from: file) == nil)
      let after = try TestPNG.read(render.bytes).picture
      #expect(after.hasPaletteOfARender && after.palette.count == entries)
      func distance(_ shown: [UInt8]) -> Int {
        shown[..<3].reduce(0) { $0 + (Int($1) - 128) * (Int($1) - 128) }
      }
      let all = (0..<entries).map { after.shown(byEntry: $0) }
      let opaque = all.filter { $0[3] == 255 }
      let nearest = try #require((opaque.isEmpty ? all : opaque).min { distance($0) < distance($1) })
      let isInside = try example.inside()
      for y in 0..<64 {
        for x in 0..<64 where isInside(x, y) { #expect(after.shown(x, y) == nearest) }
      }
      let kept = alphas.filter { $0 < 255 }.sorted()
      #expect(after.transparency == (kept.isEmpty ? nil : .alphas(kept)))
    }
  }

  @Test func fillsAWholePaletteWithOneGrey() throws {
    for depth in [1, 2, 4, 8] {
      let example = PNGCase(
        try paletteCase(depth, used: 1 << depth).picture,
        try GatedRender.plan([NormalizedRect(x: -1, y: -1, width: 3, height: 3)], .fill))
      let after = try TestPNG.read(example.render(of: example.file()).bytes).picture
      #expect(after.palette == [[128, 128, 128]] && Set(after.samples) == [0] && after.transparency == nil)
    }
  }

  /// Nobody looks at the picture over it.
  @Test func dropsABackground() throws {
    let picture = TestPNG.Picture.noise(.rgba8, width: 40, height: 40, seed: 3)
    let coding = TestPNG.Coding { $0.middle = [TestPNGChunk("bKGD", [0, 1, 0, 2, 0, 3])] }
    let example = PNGCase(picture, try GatedRender.plan(GatedRender.one), coding)
    let file = try example.file()
    let render = try example.render(of: file).bytes
    #expect(TestPNGChunks(render)["bKGD"] == nil)
    #expect(try example.refusal(of: render, from: file) == nil)
    let kept = TestPNGChunks(render).inserting(coding.middle, before: "IDAT").bytes
    #expect(try example.refusal(of: kept, from: file) != nil)
  }

  /// Which of several entries that show the same a pixel has would be a picture of its own.
  @Test(arguments: [1, 2, 4, 8], [false, true])
  func mergesEntriesThatShowTheSame(depth: Int, isInterlaced: Bool) throws {
    let entries = 1 << depth
    var random = SplitMix(seed: 9)
    let plain = TestPNG.Picture(
      TestPNG.Kind(3, depth), width: 64, height: 64, samples: [UInt16](repeating: 0, count: 4096),
      palette: [[UInt8]](repeating: [90, 80, 70], count: entries))
    var picture = plain
    picture.samples = (0..<4096).map { _ in .random(in: 0..<UInt16(entries), using: &random) }
    let coding = TestPNG.Coding { $0.isInterlaced = isInterlaced }
    let example = PNGCase(picture, try GatedRender.plan(GatedRender.one, .fill), coding)
    let file = try example.file()
    let render = try example.render(of: file).bytes
    #expect(try example.refusal(of: render, from: file) == nil)
    let after = try TestPNG.read(render).picture
    let isInside = try example.inside()
    #expect(picture.isSame(as: after, outside: isInside))
    for y in 0..<64 {
      for x in 0..<64 where !isInside(x, y) { #expect(after[x, y] == [0]) }
    }
    // A pixel beside the areas that has the other entry again.
    var other = after
    other.palette += [[UInt8]](repeating: [90, 80, 70], count: entries - after.palette.count)
    other.palette[entries - 1] = [90, 80, 70]
    other[63, 63] = [UInt16(entries - 1)]
    #expect(!isInside(63, 63))
    #expect(try example.refusal(of: TestPNG.encode(other, coding), from: file) != nil)
  }

  /// An alpha of its own is no twin.
  @Test func keepsEntriesOfOtherAlphas() throws {
    var picture = TestPNG.Picture(
      .palette8, width: 64, height: 64, samples: (0..<4096).map { UInt16($0 % 3) },
      palette: [[90, 80, 70], [90, 80, 70], [90, 80, 70]])
    picture.transparency = .alphas([255, 7])
    let example = PNGCase(picture, try GatedRender.plan(GatedRender.one, .fill))
    let file = try example.file()
    let after = try TestPNG.read(example.render(of: file).bytes).picture
    let isInside = try example.inside()
    for y in 0..<64 {
      for x in 0..<64 where !isInside(x, y) { #expect(after[x, y] == [(y * 64 + x) % 3 == 1 ? 0 : 1]) }
    }
  }

  // MARK: The file

  private static let everything = TestPNG.Coding {
    $0.first = [
      TestPNGChunk("sBIT", [5, 6, 5]), TestPNGChunk("cHRM", (0..<32).map { UInt8($0) }),
      TestPNGChunk("gAMA", [0, 0, 0xB1, 0x8F]), TestPNGChunk("sRGB", [1]),
      TestPNGChunk("cICP", [1, 13, 0, 1]),
      .text("Author", "Ann"),
    ]
    $0.middle = [
      TestPNGChunk("pHYs", [0, 0, 0x0B, 0x13, 0, 0, 0x0B, 0x13, 1]),
      TestPNGChunk("bKGD", [0, 1, 0, 2, 0, 3]),
      TestPNGChunk("prVt", [1, 2, 3]),
    ]
    $0.last = [TestPNGChunk("tIME", [7, 232, 1, 2, 3, 4, 5]), .text("Comment", "more")]
    $0.idatBytes = 100
  }

  @Test func holdsOnlyWhatThePolicyKeepsInTheirOrder() throws {
    var picture = TestPNG.Picture.noise(.rgb8, width: 48, height: 48, seed: 6)
    picture.transparency = .color(picture[1, 1])
    let plan = try GatedRender.plan(GatedRender.one)
    for (policy, layout) in [
      ("minimal", ["IHDR", "cICP", "sRGB", "sBIT", "tRNS", "pHYs", "IDAT", "IEND"]),
      ("none", ["IHDR", "cICP", "sRGB", "sBIT", "tRNS", "IDAT", "IEND"]),
      ("none-profile", ["IHDR", "cICP", "sRGB", "sBIT", "tRNS", "IDAT", "IEND"]),
    ] {
      var options = RenderOptions()
      options.metadata = try #require(MetadataPolicy(policy))
      let example = PNGCase(picture, plan, Self.everything, options: options)
      let file = try example.file()
      let render = try example.render(of: file).bytes
      let chunks = TestPNGChunks(render)
      #expect(chunks.layout == layout)
      #expect(chunks.areSound && chunks.trailing.isEmpty)
      #expect(try example.refusal(of: render, from: file) == nil)
      for type in layout where type != "IDAT" {
        #expect(chunks[type]?.data == TestPNGChunks(file)[type]?.data)
      }
      let stream = try #require(ZlibStream.decompress(chunks.stream))
      #expect(stream.isWhole && stream.used == chunks.stream.count && stream.bytes.count == 48 * 145)
    }
  }

  /// Numbers of colours stay where nothing counts for more and they are those of colours; viewers that go by them all the same would
  /// show what nobody has looked at.
  @Test func keepsNumbersOfColorsWhereNothingCountsForMore() throws {
    let gamma = TestPNGChunk("gAMA", [0, 0, 0xB1, 0x8F])
    func primaries(_ points: [Int]) -> TestPNGChunk {
      TestPNGChunk("cHRM", points.flatMap { ByteOrder.bigEndian.number($0, 4) })
    }
    let sound = primaries([31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6_000])
    let none = primaries([Int](repeating: 70_000, count: 8))
    let profile = try TestPNGChunk.profile(TestProfile.wideGamut)
    let cases: [([TestPNGChunk], [String])] = [
      ([gamma, sound], ["gAMA", "cHRM"]), ([gamma, none], ["gAMA"]),
      ([gamma, sound, TestPNGChunk("sRGB", [0])], ["sRGB"]),
      ([TestPNGChunk("cICP", [1, 13, 0, 1]), gamma, sound], ["cICP"]), ([profile, gamma, sound], ["iCCP"]),
    ]
    for (first, kept) in cases {
      let example = PNGCase(
        .noise(.rgb8, width: 32, height: 32, seed: 6), try GatedRender.plan(GatedRender.one),
        TestPNG.Coding { $0.first = first })
      let file = try example.file()
      let render = try example.render(of: file).bytes
      #expect(TestPNGChunks(render).removing("tRNS").layout == ["IHDR"] + kept + ["IDAT", "IEND"])
      #expect(try example.refusal(of: render, from: file) == nil)
      guard kept != ["gAMA", "cHRM"] else { continue }
      let other = TestPNGChunks(render).removing("gAMA").inserting([gamma, none], before: "IDAT").bytes
      #expect(try example.refusal(of: other, from: file) != nil)
    }
  }

  /// The shape of a pixel is needed to show the picture; how large it is on paper is not.
  @Test(
    arguments: [
      ([0, 0, 0, 2, 0, 0, 0, 1, 0], [0, 0, 0, 2, 0, 0, 0, 1, 0]),
      ([0, 0, 0x10, 0, 0, 0, 8, 0, 1], [0, 0, 0, 2, 0, 0, 0, 1, 0]),
      ([0, 0, 0, 7, 0, 0, 0, 7, 0], nil), ([0, 0, 0x0B, 0x13, 0, 0, 0x0B, 0x13, 1], nil),
      ([0, 0, 0, 101, 0, 0, 0, 100, 0], nil), ([0, 0, 0, 0, 0, 0, 0, 1, 0], nil),
      ([0, 0, 0, 2, 0, 0, 0, 1, 2], nil),
    ] as [([UInt8], [UInt8]?)])
  func keepsOnlyTheShapeOfPixels(_ density: (given: [UInt8], kept: [UInt8]?)) throws {
    var options = RenderOptions()
    options.metadata = .none
    let example = PNGCase(
      .noise(.rgb8, width: 32, height: 32, seed: 6), try GatedRender.plan(GatedRender.one),
      TestPNG.Coding { $0.middle = [TestPNGChunk("pHYs", density.given)] }, options: options)
    let file = try example.file()
    let render = try example.render(of: file).bytes
    #expect(TestPNGChunks(render)["pHYs"]?.data == density.kept)
    #expect(try example.refusal(of: render, from: file) == nil)
  }

  /// Viewers that heed it would draw faces out that nobody has found.
  @Test(
    arguments: [
      ([0, 0, 0, 204, 0, 0, 0, 98, 1], true), ([0, 0, 0, 100, 0, 0, 1, 0x2C, 1], false),
      ([0, 0, 0, 3, 0, 0, 0, 1, 0], false),
    ] as [([UInt8], Bool)], ["minimal", "none"])
  func leavesOutADensityThatDrawsFacesOut(_ density: (given: [UInt8], isKept: Bool), policy: String) throws {
    var options = RenderOptions()
    options.metadata = try #require(MetadataPolicy(policy))
    let example = PNGCase(
      .noise(.rgb8, width: 32, height: 32, seed: 6), try GatedRender.plan(GatedRender.one),
      TestPNG.Coding { $0.middle = [TestPNGChunk("pHYs", density.given)] }, options: options)
    let file = try example.file()
    let render = try example.render(of: file).bytes
    #expect(
      (TestPNGChunks(render)["pHYs"]?.data == density.given) == (density.isKept && policy == "minimal"))
    #expect(density.isKept || TestPNGChunks(render)["pHYs"] == nil)
    #expect(try example.refusal(of: render, from: file) == nil)
    guard !density.isKept else { return }
    let other = TestPNGChunks(render).inserting([TestPNGChunk("pHYs", density.given)], before: "IDAT").bytes
    #expect(try example.refusal(of: other, from: file) != nil)
  }

  @Test(arguments: Orientation.allCases)
  func keepsTheOrientation(orientation: Orientation) throws {
    let portrait = try TestPNG.encode(TestPhotos.noise(width: 40, height: 24, seed: 3))
    // What a camera writes, without the signature that it has in JPEGs.
    let oriented = TestJPEG.oriented(
      [0xFF, 0xD8, 0xFF, 0xD9], orientation, littleEndian: orientation.rawValue % 2 == 0)
    let exif = Array(
      JPEGParts.content(of: JPEGParts.segments(of: oriented)[0].range, in: oriented).dropFirst(6))
    for type in ["IDAT", "IEND"] {
      let file = TestPNGChunks(portrait).inserting([TestPNGChunk("eXIf", exif)], before: type).bytes
      let photo = try PhotoFormats.standard.open(file).content
      #expect(photo.geometry.orientation == orientation)
      let plan = try GatedRender.plan(GatedRender.one)
      let render = try photo.rendering(plan.areas(on: photo.geometry), with: MosaicObscurer()).bytes
      #expect(try PhotoFormats.standard.open(render).geometry.orientation == orientation)
      try LeakGate(format: .png).check(render, of: photo, plan: plan, options: RenderOptions(), madeBy: .rows)
    }
  }

  /// The same picture coded in every way gives the same render, as far as rows are not filtered in another way: they are copied. An
  /// encoder that was told to take its time (RFC 1950, 2.2) is taken at its word.
  @Test(arguments: TestPNG.Kind.all)
  func theCodeOfAPictureTellsNothing(kind: TestPNG.Kind) throws {
    let picture = TestPNG.Picture.noise(kind, width: 37, height: 29, seed: 12)
    let plan = try GatedRender.plan(GatedRender.one)
    var renders: [Bool: Set<[UInt8]>] = [:]
    for stream in ZlibStream.all {
      for size in [nil, 1, 33] {
        let coding = TestPNG.Coding { ($0.filter, $0.stream, $0.idatBytes) = (.fixed(2), stream, size) }
        let example = PNGCase(picture, plan, coding)
        let file = try example.file()
        let isSlow = TestPNGChunks(file).stream[1] >> 6 == 3
        renders[isSlow, default: []].insert(try example.render(of: file).bytes)
      }
    }
    #expect(renders[false]?.count == 1 && renders[true]?.count == 1)
  }

  /// Bits behind the last pixel of a row are nobody's: up to seven in each.
  @Test(arguments: TestPNG.Kind.all.filter { $0.bits < 8 })
  func bitsBehindRowsAreDropped(kind: TestPNG.Kind) throws {
    let width = 33
    let picture = TestPNG.Picture.noise(kind, width: width, height: 40, seed: 4)
    let example = PNGCase(
      picture, try GatedRender.plan(GatedRender.one), TestPNG.Coding { $0.filter = .fixed(0) })
    let file = TestPNGChunks(try example.file())
    var rows = try #require(ZlibStream.decompress(file.stream)).bytes
    let rowBytes = (width * kind.bits + 7) / 8 + 1
    let spare = UInt8(8 - width * kind.bits % 8)
    var random = SplitMix(seed: 3)
    for end in stride(from: rowBytes - 1, to: rows.count, by: rowBytes) {
      rows[end] |= UInt8.random(in: 0..<(1 << spare), using: &random)
    }
    let planted = file.replacing(stream: try ZlibStream().compress(rows)).bytes
    #expect(try TestPNG.read(planted).picture == picture)
    #expect(try example.render(of: planted).bytes == example.render(of: file.bytes).bytes)
  }

  /// Whatever hides beside the picture, the render is the one of the bare photo.
  @Test(
    arguments: Carrier.png.filter {
      !$0.name.contains("entries that nobody uses") && !$0.name.contains("alphas of")
    })
  func carriersLeaveNoTrace(_ carrier: Carrier) throws {
    let photo = TestPNGChunks(
      try TestPNG.encodeByLibpng(TestPNG.Picture(GatedRender.picture(), .rgb8), filters: 8))
    let planted = try carrier.build(photo.bytes)
    // One that has to be converted first is another photo.
    guard try PhotoFormats.standard.open(planted).content.conversion() == nil else { return }
    var options = RenderOptions()
    options.metadata = .none
    let plan = try GatedRender.plan(GatedRender.one)
    let render = try PNGCase(.noise(.rgb8, width: 1, height: 1, seed: 1), plan, options: options).render(
      of: planted
    ).bytes
    #expect(try HiddenPicture.traces(inPNG: render).isEmpty)
    // But for a profile, whose colours count, and a photo that is another.
    guard !TestPNGChunks(planted).types.contains("iCCP"), TestPNGChunks(planted)["IHDR"] == photo["IHDR"]
    else { return }
    let kept: Set = ["gAMA", "cHRM", "sRGB", "sBIT", "cICP", "bKGD", "pHYs", "eXIf"]
    guard kept.isDisjoint(with: TestPNGChunks(render).types) else { return }
    let bare = try PNGCase(.noise(.rgb8, width: 1, height: 1, seed: 1), plan, options: options).render(
      of: photo.bytes
    ).bytes
    #expect(render == bare)
  }
}
