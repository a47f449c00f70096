/// A smooth blur: between the centres of the cells, the tone runs from one mean to the next (bilinear
/// interpolation). It is made of the mosaic's means alone, so it shows no more than the mosaic does.
public struct BlurObscurer: Obscuring {
  public let isFlatInCells = false

  public init() {}

  public func sample(in means: CellMeans, x: Double, y: Double) -> Double {
    // Cell centres lie at halves.
    let left = (x - 0.5).rounded(.down)
    let top = (y - 0.5).rounded(.down)
    let across = x - 0.5 - left
    let down = y - 0.5 - top
    var sum = 0.0
    var weights = 0.0
    for (row, rowWeight) in [(Int(top), 1 - down), (Int(top) + 1, down)] {
      for (column, columnWeight) in [(Int(left), 1 - across), (Int(left) + 1, across)] {
        let weight = rowWeight * columnWeight
        // Beyond the edge of the area there is nothing to blend with.
        guard weight > 0, means.isPresent(column: column, row: row) else { continue }
        sum += weight * means[column, row]
        weights += weight
      }
    }
    return weights > 0 ? sum / weights : means.neutral
  }
}
