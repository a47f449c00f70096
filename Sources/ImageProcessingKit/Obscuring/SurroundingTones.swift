/// The tones of an area's cells as a function of what lies just outside it.
///
/// The colours along the outline are carried inwards: Laplace's equation on the grid of cells, with the units beside the area as
/// its border, solved by a fixed number of Gauss–Seidel sweeps in integers, so that every machine gets the same tones. Along the
/// picture's edges the other sides decide; where nothing is left outside, the tone is grey. On top come a neutral oval for each
/// region, which says that somebody was here, and a faint texture; both depend on the plan and the photo's size alone.
struct SurroundingTones {
  private let area: ObscuredArea
  private let links: CellLinks
  private let colors: ColorModel

  /// Enough that a dozen cells are smooth; larger areas stay nearer to the mean of their outline.
  static let sweeps = 24

  /// - Parameter colors: what the components mean.
  init(of area: ObscuredArea, colors: ColorModel) {
    self.area = area
    self.colors = colors
    links = CellLinks(area)
  }

  /// - Parameters:
  ///   - value: the mean sample of a unit beside the area, by component, x and y, in 256ths; nil where there is none.
  ///   - isTextured: whether the texture is added.
  ///   - size: the photo's stored size in pixels.
  /// - Returns: by component.
  func tones(isTextured: Bool, size: (width: Int, height: Int), _ value: (Int, Int, Int) -> Int?)
    -> [CellTones]
  {
    let neutrals = colors.neutrals
    if area.isFilled {
      return neutrals.map { neutral in
        CellTones(
          area: area, values: [Double](repeating: neutral, count: links.count), neutral: neutral,
          presence: links.presence)
      }
    }
    let borders = neutrals.indices.map { component in links.border { value(component, $0, $1) } }
    let means = zip(borders, neutrals).map { $0.mean ?? Int($1 * 256) }
    let oval = NeutralOval(at: colors.brightness(of: means))
    let shares = NeutralOval.shares(of: area)
    let texture = CellTexture(size: size)
    return colors.components.enumerated().map { index, component in
      var tones = links.carriedInwards(borders[index], from: means[index], sweeps: Self.sweeps)
      let ovalTone = oval.tone(of: component, mean: means[index], isInverted: colors.isInverted)
      for cell in tones.indices where links.presence[cell] {
        if let ovalTone {
          tones[cell] = (tones[cell] * (256 - shares[cell]) + ovalTone * shares[cell] + 128) >> 8
        }
        if isTextured, component.isBright {
          tones[cell] += texture.offset(
            unitX: area.gridX + cell % area.columns * area.cellWidth,
            unitY: area.gridY + cell / area.columns * area.cellHeight)
        }
        tones[cell] = min(max(tones[cell], 0), 255 * 256)
      }
      let values = zip(tones, links.presence).map { $1 ? Double($0) / 256 : neutrals[index] }
      return CellTones(area: area, values: values, neutral: neutrals[index], presence: links.presence)
    }
  }
}

extension ColorModel.Component {
  /// Whether the component holds brightness.
  fileprivate var isBright: Bool {
    switch self {
    case .luma, .red, .green, .blue: true
    case .blueDifference, .redDifference, .black: false
    }
  }
}

/// Which cells of an area lie beside each other, and which units beside which cell.
private struct CellLinks {
  let count: Int
  /// By cell, whether a unit of the area lies in it.
  private(set) var presence: [Bool]
  private let columns: Int
  /// By cell, how many pairs of units it shares with the one to the right and the one below.
  private var right: [Int]
  private var below: [Int]
  /// By cell, the units beside the area that share an edge with a unit of it, once for each edge.
  private var contacts: [(cell: Int, x: Int, y: Int)] = []

  /// What lies beside the cells.
  struct Border {
    /// By cell.
    var sums: [Int]
    var counts: [Int]

    /// Nil where nothing lies beside the area.
    var mean: Int? {
      let count = counts.reduce(0, +)
      return count > 0 ? (sums.reduce(0, +) + count / 2) / count : nil
    }
  }

  init(_ area: ObscuredArea) {
    columns = area.columns
    count = area.columns * area.rows
    presence = [Bool](repeating: false, count: count)
    right = [Int](repeating: 0, count: count)
    below = right
    for y in area.bounds.y..<area.bounds.maxY {
      for x in area.bounds.x..<area.bounds.maxX where area.contains(unitX: x, unitY: y) {
        let cell = area.cell(unitX: x, unitY: y)
        presence[cell] = true
        for (nextX, nextY) in [(x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)] {
          guard area.contains(unitX: nextX, unitY: nextY) else {
            contacts.append((cell, nextX, nextY))
            continue
          }
          let next = area.cell(unitX: nextX, unitY: nextY)
          if nextX > x, next != cell { right[cell] += 1 }
          if nextY > y, next != cell { below[cell] += 1 }
        }
      }
    }
  }

  /// - Parameter value: what a unit is, by x and y; nil beyond the picture's edge.
  func border(_ value: (Int, Int) -> Int?) -> Border {
    var border = Border(sums: [Int](repeating: 0, count: count), counts: [Int](repeating: 0, count: count))
    for contact in contacts {
      guard let value = value(contact.x, contact.y) else { continue }
      border.sums[contact.cell] += value
      border.counts[contact.cell] += 1
    }
    return border
  }

  /// Every cell becomes the mean of what it touches, again and again, from the first to the last and back. The outline is
  /// nearer to a cell's middle than the next cell's middle is, so it counts twice.
  func carriedInwards(_ border: Border, from start: Int, sweeps: Int) -> [Int] {
    var tones = [Int](repeating: start, count: count)
    for sweep in 0..<sweeps {
      for step in 0..<count {
        let cell = sweep % 2 == 0 ? step : count - 1 - step
        var sum = 2 * border.sums[cell]
        var weight = 2 * border.counts[cell]
        func add(_ next: Int, _ links: Int) {
          sum += links * tones[next]
          weight += links
        }
        if right[cell] > 0 { add(cell + 1, right[cell]) }
        if below[cell] > 0 { add(cell + columns, below[cell]) }
        if cell % columns > 0, right[cell - 1] > 0 { add(cell - 1, right[cell - 1]) }
        if cell >= columns, below[cell - columns] > 0 { add(cell - columns, below[cell - columns]) }
        if weight > 0 { tones[cell] = (sum + weight / 2) / weight }
      }
    }
    return tones
  }
}
