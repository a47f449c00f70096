extension PNGPhoto {
  /// A code counts for more than a profile (4.3).
  var displaySpace: KnownColorSpace? {
    guard let points = file.kept[.codePoints] else { return colors.space }
    return isGray ? nil : KnownColorSpace(primaries: Int(points[0]))
  }

  /// By 8-bit sample, what it is in sRGB by the file's words on brightness; nil where that is much the same, or a colour profile
  /// says it. A code counts for more than a profile, and that for more than a curve (4.3).
  var shownCurve: [UInt8]? {
    if let points = file.kept[.codePoints] { return TransferCurve(codePoint: Int(points[1]))?.shown }
    guard colors.profile == .none, file.kept[.standardRGB] == nil, let gamma = file.kept[.gamma] else {
      return nil
    }
    return TransferCurve(exponent: 100_000 / Double(BigEndian.number(gamma))).shown
  }
}
