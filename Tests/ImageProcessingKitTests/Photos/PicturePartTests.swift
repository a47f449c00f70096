import TestSupport
import Testing

@testable import ImageProcessingKit

/// Parts of a photo at full size are what the whole shows there, in every format and however it is turned.
@Suite struct PicturePartTests {
  /// Corners, a row, a column, one pixel, all of it, and whatever chance takes.
  private func rects(_ width: Int, _ height: Int, seed: UInt64 = 1) -> [PixelRect] {
    var random = SplitMix(seed: seed)
    return [
      PixelRect(x: 0, y: 0, width: width, height: height), PixelRect(x: 0, y: 0, width: 1, height: 1),
      PixelRect(x: width - 1, y: height - 1, width: 1, height: 1),
      PixelRect(x: 0, y: height / 2, width: width, height: 1),
      PixelRect(x: width / 2, y: 0, width: 1, height: height),
    ]
      + (0..<4).map { _ in
        let (x, y) = (Int.random(in: 0..<width, using: &random), Int.random(in: 0..<height, using: &random))
        return PixelRect(
          x: x, y: y, width: Int.random(in: 1...(width - x), using: &random),
          height: Int.random(in: 1...(height - y), using: &random))
      }
  }

  private func cut(_ rect: PixelRect, of picture: PixelBuffer) -> PixelBuffer {
    var part = PixelBuffer(width: rect.width, height: rect.height)
    for y in 0..<rect.height {
      for x in 0..<rect.width { part[x, y] = picture[rect.x + x, rect.y + y] }
    }
    return part
  }

  private func check(_ file: [UInt8], _ comment: Comment? = nil) throws {
    let photo = try PhotoFormats.standard.open(file)
    let image = try photo.displayImage(fitting: .max)
    let whole = image.pixels
    let rects = rects(whole.width, whole.height)
    try checkViews(of: photo, image, rects, comment)
    let parts = try photo.parts(rects, fitting: .max)
    try #require(parts.count == rects.count, comment)
    for (rect, part) in zip(rects, parts) { #expect(part == cut(rect, of: whole), comment) }
    // One alone, so that most of the photo is not read at all.
    for rect in rects { #expect(try photo.parts([rect], fitting: .max) == [cut(rect, of: whole)], comment) }
  }

  /// The same in what other viewers show, each called by its own name.
  private func checkViews(
    of photo: Photo, _ image: DisplayImage, _ rects: [PixelRect], _ comment: Comment?
  ) throws {
    if photo.hasOneView { #expect(image.otherViews.isEmpty, comment) }
    #expect(Set(image.otherViews.map(\.kind)).count == image.otherViews.count, comment)
    for view in image.otherViews {
      let parts = try photo.parts(rects, fitting: .max, by: view.kind)
      #expect(parts == rects.map { cut($0, of: view.pixels) }, "\(view.kind), \(comment?.description ?? "")")
    }
  }

  @Test(arguments: JPEGRenderingTests.kinds)
  func areThoseOfTheWhole(kind: TestJPEG.Kind) throws {
    try check(TestJPEG.encode(TestPhotos.noise(width: 101, height: 83, seed: 1), kind))
  }

  @Test(arguments: Orientation.allCases)
  func standUpright(orientation: Orientation) throws {
    let jpeg = try TestJPEG.encode(TestPhotos.noise(width: 77, height: 51, seed: 2))
    try check(TestJPEG.oriented(jpeg, orientation))
  }

  @Test func areThoseOfEveryPNG() throws {
    for odd in try OddPNG.all.get() { try check(odd.file, "\(odd.name)") }
  }

  @Test func areThoseOfEveryWebP() throws {
    for odd in try OddWebP.all.get() { try check(odd.file, "\(odd.name)") }
  }

  @Test func areThoseOfEveryHEICAndAVIF() throws {
    let all = try OddHEIF.heic.get() + OddHEIF.avif.get()
    // Some are refused, some only where their tiles are read.
    let readable = all.filter {
      (try? PhotoFormats.standard.open($0.file).displayImage(fitting: .max)) != nil
    }
    for odd in readable { try check(odd.file, "\(odd.name)") }
    #expect(readable.count > all.count * 4 / 5)
  }

  @Test func areThoseOfATIFFAndAJPEGXL() throws {
    let picture = TestPhotos.noise(width: 90, height: 70, seed: 3)
    try check(TestTIFF.encode(picture))
    try check(TestJXL.transcode(TestJPEG.encode(picture)))
  }

  /// Alpha, inks, and samples that are no colours, some of them close together.
  @Test(arguments: TestTIFF.Kind.all)
  func areThoseOfEveryKindOfTIFF(kind: TestTIFF.Kind) throws {
    var picture = TestTIFF.Picture.noise(kind, width: 47, height: 33, seed: 7)
    try check(TestTIFF.encode(picture), "\(kind)")
    guard kind.bits == 16 else { return }
    for place in picture.samples.indices { picture.samples[place] = 20_000 + picture.samples[place] % 300 }
    try check(TestTIFF.encode(picture), "\(kind), close together")
  }

  /// Words on light and primary colours, alone and above alpha, in 8 bits and in 16.
  @Test(arguments: [TestPNG.Kind.rgb8, .rgba8, TestPNG.Kind(2, 16), TestPNG.Kind(6, 16)])
  func areThoseOfAPNGThatSpeaksOfLight(kind: TestPNG.Kind) throws {
    let primaries = [31_270, 32_900, 30_931, 33_041, 20_000, 60_000, 60_000, 12_000]
    let chunks = [
      TestPNGChunk("gAMA", ByteOrder.bigEndian.number(400_000, 4)),
      TestPNGChunk("cHRM", primaries.flatMap { ByteOrder.bigEndian.number($0, 4) }),
    ]
    var picture = TestPNG.Picture.noise(kind, width: 41, height: 35, seed: 8)
    picture.transparency = nil
    for count in 1...2 {
      let file = try TestPNG.encode(picture, TestPNG.Coding { $0.first = Array(chunks.prefix(count)) })
      let image = try PhotoFormats.standard.open(file).displayImage(fitting: .max)
      #expect(image.otherViews.count >= (kind.hasAlpha ? 3 : 1))
      try check(file, "\(kind), \(count)")
    }
  }

  /// What colour profiles make of samples is seen, whoever is asked: parts are not taken of a copy that was coded once more, which differs by a
  /// few levels.
  @Test(arguments: ProfilePhoto.all)
  func areSeenByTheColourProfile(example: ProfilePhoto) throws {
    let photo = try PhotoFormats.standard.open(try example.build())
    let whole = try photo.displayImage(fitting: .max).pixels
    let rect = PixelRect(x: 170, y: 60, width: 120, height: 130)
    let part = try #require(try photo.parts([rect], fitting: .max).first)
    let expected = cut(rect, of: whole)
    let sum = zip(part.bytes, expected.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    #expect(Double(sum) / Double(part.bytes.count) < 6)
    try checkViews(of: photo, photo.displayImage(fitting: .max), [rect], nil)
  }

  @Test func areBroughtDownWhereTheyAreLarger() throws {
    let jpeg = try TestJPEG.encode(TestPhotos.noise(width: 240, height: 160, seed: 4))
    let photo = try PhotoFormats.standard.open(jpeg)
    let whole = try photo.displayImage(fitting: .max).pixels
    let rects = [
      PixelRect(x: 11, y: 7, width: 200, height: 150), PixelRect(x: 30, y: 40, width: 60, height: 64),
    ]
    let parts = try photo.parts(rects, fitting: 64)
    #expect(parts[0] == AreaResampler.shrink(cut(rects[0], of: whole), toLongSide: 64))
    #expect((parts[0].width, parts[0].height) == (64, 48))
    // Never enlarged, and smaller ones are as they are.
    #expect(parts[1] == cut(rects[1], of: whole))
  }

  /// A tile that shows no part is not decoded: of a photo with many, a face costs one or two.
  @Test(arguments: [TestHEIF.Codec.hevc, .av1])
  func needTheirOwnTilesAlone(codec: TestHEIF.Codec) throws {
    let picture = TestHEVC.Picture.noise(width: 192, height: 128)
    let heif = try TestHEIF.photo(picture, TestHEIF.Kind(codec, tile: (64, 64)))
    let whole = try PhotoFormats.standard.open(heif.bytes).displayImage(fitting: .max).pixels
    let broken = heif.changing { heif in
      // The last of six.
      var data = heif[6].data
      for place in data.indices.dropFirst(data.count / 2) { data[place] ^= 0x5A }
      heif[6].extents = [.bytes(data)]
    }
    let photo = try PhotoFormats.standard.open(broken.bytes)
    let rect = PixelRect(x: 20, y: 50, width: 100, height: 40)
    #expect(try photo.parts([rect], fitting: .max) == [cut(rect, of: whole)])
    let lost = PixelRect(x: 130, y: 70, width: 40, height: 40)
    #expect((try? photo.parts([lost], fitting: .max)) != [cut(lost, of: whole)])
  }

  /// Nothing is painted where data is missing.
  @Test func areRefusedWhereTheFileEnds() throws {
    let jpeg = try TestJPEG.encode(TestPhotos.noise(width: 90, height: 200, seed: 5))
    let photo = try PhotoFormats.standard.open(Array(jpeg.prefix(jpeg.count / 2)))
    let error = #expect(throws: FaceBlurError.self) {
      try photo.parts([PixelRect(x: 0, y: 150, width: 90, height: 50)], fitting: .max)
    }
    #expect(error?.kind == .truncatedPhoto)
  }

  @Test func mustLieInThePhoto() throws {
    let photo = try PhotoFormats.standard.open(
      TestJPEG.encode(TestPhotos.noise(width: 40, height: 30, seed: 6)))
    for rect in [
      PixelRect(x: -1, y: 0, width: 10, height: 10), PixelRect(x: 31, y: 0, width: 10, height: 10),
      PixelRect(x: 0, y: 30, width: 10, height: 1), PixelRect(x: 0, y: 0, width: 0, height: 10),
      PixelRect(x: .max, y: .max, width: .max, height: .max),
    ] {
      #expect(throws: FaceBlurError.self) { try photo.parts([rect], fitting: 64) }
    }
    #expect(try photo.parts([], fitting: 64).isEmpty)
  }
}
