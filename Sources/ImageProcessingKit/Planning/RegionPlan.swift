/// What is obscured and how: the one plan that the preview, the render and the record share.
public struct RegionPlan: Sendable, Hashable {
  /// In reading order, with the excluded ones.
  public var regions: [PlannedRegion]
  public var strength: ObscuringStrength

  public init(regions: [PlannedRegion], strength: ObscuringStrength) {
    self.regions = regions
    self.strength = strength
  }

  /// The regions that take part in the render.
  public var applied: [PlannedRegion] { regions.filter { $0.state == .applied } }

  /// The areas of a photo that the plan obscures: each region enlarged by the margin, aligned outward to
  /// whole units, and joined with every region it touches.
  ///
  /// A cell is so large that no region of the area is wider or higher than `cells` cells.
  public func areas(on geometry: PhotoGeometry) -> [ObscuredArea] {
    let boxes = applied.map { geometry.units(covering: $0.rect.scaled(by: strength.margin)) }
    return Self.groups(of: boxes).map { members in
      func cell(_ length: KeyPath<UnitRect, Int>) -> Int {
        let longest = members.map { $0[keyPath: length] }.max() ?? 1
        return (longest + strength.cells - 1) / strength.cells
      }
      return ObscuredArea(members: members, cellWidth: cell(\.width), cellHeight: cell(\.height))
    }
  }

  /// Boxes that touch, directly or through others, in the order of their first member.
  private static func groups(of boxes: [UnitRect]) -> [[UnitRect]] {
    var parent = Array(boxes.indices)
    func root(_ index: Int) -> Int {
      var index = index
      while parent[index] != index { index = parent[index] }
      return index
    }
    for later in boxes.indices {
      for earlier in 0..<later where boxes[later].touches(boxes[earlier]) {
        let first = root(earlier)
        let second = root(later)
        parent[max(first, second)] = min(first, second)
      }
    }
    return Dictionary(grouping: boxes.indices, by: root).sorted { $0.key < $1.key }
      .map { group in group.value.map { boxes[$0] } }
  }
}
