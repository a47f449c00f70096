import Testing

@testable import ImageProcessingKit

/// How far from square pixels may be shown.
@Suite struct PixelStretchTests {
  @Test(arguments: [(1, 1), (2, 1), (1, 2), (204, 98), (24, 11), (11, 5), (5, 11), (0, 9), (9, 0), (0, 0)])
  func isTakenUpToItsLimit(across: Int, down: Int) {
    #expect(!PixelStretch(across: across, down: down).hidesFaces)
  }

  @Test func saysHowFacesAreDrawnOut() {
    func words(_ across: Int, _ down: Int) -> String? {
      let stretch = PixelStretch(across: across, down: down)
      return stretch.hidesFaces ? stretch.objection : nil
    }
    #expect(
      words(3, 1) == "its pixels are shown 3 times as wide as high, and faces so drawn out are not found")
    #expect(words(2, 5)?.contains("2.5 times as high as wide") == true)
    #expect(words(Int.max, 1)?.contains("1000 times as wide as high") == true)
    #expect(!PixelStretch(across: .infinity, down: 1).hidesFaces)
    #expect(!PixelStretch(across: .nan, down: 1).hidesFaces)
  }
}
