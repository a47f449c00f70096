/// A smooth blur: between the centres of the cells, the tone runs from one to the next (bilinear interpolation). It is
/// made of the mosaic's tones alone, so it shows no more than the mosaic does.
package struct BlurObscurer: Obscuring {
  package let source: ToneSource
  package let isFlatInCells = false

  /// - Parameter source: where the tones come from.
  package init(from source: ToneSource = .surroundings) {
    self.source = source
  }

  package func sample(in tones: CellTones, x: Double, y: Double) -> Double {
    blend(in: tones, Neighbors(x), Neighbors(y))
  }

  package func fill(_ samples: inout [Double], in tones: CellTones, xs: [Double], ys: [Double]) {
    let columns = xs.map(Neighbors.init)
    var place = 0
    for y in ys {
      let row = Neighbors(y)
      for column in columns {
        samples[place] = blend(in: tones, column, row)
        place += 1
      }
    }
  }

  /// The two cells whose centres a point lies between, along one axis, and how far it is from the first one.
  private struct Neighbors {
    let first: Int
    let fraction: Double

    init(_ position: Double) {
      // Cell centres lie at halves.
      let floor = (position - 0.5).rounded(.down)
      first = Int(floor)
      fraction = position - 0.5 - floor
    }
  }

  private func blend(in tones: CellTones, _ x: Neighbors, _ y: Neighbors) -> Double {
    var sum = 0.0
    var weights = 0.0
    func add(_ column: Int, _ row: Int, _ weight: Double) {
      // Beyond the edge of the area there is nothing to blend with.
      guard weight > 0, tones.isPresent(column: column, row: row) else { return }
      sum += weight * tones[column, row]
      weights += weight
    }
    add(x.first, y.first, (1 - x.fraction) * (1 - y.fraction))
    add(x.first + 1, y.first, x.fraction * (1 - y.fraction))
    add(x.first, y.first + 1, (1 - x.fraction) * y.fraction)
    add(x.first + 1, y.first + 1, x.fraction * y.fraction)
    return weights > 0 ? sum / weights : tones.neutral
  }
}
