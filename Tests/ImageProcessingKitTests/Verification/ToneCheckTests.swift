import TestSupport
import Testing

@testable import ImageProcessingKit

/// The gate lets a toned file out only where it shows the checked render with the filters, and nothing else.
@Suite struct ToneCheckTests {
  /// A render whose face is hidden, and the photo it was made from.
  private struct Hidden {
    let original: any EditablePhoto
    let render: any EditablePhoto

    init(_ photo: [UInt8], _ plan: RegionPlan) throws {
      original = try PhotoFormats.standard.open(photo).content
      render = try PhotoFormats.standard.open(
        original.rendering(plan.areas(on: original.geometry), with: MosaicObscurer()).bytes
      ).content
    }

    init(_ kind: TestJPEG.Kind = TestJPEG.Kind()) throws {
      try self.init(TestJPEG.encode(GatedRender.picture(), kind), GatedRender.plan(GatedRender.one))
    }

    static func astronaut() throws -> Hidden {
      let face = TestPhotos.astronautFace.normalized(width: 512, height: 512)
      return try Hidden(TestPhotos.astronaut(), GatedRender.plan([face]))
    }

    func refusal(
      of file: [UInt8], _ filters: ToneFilters, options: RenderOptions = RenderOptions()
    ) -> FaceBlurError? {
      do {
        try LeakGate(format: .jpeg).checkTones(of: file, against: render, filters: filters, options: options)
        return nil
      } catch {
        return error
      }
    }
  }

  @Test(arguments: TonedPhotoTests.kinds, [false, true])
  func passesATonedRender(kind: TestJPEG.Kind, hasThumbnail: Bool) throws {
    let hidden = try Hidden(kind)
    var options = RenderOptions()
    options.hasThumbnail = hasThumbnail
    for filters in [ToneFilters(sepia: 1), try TonedPhotoTests.filters(), ToneFilters()] {
      for keepsProgressive in kind.isProgressive ? [false, true] : [false] {
        options.keepsProgressive = keepsProgressive
        let toned = try hidden.render.toning(filters, options: options)
        #expect(hidden.refusal(of: toned.bytes, filters, options: options) == nil)
      }
    }
  }

  @Test(arguments: [1, 7, 8, 9, 17, 33])
  func passesTonedRendersOfEverySmallSize(side: Int) throws {
    for kind in TonedPhotoTests.kinds {
      let hidden = try Hidden(
        TestJPEG.encode(GatedRender.picture(width: side, height: 41 - side), kind),
        GatedRender.plan(GatedRender.one))
      let filters = try TonedPhotoTests.filters()
      #expect(try hidden.refusal(of: hidden.render.toning(filters).bytes, filters) == nil, "\(kind)")
    }
  }

  // Black and white at random is the farthest from what coding leaves of it.
  @Test(arguments: [1, 50, 100], [(1, 1), (2, 1), (2, 2)])
  func passesAPhotoThatIsAllDetail(quality: Int, sampling: (h: Int, v: Int)) throws {
    var random = SplitMix(seed: 61)
    let bytes = (0..<(70 * 50 * 3)).map { _ -> UInt8 in Bool.random(using: &random) ? 0 : 255 }
    let picture = try #require(PixelBuffer(width: 70, height: 50, bytes: bytes))
    let kind = TestJPEG.Kind { ($0.quality, $0.sampling) = (quality, sampling) }
    let hidden = try Hidden(TestJPEG.encode(picture, kind), GatedRender.plan(GatedRender.three))
    for filters in [ToneFilters(), ToneFilters(sepia: 1), try TonedPhotoTests.filters()] {
      #expect(try hidden.refusal(of: hidden.render.toning(filters).bytes, filters) == nil)
    }
  }

  @Test(arguments: Orientation.allCases)
  func passesEveryOrientation(_ orientation: Orientation) throws {
    let hidden = try Hidden(
      TestJPEG.oriented(TestJPEG.encode(GatedRender.picture()), orientation),
      GatedRender.plan(GatedRender.three))
    let filters = try TonedPhotoTests.filters()
    #expect(try hidden.refusal(of: hidden.render.toning(filters).bytes, filters) == nil)
  }

  @Test func refusesTheTonedOriginal() throws {
    let hidden = try Hidden.astronaut()
    let dark = ToneFilters(vignette: Vignette(radius: 0, intensity: 0.9), sepia: 1)
    for filters in [ToneFilters(sepia: 1), try TonedPhotoTests.filters(), dark] {
      #expect(try hidden.refusal(of: hidden.render.toning(filters).bytes, filters) == nil)
      #expect(try hidden.refusal(of: hidden.original.toning(filters).bytes, filters) == .otherTones)
    }
  }

  // A part of the face, as small as an eye, in a picture that is the render otherwise.
  @Test(arguments: [(200, 95), (216, 112), (240, 140)])
  func refusesASmallPartOfTheFace(x: Int, y: Int) throws {
    let hidden = try Hidden.astronaut()
    let filters = ToneFilters(sepia: 0.8)
    var picture = try hidden.render.displayImage(fitting: .max).pixels
    #expect(try hidden.refusal(of: Self.encode(picture, filters, like: hidden.render), filters) == nil)
    let face = try hidden.original.displayImage(fitting: .max).pixels
    for dy in 0..<12 { for dx in 0..<12 { picture[x + dx, y + dy] = face[x + dx, y + dy] } }
    #expect(
      try hidden.refusal(of: Self.encode(picture, filters, like: hidden.render), filters) == .otherTones)
  }

  @Test(arguments: [-2, 2], [(0, 0), (40, 56), (112, 96)])
  func refusesABlockThatIsTwoLevelsBrighterOrDarker(levels: Int, block: (x: Int, y: Int)) throws {
    let hidden = try Hidden()
    var picture = try hidden.render.displayImage(fitting: .max).pixels
    #expect(
      try hidden.refusal(of: Self.encode(picture, ToneFilters(), like: hidden.render), ToneFilters()) == nil)
    func changed(_ sample: UInt8) -> UInt8 { UInt8(clamping: Int(sample) + levels) }
    for y in block.y..<min(block.y + 8, picture.height) {
      for x in block.x..<min(block.x + 8, picture.width) {
        let pixel = picture[x, y]
        picture[x, y] = (changed(pixel.red), changed(pixel.green), changed(pixel.blue))
      }
    }
    #expect(
      try hidden.refusal(of: Self.encode(picture, ToneFilters(), like: hidden.render), ToneFilters())
        == .otherTones)
  }

  @Test func refusesOtherFiltersThanWereAskedFor() throws {
    let hidden = try Hidden()
    let toned = try hidden.render.toning(ToneFilters(sepia: 0.5)).bytes
    let others = [
      ToneFilters(), ToneFilters(sepia: 0.6), ToneFilters(vignette: Vignette(intensity: 0.5), sepia: 0.5),
    ]
    for other in others { #expect(hidden.refusal(of: toned, other) == .otherTones) }
  }

  // Coarse quantisers would let any picture be as near as they allow.
  @Test func refusesOtherQuantisersSamplingColoursAndSizes() throws {
    let hidden = try Hidden()
    let filters = ToneFilters()
    let picture = try hidden.render.displayImage(fitting: .max).pixels
    let kinds = [
      TestJPEG.Kind { $0.quality = 30 }, TestJPEG.Kind { $0.sampling = (1, 1) },
      TestJPEG.Kind { ($0.components, $0.sampling) = (1, (1, 1)) },
      TestJPEG.Kind { ($0.keepsColors, $0.sampling) = (true, (1, 1)) },
    ]
    for kind in kinds {
      let file = try PhotoFormats.standard.open(TestJPEG.encode(picture, kind)).content.rendering(
        [], with: MosaicObscurer())
      #expect(hidden.refusal(of: file.bytes, filters) == .otherTones, "\(kind)")
    }
    let other = try TestJPEG.encode(GatedRender.picture(width: 100))
    #expect(
      try hidden.refusal(of: PhotoFormats.standard.open(other).content.toning(filters).bytes, filters)
        == .otherShape)
  }

  // Other quantisers or sampling make another picture of the same coefficients.
  @Test func refusesAnyBitOfTheQuantisersAndTheFrameThatWasTurned() throws {
    let hidden = try Hidden()
    let filters = ToneFilters(sepia: 1)
    let toned = try hidden.render.toning(filters).bytes
    for segment in JPEGParts.segments(of: toned) where [0xDB, 0xC0].contains(segment.marker) {
      for byte in segment.range.dropFirst(4) {
        for bit in [0, 7] {
          var turned = toned
          turned[byte] ^= 1 << UInt8(bit)
          #expect(hidden.refusal(of: turned, filters) != nil, "bit \(bit) of byte \(byte)")
        }
      }
    }
  }

  @Test func refusesWhateverARenderMayNotHold() throws {
    let hidden = try Hidden()
    let filters = ToneFilters(sepia: 1)
    let toned = try hidden.render.toning(filters).bytes
    let comment = TestJPEG.inserting([(0xFE, [1, 2, 3])], into: toned)
    #expect(hidden.refusal(of: comment, filters)?.blockKind == "comment")
    #expect(hidden.refusal(of: toned + hidden.original.fileBytes, filters)?.blockKind == "trailingPicture")
    #expect(hidden.refusal(of: TestJPEG.oriented(toned, .right), filters) != nil)
    for length in [0, 2, 30, toned.count / 2, toned.count - 1] {
      #expect(hidden.refusal(of: Array(toned.prefix(length)), filters) != nil, "\(length)")
    }
    var options = RenderOptions()
    options.hasThumbnail = true
    #expect(hidden.refusal(of: toned, filters, options: options) == .leakingThumbnail)
    let thumb = try hidden.render.toning(filters, options: options).bytes
    #expect(hidden.refusal(of: thumb, filters) != nil)
  }

  /// A picture with the filters applied, with a photo's own quantisers and sampling.
  private static func encode(
    _ picture: PixelBuffer, _ filters: ToneFilters, like photo: any EditablePhoto
  ) throws -> [UInt8] {
    var writer = try JPEGRowWriter(
      like: JPEGStream(bytes: photo.fileBytes, limits: .none), isProgressive: false)
    var pixels = picture
    filters.apply(to: &pixels)
    let length = picture.width * PixelBuffer.channels
    try pixels.withUnsafeMutableBytes { (bytes) throws(FaceBlurError) in
      for y in 0..<picture.height {
        try writer.append(UnsafeMutableBufferPointer(rebasing: bytes[(y * length)...].prefix(length)))
      }
    }
    let sink = MemorySink()
    try writer.finish { sink.append($0) }
    return sink.bytes
  }
}
