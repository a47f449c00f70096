/// Proves that a PNG shows its original outside the areas, and in them what the style makes of their surroundings.
///
/// Rows are compared as they come, so that it holds two of each file and what lies in the areas.
struct PNGPictureCheck {
  private let render: ExaminedPNG
  private let original: ExaminedPNG?
  private let renderBytes: UnsafeBufferPointer<UInt8>
  private let originalBytes: UnsafeBufferPointer<UInt8>?
  private let geometry: PhotoGeometry

  /// - Parameters:
  ///   - render: the file; must outlive the value, as the original.
  ///   - original: nil where there is none.
  ///   - geometry: the photo's.
  /// - Throws: `FaceBlurError` where one is no whole PNG, or they are not of the same kind.
  init(
    _ render: UnsafeBufferPointer<UInt8>, _ original: UnsafeBufferPointer<UInt8>?, _ geometry: PhotoGeometry
  ) throws(FaceBlurError) {
    self.geometry = geometry
    (renderBytes, originalBytes) = (render, original)
    self.render = try ExaminedPNG(render)
    if let original { self.original = try ExaminedPNG(original) } else { self.original = nil }
    let shape = self.render.shape
    guard shape.width == geometry.storedWidth, shape.height == geometry.storedHeight else {
      throw .otherShape
    }
    if let original = self.original, original.shape != shape {
      throw original.shape.width == shape.width && original.shape.height == shape.height
        ? .changedOutside : .otherShape
    }
  }

  /// - Throws: `FaceBlurError` where the render's chunks stand in another order than a render's.
  func checkOrder() throws(FaceBlurError) { try render.checkOrder() }

  /// - Parameter judgesCode: whether bits that no viewer shows are refused.
  func check(
    _ areas: [ObscuredArea], _ style: ObscuringStyle, judgesCode: Bool = false
  ) throws(FaceBlurError) {
    if let original { try checkMeaning(original) }
    var raster = RasterRows(
      geometry, render.colors, extras: render.extras, depth: render.colorDepth, areas, style,
      hasOriginal: original != nil, notesLast: render.shape.type == .palette)
    // Of several entries that show the same, nobody sees which a pixel has.
    let rows = try ExaminedRows(renderBytes, render, numberedAsIn: render)
    if let original, let originalBytes {
      // The render's palette has an order of its own: what pixels show is compared.
      let before = try ExaminedRows(originalBytes, original, numberedAsIn: render)
      while let place = try rows.next() {
        guard try before.next() == place else { throw .otherShape }
        try raster.take(
          rows.samples(of: place), against: before.samples(of: place), y: place.y, from: place.first,
          step: place.step)
      }
      // It has a checksum, too.
      _ = try before.next()
    } else {
      while let place = try rows.next() {
        try raster.take(rows.samples(of: place), y: place.y, from: place.first, step: place.step)
      }
    }
    try prove(raster, isBehindPalette: rows.isBehindPalette)
    guard !judgesCode || !rows.hasSlack else { throw .damagedRender("bits behind its rows are not zero") }
  }

  /// What says how samples are shown must be the original's: what a policy may drop can be missing.
  private func checkMeaning(_ original: ExaminedPNG) throws(FaceBlurError) {
    guard render.contents["iCCP"] == nil || original.contents["iCCP"] != nil, hasShape(of: original) else {
      throw .changedOutside
    }
    for type in ["sRGB", "gAMA", "cHRM", "sBIT", "bKGD"] {
      guard render.contents[type] == nil || render.contents[type] == original.contents[type] else {
        throw .changedOutside
      }
    }
    // One that asks for what no picture of red, green and blue has says nothing (11.3.2.6).
    let codePoints = original.contents["cICP"].flatMap {
      $0.count == 4 && $0[2] == 0 && $0[3] <= 1 ? $0 : nil
    }
    guard render.contents["cICP"] == codePoints, render.key == original.key else { throw .changedOutside }
  }

  /// Whether a pixel's shape and size are as the original says, or its shape alone.
  private func hasShape(of original: ExaminedPNG) -> Bool {
    guard let density = render.contents["pHYs"] else { return true }
    guard let before = original.contents["pHYs"] else { return false }
    if density == before { return true }
    func number(_ bytes: [UInt8], _ place: Int) -> Int {
      bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
    }
    guard density.count == 9, before.count == 9, density[8] == 0 else { return false }
    let (crossed, other) = (
      number(density, 0).multipliedReportingOverflow(by: number(before, 4)),
      number(density, 4).multipliedReportingOverflow(by: number(before, 0))
    )
    return !crossed.overflow && !other.overflow && crossed.partialValue == other.partialValue
  }

  private func prove(_ raster: RasterRows, isBehindPalette: Bool) throws(FaceBlurError) {
    if render.shape.type == .palette {
      let check = PaletteCheck(render, raster)
      try check.check()
      // Last of all: of renders of earlier versions this alone is another.
      guard check.isPaletteOfARender, !isBehindPalette else { throw .otherPalette }
      return
    }
    let (components, key) = (render.colors.components.count, render.key)
    let (largest, hasAlpha) = (UInt16(render.shape.largest), render.extras > 0)
    try raster.prove { pixel, tones in
      if hasAlpha, pixel[components] != largest { return false }
      guard let key else { return RasterRows.isRounded(pixel, tones) }
      return Self.isOpaque(pixel, key)
        && (RasterRows.isRounded(pixel, tones) || Self.isFlipped(pixel, key, tones))
    }
  }

  private static func isOpaque(_ pixel: UnsafeBufferPointer<UInt16>, _ key: [UInt16]) -> Bool {
    !pixel.prefix(key.count).elementsEqual(key)
  }

  /// Whether a pixel would be transparent, had its last colour not its lowest bit flipped.
  private static func isFlipped(
    _ pixel: UnsafeBufferPointer<UInt16>, _ key: [UInt16], _ tones: [Double]?
  ) -> Bool {
    var other = Array(pixel.prefix(key.count))
    other[other.count - 1] ^= 1
    return other == key && other.withUnsafeBufferPointer { RasterRows.isRounded($0, tones) }
  }
}
