extension [DetectedFace] {
  /// The faces with each group of boxes around the same one reduced to its surest box, the surest first.
  ///
  /// Greedy non-maximum suppression: a box falls where its intersection over union with a surer one exceeds
  /// `overlap`. Equal scores keep their order, so the result does not depend on the sorting algorithm.
  ///
  /// Boxes of faces that were seen only in part come last. One counts if no other box covers that part of it, so
  /// that a cut neither doubles a face nor loses one.
  func merged(overlap: Double) -> [DetectedFace] {
    let ordered = enumerated().sorted { a, b in
      (a.element.isCut ? 1 : 0, -a.element.score, a.offset) < (
        b.element.isCut ? 1 : 0, -b.element.score, b.offset
      )
    }
    var kept: [DetectedFace] = []
    for (_, face) in ordered {
      let isNew = kept.allSatisfy { other in
        face.isCut
          ? other.rect.intersection(face.rect).area <= overlap * Swift.min(face.rect.area, other.rect.area)
          : other.rect.overlap(face.rect) <= overlap
      }
      if isNew { kept.append(face) }
    }
    return kept.sorted { $0.score > $1.score }.map { face in
      var face = face
      face.isCut = false
      return face
    }
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
