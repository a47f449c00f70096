import TestSupport
import Testing

@testable import ImageProcessingKit

/// What looks are shown is to the last bit what is made for everybody else.
@Suite struct LookShrinkerTests {
  @Test(arguments: [(301, 203), (64, 901), (17, 16), (1, 1), (1000, 3)])
  func shrinksAsTheResamplerDoes(width: Int, height: Int) {
    let picture = TestPhotos.noise(width: width, height: height, seed: 2)
    for side in [1, 2, 16, 100, 150, 199, 300, 640, 1000] {
      #expect(
        LookShrinker.shrink(picture, toLongSide: side) == AreaResampler.shrink(picture, toLongSide: side),
        "\(side)")
    }
  }

  /// Sums come nearest to what they can hold.
  @Test func shrinksWhiteToWhite() {
    let white = PixelBuffer(width: 300, height: 200, red: 255, green: 255, blue: 255)
    let shrunk = LookShrinker.shrink(white, toLongSide: 77)
    #expect(shrunk == PixelBuffer(width: 77, height: 51, red: 255, green: 255, blue: 255))
  }
}
