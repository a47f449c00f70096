import TestSupport
import Testing

@testable import ImageProcessingKit

/// What viewers make of PNGs: that is where faces are looked for.
@Suite struct PNGViewTests {
  private func image(
    _ kind: TestPNG.Kind, _ samples: [UInt16], _ chunks: [TestPNGChunk] = [], palette: [[UInt8]] = [],
    transparency: TestPNG.Transparency? = nil
  ) throws -> DisplayImage {
    let picture = TestPNG.Picture(
      kind, width: samples.count / kind.channels, height: 1, samples: samples, palette: palette,
      transparency: transparency)
    let file = try TestPNG.encode(picture, TestPNG.Coding { $0.first = chunks })
    return try PhotoFormats.standard.open(file).displayImage(fitting: 1000)
  }

  /// The first pixel of each view, what most viewers show first.
  private func views(_ image: DisplayImage) -> [[UInt8]] {
    image.everyView.map { Array($0.bytes.prefix(3)) }
  }

  private static func gamma(_ value: Int) -> TestPNGChunk {
    TestPNGChunk("gAMA", ByteOrder.bigEndian.number(value, 4))
  }

  @Test func isOneWhereNothingIsTransparent() throws {
    #expect(views(try image(.rgba8, [10, 20, 30, 255])) == [[10, 20, 30]])
    #expect(views(try image(.rgb8, [10, 20, 30], transparency: .color([1, 2, 3]))) == [[10, 20, 30]])
    #expect(
      views(try image(.palette8, [1], palette: [[1, 1, 1], [9, 8, 7]], transparency: .alphas([0])))
        == [[9, 8, 7]])
  }

  /// A face drawn in black shows over white alone, one in white over black, one in colours under full transparency in neither.
  @Test func isOverWhiteOverBlackAndWithoutTransparency() throws {
    #expect(
      views(try image(.rgba8, [0, 100, 200, 51])) == [[204, 224, 244], [0, 20, 40], [0, 100, 200]])
    #expect(
      views(try image(.rgb8, [1, 2, 3], transparency: .color([1, 2, 3])))
        == [[255, 255, 255], [0, 0, 0], [1, 2, 3]])
    #expect(
      views(try image(TestPNG.Kind(4, 16), [0x8080, 0])) == [[255, 255, 255], [0, 0, 0], [128, 128, 128]])
  }

  /// A face that alpha alone holds, above colours of something else.
  @Test func isAlsoAlphaAlone() throws {
    let some = try image(.rgba8, [9, 90, 30, 40, 9, 90, 30, 200])
    #expect(some.view(.alpha)?.bytes == [40, 40, 40, 200, 200, 200])
    #expect(some.otherViews.map(\.kind) == [.overBlack, .opaque, .alpha])
    let gray = try image(TestPNG.Kind(4, 8), [90, 40, 90, 200])
    #expect(gray.view(.alpha)?.bytes == [40, 40, 40, 200, 200, 200])
    let entries = try image(
      .palette8, [0, 1], palette: [[1, 2, 3], [9, 8, 7]], transparency: .alphas([40, 200]))
    #expect(entries.view(.alpha)?.bytes == [40, 40, 40, 200, 200, 200])
    let hole = try image(.rgb8, [1, 2, 3, 9, 8, 7], transparency: .color([1, 2, 3]))
    #expect(hole.view(.alpha)?.bytes == [0, 0, 0, 255, 255, 255])
    // White over black shows the same.
    let white: [UInt16] = [255, 255, 255]
    #expect(try image(.rgba8, white + [40] + white + [200]).view(.alpha) == nil)
    #expect(try image(.rgba8, white + [40] + [255, 255, 254, 200]).view(.alpha) != nil)
  }

  /// In 16 bits it may be told apart where it is opaque in 8.
  @Test func drawsApartAlphaOfSixteenBits() throws {
    let samples: [UInt16] = [9_000, 50_000, 30_000, 0xFF90, 9_000, 20_000, 30_000, 0xFFFF]
    let image = try image(TestPNG.Kind(6, 16), samples)
    #expect(image.view(.alpha)?.bytes == [0, 0, 0, 255, 255, 255])
    #expect(image.view(.overBlack) == nil)
    let picture = TestPNG.Picture(TestPNG.Kind(6, 16), width: 2, height: 1, samples: samples)
    let photo = try PhotoFormats.standard.open(TestPNG.encode(picture))
    let part = try photo.parts([PixelRect(x: 1, y: 0, width: 1, height: 1)], fitting: 10, by: .alpha)
    #expect(part.map(\.bytes) == [[255, 255, 255]])
    #expect(!photo.hasOneView)
  }

  /// What stands for light tells it by a curve; those that say the usual are no other view.
  @Test func heedsWhatTheFileSaysOfLight() throws {
    #expect(views(try image(.rgb8, [55, 0, 255], [Self.gamma(100_000)])) == [[128, 0, 255], [55, 0, 255]])
    #expect(views(try image(.rgb8, [55, 0, 255], [Self.gamma(45_455)])) == [[55, 0, 255]])
    // sRGB and a code for a colour space count for more.
    #expect(
      views(try image(.rgb8, [55, 0, 255], [TestPNGChunk("sRGB", [0]), Self.gamma(100_000)]))
        == [[55, 0, 255]])
    let dark = try image(.rgb8, [100, 100, 100], [TestPNGChunk("cICP", [9, 16, 0, 1])])
    // 100 of 255 in SMPTE ST 2084 is 30 cd/m², a seventh of the white of a page.
    #expect(views(dark).count == 2 && abs(Int(views(dark)[0][0]) - 107) <= 1, "\(views(dark))")
  }

  /// x and y of white, red, green and blue in 100,000ths.
  private static func primaries(_ points: [Int]) -> TestPNGChunk {
    TestPNGChunk("cHRM", points.flatMap { ByteOrder.bigEndian.number($0, 4) })
  }

  /// Of primaries of which red is nearly white, red alone shows.
  @Test func heedsPrimaryColors() throws {
    let odd = Self.primaries([31_270, 32_900, 30_931, 33_041, 20_000, 60_000, 60_000, 12_000])
    let usual = Self.primaries([31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000])
    let red: [UInt16] = [255, 0, 0]
    let shown = views(try image(.rgb8, red, [odd, Self.gamma(45_455)]))
    #expect(shown.count == 2 && shown[0].allSatisfy { $0 > 240 } && shown[1] == [255, 0, 0], "\(shown)")
    #expect(views(try image(.rgb8, red, [odd])) == shown)
    // Some go by the curve alone.
    let lit = views(try image(.rgb8, [55, 55, 55], [odd, Self.gamma(100_000)]))
    #expect(lit.count == 3 && lit[1] == [55, 55, 55] && lit[2] == [128, 128, 128], "\(lit)")
    // Every white is white.
    let white = try #require(views(try image(.rgb8, [255, 255, 255], [odd])).first)
    #expect(white.allSatisfy { $0 >= 254 }, "\(white)")
    #expect(views(try image(.rgb8, red, [usual, Self.gamma(45_455)])) == [[255, 0, 0]])
    #expect(views(try image(.rgb8, red, [TestPNGChunk("sRGB", [0]), odd])) == [[255, 0, 0]])
    #expect(views(try image(.gray8, [9], [odd])) == [[9, 9, 9]])
    // No colours, or three in one line.
    for points in [[Int](repeating: 0, count: 8), [31_270, 32_900, 0, 0, 10_000, 10_000, 20_000, 20_000]] {
      #expect(views(try image(.rgb8, red, [Self.primaries(points)])) == [[255, 0, 0]])
    }
  }

  /// What is the same in 8 bits may be told apart by a curve that is steep, and where a viewer draws apart what there is.
  @Test func showsWhatLiesCloseTogetherInSixteenBits() throws {
    let steep = try image(TestPNG.Kind(2, 16), [64, 0, 65_535], [Self.gamma(400_000)])
    #expect(views(steep) == [[117, 0, 255], [0, 0, 255]])
    // Some viewers cut samples to their upper byte before.
    let cut = views(try image(TestPNG.Kind(2, 16), [255, 256, 65_535], [Self.gamma(400_000)]))
    #expect(cut.count == 3 && cut[0][0] == cut[0][1] && cut[1] == [1, 1, 255], "\(cut)")
    #expect(cut.last?[0] == 0 && (cut.last?[1] ?? 0) > 100, "\(cut)")
    let rgb = TestPNG.Kind(2, 16)
    #expect(
      views(try image(rgb, [355, 65_535, 0, 100, 65_280, 65_535])) == [[1, 255, 0], [255, 255, 0]])
    #expect(views(try image(TestPNG.Kind(0, 16), [355, 100])) == [[1, 1, 1], [255, 255, 255]])
    #expect(views(try image(TestPNG.Kind(0, 16), [355, 20_000])) == [[1, 1, 1]])
    #expect(views(try image(.gray8, [20, 1])) == [[20, 20, 20]])
  }

  @Test func bringsEveryDepthToEightBits() throws {
    #expect(views(try image(TestPNG.Kind(0, 1), [1])) == [[255, 255, 255]])
    #expect(views(try image(TestPNG.Kind(0, 2), [1])) == [[85, 85, 85]])
    #expect(views(try image(TestPNG.Kind(0, 4), [7])) == [[119, 119, 119]])
    #expect(views(try image(TestPNG.Kind(2, 16), [0xFFFF, 0x8000, 0x007F])) == [[255, 128, 0]])
  }

  @Test func showsBlackForAnEntryThatIsInNoPalette() throws {
    #expect(views(try image(.palette8, [200], palette: [[1, 1, 1]])) == [[0, 0, 0]])
  }

  /// Row by row as the whole picture at once.
  @Test(arguments: [TestPNG.Kind.rgb8, .palette8, TestPNG.Kind(0, 2), TestPNG.Kind(6, 16)], [false, true])
  func isShrunkAsAnyPicture(kind: TestPNG.Kind, isInterlaced: Bool) throws {
    let picture = TestPNG.Picture(TestPhotos.noise(width: 61, height: 47, seed: 3), kind)
    let photo = try PhotoFormats.standard.open(
      TestPNG.encode(picture, TestPNG.Coding { $0.isInterlaced = isInterlaced }))
    let whole = try photo.displayImage(fitting: 61).pixels
    #expect(whole.width == 61 && whole.height == 47)
    for side in [60, 30, 17, 1] {
      #expect(try photo.displayImage(fitting: side).pixels == AreaResampler.shrink(whole, toLongSide: side))
    }
  }
}
