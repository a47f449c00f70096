import TestSupport
import Testing

@testable import ImageProcessingKit

@Suite struct DetectionOverlayTests {
  private let geometry = PhotoGeometry(
    storedWidth: 800, storedHeight: 600, orientation: .up, unitWidth: 16, unitHeight: 16)

  private func drawn(_ rect: NormalizedRect, score: Double?) throws -> PixelBuffer {
    var picture = PixelBuffer(width: 800, height: 600, red: 90, green: 90, blue: 90)
    let plan = RegionPlan(
      regions: [PlannedRegion(id: "f1", rect: rect, score: score, origin: .detected)], strength: .default)
    try DetectionOverlay.draw(plan, of: geometry, on: &picture)
    return picture
  }

  @Test func drawsTheBoxWhereTheFaceIs() throws {
    let picture = try drawn(NormalizedRect(x: 0.25, y: 0.5, width: 0.25, height: 0.25), score: 0.93)
    #expect(picture[200, 400] == (255, 214, 10) && picture[399, 440] == (255, 214, 10))
    #expect(picture[300, 375] == (90, 90, 90))
  }

  /// The label tells the score: another score gives other pixels, and only on the plate.
  @Test func writesTheScoreAboveTheBox() throws {
    let rect = NormalizedRect(x: 0.25, y: 0.5, width: 0.25, height: 0.25)
    let first = try drawn(rect, score: 0.93)
    let second = try drawn(rect, score: 0.88)
    let changed = (0..<600).flatMap { y in (0..<800).compactMap { first[$0, y] == second[$0, y] ? nil : y } }
    #expect(changed.count > 20)
    #expect(changed.allSatisfy { (270..<301).contains($0) })
  }

  /// What a person should look at is of another colour, and its label asks.
  @Test func showsWhichFacesAreDoubtful() throws {
    let rect = NormalizedRect(x: 0.25, y: 0.5, width: 0.25, height: 0.25)
    let picture = try drawn(rect, score: 0.7)
    #expect(picture[200, 400] == (255, 105, 45))
  }

  @Test func staysOnThePictureWhereverTheBoxIs() throws {
    for x in [-0.4, 0.95] {
      for y in [-0.2, 0.97] {
        let picture = try drawn(NormalizedRect(x: x, y: y, width: 0.5, height: 0.3), score: nil)
        #expect(picture != PixelBuffer(width: 800, height: 600, red: 90, green: 90, blue: 90))
      }
    }
  }
}
