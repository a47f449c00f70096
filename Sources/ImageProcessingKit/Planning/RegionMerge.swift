/// Taking up what another look found without losing what a person decided.
extension RegionPlan {
  /// A face that shares more than this part of its union with a region is that region.
  private static let sameFace = 0.3

  /// The plan with the faces of a new look. Every region that stays keeps its id and state, a manual one its box, too;
  /// a detected one that is found again gets the new box and score. It goes where it is not found again, unless it is
  /// excluded: what a person decided is not forgotten. New faces are named by the next free `f1`, `f2`, …
  /// - Parameters:
  ///   - faces: upright and normalised, each once.
  ///   - kept: the ids of further regions that stay.
  public func merged(with faces: [DetectedFace], keeping kept: Set<String> = []) -> RegionPlan {
    let matches = matches(with: faces)
    let staying = regions.enumerated().compactMap { index, region -> PlannedRegion? in
      guard let face = matches[index].map({ faces[$0] }) else {
        let isDecided = region.origin == .manual || region.state == .excluded || kept.contains(region.id)
        return isDecided ? region : nil
      }
      guard region.origin == .detected else { return region }
      var found = region
      found.rect = face.rect
      found.score = face.score
      found.seenBy = face.seenBy
      return found
    }
    let known = Set(matches.values)
    let unknown = faces.indices.filter { !known.contains($0) }.map { faces[$0] }
      .sorted { $0.rect.isRead(before: $1.rect) }
    // Not even one that goes gives its id to another face.
    let new = zip(freeIDs("f", count: unknown.count), unknown).map(PlannedRegion.init(id:face:))
    var plan = RegionPlan(regions: staying + new, strength: strength)
    plan.sortForReading()
    return plan
  }

  /// A region that shares more than this part of its union with a face that was found is hidden with it.
  private static let hiddenWith = 0.5

  /// The plan with further regions, as drawn by hand, where no face was found in their place. One whose id is taken gets
  /// another.
  func hiding(_ others: [PlannedRegion]) -> RegionPlan {
    var plan = self
    for other in others where !regions.contains(where: { $0.rect.overlap(other.rect) > Self.hiddenWith }) {
      let isTaken = plan.regions.contains { $0.id == other.id }
      let id = isTaken ? plan.freeIDs("m", count: 1)[0] : other.id
      var added = PlannedRegion(id: id, rect: other.rect, score: nil, origin: .manual)
      added.cells = other.cells
      plan.regions.append(added)
    }
    plan.sortForReading()
    return plan
  }

  /// The face of each region that has one, by their indices: the closest pairs first, none of them twice.
  private func matches(with faces: [DetectedFace]) -> [Int: Int] {
    var pairs: [(overlap: Double, region: Int, face: Int)] = []
    for (region, rect) in regions.map(\.rect).enumerated() {
      for (face, other) in faces.map(\.rect).enumerated() {
        let overlap = rect.overlap(other)
        if overlap > Self.sameFace { pairs.append((overlap, region, face)) }
      }
    }
    var matches: [Int: Int] = [:]
    var taken: Set<Int> = []
    for pair in pairs.sorted(by: { (-$0.overlap, $0.region, $0.face) < (-$1.overlap, $1.region, $1.face) })
    where matches[pair.region] == nil && !taken.contains(pair.face) {
      matches[pair.region] = pair.face
      taken.insert(pair.face)
    }
    return matches
  }
}
