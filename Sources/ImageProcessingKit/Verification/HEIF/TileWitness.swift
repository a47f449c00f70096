/// What a render's tiles must show that are coded with loss, by a witness (`LossyWitness`): the original's samples with the areas hidden.
///
/// A tile's code must be what the codec makes of them, as coarsely as the original's tile was coded, so that it holds nothing that is not
/// made of the witness. Tiles come one after the other; what areas show is made of all of them before.
struct TileWitness<Check: HEIFPictureCheck> {
  private let check: Check
  private let original: ExaminedHEIF<Check.Configuration>
  private let areas: [ObscuredArea]
  private let obscurer: PlaneObscurer

  /// Decodes what tones come from.
  /// - Parameters:
  ///   - check: of the render.
  ///   - areas: on the grid of the geometry's units.
  /// - Throws: `FaceBlurError` where a tile of the original cannot be decoded.
  init(
    _ check: Check, _ original: ExaminedHEIF<Check.Configuration>, _ areas: [ObscuredArea],
    _ style: ObscuringStyle
  ) throws(FaceBlurError) {
    (self.check, self.original, self.areas) = (check, original, areas)
    var obscurer = PlaneObscurer(areas, in: check.geometry, original.shape, with: style.obscurer)
    for index in original.tiles.indices {
      let part = original.part(ofTile: index)
      guard obscurer.concerns(part) else { continue }
      obscurer.take(try Check.decoded(ofTile: index, of: original), x: part.x, y: part.y)
    }
    obscurer.settle()
    self.obscurer = obscurer
  }

  /// Proves that a tile is the witness's code, and shows it.
  /// - Parameter planes: takes the witness's samples, which are proven with all others.
  /// - Throws: `FaceBlurError` of kind `leak(.region)` or `leak(.changedOutside)` where the tile shows something else, `leak(.damaged)`
  ///   where it is coded in another way.
  func check(
    _ code: Check.TileCode, ofTile index: Int, _ planes: inout RasterPlanes
  ) throws(FaceBlurError) {
    let part = original.part(ofTile: index)
    let before = try Check.decoded(ofTile: index, of: original).planar
    var witness = before
    obscurer.hide(in: &witness, x: part.x, y: part.y)
    try planes.take(witness, against: before, x: part.x, y: part.y)
    guard let quantizer = Check.quantizer(ofTile: index, of: original) else {
      throw .damagedRender("a tile is coded with loss that took none")
    }
    let shown = try check.decoded(code, ofTile: index).planar
    try LossyWitness.check(
      shown, shows: witness, within: Check.distance(quantizer), in: areas, check.geometry, x: part.x,
      y: part.y)
    let right = try check.otherTile(than: code, codedOf: witness, quantizer: quantizer, ofTile: index)
    if let right {
      throw LossyWitness.fault(of: shown, against: right, in: areas, check.geometry, x: part.x, y: part.y)
    }
  }
}

/// A part of a picture that is coded with loss.
struct LossyPart {
  /// In stored pixels.
  let part: PixelRect
  let quantizer: Int

  /// Whether a part of an area lies in it.
  /// - Parameter geometry: its units are those of the area.
  func holds(_ area: ObscuredArea, _ geometry: PhotoGeometry) -> Bool {
    let columns = part.x / geometry.unitWidth..<(part.maxX - 1) / geometry.unitWidth + 1
    let rows = part.y / geometry.unitHeight..<(part.maxY - 1) / geometry.unitHeight + 1
    return rows.clamped(to: area.bounds.y..<area.bounds.maxY).contains { y in
      columns.clamped(to: area.bounds.x..<area.bounds.maxX).contains { area.contains(unitX: $0, unitY: y) }
    }
  }
}
