/// One flat tone over the whole area: middle grey in every colour space, and nothing of the face.
package struct FillObscurer: Obscuring {
  package let source = ToneSource.neutral
  package let isFlatInCells = true

  package init() {}

  package func sample(in tones: CellTones, x: Double, y: Double) -> Double { tones.neutral }
}
