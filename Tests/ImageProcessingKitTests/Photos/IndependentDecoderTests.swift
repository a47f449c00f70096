import TestSupport
import Testing

@testable import ImageProcessingKit

/// What another decoder shows of a render: one library's view of itself would prove little.
@Suite struct IndependentDecoderTests {
  @Test(arguments: JPEGRenderingTests.kinds.filter { !$0.isArithmetic })
  func showsTheSamePhotoOutsideTheAreasAndNoDetailInside(kind: TestJPEG.Kind) throws {
    let original = try TestJPEG.encode(TestPhotos.noise(width: 211, height: 173, seed: 12), kind)
    let photo = try PhotoFormats.standard.open(original).content
    let strength = try #require(ObscuringStrength(style: .mosaic, cells: 4, margin: 1))
    let region = PlannedRegion(
      id: "f1", rect: NormalizedRect(x: 0.3, y: 0.3, width: 0.3, height: 0.4), score: 1, origin: .detected)
    let areas = RegionPlan(regions: [region], strength: strength).areas(on: photo.geometry)
    let area = try #require(areas.first)
    let before = try TestJPEG.decodeIndependently(original)
    let after = try TestJPEG.decodeIndependently(try photo.rendering(areas, with: MosaicObscurer()).bytes)
    #expect((after.width, after.height) == (211, 173))

    let unit = (width: photo.geometry.unitWidth, height: photo.geometry.unitHeight)
    var outside = 0
    for y in 0..<173 {
      for x in 0..<211 {
        // Chroma is interpolated across the border, by up to half of a unit.
        let reach = (x: unit.width / 2, y: unit.height / 2)
        let touched = [(-reach.x, -reach.y), (reach.x, -reach.y), (-reach.x, reach.y), (reach.x, reach.y)]
          .contains {
            area.contains(unitX: max(0, x + $0.0) / unit.width, unitY: max(0, y + $0.1) / unit.height)
          }
        if !touched {
          #expect(after[x, y] == before[x, y])
          outside += 1
        }
      }
    }
    #expect(outside > 10_000)
    // The middle of a unit of the area is as flat as its neighbours in the cell.
    let x = (area.bounds.x * unit.width) + unit.width / 2
    let y = (area.bounds.y * unit.height) + unit.height / 2
    #expect(after[x, y] == after[x - 1, y - 1])
  }
}
