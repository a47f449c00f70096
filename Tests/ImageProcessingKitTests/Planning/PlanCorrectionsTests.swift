import Testing

@testable import ImageProcessingKit

@Suite struct PlanCorrectionsTests {
  private let geometry = PhotoGeometry(
    storedWidth: 1000, storedHeight: 1000, orientation: .up, unitWidth: 16, unitHeight: 16)

  /// Two detected faces, one below the other; the second one has fewer cells.
  private var plan: RegionPlan {
    var plan = RegionPlanner().plan(for: [
      DetectedFace(
        rect: NormalizedRect(x: 0.1, y: 0.1, width: 0.1, height: 0.1), score: 0.9, seenBy: ["yunet 640"]),
      DetectedFace(
        rect: NormalizedRect(x: 0.1, y: 0.6, width: 0.1, height: 0.1), score: 0.8, seenBy: ["yunet 640"]),
    ])
    plan.regions[1].cells = 3
    return plan
  }

  private func box(_ text: String) throws -> RegionBox { try #require(RegionBox(text)) }

  private func corrected(
    _ plan: RegionPlan, _ change: (inout PlanCorrections) throws -> Void
  ) throws -> RegionPlan {
    var corrections = PlanCorrections()
    try change(&corrections)
    return try plan.corrected(by: corrections, in: geometry.frame)
  }

  @Test func leavesAPlanAloneWhereNothingIsAskedFor() throws {
    #expect(PlanCorrections().isEmpty)
    #expect(try corrected(plan) { _ in } == plan)
  }

  @Test func refusesMoreRegionsThanAnEditHolds() throws {
    #expect {
      try corrected(plan) {
        $0.added = try Array(repeating: box("10,10,20,20"), count: RegionPlan.maxRegions)
      }
    } throws: {
      ($0 as? FaceBlurError)?.kind == .tooManyRegions
    }
  }

  @Test func namesDrawnRegionsByTheNextFreeNumberInReadingOrder() throws {
    let once = try corrected(plan) { $0.added = [try box("100,800,50,50"), try box("100,300,50,50")] }
    #expect(once.regions.map(\.id) == ["f1", "m2", "f2", "m1"])
    let twice = try corrected(once) { $0.added = [try box("0,0,50,50")] }
    #expect(twice.regions.map(\.id) == ["m3", "f1", "m2", "f2", "m1"])
    let drawn = try #require(twice.regions.first)
    #expect(drawn.origin == .manual && drawn.state == .applied && drawn.score == nil && drawn.seenBy == nil)
    #expect(!drawn.isDoubtful)
  }

  /// A record is input like any other, and its ids may be anything.
  @Test func findsAFreeNumberWhateverIdsThereAre() throws {
    var odd = plan
    odd.regions[0].id = "m1"
    odd.regions[1].id = "m9223372036854775807"
    #expect(try corrected(odd) { $0.added = [try box("0,0,9,9")] }.regions.map(\.id).contains("m2"))
  }

  @Test func excludesAndIncludes() throws {
    let without = try corrected(plan) { $0.excluded = ["f1", "f1"] }
    #expect(without.applied.map(\.id) == ["f2"])
    #expect(without.regions.map(\.rect) == plan.regions.map(\.rect))
    #expect(try corrected(without) { $0.included = ["f1", "f2"] } == plan)
  }

  @Test func movesARegionAndForgetsWhatWasSaidOfItsOldPlace() throws {
    let moved = try corrected(plan) { $0.moved = [.init(id: "f2", box: try box("20%,20%,30%,30%"))] }
    let region = try #require(moved.regions.first { $0.id == "f2" })
    #expect(region.rect == NormalizedRect(x: 0.2, y: 0.2, width: 0.3, height: 0.3))
    #expect(region.origin == .manual && region.score == nil && region.seenBy == nil && region.cells == nil)
    #expect(moved.regions[0] == plan.regions[0])
  }

  /// Moving says where a region is, not whether it is obscured.
  @Test func movesAnExcludedRegionWithoutIncludingIt() throws {
    let excluded = try corrected(plan) { $0.excluded = ["f1"] }
    let move = PlanCorrections.Move(id: "f1", box: try box("1,1,9,9"))
    #expect(try corrected(excluded) { $0.moved = [move] }.applied.map(\.id) == ["f2"])
    let both = try corrected(excluded) {
      $0.moved = [move]
      $0.included = ["f1"]
    }
    #expect(both.applied.map(\.id) == ["f1", "f2"])
  }

  @Test func changesOnlyWhatIsSaidOfTheStrength() throws {
    let changed = try corrected(plan) { $0.strength.cells = 2 }
    #expect(changed.strength == ObscuringStrength(style: .mosaic, cells: 2, margin: 1.3))
    #expect(changed.regions == plan.regions)
    #expect(throws: FaceBlurError.strengthOutOfRange) { try corrected(plan) { $0.strength.cells = 25 } }
  }

  @Test func refusesWhatNamesNoRegion() {
    for change in [
      { $0.excluded = ["f3"] }, { $0.included = ["f3"] },
      { $0.moved = [.init(id: "f3", box: try box("1,1,9,9"))] },
    ] as [(inout PlanCorrections) throws -> Void] {
      #expect(throws: FaceBlurError.unknownRegion("f3", known: ["f1", "f2"])) { try corrected(plan, change) }
    }
  }

  @Test func refusesWhatContradictsItself() throws {
    let move = PlanCorrections.Move(id: "f1", box: try box("1,1,9,9"))
    #expect(throws: FaceBlurError.conflictingCorrections(of: "f1", .exclusion, .inclusion)) {
      try corrected(plan) {
        $0.excluded = ["f1"]
        $0.included = ["f1"]
      }
    }
    #expect(throws: FaceBlurError.conflictingCorrections(of: "f1", .exclusion, .move)) {
      try corrected(plan) {
        $0.excluded = ["f1"]
        $0.moved = [move]
      }
    }
    #expect(throws: FaceBlurError.conflictingCorrections(of: "f1", .move, .move)) {
      try corrected(plan) { $0.moved = [move, move] }
    }
  }

  @Test func namesAHandfulOfManyIDs() {
    let error = FaceBlurError.unknownRegion("x", known: (1...50).map { "f\($0)" })
    #expect("\(error)".contains("f20 and 30 more"))
  }

  /// What a person draws is taken for a face, because nobody says; what was found stays what it is, wherever it is moved.
  @Test func aMovedRegionKeepsItsKind() throws {
    var plan = plan
    plan.regions[0].kind = SubjectKind("licence-plate")
    let corrected = try corrected(plan) {
      $0.moved = [.init(id: "f1", box: try box("300,100,50,50"))]
      $0.added = [try box("700,100,50,50")]
    }
    #expect(corrected.regions.map(\.kind.rawValue) == ["licence-plate", "face", "face"])
    #expect(corrected.regions.map(\.id) == ["f1", "m1", "f2"])
  }
}
