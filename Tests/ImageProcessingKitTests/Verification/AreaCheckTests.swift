import TestSupport
import Testing

@testable import ImageProcessingKit

/// Areas that are not where a plan's regions are do not pass, whoever made them.
@Suite struct AreaCheckTests {
  private static func geometry(_ orientation: Orientation, unit: (Int, Int) = (16, 8)) -> PhotoGeometry {
    PhotoGeometry(
      storedWidth: 333, storedHeight: 250, orientation: orientation, unitWidth: unit.0, unitHeight: unit.1)
  }

  private func holds(_ areas: [ObscuredArea], _ plan: RegionPlan, _ geometry: PhotoGeometry) -> Bool {
    AreaCheck(areas, on: geometry).holds(for: plan)
  }

  @Test(arguments: Orientation.allCases, ObscuringShape.allCases)
  func passesTheAreasOfEveryPlan(orientation: Orientation, shape: ObscuringShape) throws {
    var random = SplitMix(seed: 3)
    for unit in [(8, 8), (16, 8), (16, 16), (8, 16)] {
      let geometry = Self.geometry(orientation, unit: unit)
      for _ in 0..<60 {
        let rects = (0..<Int.random(in: 1...6, using: &random)).map { _ in
          NormalizedRect(
            x: .random(in: -0.2...0.95, using: &random), y: .random(in: -0.2...0.95, using: &random),
            width: .random(in: 0.001...0.5, using: &random), height: .random(in: 0.001...0.5, using: &random))
        }.filter(\.isValid)
        let plan = try GatedRender.plan(
          rects, .mosaic, shape, regionCells: .random(in: 0...6, using: &random))
        #expect(holds(plan.areas(on: geometry), plan, geometry), "\(rects)")
      }
    }
  }

  @Test(arguments: Orientation.allCases, ObscuringShape.allCases)
  func refusesAreasOfAnotherOrientationPlaceOrSize(orientation: Orientation, shape: ObscuringShape) throws {
    let geometry = Self.geometry(orientation)
    // Off every centre, and as no orientation mirrors it onto itself.
    let rect = NormalizedRect(x: 0.1, y: 0.2, width: 0.25, height: 0.37)
    let plan = try GatedRender.plan([rect], .mosaic, shape)
    for other in Orientation.allCases where other != orientation {
      #expect(!holds(plan.areas(on: Self.geometry(other)), plan, geometry), "\(other)")
    }
    for (x, y, size) in [(0.12, 0.0, 1.0), (-0.12, 0, 1), (0, 0.12, 1), (0, -0.12, 1), (0, 0, 0.7)] {
      var moved = rect.scaled(by: size)
      moved.x += x
      moved.y += y
      let others = try GatedRender.plan([moved], .mosaic, shape).areas(on: geometry)
      #expect(!holds(others, plan, geometry), "\(x), \(y), \(size)")
    }
    #expect(!holds([], plan, geometry))
  }

  @Test(arguments: ObscuringShape.allCases)
  func refusesARegionThatIsMissingAndCellsThatAreTooFine(shape: ObscuringShape) throws {
    let geometry = Self.geometry(.right)
    let plan = try GatedRender.plan(GatedRender.three, .mosaic, shape)
    for missing in GatedRender.three.indices {
      var rects = GatedRender.three
      rects.remove(at: missing)
      #expect(!holds(try GatedRender.plan(rects, .mosaic, shape).areas(on: geometry), plan, geometry))
    }
    for cells in 0...3 {
      let coarser = try GatedRender.plan(GatedRender.three, .mosaic, shape, regionCells: cells)
      #expect(!holds(plan.areas(on: geometry), coarser, geometry), "\(cells)")
      #expect(holds(coarser.areas(on: geometry), plan, geometry), "\(cells)")
    }
    // What is left out on purpose need not be hidden.
    var excluded = plan
    for index in excluded.regions.indices { excluded.regions[index].state = .excluded }
    #expect(holds([], excluded, geometry))
  }
}
