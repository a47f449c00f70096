/// What a plan hides, compared with another one.
extension RegionPlan {
  /// The regions that this plan hides and another one would show.
  ///
  /// A region is hidden by the other plan where a region of that one, with its margin, holds the whole face. One that only several
  /// together would hold counts as shown: who compares plans asks in doubt.
  func regions(shownBy other: RegionPlan) -> [PlannedRegion] {
    let hiding = other.applied.map { $0.rect.scaled(by: other.strength.margin * Self.roundingEase) }
    return applied.filter { region in !hiding.contains { $0.contains(region.rect.clampedToPicture()) } }
  }

  /// What is left of the plan where another photo has taken the place of the one that it was made for: what a person drew. What was
  /// found or excluded there says nothing about the new one.
  var drawn: RegionPlan {
    RegionPlan(
      regions: regions.filter { $0.origin == .manual && $0.state == .applied }, strength: strength)
  }

  /// The same box may differ in its last digits after it was enlarged by a margin of 1.
  static let roundingEase = 1 + 1e-9
}
