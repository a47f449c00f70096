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

  /// An ellipse leaves the corners of its box open.
  @Test func hidesInTheCornerOfAnEllipse() throws {
    let ellipse = try #require(ObscuringStrength(style: .mosaic, shape: .ellipse, margin: 2))
    let box = try #require(ObscuringStrength(style: .mosaic, shape: .box, margin: 2))
    let (face, corner) = (region("f1", 0.4, 0.4), region("m1", 0.35, 0.35, 0.03, .manual))
    for (strength, count) in [(ellipse, 2), (box, 1)] {
      let plan = RegionPlan(regions: [face], strength: strength)
      let both = RegionPlan(regions: [face, corner], strength: strength)
      #expect(plan.hiding([corner]).regions.count == count)
      #expect(plan.keeping(both).regions.count == count)
      #expect(both.regions(shownBy: plan).map(\.id) == (count == 2 ? ["m1"] : []))
      #expect(both.regions(shownBy: both).isEmpty && both.keeping(both).regions.count == 2)
    }
  }

  @Test func hidesWhatIsDrawnOverAnExcludedFaceUnlessItIsTheVerySame() {
    let open = plan(region("f1", 0.4, 0.4, 0.1, .detected, .excluded))
    let drawn = region("m1", 0.4, 0.4, 0.12, .manual)
    #expect(open.keeping(plan(drawn)).applied.count == 1)
    #expect(open.hiding([drawn]).applied.count == 1)
    // The excluded one may be what was drawn.
    let same = region("m1", 0.4, 0.4, 0.1, .manual)
    #expect(open.keeping(plan(same)).applied.isEmpty)
    #expect(open.hiding([same]).applied.isEmpty)
  }

  @Test func givesAFaceThatIsFoundAgainABoxThatHoldsBothAndKeepsItsName() throws {
    var earlier = plan(region("f1", 0.1, 0.1), region("f2", 0.5, 0.5))
    earlier.regions[1].cells = 2
    let merged = earlier.merged(with: [face(0.51, 0.5), face(0.1, 0.11)])
    #expect(merged.regions.map(\.id) == ["f1", "f2"])
    for (region, both) in zip(
      merged.regions, [(rect(0.1, 0.1), rect(0.1, 0.11)), (rect(0.5, 0.5), rect(0.51, 0.5))])
    {
      #expect(region.rect.contains(both.0) && region.rect.contains(both.1))
      #expect(region.rect.area < 0.0112)
    }
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
    // Also what was found and is not any more: a look that misses a face is no reason to show it.
    #expect(earlier.merged(with: []) == earlier)
    #expect(earlier.notFoundAgain(among: []).map(\.id) == ["f1", "m1", "f3"])

    let found = earlier.merged(with: [face(0.31, 0.1), face(0.51, 0.1), face(0.71, 0.1)])
    #expect(found == earlier)
  }

  @Test func namesNewFacesByFreeNumbersInReadingOrder() {
    let earlier = plan(region("f2", 0.1, 0.1), region("f3", 0.1, 0.5))
    let merged = earlier.merged(with: [face(0.8, 0.8), face(0.1, 0.1), face(0.6, 0.05)])
    #expect(merged.regions.map(\.id) == ["f1", "f2", "f3", "f4"])
    #expect(merged.regions.map(\.rect) == [rect(0.6, 0.05), rect(0.1, 0.1), rect(0.1, 0.5), rect(0.8, 0.8)])
  }

  @Test func matchesTheClosestPairsFirstAndNoneTwice() {
    // The second face is nearer to f1 than the first one is, although that comes first.
    let earlier = plan(region("f1", 0.1, 0.1), region("f2", 0.14, 0.1))
    let merged = earlier.merged(with: [face(0.13, 0.1), face(0.105, 0.1), face(0.07, 0.1)])
    #expect(merged.regions.map(\.id) == ["f3", "f1", "f2"])
    #expect(merged.regions.map(\.rect.x) == [0.07, 0.1, 0.13])
  }

  /// Half of a face's width aside is a third of the union: still the same face. A little more is another one.
  @Test func takesForTheSameFaceWhatSharesMoreThanThreeTenths() {
    let earlier = plan(region("f1", 0.1, 0.1))
    #expect(earlier.merged(with: [face(0.15, 0.1)]).regions.map(\.id) == ["f1"])
    #expect(earlier.merged(with: [face(0.16, 0.1)]).regions.map(\.id) == ["f1", "f2"])
  }

  @Test func tellsWhichRegionsAnotherPlanShows() {
    let hiding = plan(
      region("f1", 0.1, 0.1), region("f2", 0.5, 0.5), region("f3", 0.8, 0.8, 0.1, .detected, .excluded))
    #expect(hiding.regions(shownBy: hiding).isEmpty)
    #expect(hiding.regions(shownBy: plan()).map(\.id) == ["f1", "f2"])
    // With its margin the other region holds the face; moved a little further it does not.
    #expect(
      hiding.regions(shownBy: plan(region("m1", 0.11, 0.1), region("m2", 0.52, 0.5))).map(\.id) == ["f2"])
    #expect(
      hiding.regions(shownBy: plan(region("m1", 0, 0, 0.9, .manual, .excluded))).map(\.id) == ["f1", "f2"])
    #expect(hiding.regions(shownBy: plan(region("m1", 0, 0, 0.9, .manual))).isEmpty)
  }

  private static let plate = SubjectKind("licence-plate")

  private func plate(_ x: Double, _ y: Double) -> DetectedFace {
    DetectedFace(rect: rect(x, y), score: 0.8, kind: Self.plate)
  }

  /// What is found where another kind is hidden is another thing: were it the same, the one would be forgotten for the other.
  @Test func whatIsOfAnotherKindHasARegionOfItsOwn() {
    let earlier = plan(region("f1", 0.1, 0.1), region("m1", 0.5, 0.5, 0.1, .manual))
    let merged = earlier.merged(with: [plate(0.1, 0.1), face(0.11, 0.1), plate(0.5, 0.5), plate(0.8, 0.1)])
    #expect(Set(merged.regions.map(\.id)) == ["f1", "l1", "m1", "l2", "l3"])
    #expect(merged.regions.filter { $0.kind == Self.plate }.map(\.id) == ["l1", "l2", "l3"])
    #expect(merged.regions.first { $0.id == "f1" }?.rect == rect(0.1, 0.1).union(rect(0.11, 0.1)))
    // Found again, it is what it was.
    let again = merged.merged(with: [plate(0.81, 0.1)])
    #expect(again.regions.map(\.id) == merged.regions.map(\.id))
    #expect(again.regions.last { $0.id == "l2" }?.rect == rect(0.8, 0.1).union(rect(0.81, 0.1)))
    #expect(merged.notFoundAgain(among: [plate(0.1, 0.1)]).map(\.id).sorted() == ["f1", "l2", "l3", "m1"])
  }

  /// A person has decided about the face and not about what a detector finds in its place.
  @Test func whatIsFoundInThePlaceOfAnExcludedRegionOfAnotherKindIsHidden() {
    let earlier = plan(region("f1", 0.1, 0.1, 0.1, .detected, .excluded))
    #expect(earlier.merged(with: [face(0.1, 0.1)]).applied.isEmpty)
    #expect(earlier.merged(with: [plate(0.1, 0.1)]).applied.map(\.kind) == [Self.plate])
    var other = region("l1", 0.1, 0.1)
    other.kind = Self.plate
    let hiding = earlier.hiding([other])
    #expect(hiding.applied.map(\.kind) == [Self.plate] && hiding.applied.map(\.id) == ["l1"])
  }

  @Test func twoKindsOfOneLetterShareItsNumbers() {
    let lion = DetectedFace(rect: rect(0.3, 0.1), score: 0.8, kind: SubjectKind("lion"))
    let merged = plan().merged(with: [plate(0.5, 0.1), lion, plate(0.1, 0.1)])
    #expect(merged.regions.map(\.id) == ["l1", "l2", "l3"])
    #expect(merged.regions.map(\.kind.rawValue) == ["licence-plate", "lion", "licence-plate"])
  }

  /// What another plan hides is hidden, too, whole: as a region of its own, or with the one of the same face.
  @Test func keepsWhatAnotherPlanHides() {
    let own = plan(
      region("f1", 0.1, 0.1), region("f2", 0.5, 0.1, 0.1, .detected, .excluded),
      region("m1", 0.1, 0.5, 0.1, .manual))
    let earlier = plan(
      region("f1", 0.8, 0.8), region("f2", 0.105, 0.1), region("f3", 0.16, 0.1, 0.06),
      region("f4", 0.14, 0.12), region("f5", 0.51, 0.11), region("f6", 0.6, 0.6, 0.1, .detected, .excluded),
      region("m1", 0.1, 0.5, 0.2, .manual))
    let kept = own.keeping(earlier)
    #expect(earlier.regions(shownBy: kept).map(\.id) == ["f5"])
    #expect(own.regions(shownBy: kept).isEmpty)
    #expect(kept.regions.map(\.id).sorted() == ["f1", "f2", "f3", "f4", "m1", "m2"])
    #expect(kept.keeping(earlier) == kept)
    #expect(kept.regions.first { $0.id == "f2" }?.state == .excluded)
  }

  /// A box that a person drew hides all that is in it, also where it is on a face that was found.
  @Test func hidesAllOfWhatWasDrawnElsewhere() {
    let own = plan(region("f1", 0.1, 0.1), region("f2", 0.5, 0.1, 0.1, .detected, .excluded))
    let drawn = [region("m1", 0.1, 0.1, 0.13, .manual), region("m2", 0.5, 0.1, 0.11, .manual)]
    let hiding = own.hiding(drawn)
    #expect(hiding.regions.map(\.id).sorted() == ["f1", "f2", "m1", "m2"])
    #expect(hiding.hiding(drawn) == hiding)
  }
}
