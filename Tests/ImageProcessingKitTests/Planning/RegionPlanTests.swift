import TestSupport
import Testing

@testable import ImageProcessingKit

@Suite struct RegionPlanTests {
  private let geometry = PhotoGeometry(
    storedWidth: 1600, storedHeight: 1600, orientation: .up, unitWidth: 16, unitHeight: 16)

  private func plan(
    _ rects: [NormalizedRect], cells: Int = 6, states: [PlannedRegion.State] = []
  ) throws -> RegionPlan {
    let strength = try #require(ObscuringStrength(style: .mosaic, cells: cells, margin: 1))
    let regions = rects.enumerated().map { index, rect in
      PlannedRegion(
        id: "f\(index)", rect: rect, score: 1, origin: .detected,
        state: index < states.count ? states[index] : .applied)
    }
    return RegionPlan(regions: regions, strength: strength)
  }

  /// A grid per face would let the difference of two overlapping cells show what one of them hides.
  @Test func givesFacesThatTouchOneGrid() throws {
    let areas = try plan([
      NormalizedRect(x: 0.1, y: 0.1, width: 0.1, height: 0.1),
      NormalizedRect(x: 0.2, y: 0.2, width: 0.1, height: 0.2),
      NormalizedRect(x: 0.7, y: 0.7, width: 0.1, height: 0.1),
      NormalizedRect(x: 0.3, y: 0.15, width: 0.1, height: 0.1),
    ]).areas(on: geometry)
    #expect(areas.count == 2)
    #expect(areas[0].bounds == UnitRect(x: 10, y: 10, width: 30, height: 30))
    // The union, not the rectangle around it.
    #expect(areas[0].contains(unitX: 10, unitY: 10))
    #expect(!areas[0].contains(unitX: 10, unitY: 39))
  }

  @Test(arguments: [1, 2, 3, 6])
  func drawsNoMoreCellsAcrossAFaceThanAllowed(cells: Int) throws {
    var random = SplitMix(seed: 7)
    for _ in 0..<300 {
      let rect = NormalizedRect(
        x: .random(in: 0...0.5, using: &random), y: .random(in: 0...0.5, using: &random),
        width: .random(in: 0.005...0.5, using: &random), height: .random(in: 0.005...0.5, using: &random))
      let area = try #require(try plan([rect], cells: cells).areas(on: geometry).first)
      #expect(area.columns <= cells && area.rows <= cells)
    }
  }

  /// Each face of a group lies anywhere on the grid they share.
  @Test(arguments: [1, 2, 3, 6])
  func drawsNoMoreCellsAcrossAnyFaceOfAGroup(cells: Int) throws {
    var random = SplitMix(seed: 11)
    for _ in 0..<200 {
      let rects = (0..<4).map { _ in
        NormalizedRect(
          x: .random(in: 0...0.3, using: &random), y: .random(in: 0...0.3, using: &random),
          width: .random(in: 0.02...0.3, using: &random), height: .random(in: 0.02...0.3, using: &random))
      }
      let areas = try plan(rects, cells: cells).areas(on: geometry)
      for rect in rects {
        let box = geometry.units(covering: rect)
        let area = try #require(areas.first { $0.contains(unitX: box.x, unitY: box.y) })
        let columns = Set((box.x..<box.maxX).map { ($0 - area.bounds.x) / area.cellWidth })
        let rows = Set((box.y..<box.maxY).map { ($0 - area.bounds.y) / area.cellHeight })
        #expect(columns.count <= cells && rows.count <= cells)
        for x in box.x..<box.maxX { #expect(area.contains(unitX: x, unitY: box.maxY - 1)) }
      }
    }
  }

  /// Cells of one shape in one photo and tall ones in the next look like damage.
  @Test(arguments: [(16, 16), (16, 8), (8, 16), (32, 8)])
  func drawsCellsAsSquareAsUnitsAllow(unit: (width: Int, height: Int)) throws {
    var random = SplitMix(seed: 17)
    let geometry = PhotoGeometry(
      storedWidth: 1600, storedHeight: 1600, orientation: .up, unitWidth: unit.width, unitHeight: unit.height)
    for _ in 0..<200 {
      let rect = NormalizedRect(
        x: .random(in: 0...0.5, using: &random), y: .random(in: 0...0.5, using: &random),
        width: .random(in: 0.01...0.5, using: &random), height: .random(in: 0.01...0.5, using: &random))
      let area = try #require(try plan([rect], cells: 12).areas(on: geometry).first)
      let (width, height) = (area.cellWidth * unit.width, area.cellHeight * unit.height)
      #expect(width - height < unit.width && height - width < unit.height, "\(width) × \(height)")
    }
  }

  /// The ellipse leaves the corners of the box, and nothing of itself.
  @Test func takesEveryUnitThatTheEllipseTouches() throws {
    let strength = try #require(ObscuringStrength(style: .mosaic, shape: .ellipse, cells: 6, margin: 1))
    let rect = NormalizedRect(x: 0.2, y: 0.3, width: 0.4, height: 0.2)
    let region = PlannedRegion(id: "f1", rect: rect, score: 1, origin: .detected)
    let area = try #require(RegionPlan(regions: [region], strength: strength).areas(on: geometry).first)
    // The ellipse goes through the corners of the face's box: no part of the box stays.
    let reach = 2.0.squareRoot()
    for y in 0..<1600 {
      for x in stride(from: y % 7, to: 1600, by: 7) {
        let across = (Double(x) + 0.5 - 640) / (320 * reach)
        let down = (Double(y) + 0.5 - 640) / (160 * reach)
        if across * across + down * down < 1 {
          #expect(area.contains(unitX: x / 16, unitY: y / 16))
        }
      }
    }
    for corner in [(321, 481), (959, 481), (321, 799), (959, 799)] {
      #expect(area.contains(unitX: corner.0 / 16, unitY: corner.1 / 16))
    }
    #expect(!area.contains(unitX: area.bounds.x, unitY: area.bounds.y))
  }

  /// Of a face at the edge the ellipse may lie outside the photo: better the box than nothing.
  @Test func takesTheBoxWhereTheEllipseLiesOutsideThePhoto() throws {
    let strength = try #require(ObscuringStrength(style: .mosaic, shape: .ellipse, cells: 6, margin: 1))
    let region = PlannedRegion(
      id: "f1", rect: NormalizedRect(x: -0.19, y: -0.19, width: 0.2, height: 0.2), score: 1, origin: .detected
    )
    let areas = RegionPlan(regions: [region], strength: strength).areas(on: geometry)
    #expect(areas.first?.contains(unitX: 0, unitY: 0) == true)
  }

  @Test func leavesExcludedRegionsAlone() throws {
    let rects = [
      NormalizedRect(x: 0.1, y: 0.1, width: 0.1, height: 0.1),
      NormalizedRect(x: 0.6, y: 0.6, width: 0.1, height: 0.1),
    ]
    let areas = try plan(rects, states: [.excluded, .applied]).areas(on: geometry)
    #expect(areas.map(\.bounds.x) == [60])
  }

  @Test func numbersFacesInReadingOrder() {
    let faces = [
      DetectedFace(rect: NormalizedRect(x: 0.5, y: 0.8, width: 0.1, height: 0.1), score: 0.9),
      DetectedFace(rect: NormalizedRect(x: 0.7, y: 0.1, width: 0.1, height: 0.1), score: 0.6),
      DetectedFace(rect: NormalizedRect(x: 0.1, y: 0.1, width: 0.1, height: 0.1), score: 0.7),
    ]
    let plan = RegionPlanner().plan(for: faces)
    #expect(plan.regions.map(\.id) == ["f1", "f2", "f3"])
    #expect(plan.regions.map(\.score) == [0.7, 0.6, 0.9])
  }

  /// Sixteen boxes that adjoin lie over one face.
  @Test func givesAFaceThatManyBoxesShareNoMoreCells() throws {
    let strength = try #require(ObscuringStrength(style: .pixelate, cells: 6, margin: 1))
    let regions = (0..<16).map { number in
      PlannedRegion(
        id: "m\(number)",
        rect: NormalizedRect(
          x: 0.2 + Double(number % 4) / 10, y: 0.2 + Double(number / 4) / 10, width: 0.1, height: 0.1),
        score: nil, origin: .manual)
    }
    let geometry = PhotoGeometry(
      storedWidth: 1600, storedHeight: 1600, orientation: .up, unitWidth: 16, unitHeight: 16)
    let areas = RegionPlan(regions: regions, strength: strength).areas(on: geometry)
    #expect(areas.count == 1)
    let area = try #require(areas.first)
    #expect(area.columns <= 6 && area.rows <= 6)
    // On the picture's own lattice of powers of two.
    #expect(area.cellWidth.nonzeroBitCount == 1 && area.gridX % area.cellWidth == 0)
    #expect(AreaCheck(areas, on: geometry).holds(for: RegionPlan(regions: regions, strength: strength)))
    // The gate knows finer ones for what they are.
    let finer = try #require(ObscuringStrength(style: .mosaic, cells: 6, margin: 1))
    let others = RegionPlan(regions: regions, strength: finer).areas(on: geometry)
    #expect(!AreaCheck(others, on: geometry).holds(for: RegionPlan(regions: regions, strength: strength)))
  }

  /// Versions whose regions lie a little differently show the same cells where both have them.
  @Test func cellsOfMeansOfTwoVersionsNest() throws {
    let strength = try #require(ObscuringStrength(style: .pixelate, cells: 6, margin: 1))
    var random = SplitMix(seed: 4)
    func area() throws -> ObscuredArea {
      let rect = NormalizedRect(
        x: .random(in: 0.2...0.3, using: &random), y: .random(in: 0.2...0.3, using: &random),
        width: .random(in: 0.2...0.5, using: &random), height: .random(in: 0.2...0.5, using: &random))
      let region = PlannedRegion(id: "m1", rect: rect, score: nil, origin: .manual)
      return try #require(RegionPlan(regions: [region], strength: strength).areas(on: geometry).first)
    }
    for _ in 0..<50 {
      let (a, b) = (try area(), try area())
      let (small, large) = a.cellWidth <= b.cellWidth ? (a, b) : (b, a)
      #expect(large.cellWidth % small.cellWidth == 0)
      #expect(large.gridX % large.cellWidth == 0 && small.gridX % small.cellWidth == 0)
    }
  }

  @Test func refusesAStrengthThatLeavesFacesRecognisable() {
    #expect(ObscuringStrength(style: .pixelate, cells: 7, margin: 1.3) == nil)
    #expect(ObscuringStrength(style: .smoothPixelate, cells: 7, margin: 1.3) == nil)
    #expect(ObscuringStrength(style: .mosaic, cells: 25, margin: 1.3) == nil)
    #expect(ObscuringStrength(style: .mosaic, cells: 0, margin: 1.3) == nil)
    #expect(ObscuringStrength(style: .mosaic, cells: 6, margin: 0.9) == nil)
    #expect(ObscuringStrength(style: .mosaic, cells: 6, margin: .nan) == nil)
  }
}
