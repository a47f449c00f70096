/// Turns detected faces into a plan.
public struct RegionPlanner: Sendable {
  public let strength: ObscuringStrength

  public init(strength: ObscuringStrength = .default) {
    self.strength = strength
  }

  /// Plans one region per face, numbered `f1`, `f2`, … in reading order (by centre, from the top).
  public func plan(for faces: [DetectedFace]) -> RegionPlan {
    RegionPlan(regions: [], strength: strength).merged(with: faces)
  }
}

extension NormalizedRect {
  /// Whether a rectangle comes before another one by its centre, from the top, then from the left.
  func isRead(before other: NormalizedRect) -> Bool {
    (y + height / 2, x + width / 2) < (other.y + other.height / 2, other.x + other.width / 2)
  }
}
