/// Proves that a toned PNG shows its checked render with the filters applied, and nothing else.
///
/// Both are read row by row; only an interlaced one is held in memory whole, 2 bytes a sample.
enum PNGToneCheck {
  /// - Parameters:
  ///   - toned: the file as it was written.
  ///   - render: what it was made from, which has passed the gate itself.
  /// - Throws: `FaceBlurError` of kind `leak`: `.otherTones` where the picture is another.
  static func check(
    _ toned: UnsafeBufferPointer<UInt8>, against render: UnsafeBufferPointer<UInt8>,
    _ geometry: PhotoGeometry, _ filters: ToneFilters
  ) throws(FaceBlurError) {
    let (picture, base) = (try ExaminedPNG(toned), try ExaminedPNG(render))
    for shape in [picture.shape, base.shape] {
      guard shape.width == geometry.storedWidth, shape.height == geometry.storedHeight else {
        throw .otherShape
      }
    }
    let hasAlpha = base.shape.type.hasAlpha || base.contents["tRNS"] != nil
    guard picture.shape.type == (hasAlpha ? .colorAlpha : .color), picture.key == nil,
      picture.shape.depth == max(base.shape.depth, 8)
    else { throw .otherTones }
    // What its samples were does not hold for those it has now; all else is the render's, or was dropped.
    guard picture.contents["cICP"] == base.contents["cICP"],
      picture.contents["sBIT"] == nil, picture.contents["bKGD"] == nil,
      ["iCCP", "sRGB", "gAMA", "cHRM", "pHYs"].allSatisfy({
        picture.contents[$0] == nil || picture.contents[$0] == base.contents[$0]
      })
    else { throw .otherTones }
    try picture.checkOrder()
    var shown = try WholeRows(ExaminedRows(toned, picture))
    var rows = try WholeRows(ExaminedRows(render, base))
    let toner = Toner(filters, width: geometry.storedWidth, height: geometry.storedHeight)
    for y in 0..<geometry.storedHeight {
      let expected = expected(try rows.next(), of: base, hasAlpha: hasAlpha, toner, y)
      guard try shown.next() == expected else { throw .otherTones }
    }
    // Each has a checksum.
    try shown.end()
    try rows.end()
  }

  /// A row of the render as the toned file must show it.
  private static func expected(
    _ row: [UInt16], of picture: ExaminedPNG, hasAlpha: Bool, _ toner: Toner, _ y: Int
  ) -> [UInt16] {
    var (colors, alphas) = picture.colorsAndAlphas(of: row)
    if picture.colorDepth == 16 {
      colors.withUnsafeMutableBufferPointer { toner.tone($0, y: y) }
    } else {
      tone8(&colors, toner, y)
    }
    guard hasAlpha else { return colors }
    return alphas.indices.flatMap { colors[3 * $0..<3 * $0 + 3] + [alphas[$0]] }
  }

  private static func tone8(_ colors: inout [UInt16], _ toner: Toner, _ y: Int) {
    var row = colors.map { UInt8(truncatingIfNeeded: $0) }
    row.withUnsafeMutableBufferPointer { toner.tone($0, y: y) }
    colors = row.map(UInt16.init)
  }
}
