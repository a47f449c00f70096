/// What a new look at an edited photo left as it was: a person's decisions, and what was found before and is not any more.
public struct KeptRegions: Sendable, Hashable {
  /// Ids, in reading order.
  public var excluded: [String] = []
  /// Drawn or moved by hand.
  public var drawn: [String] = []
  /// Hidden because an earlier look found a face there.
  public var notFoundAgain: [String] = []

  public var isEmpty: Bool { self == KeptRegions() }

  init() {}

  /// - Parameter plan: of the earlier edit; nil where there is none.
  init(of plan: RegionPlan?, among faces: [DetectedFace]) {
    guard let plan else { return }
    excluded = plan.regions.filter { $0.state == .excluded }.map(\.id)
    drawn = plan.regions.filter { $0.state == .applied && $0.origin == .manual }.map(\.id)
    notFoundAgain = plan.notFoundAgain(among: faces).filter { $0.origin == .detected }.map(\.id)
  }
}
