/// Taking up what another look found without losing what a person decided.
extension RegionPlan {
  /// A face that shares more than this part of its union with a region is that region, if both are of one kind: what is found in
  /// the place of another kind is another thing, and has a region of its own.
  static let sameFace = 0.3

  /// The plan with the faces of a new look, which hides all that it hid before.
  ///
  /// Every region stays, with its id and its state. A detected one that is hidden and found again gets the score of the new
  /// look and a box that holds the old one and the new. One that is not found again stays as it is, because a look that
  /// misses a face is no reason to show it, and so does what a person drew or excluded. New ones are named by the first letter of
  /// their kind and the next free number: `f1`, `f2`, …
  /// - Parameter faces: upright and normalised, each once.
  public func merged(with faces: [DetectedFace]) -> RegionPlan {
    let matches = matches(with: faces)
    let staying = regions.enumerated().map { index, region -> PlannedRegion in
      guard let face = matches[index].map({ faces[$0] }), !region.isDecided else { return region }
      var found = region
      found.rect = region.rect.contains(face.rect) ? region.rect : region.rect.union(face.rect)
      found.score = face.score
      found.seenBy = face.seenBy
      return found
    }
    let known = Set(matches.values)
    let unknown = faces.indices.filter { !known.contains($0) }.map { faces[$0] }
      .sorted { $0.rect.isRead(before: $1.rect) }
    let byLetter = Dictionary(grouping: unknown) { $0.kind.rawValue.prefix(1) }.sorted { $0.key < $1.key }
    let new = byLetter.flatMap { letter, faces in
      zip(freeIDs(letter, count: faces.count), faces).map(PlannedRegion.init(id:face:))
    }
    var plan = RegionPlan(regions: staying + new, strength: strength)
    plan.sortForReading()
    return plan
  }

  /// The regions that the plan hides and that none of some faces is.
  /// - Parameter faces: as for `merged`.
  func notFoundAgain(among faces: [DetectedFace]) -> [PlannedRegion] {
    let matches = matches(with: faces)
    return regions.indices.filter { matches[$0] == nil && regions[$0].state == .applied }.map { regions[$0] }
  }

  /// The face of each region that has one, by their indices: the closest pairs first, none of them twice.
  private func matches(with faces: [DetectedFace]) -> [Int: Int] {
    var pairs: [(overlap: Double, region: Int, face: Int)] = []
    for (index, region) in regions.enumerated() {
      for (face, other) in faces.enumerated() where other.kind == region.kind {
        let overlap = region.rect.overlap(other.rect)
        // Another detector's box may lie otherwise on a face; one that a person excluded is not to come back by that.
        let isExcluded = region.state == .excluded && other.rect.isFace(ofRegion: region.rect)
        if overlap > Self.sameFace || isExcluded { pairs.append((overlap, index, face)) }
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
