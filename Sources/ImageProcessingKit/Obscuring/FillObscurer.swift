/// One flat tone over the whole area: middle gray in every colour space, and nothing of the face.
public struct FillObscurer: Obscuring {
  public let isFlatInCells = true

  public init() {}

  public func sample(in means: CellMeans, x: Double, y: Double) -> Double { means.neutral }
}
