/// A stretch of units in one row.
struct RowStretch: Hashable {
  enum Kind: Hashable {
    /// In an area, by its index.
    case inside(Int)
    /// In no area, but beside some, by their indices: two, where a single unit lies between them.
    case beside([Int])
    case apart
  }

  let columns: Range<Int>
  let kind: Kind

  var isInside: Bool {
    if case .inside = kind { true } else { false }
  }
}

extension [ObscuredArea] {
  /// A row of units from the left to the right: what lies in an area, beside some, or apart from all. Areas do not overlap.
  /// - Parameters:
  ///   - columns: units across the picture.
  ///   - withBeside: whether what lies beside an area is told from what lies apart.
  func stretches(ofRow row: Int, columns: Int, withBeside: Bool) -> [RowStretch] {
    var marked = insideStretches(ofRow: row)
    if withBeside { marked += besideStretches(ofRow: row, columns: columns, except: marked) }
    marked.sort { $0.columns.lowerBound < $1.columns.lowerBound }
    var stretches: [RowStretch] = []
    var column = 0
    for stretch in marked {
      if stretch.columns.lowerBound > column {
        stretches.append(RowStretch(columns: column..<stretch.columns.lowerBound, kind: .apart))
      }
      stretches.append(stretch)
      column = stretch.columns.upperBound
    }
    if column < columns { stretches.append(RowStretch(columns: column..<columns, kind: .apart)) }
    return stretches
  }

  private func insideStretches(ofRow row: Int) -> [RowStretch] {
    var stretches: [RowStretch] = []
    for (index, area) in enumerated() where row >= area.bounds.y && row < area.bounds.maxY {
      var start: Int?
      for column in area.bounds.x...area.bounds.maxX {
        if area.contains(unitX: column, unitY: row) {
          start = start ?? column
        } else if let first = start {
          stretches.append(RowStretch(columns: first..<column, kind: .inside(index)))
          start = nil
        }
      }
    }
    return stretches.sorted { $0.columns.lowerBound < $1.columns.lowerBound }
  }

  /// - Parameter inside: what lies in any area, from the left, is beside none.
  private func besideStretches(ofRow row: Int, columns: Int, except inside: [RowStretch]) -> [RowStretch] {
    var places: [(column: Int, area: Int)] = []
    for (index, area) in enumerated() where row >= area.bounds.y - 1 && row <= area.bounds.maxY {
      let first = Swift.max(area.bounds.x - 1, 0)
      for column in first..<Swift.max(first, Swift.min(area.bounds.maxX + 1, columns))
      where area.isBeside(unitX: column, unitY: row) {
        places.append((column, index))
      }
    }
    places.sort { ($0.column, $0.area) < ($1.column, $1.area) }
    var stretches: [RowStretch] = []
    var next = 0
    var place = 0
    while place < places.count {
      let column = places[place].column
      let end = places[place...].firstIndex { $0.column != column } ?? places.count
      let kind = RowStretch.Kind.beside(places[place..<end].map(\.area))
      place = end
      while next < inside.count, inside[next].columns.upperBound <= column { next += 1 }
      if next < inside.count, inside[next].columns.contains(column) { continue }
      if let last = stretches.last, last.columns.upperBound == column, last.kind == kind {
        stretches[stretches.count - 1] = RowStretch(
          columns: last.columns.lowerBound..<(column + 1), kind: kind)
      } else {
        stretches.append(RowStretch(columns: column..<(column + 1), kind: kind))
      }
    }
    return stretches
  }
}
