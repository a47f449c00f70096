import TestSupport
import Testing

@testable import ImageProcessingKit

@Suite struct DetectionOverlayTests {
  private let geometry = PhotoGeometry(
    storedWidth: 800, storedHeight: 600, orientation: .up, unitWidth: 16, unitHeight: 16)

  private func drawn(_ rect: NormalizedRect, score: Double?) throws -> PixelBuffer {
    try drawn([PlannedRegion(id: "f1", rect: rect, score: score, origin: .detected)])
  }

  private func drawn(_ regions: [PlannedRegion]) throws -> PixelBuffer {
    let plan = RegionPlan(regions: regions, strength: .default)
    return try DetectionOverlay(plan, of: geometry).drawn(on: Self.gray)
  }

  private static let gray = PixelBuffer(width: 800, height: 600, red: 90, green: 90, blue: 90)

  @Test func drawsTheBoxWhereTheFaceIs() throws {
    let picture = try drawn(NormalizedRect(x: 0.25, y: 0.5, width: 0.25, height: 0.25), score: 0.93)
    #expect(picture[200, 400] == (255, 214, 10) && picture[399, 440] == (255, 214, 10))
    #expect(picture[300, 375] == (90, 90, 90))
  }

  /// Another score of a doubtful face gives other pixels, and only on the plate; that of a sure one is not told.
  @Test func writesTheScoreAboveTheBoxWhereItIsInDoubt() throws {
    let rect = NormalizedRect(x: 0.25, y: 0.5, width: 0.25, height: 0.25)
    let first = try drawn(rect, score: 0.71)
    let second = try drawn(rect, score: 0.68)
    let changed = (0..<600).flatMap { y in (0..<800).compactMap { first[$0, y] == second[$0, y] ? nil : y } }
    #expect(changed.count > 20)
    #expect(changed.allSatisfy { (260..<301).contains($0) })
    #expect(try drawn(rect, score: 0.93) == drawn(rect, score: 0.88))
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
        #expect(picture != Self.gray)
      }
    }
  }

  /// Faces side by side and one above the other: what is drawn within a face's box is its own frame and nothing else.
  @Test func leavesEveryFaceOfACrowdToBeSeen() throws {
    let regions = (0..<48).map { (index: Int) -> PlannedRegion in
      let x = 0.02 + Double(index % 8) * 0.12
      let y = 0.03 + Double(index / 8) * 0.16
      let rect = NormalizedRect(x: x, y: y, width: 0.09, height: 0.14)
      return PlannedRegion(
        id: "f\(index + 1)", rect: rect, score: index % 3 == 0 ? 0.7 : 0.95, origin: .detected)
    }
    let plan = RegionPlan(regions: regions, strength: .default)
    let picture = try DetectionOverlay(plan, of: geometry).drawn(on: Self.gray)
    for region in regions {
      let box = PixelRect(covering: region.rect, width: picture.width, height: picture.height)
      // Within the frame; the green ones of neighbours may pass.
      var covered = 0
      for y in (box.y + 6)..<(box.maxY - 6) {
        for x in (box.x + 6)..<(box.maxX - 6) {
          let pixel = picture[x, y]
          if pixel != (90, 90, 90), pixel != (48, 209, 88) { covered += 1 }
        }
      }
      #expect(covered == 0, "\(region.id) is covered")
    }
  }

  /// A photo is drawn on as it is where its labels find room, and larger where they do not.
  @Test(arguments: [(160, 120, 1, 480), (512, 512, 1, 512), (4000, 3000, 4, 1600)])
  func isAsLargeAsItsLabelsNeed(_ photo: (width: Int, height: Int, faces: Int, longSide: Int)) throws {
    let overlay = try overlay(width: photo.width, height: photo.height, faces: photo.faces)
    #expect(max(overlay.width, overlay.height) == photo.longSide)
  }

  @Test func isLargerWhereACrowdsLabelsFindNoRoom() throws {
    let few = try overlay(width: 1000, height: 700, faces: 4)
    let crowd = try overlay(width: 1000, height: 700, faces: 20)
    #expect(few.width == 1000)
    #expect(crowd.width > 1000 && crowd.width % 1000 == 0 && crowd.width <= 4000)
  }

  /// The overlay of so many rows and columns of faces that nearly touch.
  private func overlay(width: Int, height: Int, faces: Int) throws -> PixelBuffer {
    let geometry = PhotoGeometry(
      storedWidth: width, storedHeight: height, orientation: .up, unitWidth: 16, unitHeight: 16)
    let side = 1 / Double(faces)
    let regions = (0..<(faces * faces)).map { (index: Int) -> PlannedRegion in
      let x = (Double(index % faces) + 0.2) * side
      let y = (Double(index / faces) + 0.2) * side
      let rect = NormalizedRect(x: x, y: y, width: side * 0.6, height: side * 0.6)
      return PlannedRegion(id: "f\(index + 1)", rect: rect, score: 0.9, origin: .detected)
    }
    let overlay = try DetectionOverlay(RegionPlan(regions: regions, strength: .default), of: geometry)
    let shown = min(overlay.pictureSide, max(width, height))
    let scale = Double(shown) / Double(max(width, height))
    return try overlay.drawn(
      on: PixelBuffer(
        width: Int((Double(width) * scale).rounded()), height: Int((Double(height) * scale).rounded())))
  }
}
