import Testing

@testable import ImageProcessingKit

@Suite struct RegionMergeTests {
  private func rect(_ x: Double, _ y: Double, _ side: Double = 0.1) -> NormalizedRect {
    NormalizedRect(x: x, y: y, width: side, height: side)
  }

  private func face(_ x: Double, _ y: Double, _ side: Double = 0.1, score: Double = 0.7) -> DetectedFace {
    DetectedFace(rect: rect(x, y, side), score: score, seenBy: ["haar"])
  }

  private func region(
    _ id: String, _ x: Double, _ y: Double, _ side: Double = 0.1, _ origin: PlannedRegion.Origin = .detected,
    _ state: PlannedRegion.State = .applied
  ) -> PlannedRegion {
    PlannedRegion(
      id: id, rect: rect(x, y, side), score: origin == .detected ? 0.9 : nil, origin: origin, state: state)
  }

  private func plan(_ regions: PlannedRegion...) -> RegionPlan {
    RegionPlan(regions: regions, strength: .default)
  }

  @Test func givesAFaceThatIsFoundAgainItsNewBoxAndKeepsItsName() throws {
    var earlier = plan(region("f1", 0.1, 0.1), region("f2", 0.5, 0.5))
    earlier.regions[1].cells = 2
    let merged = earlier.merged(with: [face(0.51, 0.5), face(0.1, 0.11)])
    #expect(merged.regions.map(\.id) == ["f1", "f2"])
    #expect(merged.regions.map(\.rect) == [rect(0.1, 0.11), rect(0.51, 0.5)])
    #expect(merged.regions.map(\.score) == [0.7, 0.7])
    #expect(merged.regions.map(\.seenBy) == [["haar"], ["haar"]])
    // Too many cells showed this face once.
    #expect(merged.regions.map(\.cells) == [nil, 2])
  }

  @Test func lettingTheSameFacesInTwiceChangesNothing() {
    let faces = [face(0.1, 0.1), face(0.5, 0.5), face(0.3, 0.1)]
    let once = RegionPlanner().plan(for: faces)
    #expect(once.merged(with: faces) == once)
  }

  @Test func keepsWhatAPersonDecided() throws {
    let earlier = plan(
      region("f1", 0.1, 0.1), region("m1", 0.3, 0.1, 0.1, .manual),
      region("f2", 0.5, 0.1, 0.1, .detected, .excluded),
      region("m2", 0.7, 0.1, 0.1, .manual, .excluded), region("f3", 0.8, 0.1))
    let nothing = earlier.merged(with: [], keeping: ["f3"])
    #expect(nothing.regions == Array(earlier.regions[1...]))

    let found = earlier.merged(with: [face(0.31, 0.1), face(0.51, 0.1), face(0.71, 0.1)])
    #expect(found.regions.map(\.id) == ["m1", "f2", "m2"])
    // The drawn ones stay where they were drawn; the excluded one follows the face and stays excluded.
    #expect(found.regions[0] == earlier.regions[1])
    #expect(found.regions[1].rect == rect(0.51, 0.1) && found.regions[1].state == .excluded)
    #expect(found.regions[2] == earlier.regions[3])
  }

  @Test func namesNewFacesByFreeNumbersInReadingOrder() {
    let earlier = plan(region("f2", 0.1, 0.1), region("f3", 0.1, 0.5))
    // f3 is not found again, and no other face gets its name.
    let merged = earlier.merged(with: [face(0.8, 0.8), face(0.1, 0.1), face(0.6, 0.05)])
    #expect(merged.regions.map(\.id) == ["f1", "f2", "f4"])
    #expect(merged.regions.map(\.rect) == [rect(0.6, 0.05), rect(0.1, 0.1), rect(0.8, 0.8)])
  }

  @Test func matchesTheClosestPairsFirstAndNoneTwice() {
    // The second face is nearer to f1 than the first one is, although that comes first.
    let earlier = plan(region("f1", 0.1, 0.1), region("f2", 0.14, 0.1))
    let merged = earlier.merged(with: [face(0.13, 0.1), face(0.105, 0.1), face(0.07, 0.1)])
    #expect(merged.regions.map(\.id) == ["f3", "f1", "f2"])
    #expect(merged.regions.map(\.rect.x) == [0.07, 0.105, 0.13])
  }

  /// Half of a face's width aside is a third of the union: still the same face. A little more is another one.
  @Test func takesForTheSameFaceWhatSharesMoreThanThreeTenths() {
    let earlier = plan(region("f1", 0.1, 0.1))
    #expect(earlier.merged(with: [face(0.15, 0.1)]).regions.map(\.id) == ["f1"])
    #expect(earlier.merged(with: [face(0.16, 0.1)]).regions.map(\.id) == ["f2"])
  }
}
