/// Pictures with loss, by a witness (`LossyWitness`): the samples of the original with the areas hidden. The render's code must be what
/// the codec makes of them, so that it holds nothing that is not made of the witness: at the quantiser that it states, where that is no
/// coarser than the original's, or at the original's.
extension WebPPictureCheck {
  /// - Throws: `FaceBlurError` of kind `leak(.region)` or `leak(.changedOutside)` where the render shows something else than the
  ///   witness, `leak(.damaged)` where it is coded in another way.
  func checkWithLoss(
    against original: ExaminedWebP, _ areas: [ObscuredArea], _ style: ObscuringStyle
  ) throws(FaceBlurError) {
    let before = try WebPCodec.planes(of: original.code, original.form)
    let witness = try witness(of: before, areas, style)
    guard let own = original.frame?.quantizer, let stated = render.frame?.quantizer else {
      throw .damagedRender("it has no quantiser")
    }
    // By how much the codec spreads segments depends on the picture: asked for the original's quantiser, it may write a neighbour.
    let isFiner = stated.isSegmented == own.isSegmented && stated.index < own.index
    try Self.check(render, shows: witness, in: areas, geometry, isFiner ? [stated, own] : [own])
  }

  /// What the render must show, proven.
  private func witness(
    of before: WebPPlanes, _ areas: [ObscuredArea], _ style: ObscuringStyle
  ) throws(FaceBlurError) -> WebPPlanes {
    var witness = before
    witness.picture = try LossyWitness.hidden(before.picture, areas, style, geometry)
    if let alpha = before.alpha { witness.alpha = Self.opaque(alpha, in: areas, geometry) }
    return witness
  }

  /// An alpha that shows what lies in areas.
  private static func opaque(
    _ alpha: [UInt8], in areas: [ObscuredArea], _ geometry: PhotoGeometry
  ) -> [UInt8] {
    var alpha = alpha
    let (width, height) = (geometry.storedWidth, geometry.storedHeight)
    let (unitWidth, unitHeight) = (geometry.unitWidth, geometry.unitHeight)
    for area in areas {
      for y in area.bounds.y * unitHeight..<min(area.bounds.maxY * unitHeight, height) {
        for unit in area.bounds.x..<area.bounds.maxX
        where area.contains(unitX: unit, unitY: y / unitHeight) {
          for x in unit * unitWidth..<min((unit + 1) * unitWidth, width) { alpha[y * width + x] = 255 }
        }
      }
    }
    return alpha
  }

  /// Proves that a file's picture is the code of some samples, and shows them.
  /// - Parameter quantizers: one of which it is to be coded by; first the one that is the likeliest.
  static func check(
    _ file: ExaminedWebP, shows witness: WebPPlanes, in areas: [ObscuredArea], _ geometry: PhotoGeometry,
    _ quantizers: [WebPQuantizer]
  ) throws(FaceBlurError) {
    let shown = try WebPCodec.planes(of: file.code, file.form)
    guard shown.picture.shape == witness.picture.shape else { throw .otherShape }
    if let alpha = shown.alpha, opaque(alpha, in: areas, geometry) != alpha { throw .leakingRegion }
    guard isSame(shown.alpha, witness.alpha) else { throw .changedOutside }
    let most = quantizers.map(\.index).max() ?? 0
    try LossyWitness.check(
      shown.picture, shows: witness.picture, within: 2 + Double(most) / 8, in: areas, geometry)
    let code = file.code
    var fault: FaceBlurError?
    for quantizer in quantizers {
      let right = try WebPCodec.encode(witness, quantizer)
      if right == code { return }
      guard fault == nil else { continue }
      let picture = try WebPCodec.planes(of: right, file.form).picture
      fault = LossyWitness.fault(of: shown.picture, against: picture, in: areas, geometry)
    }
    throw fault ?? .damagedRender("it has no quantiser")
  }

  /// Whether two alphas are the same; the codec leaves one out that says nothing.
  private static func isSame(_ alpha: [UInt8]?, _ other: [UInt8]?) -> Bool {
    switch (alpha, other) {
    case (nil, nil): true
    case (let alpha?, nil), (nil, let alpha?): alpha.allSatisfy { $0 == 255 }
    case (let alpha?, let other?): alpha == other
    }
  }

  /// Proves from the file alone that areas show what their surroundings give, as nearly as the code lets them.
  ///
  /// Within a unit that leaves a few levels, and from unit to unit as many as coding may have moved the surroundings by: no more than
  /// the faintest of pictures, which no render made here holds. Of means it does not prove that they are those of anything. With the
  /// original at hand `checkWithLoss` proves every bit.
  func checkRegionsWithLoss(_ areas: [ObscuredArea], _ style: ObscuringStyle) throws(FaceBlurError) {
    let shown = try WebPCodec.planes(of: render.code, render.form)
    if let alpha = shown.alpha {
      guard Self.opaque(alpha, in: areas, geometry) == alpha else { throw .leakingRegion }
    }
    guard let finest = render.frame?.finestQuantizer else { throw .damagedRender("it has no quantiser") }
    var planes = try RasterPlanes(geometry, shown.picture.shape, areas, style, hasOriginal: false)
    try planes.take(shown.picture, against: nil, x: 0, y: 0)
    try planes.prove(within: Self.tolerance(finest))
  }

  /// What VP8 leaves of units of few tones.
  ///
  /// Measured on photos, noise and patterns with flat and smooth areas, at all quantizers: the filter of edges moves samples by up
  /// to 54 levels, and three of them deep; behind these samples lie within 11 levels, within 6.3 once their unit's mean is taken off, and
  /// means of units within 10. Tones come from surroundings whose means have moved, too, by up to 9.
  /// - Parameter index: of the finest quantiser, 0…127: a picture may be coded by that alone, whatever others it states.
  private static func tolerance(_ index: Int) -> ToneTolerance {
    let index = Double(index)
    let inside = min(7 + index / 5, 22)
    return ToneTolerance(edge: min(16 + index, 64), inside: inside, mean: inside, structure: 4 + index / 24)
  }
}
