/// Pixelation: every cell is flat, in its tone.
public struct MosaicObscurer: Obscuring {
  public let source: ToneSource
  public let isFlatInCells = true

  /// - Parameter source: where the tones come from.
  public init(from source: ToneSource = .surroundings) {
    self.source = source
  }

  public func sample(in tones: CellTones, x: Double, y: Double) -> Double {
    tones[min(Int(x), tones.columns - 1), min(Int(y), tones.rows - 1)]
  }
}
