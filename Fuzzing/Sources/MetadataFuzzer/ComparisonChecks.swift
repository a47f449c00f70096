@testable internal import ImageProcessingKit

/// A picture compared with itself, and with a copy in which one byte is another.
enum ComparisonChecks {
  static func check(_ bytes: UnsafeBufferPointer<UInt8>) {
    // Small, so that a size that lies costs no time.
    guard let picture = CodedPicture(bytes), picture.width * picture.height <= 1 << 17 else { return }
    let areas = areas(of: picture, bytes)
    for areas in [[], areas] {
      if compare(bytes, bytes, areas) == .changedOutside { fatalError("a picture differs from itself") }
    }
    var copy = Array(bytes)
    let place = min(copy.count - 1, copy.suffix(4).reduce(0) { ($0 * 256 + Int($1)) % copy.count })
    copy[place] ^= 1 << (copy[0] & 7)
    copy.withUnsafeBufferPointer { copy in
      for areas in [[], areas] {
        _ = compare(bytes, copy, areas)
        _ = compare(copy, bytes, areas)
      }
    }
  }

  /// - Returns: what was found; nil where nothing was, or the two cannot be compared.
  private static func compare(
    _ original: UnsafeBufferPointer<UInt8>, _ render: UnsafeBufferPointer<UInt8>, _ areas: [ObscuredArea]
  ) -> ComparisonFinding? {
    guard var comparison = PictureComparison(original, render, areas: areas) else { return nil }
    let colors: ColorModel =
      switch comparison.components.count {
      case 1: .gray
      case 3: .yCbCr
      default: .adobeCMYK
      }
    let style = ObscuringStyle.allCases[render.count % ObscuringStyle.allCases.count]
    guard let picture = CodedPicture(original) else { return nil }
    var check = RegionCheck(
      areas, comparison.components, style, colors, on: geometry(of: picture))
    do throws(ComparisonFinding) {
      try comparison.run { check.take($0) }
      check.endFirstPass()
      if check.isSmooth, var second = PictureComparison(original, render, areas: areas) {
        try second.run { check.takeSmooth($0) }
      }
      _ = check.holds
      return nil
    } catch {
      return error
    }
  }

  /// A region in the middle.
  private static func areas(
    of picture: CodedPicture, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> [ObscuredArea] {
    let shape: ObscuringShape = bytes.count % 2 == 0 ? .box : .ellipse
    guard let strength = ObscuringStrength(style: .mosaic, shape: shape, cells: 4, margin: 1) else {
      return []
    }
    let region = PlannedRegion(
      id: "1", rect: NormalizedRect(x: 0.2, y: 0.3, width: 0.5, height: 0.4), score: nil, origin: .manual)
    return RegionPlan(regions: [region], strength: strength).areas(
      on: geometry(of: picture))
  }

  private static func geometry(of picture: CodedPicture) -> PhotoGeometry {
    PhotoGeometry(
      storedWidth: picture.width, storedHeight: picture.height, orientation: .up,
      unitWidth: 8 * (picture.components.map(\.across).max() ?? 1),
      unitHeight: 8 * (picture.components.map(\.down).max() ?? 1))
  }
}
