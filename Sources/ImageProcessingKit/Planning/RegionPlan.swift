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
    let boxes = Set(applied.map { geometry.units(covering: $0.rect.scaled(by: strength.margin)) })
      .sorted { ($0.y, $0.x, $0.height, $0.width) < ($1.y, $1.x, $1.height, $1.width) }
    return Self.groups(of: boxes).map { members in
      ObscuredArea(
        members: members,
        cellWidth: Self.cellLength(along: members.map { $0.x..<$0.maxX }, atMost: strength.cells),
        cellHeight: Self.cellLength(along: members.map { $0.y..<$0.maxY }, atMost: strength.cells))
    }
  }

  /// The shortest cell with which no span, wherever it begins on the common grid, crosses more than `count`
  /// cells.
  private static func cellLength(along spans: [Range<Int>], atMost count: Int) -> Int {
    let start = spans.map(\.lowerBound).min() ?? 0
    let longest = spans.map(\.count).max() ?? 1
    var length = (longest + count - 1) / count
    func cells(across span: Range<Int>) -> Int {
      (span.upperBound - 1 - start) / length - (span.lowerBound - start) / length + 1
    }
    while spans.contains(where: { cells(across: $0) > count }) { length += 1 }
    return length
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
