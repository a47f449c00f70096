import Testing

@testable import ImageProcessingKit

@Suite struct DetectionTilesTests {
  @Test(arguments: [(1600, 1200), (1200, 1600), (4000, 300), (333, 333), (64, 64), (1, 3000)])
  func coverThePictureAndOverlap(width: Int, height: Int) {
    let longSide = max(64, min(1600, 2 * max(width, height)))
    let tiles = DetectionTiles(
      width: width, height: height, longSide: longSide, maxArea: 480_000, overlap: 96
    ).tiles
    let scale = Double(longSide) / Double(max(width, height))
    for tile in tiles {
      #expect(Double(tile.width) * scale * Double(tile.height) * scale < 490_000)
      #expect(tile.x >= 0 && tile.y >= 0 && tile.x + tile.width <= width && tile.y + tile.height <= height)
      #expect(tile.cutsLeft == (tile.x > 0) && tile.cutsBottom == (tile.y + tile.height < height))
    }
    // A face as large as the overlap lies whole in one of them, wherever it is.
    let face = max(1, Int(95 / scale))
    for y in stride(from: 0, through: max(0, height - face), by: max(1, height / 37)) {
      for x in stride(from: 0, through: max(0, width - face), by: max(1, width / 37)) {
        let side = min(face, width, height)
        #expect(
          tiles.contains {
            $0.x <= x && $0.y <= y && x + side <= $0.x + $0.width && y + side <= $0.y + $0.height
          })
      }
    }
  }

  @Test func aBoxThatACutGoesThroughIsLeftToTheNeighbour() throws {
    let tiles = DetectionTiles(width: 1600, height: 200, longSide: 1600, maxArea: 200_000, overlap: 100).tiles
    #expect(tiles.count == 2)
    let left = try #require(tiles.first)
    #expect(left.holds(x: -5, y: 10, width: 50, height: 50))
    #expect(!left.holds(x: Double(left.width) - 20, y: 10, width: 50, height: 50))
  }
}
