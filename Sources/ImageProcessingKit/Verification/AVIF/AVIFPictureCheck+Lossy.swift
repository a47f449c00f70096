/// Pictures with loss, by a witness (`LossyWitness`): the samples of the original with the areas hidden. The render's code must be what
/// the codec makes of them, so that it holds nothing that is not made of the witness.
extension AVIFPictureCheck {
  /// - Throws: `FaceBlurError` of kind `leak(.region)` or `leak(.changedOutside)` where the render shows something else than the
  ///   witness, `leak(.damaged)` where it is coded in another way.
  func checkWithLoss(
    against original: ExaminedAVIF, _ areas: [ObscuredArea], _ style: ObscuringStyle
  ) throws(FaceBlurError) {
    try checkMeaning(original)
    let before = try Self.decoded(ofTile: 0, of: original)
    try check(LossyWitness.hidden(before, areas, style, geometry), of: original, in: areas)
  }

  /// Proves that the picture is the code of some samples, and shows them.
  /// - Parameter original: as whose picture it is coded.
  func check(
    _ witness: PlanarPicture, of original: ExaminedAVIF, in areas: [ObscuredArea]
  ) throws(FaceBlurError) {
    let before = try Self.code(ofTile: 0, of: original)
    let quantizer = before.frame.quantizer
    let code = try self.code(ofTile: 0)
    let shown = try decoded(code, ofTile: 0)
    try LossyWitness.check(shown, shows: witness, within: 2 + Double(quantizer) / 16, in: areas, geometry)
    let right = try AV1Codec.encode(
      witness, before.sequence.colors, chromaPosition: before.sequence.chromaPosition, quantizer: quantizer)
    guard right != code.data else { return }
    let picture = try AV1Codec.decode(right, as: render.shape)
    throw LossyWitness.fault(of: shown, against: picture, in: areas, geometry)
  }

  /// Proves from the file alone that areas show what their surroundings give, as nearly as the code lets them.
  ///
  /// Of means it does not prove that they are those of anything, and how coarsely it is coded a file says itself. With the original at
  /// hand `checkWithLoss` proves every bit.
  func checkRegionsWithLoss(_ areas: [ObscuredArea], _ style: ObscuringStyle) throws(FaceBlurError) {
    let code = try self.code(ofTile: 0)
    var planes = try RasterPlanes(geometry, render.shape, areas, style, hasOriginal: false)
    try planes.take(try decoded(code, ofTile: 0), against: nil, x: 0, y: 0)
    try planes.prove(within: Self.tolerance(code.frame.quantizer))
  }

  /// What AV1 leaves of units of few tones: no more than VP8 does at about as coarse a quantiser, since it predicts flat and smooth
  /// areas better and has larger blocks for them.
  /// - Parameter quantizer: base_q_idx.
  private static func tolerance(_ quantizer: Int) -> ToneTolerance {
    let index = Double(quantizer) / 2
    let inside = min(7 + index / 5, 22)
    // Its filter of edges changes six samples (AV1 7.14.6).
    return ToneTolerance(
      edge: min(16 + index, 64), inside: inside, mean: inside, structure: 4 + index / 24, edgeWidth: 6)
  }

  // MARK: Tones

  /// Proves that the picture is that of the other file with filters applied.
  /// - Throws: `FaceBlurError` of kind `leak(.otherTones)` where it is not.
  func checkTones(_ filters: ToneFilters) throws(FaceBlurError) {
    guard let original else { throw .otherTones }
    guard try path() == .lossy else {
      let hasColors = HEIFProperties(render)["nclx"] != nil
      for index in render.tiles.indices {
        try checkColors(ofTile: index, code(ofTile: index), original, hasColors: hasColors)
      }
      return try checkTiles(filters)
    }
    try checkMeaning(original)
    guard let meaning = try Self.meaning(of: original) else { throw .otherTones }
    let colors = SampleColors(matrix: meaning.matrix, isFullRange: meaning.isFullRange)
    let before = try Self.decoded(ofTile: 0, of: original)
    do throws(FaceBlurError) {
      try check(LossyWitness.toned(before, filters, colors), of: original, in: [])
    } catch {
      // There is no inside and outside here.
      throw error.kind == .leak(.changedOutside) ? .otherTones : error
    }
  }
}
