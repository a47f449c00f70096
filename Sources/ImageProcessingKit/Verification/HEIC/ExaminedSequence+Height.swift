extension ExaminedSequence {
  /// Matrices that make the same colours.
  private static let sameMatrix = [2: 6, 5: 6]

  /// For pictures whose properties do not say so. Matrices that make the same colours have one number, and where nothing is said it is
  /// that which viewers take.
  var colors: HEIFColors {
    HEIFColors(
      isFullRange: statedColors.isFullRange,
      matrix: Self.sameMatrix[statedColors.matrix] ?? statedColors.matrix)
  }

  /// The set of a picture that is another height.
  /// - Parameters:
  ///   - coded: its height as it is coded.
  ///   - shown: of that, from the top.
  ///   - unit: this set.
  /// - Returns: nil where it is longer than sets are.
  func ofHeight(_ coded: Int, showing shown: Int, _ unit: [UInt8]) -> [UInt8]? {
    let content = ExaminedUnit.content(of: unit)
    let (place, step) = (head.heightPlace, head.chroma.step)
    guard coded >= shown, shown > 0, head.codedWidth >= width, 8 * content.count > place.upperBound,
      let end = content.lastIndex(where: { $0 != 0 })
    else { return nil }
    var bits = EncoderCode.bits(content, 0..<place.lowerBound)
    bits += EncoderCode.exponential(coded) + [true]
    for margin in [0, (head.codedWidth - width) / step.x, 0, (coded - shown) / step.y] {
      bits += EncoderCode.exponential(margin)
    }
    // Up to the bit that ends it.
    let last = 8 * end + 7 - content[end].trailingZeroBitCount
    guard last >= place.upperBound else { return nil }
    bits += EncoderCode.bits(content, place.upperBound..<last)
    return unit.prefix(2) + ExaminedUnit.escaped(EncoderCode.bytes(bits + [true]))
  }
}
