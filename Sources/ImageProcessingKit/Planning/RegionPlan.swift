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

  /// The plan with its regions in fractions of what viewers show, for drawing and telling.
  func visible(in frame: PictureFrame) -> RegionPlan {
    RegionPlan(regions: regions.map { $0.visible(in: frame) }, strength: strength)
  }

  /// The areas of a photo that the plan obscures: each region enlarged by the margin, aligned outward to
  /// whole units, and joined with every region it touches.
  ///
  /// A cell is so large that no region of the area is wider or higher than its cells allow, and where it tells nothing, as
  /// square as units let it be. Cells of means are so large that the whole area is not, because finer ones would show a face
  /// that several regions share; on the picture's lattice they are powers of two, so that the cells of one version lie in those
  /// of another.
  package func areas(on geometry: PhotoGeometry) -> [ObscuredArea] {
    let members = Set(applied.map { member(for: $0, on: geometry) })
      .sorted { a, b in
        (a.units.y, a.units.x, a.units.height, a.units.width, a.cells)
          < (b.units.y, b.units.x, b.units.height, b.units.width, b.cells)
      }
    return Self.groups(of: members).map { members in
      let isFilled = members.contains { $0.cells == 0 }
      guard strength.style.revealsContent else {
        let (width, height) = Self.squareCells(for: members, on: geometry)
        return ObscuredArea(members: members, cellWidth: width, cellHeight: height, isFilled: isFilled)
      }
      guard strength.lattice == .picture else {
        return ObscuredArea(
          members: members, cellWidth: Self.cellLength(along: Self.columns(of: members)),
          cellHeight: Self.cellLength(along: Self.rows(of: members)), isFilled: isFilled)
      }
      let bounds = ObscuredArea.bounds(of: members)
      let most = max(members.map(\.cells).min() ?? 1, 1)
      return ObscuredArea(
        members: members, cellWidth: Self.latticeLength(bounds.x..<bounds.maxX, most),
        cellHeight: Self.latticeLength(bounds.y..<bounds.maxY, most), isFilled: isFilled, lattice: .picture)
    }
  }

  /// Which columns members take, and how many cells may cross them at most.
  private static func columns(of members: [ObscuredArea.Member]) -> [(range: Range<Int>, most: Int)] {
    members.map { ($0.units.x..<$0.units.maxX, max($0.cells, 1)) }
  }

  private static func rows(of members: [ObscuredArea.Member]) -> [(range: Range<Int>, most: Int)] {
    members.map { ($0.units.y..<$0.units.maxY, max($0.cells, 1)) }
  }

  /// The smallest cells that are as wide as high in pixels, as far as units let them be, in units.
  private static func squareCells(
    for members: [ObscuredArea.Member], on geometry: PhotoGeometry
  ) -> (width: Int, height: Int) {
    let (columns, rows) = (columns(of: members), rows(of: members))
    let side = max(
      cellLength(along: columns) * geometry.unitWidth, cellLength(along: rows) * geometry.unitHeight)
    return (
      cellLength(along: columns, atLeast: (side + geometry.unitWidth - 1) / geometry.unitWidth),
      cellLength(along: rows, atLeast: (side + geometry.unitHeight - 1) / geometry.unitHeight)
    )
  }

  /// The smallest power of two with which a span crosses no more cells of the picture's lattice than it may.
  private static func latticeLength(_ span: Range<Int>, _ most: Int) -> Int {
    var length = 1
    while (span.upperBound - 1) / length - span.lowerBound / length + 1 > most { length *= 2 }
    return length
  }

  private func member(for region: PlannedRegion, on geometry: PhotoGeometry) -> ObscuredArea.Member {
    let rect = region.rect.scaled(by: strength.reach)
    let units = geometry.units(covering: rect)
    let cells = max(min(region.cells ?? strength.cells, strength.cells), 0)
    switch strength.shape {
    case .box:
      return ObscuredArea.Member(units: units, cells: cells)
    case .ellipse:
      let ellipse = geometry.ellipse(in: rect)
      let isSeen = (units.y..<units.maxY).contains { y in
        (units.x..<units.maxX).contains { x in ellipse.touches(unitX: x, unitY: y) }
      }
      // Of a face at the edge the ellipse may lie outside the photo; what can be seen is obscured all the same.
      return ObscuredArea.Member(units: units, ellipse: isSeen ? ellipse : nil, cells: cells)
    }
  }

  /// The shortest cell with which no span, wherever it begins on the common grid, crosses more cells than it may.
  private static func cellLength(
    along spans: [(range: Range<Int>, most: Int)], atLeast least: Int = 1
  ) -> Int {
    let start = spans.map(\.range.lowerBound).min() ?? 0
    var length = spans.map { ($0.range.count + $0.most - 1) / $0.most }.reduce(least, max)
    func cells(across span: Range<Int>) -> Int {
      (span.upperBound - 1 - start) / length - (span.lowerBound - start) / length + 1
    }
    while spans.contains(where: { cells(across: $0.range) > $0.most }) { length += 1 }
    return length
  }

  /// Regions whose boxes touch, directly or through others, in the order of their first member.
  private static func groups(of members: [ObscuredArea.Member]) -> [[ObscuredArea.Member]] {
    var parent = Array(members.indices)
    func root(_ index: Int) -> Int {
      var index = index
      while parent[index] != index { index = parent[index] }
      return index
    }
    for later in members.indices {
      for earlier in 0..<later where members[later].units.touches(members[earlier].units) {
        let first = root(earlier)
        let second = root(later)
        parent[max(first, second)] = min(first, second)
      }
    }
    return Dictionary(grouping: members.indices, by: root).sorted { $0.key < $1.key }
      .map { group in group.value.map { members[$0] } }
  }
}
