/// Chunks of numbers.
extension PNGInspection {
  /// What speaks against a chunk where it stands (PNG 3rd edition, 5.6).
  func placeObjection(_ type: String, _ isFirst: Bool) -> String? {
    guard isFirst else { return "it is a second one" }
    let mustFollowPalette = ["tRNS", "bKGD"].contains(type)
    let isLate =
      type != "eXIf"
      && (seen.contains("IDAT") || seen.contains("PLTE") && !mustFollowPalette && type != "pHYs")
    let isEarly = mustFollowPalette && header?.type == .palette && !seen.contains("PLTE")
    return isLate || isEarly ? "it stands where viewers do not look" : nil
  }

  /// A big-endian number.
  private func number(_ place: Int, bytes count: Int) -> Int {
    (place..<(place + count)).reduce(0) { $0 << 8 | Int(bytes[$1]) }
  }

  private func numbers(_ content: Range<Int>, bytes size: Int) -> [Int] {
    stride(from: content.lowerBound, through: content.upperBound - size, by: size).map {
      number($0, bytes: size)
    }
  }

  func objection(toTransparency content: Range<Int>) -> String? {
    let isSound: Bool
    switch header?.type {
    case .palette: isSound = (1...256).contains(content.count) && content.count <= paletteCount
    case .gray: isSound = content.count == 2 && areInDepth(numbers(content, bytes: 2))
    case .color: isSound = content.count == 6 && areInDepth(numbers(content, bytes: 2))
    case .grayAlpha, .colorAlpha, nil: isSound = false
    }
    return isSound ? nil : "it is none that viewers go by"
  }

  private func areInDepth(_ numbers: [Int]) -> Bool {
    numbers.allSatisfy { $0 <= header?.largest ?? 0 }
  }

  /// What speaks against what a chunk says, at its right place.
  func objection(to type: String, _ content: Range<Int>) -> String? {
    let odd = "it holds something else than it should"
    func unless(_ isSound: Bool) -> String? { isSound ? nil : odd }
    let values = content.count <= 32 ? content.map { bytes[$0] } : []
    switch type {
    case "cICP": return unless(values.count == 4 && values[2] == 0 && values[3] <= 1)
    case "sRGB":
      if seen.contains("iCCP") { return "the colour profile says more" }
      return unless(values.count == 1 && values[0] <= 3)
    case "gAMA", "cHRM":
      guard policy.keeps(.colorProfile) else { return "the policy drops it" }
      if let strongerWord { return "its \(strongerWord) counts for more, and a viewer may go by this" }
      return unless(
        type == "gAMA"
          ? values.count == 4 && number(content.lowerBound, bytes: 4) > 0
          : values.count == 32 && areColors(numbers(content, bytes: 4)))
    case "sBIT": return unless(areSignificantBits(values))
    case "bKGD": return isBackground(content) ? "what is transparent is not looked at over it" : odd
    default: return densityObjection(content)
    }
  }

  /// Whether x and y of white, red, green and blue in 100,000ths are those of colours, of which not all lie in one line.
  private func areColors(_ points: [Int]) -> Bool {
    let (red, green, blue) = ((points[2], points[3]), (points[4], points[5]), (points[6], points[7]))
    let area =
      (green.0 - red.0) * (blue.1 - red.1) - (blue.0 - red.0) * (green.1 - red.1)
    return points.allSatisfy { $0 <= 100_000 } && points[1] > 0 && area != 0
  }

  /// What counts for more than gAMA and cHRM (PNG 3rd edition, 4.3).
  static func strongerWord(in bytes: UnsafeBufferPointer<UInt8>) -> String? {
    for piece in PNGPieces(bytes) {
      guard case .chunk(let type) = piece.kind, type != "PLTE", type != "IDAT" else { return nil }
      if ["cICP", "iCCP", "sRGB"].contains(type) { return type }
    }
    return nil
  }

  /// How many bits of the samples of a source are in those that are stored (PNG 3rd edition, 11.3.2.4).
  private func areSignificantBits(_ values: [UInt8]) -> Bool {
    guard let header else { return false }
    let isPalette = header.type == .palette
    let depth = isPalette ? 8 : header.depth
    return values.count == (isPalette ? 3 : header.type.storedSamples)
      && values.allSatisfy { (1...depth).contains(Int($0)) }
  }

  private func isBackground(_ content: Range<Int>) -> Bool {
    switch header?.type {
    case .palette: content.count == 1 && Int(bytes[content.lowerBound]) < paletteCount
    case .gray, .grayAlpha: content.count == 2 && areInDepth(numbers(content, bytes: 2))
    case .color, .colorAlpha: content.count == 6 && areInDepth(numbers(content, bytes: 2))
    case nil: false
    }
  }

  /// Without a density in the policy, the shape of a pixel may be told where it is no square. None may draw faces out so far that they are not
  /// found.
  private func densityObjection(_ content: Range<Int>) -> String? {
    guard content.count == 9, bytes[content.lowerBound + 8] <= 1 else {
      return "it holds something else than it should"
    }
    let (across, down) = (
      number(content.lowerBound, bytes: 4), number(content.lowerBound + 4, bytes: 4)
    )
    // The denser pixels lie, the narrower they are.
    let stretch = PixelStretch(across: down, down: across)
    if stretch.hidesFaces { return stretch.objection }
    if policy.keeps(.pixelDensity) { return nil }
    let isShape =
      bytes[content.lowerBound + 8] == 0 && (1...100).contains(across) && (1...100).contains(down)
      && across != down && (2...100).allSatisfy { across % $0 != 0 || down % $0 != 0 }
    return isShape ? nil : "the policy drops it"
  }
}
