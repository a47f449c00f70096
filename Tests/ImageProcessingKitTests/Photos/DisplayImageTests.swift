import TestSupport
import Testing

@testable import ImageProcessingKit

@Suite struct DisplayImageTests {
  @Test(arguments: [17, 64, 100, 150, 301, 5000])
  func fitsTheLongSideAndNeverEnlarges(side: Int) throws {
    let photo = try PhotoFormats.standard.open(
      try TestJPEG.encode(TestPhotos.noise(width: 301, height: 203, seed: 1))
    ).content
    let pixels = try photo.displayImage(fitting: side).pixels
    #expect(pixels.width == min(side, 301))
    #expect(abs(Double(pixels.height) - Double(pixels.width) * 203 / 301) <= 0.5)
  }

  @Test(arguments: Orientation.allCases)
  func standsUpright(orientation: Orientation) throws {
    let upright = try TestPhotos.pixels(of: TestPhotos.astronaut())
    let stored = try TestJPEG.encode(
      upright.stored(for: orientation),
      TestJPEG.Kind {
        $0.sampling = (1, 1)
        $0.quality = 98
      })
    for littleEndian in [false, true] {
      let photo = try PhotoFormats.standard.open(
        TestJPEG.oriented(stored, orientation, littleEndian: littleEndian)
      ).content
      #expect(photo.geometry.orientation == orientation)
      let shown = try photo.displayImage(fitting: 512).pixels
      let error = zip(shown.bytes, upright.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
      #expect(Double(error) / Double(upright.bytes.count) < 2)
    }
  }

  @Test func shrinksByTheMeanOfWhatEachPixelCovers() throws {
    var picture = PixelBuffer(width: 6, height: 2)
    for x in 0..<6 { for y in 0..<2 { picture[x, y] = (UInt8(x * 40), UInt8(y * 100), 9) } }
    let half = AreaResampler.shrink(picture, extent: (6, 2), width: 3, height: 1)
    #expect((0..<3).map { Int(half[$0, 0].red) } == [20, 100, 180])
    #expect(half[0, 0].green == 50 && half[2, 0].blue == 9)
    // A pixel and a half per target pixel.
    let uneven = AreaResampler.shrink(picture, extent: (6, 2), width: 4, height: 2)
    #expect((0..<4).map { Int(uneven[$0, 0].red) } == [13, 67, 133, 187])
  }

  static let kindsOfTheScan = JPEGRenderingTests.kinds.filter {
    !$0.isProgressive && !$0.isArithmetic && !$0.hasSeparateScans && !$0.keepsColors && $0.components < 4
  }

  /// The scan's own picture is libjpeg's smallest decode, but for how chroma is spread.
  @Test(arguments: kindsOfTheScan)
  func isTheSameFromTheMeansOfBlocksAsFromADecoder(kind: TestJPEG.Kind) throws {
    let portrait = AreaResampler.shrink(
      try TestPhotos.pixels(of: TestPhotos.graceHopper()), extent: (512, 600), width: 411, height: 487)
    let original = try TestJPEG.encode(portrait, kind)
    let stream = JPEGStream(bytes: FileBytes(original), limits: ImageLimits())
    let baseline = try #require(BaselineJPEG(FileBytes(original)))
    let ours = try #require(original.withUnsafeBufferPointer { DCPicture.picture(of: baseline, $0) })
    let theirs = try stream.decodeRGB(eighths: 1, of: stream.header()).pixels
    #expect((ours.width, ours.height) == (theirs.width, theirs.height))
    var error = 0
    var lumaError = 0.0
    for y in 0..<ours.height {
      for x in 0..<ours.width {
        let red = Int(ours[x, y].red) - Int(theirs[x, y].red)
        let green = Int(ours[x, y].green) - Int(theirs[x, y].green)
        let blue = Int(ours[x, y].blue) - Int(theirs[x, y].blue)
        error += abs(red) + abs(green) + abs(blue)
        lumaError += abs(0.299 * Double(red) + 0.587 * Double(green) + 0.114 * Double(blue))
      }
    }
    let pixels = Double(ours.width * ours.height)
    #expect(lumaError / pixels < 1)
    #expect(Double(error) / pixels < 15)
  }

  /// The preview is what people decide by, so it must be what they get.
  @Test(arguments: [Orientation.up, .right, .downMirrored, .rightMirrored])
  func previewLooksLikeTheRender(orientation: Orientation) throws {
    let group = try TestPhotos.group()
    let stored = try TestJPEG.encode(group.picture.stored(for: orientation))
    let photo = try PhotoFormats.standard.open(TestJPEG.oriented(stored, orientation)).content
    let faces = group.faces.map {
      DetectedFace(rect: $0.normalized(width: group.picture.width, height: group.picture.height), score: 1)
    }
    let areas = RegionPlanner().plan(for: faces).areas(on: photo.geometry)
    for side in [1088, 500, 320] {
      var preview = try photo.displayImage(fitting: side).pixels
      let plain = preview
      preview.obscure(areas, of: photo.geometry, isGray: photo.isGray, with: MosaicObscurer())
      #expect(preview != plain)
      let render = try PhotoFormats.standard.open(try photo.rendering(areas, with: MosaicObscurer()).bytes)
        .content
      let shown = try render.displayImage(fitting: side).pixels
      let differences = zip(preview.bytes, shown.bytes).map { abs(Int($0) - Int($1)) }
      #expect(Double(differences.reduce(0, +)) / Double(differences.count) < 1)
      // Cell edges may fall one pixel apart; nowhere else do they differ by much.
      #expect(Double(differences.count { $0 > 24 }) / Double(differences.count) < 0.01)
    }
  }
}
