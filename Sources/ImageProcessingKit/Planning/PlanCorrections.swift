/// What a person changes about a plan. Regions are named by their ids, boxes are in the upright full-size picture.
public struct PlanCorrections: Sendable, Hashable {
  /// A region that gets another box.
  public struct Move: Sendable, Hashable {
    public let id: String
    public let box: RegionBox

    public init(id: String, box: RegionBox) {
      self.id = id
      self.box = box
    }
  }

  /// Boxes around faces that the plan does not know.
  public var added: [RegionBox] = []
  /// Regions that stay in the plan and are not obscured.
  public var excluded: [String] = []
  /// Regions that are obscured, again or still.
  public var included: [String] = []
  public var moved: [Move] = []
  public var strength = ObscuringStrength.Change()

  public init() {}

  /// Whether nothing is asked for.
  package var isEmpty: Bool { self == PlanCorrections() }

  /// Whether a plan that has no region yet could not take them up.
  var nameRegions: Bool { !(excluded.isEmpty && included.isEmpty && moved.isEmpty) }

  /// Whether they name a region that a plan does not have.
  func nameOthers(than plan: RegionPlan) -> Bool {
    !Set(excluded + included + moved.map(\.id)).isSubset(of: plan.regions.map(\.id))
  }

  /// - Parameters:
  ///   - known: the ids that there are.
  ///   - what: they are of.
  /// - Throws: `FaceBlurError` where two corrections contradict each other or name none of these.
  func check(against known: [String], of what: String = "region") throws(FaceBlurError) {
    let movedIDs = moved.map(\.id)
    for id in excluded + included + movedIDs {
      func conflict(_ first: Advice.Remedy, _ second: Advice.Remedy) -> FaceBlurError {
        .conflictingCorrections(of: id, first, second, of: what)
      }
      guard known.contains(id) else { throw .unknownRegion(id, known: known, of: what) }
      if excluded.contains(id) {
        if included.contains(id) { throw conflict(.exclusion, .inclusion) }
        if movedIDs.contains(id) { throw conflict(.exclusion, .move) }
      }
      if movedIDs.filter({ $0 == id }).count > 1 { throw conflict(.move, .move) }
    }
  }
}

extension RegionPlan {
  /// The plan with a person's corrections. Every region keeps its id, and the order is that of reading.
  ///
  /// Regions drawn by hand are named `m1`, `m2`, … One that is moved counts as drawn by hand from then on: what the
  /// detector and the second look said was about another place.
  /// - Parameter corrections: name regions of this plan.
  /// - Parameter frame: the photo that pixels are of.
  /// - Throws: `FaceBlurError` where a correction names no region, contradicts another one, or is out of bounds.
  public func corrected(
    by corrections: PlanCorrections, in frame: PictureFrame
  ) throws(FaceBlurError) -> RegionPlan {
    try corrections.check(against: regions.map(\.id))
    guard let strength = corrections.strength.applied(to: strength) else { throw .strengthOutOfRange }
    var plan = RegionPlan(regions: regions, strength: strength)
    for index in plan.regions.indices {
      let id = plan.regions[index].id
      if corrections.excluded.contains(id) { plan.regions[index].state = .excluded }
      if corrections.included.contains(id) { plan.regions[index].state = .applied }
      if let move = corrections.moved.first(where: { $0.id == id }) {
        plan.regions[index] = PlannedRegion(
          id: id, rect: try move.box.rect(in: frame), score: nil, origin: .manual,
          state: plan.regions[index].state, kind: plan.regions[index].kind)
      }
    }
    for (id, box) in zip(freeIDs("m", count: corrections.added.count), corrections.added) {
      plan.regions.append(
        PlannedRegion(id: id, rect: try box.rect(in: frame), score: nil, origin: .manual))
    }
    guard plan.regions.count <= Self.maxRegions else { throw .tooManyRegions(plan.regions.count) }
    plan.sortForReading()
    return plan
  }

  /// The ids of the regions that a person has drawn in a later plan and that are not in this one.
  func added(in later: RegionPlan) -> [String] {
    let known = Set(regions.map(\.id))
    return later.regions.filter { $0.origin == .manual && !known.contains($0.id) }.map(\.id)
  }

  /// The lowest numbers behind a letter that name no region.
  func freeIDs(_ letter: some StringProtocol, count: Int) -> [String] {
    Self.freeIDs(letter, count: count, besides: Set(regions.map(\.id)))
  }

  static func freeIDs(
    _ letter: some StringProtocol, count: Int, besides taken: Set<String>
  ) -> [String] {
    Array((1...).lazy.map { "\(letter)\($0)" }.filter { !taken.contains($0) }.prefix(count))
  }

  mutating func sortForReading() {
    regions.sort { $0.rect.isRead(before: $1.rect) }
  }
}

extension PlannedRegion {
  /// With which its id begins where it is given one.
  var letter: Substring { origin == .manual ? "m" : kind.rawValue.prefix(1) }
}
