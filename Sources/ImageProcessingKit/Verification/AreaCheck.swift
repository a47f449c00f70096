/// Proves that some areas hide all that a plan says, and no finer than it says.
///
/// The gate measures areas on the picture; here it asks whether they are where the regions are, by a reckoning of its own:
/// orientations after the table of Exif 2.32 (4.6.4 A), enlarged boxes and ellipses, units of the stored picture. Its time is
/// that of all units and of the rows of all regions.
struct AreaCheck {
  private let areas: [ObscuredArea]
  private let geometry: PhotoGeometry
  private let columns: Int
  private let rows: Int
  /// Row by row, one more than columns: how many units up to a place in the row belong to an area.
  private let counts: [Int32]

  /// Less than a real part of a pixel.
  private static let tolerance = 2e-3

  init(_ areas: [ObscuredArea], on geometry: PhotoGeometry) {
    self.areas = areas
    self.geometry = geometry
    columns = (geometry.storedWidth - 1) / geometry.unitWidth + 1
    rows = (geometry.storedHeight - 1) / geometry.unitHeight + 1
    var counts = [Int32](repeating: 0, count: (columns + 1) * rows)
    for area in areas {
      for y in area.bounds.y..<min(area.bounds.maxY, rows) {
        for x in area.bounds.x..<min(area.bounds.maxX, columns) where area.contains(unitX: x, unitY: y) {
          counts[y * (columns + 1) + x + 1] = 1
        }
      }
    }
    for y in 0..<rows {
      for place in (y * (columns + 1) + 1)..<((y + 1) * (columns + 1)) { counts[place] += counts[place - 1] }
    }
    self.counts = counts
  }

  func holds(for plan: RegionPlan) -> Bool {
    plan.regions.allSatisfy { $0.state != .applied || hides($0, plan.strength) }
  }

  private func hides(_ region: PlannedRegion, _ strength: ObscuringStrength) -> Bool {
    // A box in an ellipse is √2 times smaller.
    let isEllipse = strength.shape == .ellipse
    let factor = isEllipse ? max(strength.margin, 2.0.squareRoot()) : strength.margin
    let box = storedBox(around: region.rect, factor)
    let across = units(box.left, box.right, geometry.unitWidth, columns)
    let down = units(box.top, box.bottom, geometry.unitHeight, rows)
    var first: (x: Int, y: Int)?
    for y in down {
      let span = isEllipse ? self.span(ofEllipseIn: box, row: y) : across
      guard !span.isEmpty else { continue }
      first = first ?? (span.lowerBound, y)
      let start = y * (columns + 1)
      guard Int(counts[start + span.upperBound] - counts[start + span.lowerBound]) == span.count else {
        return false
      }
    }
    guard let first else { return true }
    guard let area = areas.first(where: { $0.contains(unitX: first.x, unitY: first.y) }) else { return false }
    let cells = min(region.cells ?? strength.cells, strength.cells)
    if cells == 0 { return area.isFilled }
    // Cells of means are few across all that touches: finer ones would show a face that several regions share.
    if strength.style.revealsContent, strength.lattice == .picture, !area.isFilled,
      max(area.columns, area.rows) > cells
    {
      return false
    }
    return area.isFilled || area.cellWidth * cells >= across.count && area.cellHeight * cells >= down.count
  }

  /// In pixels of the stored picture, not clipped to it.
  private typealias Box = (left: Double, top: Double, right: Double, bottom: Double)

  private func storedBox(around face: NormalizedRect, _ factor: Double) -> Box {
    let (middleX, middleY) = (face.x + face.width / 2, face.y + face.height / 2)
    let (halfX, halfY) = (face.width * factor / 2, face.height * factor / 2)
    let a = stored(middleX - halfX, middleY - halfY)
    let b = stored(middleX + halfX, middleY + halfY)
    let (width, height) = (Double(geometry.storedWidth), Double(geometry.storedHeight))
    return (
      min(a.x, b.x) * width, min(a.y, b.y) * height, max(a.x, b.x) * width, max(a.y, b.y) * height
    )
  }

  /// Where an upright point lies in the stored picture: what its row 0 and column 0 are to someone who looks at it.
  private func stored(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    switch geometry.orientation {
    case .up: (x, y)  // row 0 is the top, column 0 the left side
    case .upMirrored: (1 - x, y)  // top, right
    case .down: (1 - x, 1 - y)  // bottom, right
    case .downMirrored: (x, 1 - y)  // bottom, left
    case .leftMirrored: (y, x)  // left, top
    case .right: (y, 1 - x)  // right, top
    case .rightMirrored: (1 - y, 1 - x)  // right, bottom
    case .left: (1 - y, x)  // left, bottom
    }
  }

  /// The units that a span of pixels touches; none where it lies outside the picture.
  private func units(_ start: Double, _ end: Double, _ size: Int, _ count: Int) -> Range<Int> {
    let most = Double(count * size)
    let low = min(max(start + Self.tolerance, 0), most)
    let high = min(max(end - Self.tolerance, 0), most)
    guard high > low else { return 0..<0 }
    let first = Int((low / Double(size)).rounded(.down))
    return min(first, count)..<max(min(first, count), min(Int((high / Double(size)).rounded(.up)), count))
  }

  /// The units of a row whose middle line lies in the ellipse in a box.
  private func span(ofEllipseIn box: Box, row: Int) -> Range<Int> {
    let y = (Double(row) + 0.5) * Double(geometry.unitHeight)
    let (middleX, middleY) = ((box.left + box.right) / 2, (box.top + box.bottom) / 2)
    let down = (y - middleY) / ((box.bottom - box.top) / 2)
    guard abs(down) < 1 else { return 0..<0 }
    let half = (box.right - box.left) / 2 * (1 - down * down).squareRoot()
    return units(middleX - half, middleX + half, geometry.unitWidth, columns)
  }
}
