import TestSupport
import Testing

@testable import ImageProcessingKit

/// A photo at full size with its tones changed.
@Suite struct TonedPhotoTests {
  static func filters() throws -> ToneFilters {
    ToneFilters(
      vignette: Vignette(radius: 0.3, intensity: 0.6), sepia: 0.4,
      lut: try TestCube.lut(TestCube.text(9, TestCube.warm)))
  }

  static let kinds: [TestJPEG.Kind] =
    [(1, 1), (2, 1), (2, 2), (1, 2), (4, 1)].map { sampling in TestJPEG.Kind { $0.sampling = sampling } } + [
      TestJPEG.Kind { ($0.components, $0.sampling) = (1, (1, 1)) },
      TestJPEG.Kind { ($0.components, $0.sampling) = (1, (2, 2)) },
      TestJPEG.Kind { ($0.keepsColors, $0.sampling) = (true, (1, 1)) },
      TestJPEG.Kind { $0.restartInterval = 3 },
      TestJPEG.Kind { $0.isProgressive = true },
      TestJPEG.Kind { $0.isArithmetic = true },
      TestJPEG.Kind { $0.hasSeparateScans = true },
      TestJPEG.Kind { ($0.quality, $0.sampling) = (100, (1, 1)) },
      TestJPEG.Kind { $0.quality = 20 },
    ]

  /// Smooth enough that coding changes little of it.
  private static func gentle(width: Int, height: Int) -> PixelBuffer {
    var picture = PixelBuffer(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width {
        picture[x, y] = (
          UInt8(40 + 170 * x / width), UInt8(60 + 150 * y / height),
          UInt8(200 - 120 * (x + y) / (width + height))
        )
      }
    }
    return picture
  }

  private static func meanDifference(_ a: PixelBuffer, _ b: PixelBuffer) -> Double {
    let sum = zip(a.bytes, b.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    return Double(sum) / Double(a.bytes.count)
  }

  private static func largestDifference(_ a: PixelBuffer, _ b: PixelBuffer) -> Int {
    zip(a.bytes, b.bytes).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
  }

  @Test(arguments: kinds)
  func showsThePhotoWithTheFiltersApplied(kind: TestJPEG.Kind) throws {
    let photo = try PhotoFormats.standard.open(TestJPEG.encode(Self.gentle(width: 117, height: 91), kind))
      .content
    let toned = try photo.toning(Self.filters())
    var expected = try photo.displayImage(fitting: .max).pixels
    try Self.filters().apply(to: &expected)
    let shown = try PhotoFormats.standard.open(toned.bytes).displayImage(fitting: .max).pixels
    #expect(Self.meanDifference(shown, expected) < (kind.quality < 50 ? 5 : 1.5))
  }

  @Test(arguments: kinds)
  func keepsSizeSamplingAndQuantisersAndGivesTheSameBytesAgain(kind: TestJPEG.Kind) throws {
    let original = try TestJPEG.encode(TestPhotos.noise(width: 117, height: 91, seed: 2), kind)
    let photo = try PhotoFormats.standard.open(original).content
    let toned = try photo.toning(Self.filters())
    #expect(try PhotoFormats.standard.open(original).content.toning(Self.filters()).bytes == toned.bytes)
    let before = try TestJPEG.read(original)
    let after = try TestJPEG.read(toned.bytes)
    #expect(after.warnings == 0 && !after.isProgressive && !after.isArithmetic)
    #expect((after.width, after.height) == (before.width, before.height))
    #expect(after.components.count == 3)
    for (index, component) in after.components.enumerated() {
      let model = before.components[min(index, before.components.count - 1)]
      #expect(component.quantizers == model.quantizers)
      #expect(component.blocksPerUnit == model.blocksPerUnit)
    }
    if kind.components == 3 {
      let independent = try TestJPEG.decodeIndependently(toned.bytes)
      let own = try PhotoFormats.standard.open(toned.bytes).displayImage(fitting: .max).pixels
      #expect(Self.meanDifference(independent, own) < 3)
    }
  }

  @Test(arguments: [
    TestJPEG.Kind { $0.isProgressive = true },
    TestJPEG.Kind { ($0.isProgressive, $0.sampling, $0.scansByChance) = (true, (4, 4), 5) },
  ])
  func staysProgressiveOnRequest(kind: TestJPEG.Kind) throws {
    let photo = try PhotoFormats.standard.open(
      TestJPEG.encode(Self.gentle(width: 64, height: 48), kind)
    ).content
    var options = RenderOptions()
    #expect(
      try photo.toning(ToneFilters(sepia: 1), options: options).notes == [
        "it was progressive and is baseline now"
      ])
    options.keepsProgressive = true
    let toned = try photo.toning(ToneFilters(sepia: 1), options: options)
    #expect(try TestJPEG.read(toned.bytes).isProgressive)
    #expect(toned.notes == ["it was progressive and stayed so"])
  }

  // What a person sees before and what is written must agree, however the photo is turned.
  @Test(arguments: Orientation.allCases)
  func looksAsThePreviewDid(orientation: Orientation) throws {
    let upright = Self.gentle(width: 240, height: 160)
    let photo = try PhotoFormats.standard.open(
      TestJPEG.oriented(
        TestJPEG.encode(upright.stored(for: orientation), TestJPEG.Kind { $0.sampling = (1, 1) }), orientation
      )
    ).content
    var preview = try photo.displayImage(fitting: 120).pixels
    try Self.filters().apply(to: &preview)
    let toned = try PhotoFormats.standard.open(photo.toning(Self.filters()).bytes).content
    #expect(toned.geometry.orientation == orientation)
    let shown = try toned.displayImage(fitting: 120).pixels
    #expect((shown.width, shown.height) == (preview.width, preview.height))
    #expect(Self.meanDifference(shown, preview) < 1)
    #expect(Self.largestDifference(shown, preview) <= 6)
  }

  @Test func isCenteredAndSymmetric() throws {
    for orientation in Orientation.allCases {
      let gray = PixelBuffer(width: 96, height: 64, red: 160, green: 160, blue: 160)
      let photo = try PhotoFormats.standard.open(
        TestJPEG.oriented(
          TestJPEG.encode(gray.stored(for: orientation), TestJPEG.Kind { $0.quality = 98 }), orientation)
      ).content
      let toned = try photo.toning(ToneFilters(vignette: Vignette(radius: 0.2, intensity: 0.9)))
      let shown = try PhotoFormats.standard.open(toned.bytes).displayImage(fitting: .max).pixels
      for y in 0..<64 {
        for x in 0..<96 {
          #expect(abs(Int(shown[x, y].green) - Int(shown[95 - x, y].green)) <= 3)
          #expect(abs(Int(shown[x, y].green) - Int(shown[x, 63 - y].green)) <= 3)
        }
      }
      #expect(shown[48, 32].green >= 158 && shown[0, 0].green <= 22)
    }
  }

  @Test func makesColourOfGrayAndLeavesItsProfileBehind() throws {
    var gray = try TestJPEG.encode(
      Self.gentle(width: 64, height: 48), TestJPEG.Kind { ($0.components, $0.sampling) = (1, (1, 1)) })
    // No JFIF header, which would decide, but an Adobe segment that would make the new colours red, green and blue.
    #expect(Array(gray[2..<4]) == [0xFF, 0xE0])
    gray.removeSubrange(2..<20)
    let adobe = Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 0]
    gray = TestJPEG.inserting(TestProfile.segments(TestProfile.wideGamut) + [(0xEE, adobe)], into: gray)
    for hasThumbnail in [false, true] {
      var options = RenderOptions()
      options.hasThumbnail = hasThumbnail
      let photo = try PhotoFormats.standard.open(gray).content
      let toned = try photo.toning(ToneFilters(sepia: 1), options: options)
      #expect(
        toned.notes == [
          "it was gray and is stored in colour now", "its colour profile is for gray and was dropped",
        ])
      #expect(TestProfile.carried(by: toned.bytes).isEmpty)
      let shown = try PhotoFormats.standard.open(toned.bytes).displayImage(fitting: .max).pixels
      let before = try photo.displayImage(fitting: .max).pixels[32, 24].red
      #expect(abs(Int(shown[32, 24].red) - Int(Double(before) * 1.351)) <= 4)
      #expect(abs(Int(shown[32, 24].blue) - Int(Double(before) * 0.937)) <= 4)
    }
  }

  @Test(arguments: [false, true])
  func refusesInks(keepsColors: Bool) throws {
    let cmyk = try TestJPEG.encode(
      Self.gentle(width: 32, height: 32),
      TestJPEG.Kind { ($0.components, $0.keepsColors, $0.sampling) = (4, keepsColors, (1, 1)) })
    let photo = try PhotoFormats.standard.open(cmyk).content
    let error = #expect(throws: FaceBlurError.self) { try photo.toning(ToneFilters(sepia: 1)) }
    #expect(error?.kind == .unsupportedPhoto)
    #expect(error?.reason.contains("CMYK") == true && error?.reason.contains("convert it to RGB") == true)
  }

  @Test func carriesAThumbnailOfTheTonedPictureAndTheProfile() throws {
    let jpeg = TestJPEG.inserting(
      TestProfile.segments(TestProfile.wideGamut),
      into: try TestJPEG.encode(Self.gentle(width: 400, height: 300)))
    var options = RenderOptions()
    options.hasThumbnail = true
    let toned = try PhotoFormats.standard.open(TestJPEG.oriented(jpeg, .right)).content.toning(
      ToneFilters(sepia: 1), options: options)
    #expect(!TestProfile.carried(by: toned.bytes).isEmpty)
    let photo = try PhotoFormats.standard.open(toned.bytes).content
    toned.bytes.withUnsafeBufferPointer { bytes in
      var inspection = JPEGInspection(
        bytes, policy: options.metadata, judge: HiddenPictureJudge(detector: nil))
      let isAccepted = inspection.acceptThumbnail(of: photo)
      #expect(isAccepted)
      #expect(inspection.shape.orientation == .right)
    }
  }

  // The smallest photos are all edge.
  @Test(arguments: [1, 7, 8, 9, 17, 33])
  func tonesEverySmallSize(side: Int) throws {
    for kind in Self.kinds {
      let photo = try PhotoFormats.standard.open(
        TestJPEG.encode(Self.gentle(width: side, height: 41 - side), kind)
      ).content
      let toned = try PhotoFormats.standard.open(photo.toning(Self.filters()).bytes).content
      #expect((toned.geometry.storedWidth, toned.geometry.storedHeight) == (side, 41 - side))
    }
  }

  // It would be painted grey, and the check of the toned file would fail: nothing is written.
  @Test func refusesAPhotoWhoseDataIsBroken() throws {
    let jpeg = try TestJPEG.encode(TestPhotos.noise(width: 64, height: 48, seed: 3))
    for broken in [
      Array(jpeg.prefix(jpeg.count * 2 / 3)), jpeg.dropLast(2) + [0x12, 0x12, 0x12, 0xFF, 0xD9],
    ] {
      let photo = try PhotoFormats.standard.open(broken).content
      #expect(throws: FaceBlurError.self) { try photo.toning(ToneFilters(sepia: 1)) }
    }
  }
}
