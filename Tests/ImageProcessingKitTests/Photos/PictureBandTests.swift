import TestSupport
import Testing

@testable import ImageProcessingKit

/// What is looked at closely: all of a photo at half its size, a band at a time, nothing left out and nothing elsewhere.
@Suite struct PictureBandTests {
  /// So small that small photos have many bands.
  private static let small = BandLimits(bytes: 1, context: 5, leastRows: 7, leastRest: 3)

  private func bands(of photo: JPEGPhoto, within limits: BandLimits = small) throws -> [PictureBand] {
    var bands: [PictureBand] = []
    try photo.forEachBand(within: limits) { bands.append($0) }
    return bands
  }

  /// Where a part of the upright picture is stored, both as fractions (Exif 2.32, 4.6.4 A).
  private func stored(_ rect: NormalizedRect, _ orientation: Orientation) -> NormalizedRect {
    func place(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
      switch orientation {
      case .up: (x, y)
      case .upMirrored: (1 - x, y)
      case .down: (1 - x, 1 - y)
      case .downMirrored: (x, 1 - y)
      case .leftMirrored: (y, x)
      case .right: (y, 1 - x)
      case .rightMirrored: (1 - y, 1 - x)
      case .left: (1 - y, x)
      }
    }
    let (first, second) = (place(rect.x, rect.y), place(rect.maxX, rect.maxY))
    return NormalizedRect(
      x: min(first.x, second.x), y: min(first.y, second.y), width: abs(first.x - second.x),
      height: abs(first.y - second.y))
  }

  /// Checks that the bands show what a decoder makes of the whole at half its size, each place where it belongs, and that they
  /// share the picture out.
  /// - Returns: how many they are.
  private func check(
    _ jpeg: [UInt8], _ limits: BandLimits = small, _ comment: Comment? = nil
  ) throws -> Int {
    let photo = try JPEGPhoto(jpeg, limits: ImageLimits())
    let whole = try photo.stream.decodeRGB(eighths: 4, of: photo.header).pixels
    let (width, height) = (Double(photo.geometry.storedWidth) / 2, Double(photo.geometry.storedHeight) / 2)
    let rowBytes = whole.width * PixelBuffer.channels
    let bands = try bands(of: photo, within: limits)
    var end = 0.0
    for band in bands {
      let view = try #require(band.views.first)
      #expect(band.views.count == 1, comment)
      let orientation = photo.geometry.orientation
      let pixels = view.stored(for: orientation)
      let rect = stored(band.rect, orientation)
      let top = Int((rect.y * height).rounded())
      // In fractions of the true size, not of the one in pixels, which is rounded up.
      for (place, pixel) in [
        (rect.x * width, 0), (rect.width * width, whole.width), (rect.y * height, top),
        (rect.height * height, pixels.height),
      ] { #expect(abs(place - Double(pixel)) < 1e-4, comment) }
      try #require(pixels.width == whole.width && top >= 0 && top + pixels.height <= whole.height, comment)
      #expect(
        pixels.bytes == Array(whole.bytes[top * rowBytes..<(top + pixels.height) * rowBytes]), comment)

      let core = stored(band.core, orientation)
      // Not one place between two, nor in both.
      #expect(core.x == 0 && core.width == 1 && core.y == end, comment)
      end = core.maxY
      #expect(band.rect.contains(band.core), comment)
      let (above, below) = ((core.y - rect.y) * height, (rect.maxY - core.maxY) * height)
      #expect(core.y == 0 || above > Double(limits.context) - 1e-3 || top == 0, comment)
      #expect(
        core.maxY == 1 || below > Double(limits.context) - 1e-3 || top + pixels.height == whole.height,
        comment)
    }
    #expect(end == 1, comment)
    return bands.count
  }

  @Test(arguments: JPEGRenderingTests.kinds.filter { $0.components < 4 })
  func areWhatADecoderMakesOfTheWhole(kind: TestJPEG.Kind) throws {
    for (width, height) in [(101, 83), (96, 64)] {
      let picture = TestPhotos.noise(width: width, height: height, seed: 1)
      #expect(try check(TestJPEG.encode(picture, kind)) > 3)
    }
  }

  /// A tall and narrow picture, a wide and flat one, odd and even sizes, one whose last band is no larger than what surrounds it.
  @Test(arguments: Orientation.allCases)
  func standUprightEachInItsPlace(orientation: Orientation) throws {
    for (width, height, count) in [(17, 401, 29), (402, 37, 3), (64, 48, 4), (33, 34, 3), (9, 3, 1)] {
      let jpeg = try TestJPEG.encode(TestPhotos.noise(width: width, height: height, seed: 2))
      #expect(
        try check(TestJPEG.oriented(jpeg, orientation), Self.small, "\(width)x\(height)") == count,
        "\(width)x\(height)")
    }
  }

  /// Half a pixel of an odd size lies beyond the edge, and a turn takes it along.
  @Test func reachBeyondAnOddEdge() throws {
    let jpeg = try TestJPEG.encode(TestPhotos.noise(width: 31, height: 21, seed: 3))
    let band = try #require(
      try bands(of: JPEGPhoto(TestJPEG.oriented(jpeg, .down), limits: ImageLimits()), within: BandLimits())
        .first)
    #expect(abs(band.rect.x + 1 / 31) < 1e-6 && abs(band.rect.y + 1 / 21) < 1e-6)
    #expect(abs(band.rect.maxX - 1) < 1e-6 && abs(band.rect.maxY - 1) < 1e-6)
    #expect(band.core == NormalizedRect(x: 0, y: 0, width: 1, height: 1))
  }

  @Test func areAsManyAsMemoryAsksFor() {
    func layout(_ width: Int, _ height: Int) -> BandLayout {
      BandLayout(width: width, height: height, BandLimits())
    }
    #expect(layout(2000, 1500).cores == [0..<1500])
    // A photo of a hundred megapixels.
    let large = layout(5800, 4350)
    #expect(large.cores == [0..<828, 828..<1656, 1656..<2484, 2484..<3312, 3312..<4140, 4140..<4350])
    #expect(
      large.cores.indices.map(large.rows) == [
        0..<956, 700..<1784, 1528..<2612, 2356..<3440, 3184..<4268, 4012..<4350,
      ])
    #expect(large.cores.indices.allSatisfy { large.rows(of: $0).count * 5800 * 3 <= 18 << 20 })
    // What is left is too little for a band, and just enough.
    #expect(layout(5800, 2 * 828 + 127).cores == [0..<828, 828..<1783])
    #expect(layout(5800, 2 * 828 + 128).cores == [0..<828, 828..<1656, 1656..<1784])
    // The longest rows that a JPEG may have.
    #expect(layout(32_750, 600).cores == [0..<256, 256..<600])
  }

  /// Nobody holds the whole: bands are lent while the rest has not been read.
  @Test func areLentOneByOne() throws {
    let jpeg = try TestJPEG.encode(TestPhotos.noise(width: 90, height: 200, seed: 4))
    let whole = try bands(of: JPEGPhoto(jpeg, limits: ImageLimits()))
    let cut = try JPEGPhoto(Array(jpeg.prefix(jpeg.count / 2)), limits: ImageLimits())
    var lent: [PictureBand] = []
    let error = #expect(throws: FaceBlurError.self) {
      try cut.forEachBand(within: Self.small) { lent.append($0) }
    }
    // As the whole is refused; libjpeg would paint what is missing grey, faces and all.
    #expect(error?.kind == .truncatedPhoto)
    #expect(throws: try #require(error)) { try cut.stream.decodeRGB(eighths: 4, of: cut.header) }
    #expect((1..<whole.count).contains(lent.count))
    #expect(lent.map(\.views) == whole.prefix(lent.count).map(\.views))
  }

  @Test func stopWhereWhoeverLooksFails() throws {
    let jpeg = try TestJPEG.encode(TestPhotos.noise(width: 90, height: 200, seed: 4))
    var count = 0
    #expect(throws: FaceBlurError.emptyPhoto) {
      try JPEGPhoto(jpeg, limits: ImageLimits()).forEachBand(within: Self.small) {
        (_) throws(FaceBlurError) in
        count += 1
        if count == 2 { throw .emptyPhoto }
      }
    }
    #expect(count == 2)
  }

  /// Stray bytes before the end.
  @Test func areThereWhereTheDecoderWarns() throws {
    var jpeg = try TestJPEG.encode(TestPhotos.noise(width: 90, height: 70, seed: 5))
    jpeg.insert(contentsOf: [UInt8](repeating: 0x12, count: 64), at: jpeg.count - 2)
    let photo = try JPEGPhoto(jpeg, limits: ImageLimits())
    #expect(try photo.stream.decodeRGB(eighths: 4, of: photo.header).warning != nil)
    #expect(try check(jpeg) > 3)
  }

  @Test func areManyOfAPhotoWithAKnownProfile() throws {
    let jpeg = try TestJPEG.encode(TestPhotos.noise(width: 90, height: 70, seed: 6))
    for space in KnownColorSpace.allCases where space.profile[16] == UInt8(ascii: "R") {
      let profiled = JPEGParts.inserting(TestProfile.segments(space.profile), into: jpeg)
      #expect(try check(profiled) > 3, "\(space)")
    }
  }

  /// Inks, and profiles that ask for a conversion.
  @Test(arguments: ProfilePhoto.all)
  func areOneOfAPhotoThatViewersShowDifferently(photo: ProfilePhoto) throws {
    let jpeg = TestJPEG.oriented(try photo.build(), .right)
    let opened = try JPEGPhoto(jpeg, limits: ImageLimits())
    let image = try opened.displayImage(fitting: 256)
    #expect(!image.otherViews.isEmpty)
    expectOne(try bands(of: opened), image)
  }

  /// Formats that do not read theirs in bands.
  @Test func areOneOfOtherFormats() throws {
    let portraits = try [
      TestPhotos.closeUpPNG(), TestPhotos.closeUpTIFF(), TestPhotos.closeUpWebP(), TestPhotos.closeUpHEIC(),
      TestPhotos.closeUpAVIF(), TestPhotos.closeUpLossyAVIF(),
    ].map { try PhotoFormats.standard.open($0) }
    let odd = TestPhotos.noise(width: 61, height: 47, seed: 7)
    let others = [
      try PhotoFormats.standard.open(
        TestPNG.encode(TestPNG.Picture.noise(.rgba8, width: 35, height: 62, seed: 8))),
      try PhotoFormats.standard.open(TestPNG.encode(odd)), try PhotoFormats.withPPM.open(PPMFile.encode(odd)),
    ]
    for photo in portraits + others {
      var bands: [PictureBand] = []
      try photo.forEachBand { bands.append($0) }
      let size = photo.geometry.uprightSize
      expectOne(bands, try photo.displayImage(fitting: (max(size.width, size.height) + 1) / 2))
    }
  }

  private func expectOne(_ bands: [PictureBand], _ image: DisplayImage) {
    let whole = NormalizedRect(x: 0, y: 0, width: 1, height: 1)
    #expect(bands.count == 1)
    #expect(bands.first?.views == image.everyView)
    #expect(bands.first?.rect == whole && bands.first?.core == whole)
  }

  /// A format that leaves out a band, or shows another part in its place, would leave a face out.
  @Test func areLookedAtOnlyWhereTheyAreAllThere() throws {
    let jpeg = try TestJPEG.encode(TestPhotos.noise(width: 90, height: 70, seed: 9))
    let photo = try PhotoFormats.standard.open(jpeg)
    let content = try JPEGPhoto(jpeg, limits: ImageLimits())
    let bands = try bands(of: content)
    let changes: [(inout [PictureBand]) -> Void] = [
      { $0.removeLast() }, { $0.removeFirst() }, { $0.append($0[0]) }, { $0 = [] }, { $0[1].views = [] },
      { $0[1].views = [PixelBuffer(width: 45, height: 9)] }, { $0[1].core = $0[2].core },
      { $0[0].views = [PixelBuffer(width: 40, height: $0[0].views[0].height)] },
    ]
    var seen = 0
    try Photo(Banded(photo: content, bands: bands), photo.format).forEachBand { _ in seen += 1 }
    #expect(seen == bands.count)
    for (number, change) in changes.enumerated() {
      var changed = bands
      change(&changed)
      let other = Photo(Banded(photo: content, bands: changed), photo.format)
      let error = #expect(throws: FaceBlurError.self, "\(number)") { try other.forEachBand { _ in } }
      #expect(error?.kind == .internalError, "\(number)")
    }
  }

  /// A photo in bands that it is given.
  private struct Banded: WrappedPhoto {
    let photo: any EditablePhoto
    let bands: [PictureBand]

    func forEachBand(_ use: (PictureBand) throws(FaceBlurError) -> Void) throws(FaceBlurError) {
      for band in bands { try use(band) }
    }
  }
}
