/// What a viewer makes of a picture's red, green and blue that goes by its file's words on light and primary colours.
struct ShownLight {
  /// By sample, what it is in sRGB by the words on light alone.
  private let levels: [UInt8]
  /// By sample, the light that it stands for; empty where the primary colours are sRGB's.
  private let amounts: [Float]
  /// Nine numbers that make sRGB's amounts of light of those; empty likewise.
  private let matrix: [Float]

  /// Whether light and primary colours together show something else than the light alone.
  var hasColors: Bool { !matrix.isEmpty }
  /// Whether the light alone shows something else than the samples as they are.
  let hasCurve: Bool
  /// Whether samples are of 16 bits and not of 8.
  var isWide: Bool { levels.count > 1 << 8 }

  /// Samples of 8 bits by a table of what they are.
  init(levels: [UInt8]) {
    (self.levels, amounts, matrix, hasCurve) = (levels, [], [], true)
  }

  /// - Parameters:
  ///   - curve: from samples to light; nil for that of sRGB.
  ///   - primaries: nil for those of sRGB.
  ///   - isWide: whether samples are of 16 bits and not of 8.
  /// - Returns: nil where a viewer shows much the same that heeds nothing.
  init?(_ curve: TransferCurve?, _ primaries: PrimaryColors?, isWide: Bool) {
    let entries = isWide ? 1 << 16 : 1 << 8
    hasCurve = curve?.shown != nil
    matrix = primaries?.matrixToSRGB ?? []
    guard hasCurve || !matrix.isEmpty else { return nil }
    let light = curve ?? .sRGB
    levels = light.levels(entries: entries)
    amounts = matrix.isEmpty ? [] : light.amounts(entries: entries)
  }

  /// Makes sRGB of a row as both say it.
  func show<Sample: FixedWidthInteger>(
    _ rgb: UnsafeBufferPointer<Sample>, into shown: UnsafeMutableBufferPointer<UInt8>
  ) {
    guard hasColors else { return showLight(rgb, into: shown) }
    for place in stride(from: 0, to: shown.count - 2, by: 3) {
      let (red, green, blue) = (
        amounts[Int(rgb[place])], amounts[Int(rgb[place + 1])], amounts[Int(rgb[place + 2])]
      )
      for channel in 0..<3 {
        let row = 3 * channel
        let light = matrix[row] * red + matrix[row + 1] * green + matrix[row + 2] * blue
        shown[place + channel] = Self.encoded[Int(min(max(light, 0), 1) * 65_535 + 0.5)]
      }
    }
  }

  /// Makes sRGB of a row as the words on light alone say it.
  func showLight<Sample: FixedWidthInteger>(
    _ rgb: UnsafeBufferPointer<Sample>, into shown: UnsafeMutableBufferPointer<UInt8>
  ) {
    for place in shown.indices { shown[place] = levels[Int(rgb[place])] }
  }

  /// By amount of light in 16 bits, what it is in sRGB.
  private static let encoded = (0...65_535).map { TransferCurve.level(ofLight: Double($0) / 65_535) }
}
