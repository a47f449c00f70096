/// What a look at one frame of a film takes for a face.
struct FaceSighting: Sendable, Hashable {
  /// Upright and normalised; it may reach beyond the picture.
  var rect: NormalizedRect
  /// The probability that it is one, 0…1. Sightings that nobody would believe alone are among them.
  var score: Double
  var kind = SubjectKind.default
  /// How far the picture was turned counterclockwise in the look that saw it, where it was a close one.
  var degrees = 0
}

extension [FaceSighting] {
  /// What several looks at one frame saw, each once, the surest first: the box of what stands in one place is around all boxes there.
  func joined() -> [FaceSighting] {
    // Equal ones keep their order, so that the result does not depend on the sorting algorithm.
    let surestFirst = enumerated().sorted { a, b in
      (-a.element.score, a.offset) < (-b.element.score, b.offset)
    }.map(\.element)
    var joined: [FaceSighting] = []
    for sighting in surestFirst {
      let known = joined.firstIndex {
        $0.kind == sighting.kind && $0.rect.overlap(sighting.rect) > FaceFusion.sameFaceOverlap
      }
      if let known {
        joined[known].rect = joined[known].rect.union(sighting.rect)
      } else {
        joined.append(sighting)
      }
    }
    return joined
  }
}
