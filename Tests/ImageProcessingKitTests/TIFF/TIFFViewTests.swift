import TestSupport
import Testing

@testable import ImageProcessingKit

/// What viewers make of TIFFs: that is where faces are looked for.
@Suite struct TIFFViewTests {
  private func image(_ kind: TestTIFF.Kind, _ samples: [UInt16]) throws -> DisplayImage {
    let picture = TestTIFF.Picture(kind, width: samples.count / kind.channels, height: 1, samples: samples)
    return try PhotoFormats.standard.open(TestTIFF.encode(picture)).displayImage(fitting: 1000)
  }

  /// The first pixel of each view, what most viewers show first.
  private func views(_ image: DisplayImage) -> [[UInt8]] {
    image.everyView.map { Array($0.bytes.prefix(3)) }
  }

  @Test func isOneWhereNothingIsTransparent() throws {
    #expect(views(try image(.rgb8, [10, 20, 30])) == [[10, 20, 30]])
    #expect(views(try image(.rgba8, [10, 20, 30, 255])).first == [10, 20, 30])
    #expect(views(try image(.gray8, [77])) == [[77, 77, 77]])
    #expect(views(try image(.white8, [77])) == [[178, 178, 178]])
  }

  /// A face drawn in black shows over white alone, one in white over black, one in colours under full transparency in neither.
  @Test func isOverWhiteOverBlackAndWithoutTransparency() throws {
    let some = views(try image(.rgba8, [0, 100, 200, 51]))
    #expect(Set(some).isSuperset(of: [[204, 224, 244], [0, 20, 40], [0, 100, 200]]), "\(some)")
    let none = views(try image(TestTIFF.Kind(1, 16, extras: [2]), [0x8080, 0]))
    #expect(Set(none).isSuperset(of: [[255, 255, 255], [0, 0, 0], [128, 128, 128]]), "\(none)")
  }

  @Test func bringsEveryDepthToEightBits() throws {
    #expect(views(try image(.rgb16, [0xFFFF, 0x8080, 0x0000])) == [[255, 128, 0]])
    #expect(views(try image(TestTIFF.Kind(0, 16), [0xFFFF])) == [[0, 0, 0]])
  }

  /// What is the same in 8 bits shows where a viewer draws apart what there is.
  @Test func showsWhatLiesCloseTogetherInSixteenBits() throws {
    #expect(
      views(try image(.rgb16, [355, 65_535, 0, 100, 65_280, 65_535])) == [[1, 255, 0], [255, 255, 0]])
    #expect(views(try image(.rgb16, [355, 355, 355, 20_000, 20_000, 20_000])) == [[1, 1, 1]])
    let infrared = TestTIFF.Kind(2, 16, extras: [0])
    #expect(try views(image(infrared, [0, 0, 0, 355, 0, 0, 0, 100])) == [[0, 0, 0], [255, 255, 255]])
  }

  @Test func showsInks() throws {
    #expect(views(try image(.cmyk8, [0, 0, 0, 0])).first == [255, 255, 255])
    #expect(views(try image(.cmyk8, [0, 0, 0, 255])).first == [0, 0, 0])
    let cyan = try #require(views(try image(.cmyk8, [255, 0, 0, 0])).first)
    #expect(cyan[0] < cyan[1] && cyan[0] < cyan[2])
  }

  /// Band by band as the whole picture at once, whatever the layout.
  @Test(arguments: [TestTIFF.Kind.rgb8, .white8, .rgb16, .cmyk8], TestTIFF.Compression.allCases)
  func isShrunkAsAnyPicture(kind: TestTIFF.Kind, compression: TestTIFF.Compression) throws {
    var random = SplitMix(seed: 8)
    let picture = TestTIFF.Picture(TestPhotos.noise(width: 61, height: 47, seed: 3), kind)
    for _ in 0..<3 {
      let coding = TestTIFF.Coding.any(compression, using: &random)
      let photo = try PhotoFormats.standard.open(TestTIFF.encode(picture, coding))
      let whole = try photo.displayImage(fitting: 61).pixels
      #expect(whole.width == 61 && whole.height == 47)
      for side in [60, 17, 1] {
        #expect(
          try photo.displayImage(fitting: side).pixels == AreaResampler.shrink(whole, toLongSide: side),
          "\(coding)")
      }
    }
  }

  /// Samples that are no colours are pictures by themselves: an infrared channel, or an alpha over colours that show nothing.
  @Test func showsEverySampleThatIsNoColor() throws {
    for extra in [0, 1, 2] {
      let kind = TestTIFF.Kind(2, 8, extras: [extra])
      let white: [UInt16] = [255, 255, 255]
      #expect(try views(image(kind, white + [40] + white + [200])).contains([40, 40, 40]), "\(extra)")
      let seen = try image(kind, [9, 90, 30, 40, 9, 90, 30, 200])
      #expect(
        seen.view(extra == 0 ? .extraChannel(0) : .alpha)?.bytes == [40, 40, 40, 200, 200, 200], "\(extra)")
      // What is the same everywhere is none; white over black is as bright as its alpha.
      guard extra < 2 else { continue }
      #expect(try !views(image(kind, white + [40] + white + [40])).contains([40, 40, 40]), "\(extra)")
    }
  }
}
