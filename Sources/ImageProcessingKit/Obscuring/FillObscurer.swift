/// One flat tone over the whole area: middle gray in every colour space, and nothing of the face.
public struct FillObscurer: Obscuring {
  /// Half of the sample range, which is a DC coefficient of zero and neutral chroma.
  static let tone = 128.0

  public init() {}

  public func sample(in means: CellMeans, x: Double, y: Double) -> Double { Self.tone }
}
