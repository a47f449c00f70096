/// Proves what the areas of a picture with a palette show, and that the palette tells nothing of what they hide.
///
/// Every tone has a colour of its own where there is room for all, and is the nearest of the colours around the areas where there is
/// not.
struct PaletteCheck {
  private let picture: ExaminedPNG
  private let raster: RasterRows
  /// Indices of pixels in no area.
  private let used: [Int]

  /// What of a pixel `ExaminedRows` gives behind its colours.
  private static let alpha = 3
  private static let index = 4

  init(_ picture: ExaminedPNG, _ raster: RasterRows) {
    self.picture = picture
    self.raster = raster
    used = raster.notedOutside.indices.filter { raster.notedOutside[$0] }
  }

  /// - Throws: `FaceBlurError` of kind `leak(.region)` where an area shows something else than its style makes of it.
  func check() throws(FaceBlurError) {
    // Flatness and the number of pixels.
    try raster.prove { _, _ in true }
    let fit = self.fit
    guard fit != .no && showsTones || fit != .yes && showsNearest else { throw .leakingRegion }
  }

  private func entry(_ index: Int) -> ExaminedPNG.Entry {
    picture.palette.indices.contains(index) ? picture.palette[index] : ExaminedPNG.Entry()
  }

  private func color(_ index: Int) -> Int {
    let entry = entry(index)
    return Int(entry.red) << 16 | Int(entry.green) << 8 | Int(entry.blue)
  }

  private var usedOpaque: [Int] { used.filter { entry($0).alpha == 255 } }

  private enum Fit {
    case yes, no
    /// Arithmetic on fractions decides.
    case either
  }

  /// Whether all tones that are not colours of the picture already fit into the free places of the palette.
  private var fit: Fit {
    let known = Set(usedOpaque.map(color))
    let free = 1 << picture.shape.depth - used.count
    var certain: Set<Int> = []
    var possible: Set<Int> = []
    _ = raster.allHiddenPixels { _, tones in
      guard let tones else { return true }
      let targets = Self.targets(tones).filter { !known.contains($0) }
      possible.formUnion(targets)
      if targets.count == 1, Self.targets(tones).count == 1 { certain.formUnion(targets) }
      return certain.count <= free
    }
    return certain.count > free ? .no : possible.count <= free ? .yes : .either
  }

  /// The colours that tones may be rounded to: more than one where they lie in the middle.
  private static func targets(_ tones: [Double]) -> [Int] {
    tones.reduce([0]) { targets, tone in
      let low = (tone + 0.5 - slack).rounded(.down)
      let high = (tone + 0.5 + slack).rounded(.down)
      let levels = low == high ? [low] : [low, high]
      return targets.flatMap { target in levels.map { target << 8 | Int(min(max($0, 0), 255)) } }
    }
  }

  private static let slack = RasterRows.tolerance - 0.5

  /// Whether each pixel shows its tone, and no colour stands twice for that.
  private var showsTones: Bool {
    var added: Set<Int> = []
    let isUsed = raster.notedOutside
    guard
      raster.allHiddenPixels(satisfy: { pixel, tones in
        let index = Int(pixel[Self.index])
        // Where no tone is known, any colour from around the areas will do.
        guard let tones else {
          if !isUsed[index] { added.insert(index) }
          return isUsed[index] || pixel[Self.alpha] == 255
        }
        if !isUsed[index] { added.insert(index) }
        return pixel[Self.alpha] == 255 && RasterRows.isRounded(pixel, tones)
      })
    else { return false }
    let colors = usedOpaque.map(color)
    let others = added.map(color)
    return Set(others).count == others.count && Set(colors).isDisjoint(with: others)
  }

  /// Whether each pixel shows the nearest of the colours around the areas.
  private var showsNearest: Bool {
    let opaque = usedOpaque
    let candidates = opaque.isEmpty ? used : opaque
    guard !candidates.isEmpty else {
      let gray = ExaminedPNG.Entry(red: 128, green: 128, blue: 128)
      return entry(0) == gray && raster.allHiddenPixels { pixel, _ in pixel[Self.index] == 0 }
    }
    let colors = candidates.map(color)
    var nearest: [Int: Int] = [:]
    return raster.allHiddenPixels { pixel, tones in
      let index = Int(pixel[Self.index])
      guard let tones else { return candidates.contains(index) }
      return Self.targets(tones).contains { target in
        if let known = nearest[target] { return known == index }
        let found = candidates[Self.nearest(to: target, of: colors)]
        if nearest.count < 1 << 16 { nearest[target] = found }
        return found == index
      }
    }
  }

  /// The first of some colours that has the least sum of squares.
  private static func nearest(to target: Int, of colors: [Int]) -> Int {
    var best = (place: 0, distance: Int.max)
    for (place, color) in colors.enumerated() {
      let distance = [16, 8, 0].reduce(0) { sum, shift in
        let difference = color >> shift & 255 - target >> shift & 255
        return sum + difference * difference
      }
      if distance < best.distance { best = (place, distance) }
    }
    return best.place
  }

  /// Whether the palette is decided by what is seen alone: pixels show each entry, ordered by alpha and then by colour, no two are the same, and
  /// no alpha is given that is not needed.
  var isPaletteOfARender: Bool {
    let order = picture.palette.map {
      UInt32($0.alpha) << 24 | UInt32($0.red) << 16 | UInt32($0.green) << 8 | UInt32($0.blue)
    }
    var isShown = raster.notedOutside
    _ = raster.allHiddenPixels { pixel, _ in
      isShown[Int(pixel[Self.index])] = true
      return true
    }
    return zip(order, order.dropFirst()).allSatisfy(<) && picture.palette.indices.allSatisfy { isShown[$0] }
      && picture.palette.prefix(picture.alphaCount).allSatisfy { $0.alpha < 255 }
  }
}
