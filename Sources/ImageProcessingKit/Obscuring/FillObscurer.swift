/// One flat tone over the whole area: middle grey in every colour space, and nothing of the face.
public struct FillObscurer: Obscuring {
  public let source = ToneSource.neutral
  public let isFlatInCells = true

  public init() {}

  public func sample(in tones: CellTones, x: Double, y: Double) -> Double { tones.neutral }
}
