extension [FaceCandidate] {
  /// The candidates with each group of boxes around the same face reduced to its surest box, the surest first.
  ///
  /// Greedy non-maximum suppression: a box falls where its intersection over union with a surer one of its kind exceeds
  /// `overlap`. Equal scores keep their order, so the result does not depend on the sorting algorithm.
  func merged(overlap: Double) -> [FaceCandidate] {
    let ordered = enumerated().sorted { a, b in
      (-a.element.score, a.offset) < (-b.element.score, b.offset)
    }
    var kept: [FaceCandidate] = []
    for (_, face) in ordered {
      let isSeen = kept.contains { $0.rect.overlap(face.rect) > overlap && $0.kind == face.kind }
      if !isSeen { kept.append(face) }
    }
    return kept
  }
}

extension NormalizedRect {
  /// Intersection over union, 0…1.
  func overlap(_ other: NormalizedRect) -> Double {
    let common = intersection(other).area
    let union = area + other.area - common
    return union > 0 ? common / union : 0
  }
}
