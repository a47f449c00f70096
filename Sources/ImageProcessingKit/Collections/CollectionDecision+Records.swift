internal import FoundationEssentials

/// What was decided about an output, compared with the record of an edit of its photo, which a person may have changed, too.
extension CollectionDecision {
  /// What was left open after the record was changed last, and still is. Where a step of the record was taken back, nobody knows when, and this
  /// is nothing.
  func leftOpen(since edit: EditRecord) -> [PlannedRegion] {
    guard let last = edit.steps.map(\.madeAt).max(), edit.steps.allSatisfy(\.isEnabled) else { return [] }
    let before = EditState(record.steps.filter { $0.isEnabled && $0.madeAt <= last }.map(\.adjustment))
    let known = before.leftOpen
    return state.leftOpen.filter { region in
      !known.contains { $0.kind == region.kind && $0.rect.overlap(region.rect) > RegionPlan.sameFace }
    }
  }

  /// What to tell a person where a plan hides what was left open: the record was changed since, and hides it.
  func warnings(where plan: RegionPlan) -> [String] {
    let hidden = state.leftOpen.filter { plan.leavingOpen([$0]) != plan }
    guard !hidden.isEmpty else { return [] }
    let names = hidden.map(\.id).joined(separator: ", ")
    return ["as the record of its edit says, it hides what was left open in the target (\(names))"]
  }
}

extension EditState {
  /// What a person has excluded and nothing else hides.
  fileprivate var leftOpen: [PlannedRegion] { (try? plan())?.shownByDecision ?? [] }
}
