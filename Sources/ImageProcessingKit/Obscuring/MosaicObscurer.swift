/// Pixelation: every cell becomes its mean.
public struct MosaicObscurer: Obscuring {
  public let isFlatInCells = true

  public init() {}

  public func sample(in means: CellMeans, x: Double, y: Double) -> Double {
    means[min(Int(x), means.columns - 1), min(Int(y), means.rows - 1)]
  }
}
