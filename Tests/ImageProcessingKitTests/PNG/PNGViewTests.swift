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
    ([image.pixels] + image.otherViews).map { Array($0.bytes.prefix(3)) }
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
