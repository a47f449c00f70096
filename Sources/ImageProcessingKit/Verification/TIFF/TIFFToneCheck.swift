/// Proves that a toned TIFF shows its checked render with the filters applied, and nothing else.
///
/// Both are read row by row.
enum TIFFToneCheck {
  /// - Parameters:
  ///   - toned: the file as it was written.
  ///   - render: what it was made from, which has passed the gate itself.
  /// - Throws: `FaceBlurError` of kind `leak`: `.otherTones` where the picture is another.
  static func check(
    _ toned: UnsafeBufferPointer<UInt8>, against render: UnsafeBufferPointer<UInt8>,
    _ geometry: PhotoGeometry, _ filters: ToneFilters
  ) throws(FaceBlurError) {
    let (picture, base) = (try ExaminedTIFF(toned), try ExaminedTIFF(render))
    try picture.checkSize(geometry)
    try base.checkSize(geometry)
    var layout = base.layout
    layout.photometric = .rgb
    layout.samples = 3 + base.layout.extras
    guard base.layout.photometric != .separated, picture.layout == layout,
      picture.extraKinds == base.extraKinds, hasSameProfile(picture, base)
    else { throw .otherTones }
    try CanonicalTIFF.check(picture)
    let (shown, rows) = (try ExaminedTIFFRows(picture), try ExaminedTIFFRows(base))
    let toner = Toner(filters, width: geometry.storedWidth, height: geometry.storedHeight)
    while let row = try rows.next() {
      let expected = expected(row, base.layout, toner, y: rows.count - 1)
      guard let found = try shown.next(), found.elementsEqual(expected) else { throw .otherTones }
    }
    guard shown.isTight else { throw .damagedRender("a strip or tile holds more than the picture") }
  }

  /// Whether a profile is the render's: one for grey says nothing of other colours.
  private static func hasSameProfile(_ picture: ExaminedTIFF, _ base: ExaminedTIFF) -> Bool {
    guard let profile = picture.profile else { return true }
    guard let before = base.profile, base.layout.colors == .rgb else { return false }
    return picture.fields.bytes[profile].elementsEqual(base.fields.bytes[before])
  }

  /// A row of the render as the toned file must show it.
  private static func expected(
    _ row: UnsafeBufferPointer<UInt16>, _ layout: ExaminedTIFF.Layout, _ toner: Toner, y: Int
  ) -> [UInt16] {
    let (samples, components) = (layout.samples, layout.components)
    var colors = [UInt16](repeating: 0, count: 3 * layout.width)
    for pixel in 0..<layout.width {
      for channel in 0..<3 {
        colors[3 * pixel + channel] = row[pixel * samples + min(channel, components - 1)]
      }
    }
    if layout.bits == 16 {
      colors.withUnsafeMutableBufferPointer { toner.tone($0, y: y) }
    } else {
      var narrow = colors.map { UInt8(truncatingIfNeeded: $0) }
      narrow.withUnsafeMutableBufferPointer { toner.tone($0, y: y) }
      colors = narrow.map(UInt16.init)
    }
    guard layout.extras > 0 else { return colors }
    var expected: [UInt16] = []
    expected.reserveCapacity((3 + layout.extras) * layout.width)
    for pixel in 0..<layout.width {
      expected += colors[3 * pixel..<3 * pixel + 3]
      expected += row[pixel * samples + components..<(pixel + 1) * samples]
    }
    return expected
  }
}
