import TestSupport
import Testing

@testable import ImageProcessingKit

@Suite struct OrientationTests {
  @Test(arguments: Orientation.allCases)
  func turnsAStoredPictureUpright(orientation: Orientation) {
    let picture = TestPhotos.noise(width: 7, height: 5, seed: 1)
    #expect(orientation.upright(picture.stored(for: orientation)) == picture)
  }

  @Test(arguments: Orientation.allCases)
  func mapsRectanglesThereAndBack(orientation: Orientation) {
    let rect = NormalizedRect(x: 0.125, y: 0.25, width: 0.5, height: 0.0625)
    #expect(orientation.upright(fromStored: orientation.stored(fromUpright: rect)) == rect)
  }

  /// The pixels and the rectangles must agree on what the tag means.
  @Test(arguments: Orientation.allCases)
  func mapsRectanglesToWhereThePixelsAre(orientation: Orientation) {
    var picture = PixelBuffer(width: 16, height: 8)
    for y in 2..<4 { for x in 4..<12 { picture[x, y] = (255, 255, 255) } }
    let stored = picture.stored(for: orientation)
    let rect = orientation.stored(
      fromUpright: PixelBox(x: 4, y: 2, width: 8, height: 2).normalized(width: 16, height: 8))
    for y in 0..<stored.height {
      for x in 0..<stored.width {
        let column = (Double(x) + 0.5) / Double(stored.width)
        let row = (Double(y) + 0.5) / Double(stored.height)
        let inside = rect.x < column && column < rect.maxX && rect.y < row && row < rect.maxY
        #expect((stored[x, y].red == 255) == inside)
      }
    }
  }
}
