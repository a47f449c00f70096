/// Pixelation: every cell is flat, in its tone.
package struct MosaicObscurer: Obscuring {
  package let source: ToneSource
  package let isFlatInCells = true

  /// - Parameter source: where the tones come from.
  package init(from source: ToneSource = .surroundings) {
    self.source = source
  }

  package func sample(in tones: CellTones, x: Double, y: Double) -> Double {
    tones[min(Int(x), tones.columns - 1), min(Int(y), tones.rows - 1)]
  }
}
