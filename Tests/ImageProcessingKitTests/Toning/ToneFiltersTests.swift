import ImageProcessingKit
import TestSupport
import Testing

@Suite struct ToneFiltersTests {
  @Test func changesNothingWhereNothingIsSet() throws {
    let picture = TestPhotos.noise(width: 40, height: 30, seed: 1)
    let neutral = [
      ToneFilters(), ToneFilters(sepia: 0), ToneFilters(vignette: Vignette(intensity: 0)),
      ToneFilters(vignette: Vignette(radius: 1, intensity: 1)),
      ToneFilters(lut: try TestCube.lut(TestCube.text(2))),
    ]
    for filters in neutral {
      var toned = picture
      filters.apply(to: &toned)
      #expect(toned == picture && filters.isNeutral)
    }
    #expect(!ToneFilters(sepia: 0.1).isNeutral)
  }

  // W3C Filter Effects: 0.393 R + 0.769 G + 0.189 B and so on, cut off at 255.
  @Test(arguments: [
    (1.0, (255, 0, 0), (100, 89, 69)), (1.0, (0, 255, 0), (196, 175, 136)), (1.0, (0, 0, 255), (48, 43, 33)),
    (1.0, (255, 255, 255), (255, 255, 239)), (1.0, (100, 100, 100), (135, 120, 94)),
    (1.0, (0, 0, 0), (0, 0, 0)),
    (0.5, (255, 0, 0), (178, 44, 35)), (0.5, (100, 100, 100), (118, 110, 97)),
  ])
  func isTheSepiaOfCSS(
    intensity: Double, input: (UInt8, UInt8, UInt8), expected: (UInt8, UInt8, UInt8)
  ) {
    var pixel = PixelBuffer(width: 1, height: 1, red: input.0, green: input.1, blue: input.2)
    ToneFilters(sepia: intensity).apply(to: &pixel)
    #expect(pixel[0, 0] == expected)
  }

  @Test func darkensTowardsTheCornersAndNotWithinTheRadius() {
    let vignette = Vignette(radius: 0.4, intensity: 0.75)
    var picture = PixelBuffer(width: 400, height: 300, red: 200, green: 100, blue: 50)
    ToneFilters(vignette: vignette).apply(to: &picture)
    // Half of the diagonal is 250 pixels.
    #expect(picture[200, 150] == (200, 100, 50) && picture[200 + 98, 150] == (200, 100, 50))
    #expect(picture[0, 0] == (50, 25, 13) && picture[399, 299] == (50, 25, 13))
    // At r = 0.7, t = (0.49 - 0.16) / 0.84 and the step 0.3419.
    #expect(abs(Int(picture[200 + 140, 150 + 105].red) - Int(200 * (1 - 0.75 * 0.3419))) <= 1)
    for x in 201..<400 { #expect(picture[x, 150].red <= picture[x - 1, 150].red) }
  }

  @Test(arguments: Orientation.allCases)
  func darkensATurnedPictureAsTheUprightOne(orientation: Orientation) {
    for (width, height) in [(64, 48), (63, 48), (31, 77), (1, 9)] {
      let filters = ToneFilters(vignette: Vignette(radius: 0.2, intensity: 0.9), sepia: 0.4)
      let picture = TestPhotos.noise(width: width, height: height, seed: 3)
      var upright = picture
      filters.apply(to: &upright)
      var turned = picture.stored(for: orientation)
      filters.apply(to: &turned)
      #expect(turned == upright.stored(for: orientation))
    }
  }

  @Test func isAppliedInTheOrderThatIsStated() throws {
    let lut = try TestCube.lut(TestCube.text(2) { (1 - $0.red, 1 - $0.green, 1 - $0.blue) })
    let picture = TestPhotos.noise(width: 30, height: 20, seed: 5)
    let vignette = Vignette(intensity: 1)
    var all = picture
    ToneFilters(vignette: vignette, sepia: 1, lut: lut).apply(to: &all)
    var each = picture
    for filters in [ToneFilters(lut: lut), ToneFilters(sepia: 1), ToneFilters(vignette: vignette)] {
      filters.apply(to: &each)
    }
    #expect(all == each)
  }

  @Test(arguments: [-0.1, 1.1, .nan, .infinity, -.infinity, 1e300])
  func refusesSettingsOutOfRangeAndDoesNotStumbleOverThem(value: Double) {
    var picture = PixelBuffer(width: 5, height: 4, red: 9)
    let broken = [
      ToneFilters(sepia: value), ToneFilters(vignette: Vignette(intensity: value)),
      ToneFilters(vignette: Vignette(radius: value, intensity: 1)),
    ]
    for filters in broken {
      #expect(throws: FaceBlurError.self) { try filters.validate() }
      filters.apply(to: &picture)
    }
    #expect(throws: Never.self) {
      try ToneFilters(vignette: Vignette(radius: 0, intensity: 1), sepia: 1).validate()
    }
  }
}
