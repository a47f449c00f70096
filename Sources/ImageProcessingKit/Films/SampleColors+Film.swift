extension SampleColors {
  /// The same, with what is usual for films where nothing is said: BT.709 from 720 lines on, BT.601 below.
  /// - Parameters:
  ///   - width: of the pictures, in pixels.
  ///   - height: likewise.
  func completed(width: Int, height: Int) -> SampleColors {
    let isHigh = min(width, height) >= 720 || max(width, height) >= 1280
    let usual = isHigh ? 1 : 6
    var colors = self
    if primaries == 2 { colors.primaries = usual }
    if transfer == 2 { colors.transfer = usual }
    if matrix == 2 { colors.matrix = usual }
    return colors
  }

  /// What code says that a container contradicts, with the container's words where the code has none; nil where both say the same.
  /// - Parameter stated: what the container says, or what stands for it.
  func contradiction(of stated: SampleColors) -> SampleColors? {
    var colors = self
    if primaries == 2 { colors.primaries = stated.primaries }
    if transfer == 2 { colors.transfer = stated.transfer }
    if matrix == 2 { colors.matrix = stated.matrix }
    return colors == stated ? nil : colors
  }
}
