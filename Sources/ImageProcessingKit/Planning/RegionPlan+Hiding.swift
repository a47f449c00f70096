/// What a plan hides, compared with another one.
extension RegionPlan {
  /// The regions that this plan hides and another one would show.
  ///
  /// A region is hidden by the other plan where a region of that one, with its margin, holds the whole face. One that only several
  /// together would hold counts as shown: who compares plans asks in doubt.
  func regions(shownBy other: RegionPlan) -> [PlannedRegion] {
    let hiding = other.applied.map(\.rect)
    return applied.filter { region in
      let face = region.rect.clampedToPicture()
      return !hiding.contains { other.strength.hides(face, in: $0) }
    }
  }

  /// The regions that were excluded and that no other one hides.
  var shownByDecision: [PlannedRegion] {
    let hiding = applied.map(\.rect)
    return regions.filter { region in
      let face = region.rect.clampedToPicture()
      return region.state == .excluded && !hiding.contains { strength.hides(face, in: $0) }
    }
  }

  /// The regions of which going back to another plan tells more: those that it would show, and all of them where it shows cells of what it
  /// hides and this plan does not.
  func regions(toldBy other: RegionPlan) -> [PlannedRegion] {
    let tellsMore = other.strength.style.revealsContent && !strength.style.revealsContent
    return tellsMore ? applied : regions(shownBy: other)
  }

  /// What is left of the plan where another photo has taken the place of the one that it was made for: what a person drew. What was
  /// found or excluded there says nothing about the new one.
  var drawn: RegionPlan {
    RegionPlan(
      regions: regions.filter { $0.origin == .manual && $0.state == .applied }, strength: strength)
  }
}
