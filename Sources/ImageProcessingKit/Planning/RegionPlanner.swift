/// Turns detected faces into a plan.
public struct RegionPlanner: Sendable {
  public let strength: ObscuringStrength

  public init(strength: ObscuringStrength = .default) {
    self.strength = strength
  }

  /// Plans one region per face, numbered `f1`, `f2`, … in reading order (by centre, from the top).
  public func plan(for faces: [DetectedFace]) -> RegionPlan {
    let ordered = faces.sorted { a, b in
      let first = (a.rect.y + a.rect.height / 2, a.rect.x + a.rect.width / 2)
      let second = (b.rect.y + b.rect.height / 2, b.rect.x + b.rect.width / 2)
      return first < second
    }
    let regions = ordered.enumerated().map { index, face in
      var region = PlannedRegion(id: "f\(index + 1)", rect: face.rect, score: face.score, origin: .detected)
      region.seenBy = face.seenBy
      return region
    }
    return RegionPlan(regions: regions, strength: strength)
  }
}
