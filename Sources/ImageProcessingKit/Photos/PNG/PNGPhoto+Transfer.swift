extension PNGPhoto {
  /// A code counts for more than a profile (4.3).
  var displaySpace: KnownColorSpace? {
    guard let points = file.kept[.codePoints] else { return colors.space }
    return isGray ? nil : KnownColorSpace(primaries: Int(points[0]))
  }

  /// What the file's words on light and primary colours make of the samples; nil where that is much the same, or a colour profile
  /// says it. A code counts for more than a profile, and that for more than numbers (4.3).
  var shownLight: ShownLight? {
    let isWide = header.depth == 16
    if let points = file.kept[.codePoints] {
      return TransferCurve(codePoint: Int(points[1])).flatMap { ShownLight($0, nil, isWide: isWide) }
    }
    guard colors.profile == .none, file.kept[.standardRGB] == nil else { return nil }
    let curve = file.kept[.gamma].map { TransferCurve(exponent: 100_000 / Double(BigEndian.number($0))) }
    // Grey is as white as the white is.
    let primaries = isGray ? nil : file.kept[.chromaticities].flatMap { PrimaryColors(chromaticities: $0) }
    return ShownLight(curve, primaries, isWide: isWide)
  }
}

extension PrimaryColors {
  /// - Parameter content: of a chunk: x and y of white, red, green and blue in 100,000ths (11.3.2.1).
  /// - Returns: nil where they are no colours.
  init?(chromaticities content: [UInt8]) {
    guard content.count == 32 else { return nil }
    let numbers = stride(from: 0, to: 32, by: 4).map { BigEndian.number(content[$0..<($0 + 4)]) }
    guard numbers.allSatisfy({ $0 <= Self.whole }), numbers[1] > 0 else { return nil }
    // Three in one line mix to nothing beside it.
    let across = (numbers[4] - numbers[2], numbers[6] - numbers[2])
    let down = (numbers[5] - numbers[3], numbers[7] - numbers[3])
    guard across.0 * down.1 != across.1 * down.0 else { return nil }
    let points = stride(from: 0, to: 8, by: 2).map {
      Point(x: Double(numbers[$0]) / Double(Self.whole), y: Double(numbers[$0 + 1]) / Double(Self.whole))
    }
    self.init(white: points[0], red: points[1], green: points[2], blue: points[3])
  }

  private static let whole = 100_000
}
