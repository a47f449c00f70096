/// Taking up what another plan of the same photo hides: what a person had drawn elsewhere, and what other runs had found.
extension RegionPlan {
  /// The plan, and what an earlier one hides and this one does not, with its margin. A look that misses a face is no reason to show it.
  ///
  /// What a person excluded here stays so, and so does the box that they drew. A face that is found here, too, has a box then that holds
  /// both; others are regions of their own, and one whose id is taken gets another.
  /// - Parameter earlier: a plan of the same photo. Its strength counts no more.
  func keeping(_ earlier: RegionPlan) -> RegionPlan {
    var plan = self
    for region in earlier.applied where !excludes(region) { plan.hide(region, as: region) }
    plan.sortForReading()
    return plan
  }

  /// The same of further regions, as drawn by hand.
  func hiding(_ others: [PlannedRegion]) -> RegionPlan {
    var plan = self
    for other in others where !excludesPlace(of: other) {
      var drawn = PlannedRegion(id: other.id, rect: other.rect, score: nil, origin: .manual, kind: other.kind)
      drawn.cells = other.cells
      plan.hide(other, as: drawn)
    }
    plan.sortForReading()
    return plan
  }

  /// The plan with some regions as excluded, where it hides what is in their places.
  func leavingOpen(_ regions: [PlannedRegion]) -> RegionPlan {
    let excluding = RegionPlan(regions: regions, strength: strength)
    var plan = self
    for index in plan.regions.indices where excluding.excludes(plan.regions[index]) {
      plan.regions[index].state = .excluded
    }
    return plan
  }

  /// A region that shares more than this part of its union with one of its own kind is in the place of that.
  private static let samePlace = 0.5
  /// What a person drew is in the place of another region only where it is the very same: who leaves a face open next to it has not said that
  /// what else they drew may be seen.
  private static let samePlaceOfDrawn = 0.95

  /// Whether a person has decided here not to hide a region of another plan.
  private func excludes(_ other: PlannedRegion) -> Bool {
    excludesPlace(of: other)
      || other.origin == .detected
        && regions.contains {
          $0.state == .excluded && $0.kind == other.kind
            && ($0.rect.overlap(other.rect) > Self.sameFace || other.rect.isFace(ofRegion: $0.rect))
        }
  }

  private func excludesPlace(of other: PlannedRegion) -> Bool {
    let same = other.origin == .manual ? Self.samePlaceOfDrawn : Self.samePlace
    return regions.contains {
      $0.state == .excluded && $0.kind == other.kind && $0.rect.overlap(other.rect) > same
    }
  }

  /// - Parameters:
  ///   - other: of another plan.
  ///   - new: what becomes of it where it is none of the regions here.
  private mutating func hide(_ other: PlannedRegion, as new: PlannedRegion) {
    let face = other.rect.clampedToPicture()
    let own = regions.indices.filter { regions[$0].state == .applied && regions[$0].kind == other.kind }
    guard !own.contains(where: { strength.hides(face, in: regions[$0].rect) }) else { return }
    let found = own.filter { !regions[$0].isDecided && other.origin == .detected }
      .map { (index: $0, overlap: regions[$0].rect.overlap(other.rect)) }
    if let same = found.max(by: { $0.overlap < $1.overlap }), same.overlap > Self.sameFace {
      regions[same.index].rect = regions[same.index].rect.union(other.rect)
      let cells = [regions[same.index].cells, other.cells].compactMap(\.self)
      regions[same.index].cells = cells.min()
      return
    }
    var new = new
    if regions.contains(where: { $0.id == new.id }) {
      new.id = freeIDs(new.letter, count: 1)[0]
    }
    regions.append(new)
  }
}
