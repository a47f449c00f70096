/// Pictures with loss, by a witness (`LossyWitness`): the samples of the original with the areas hidden. The render's code must be what
/// the codec makes of them at the quantiser that it states, so that it holds nothing that is not made of the witness.
extension AVIFPictureCheck {
  /// - Throws: `FaceBlurError` of kind `leak(.region)` or `leak(.changedOutside)` where the render shows something else than the
  ///   witness, `leak(.damaged)` where it is coded in another way, or more coarsely than the original.
  func checkWithLoss(
    against original: ExaminedAVIF, _ areas: [ObscuredArea], _ style: ObscuringStyle
  ) throws(FaceBlurError) {
    try checkMeaning(original)
    let quantizer = try self.code(ofTile: 0).frame.quantizer
    let most = try Self.code(ofTile: 0, of: original).frame.quantizer
    // 0 is another way: without loss.
    guard quantizer > 0, quantizer <= max(most, Self.finest) else {
      throw .damagedRender("its picture is coded more coarsely than its original's, or without loss")
    }
    let before = try Self.decoded(ofTile: 0, of: original).planar
    let witness = try LossyWitness.hidden(before, areas, style, geometry)
    try check(witness, of: original, quantizer, in: areas)
  }

  /// The encoder has none between this quantiser and 0.
  private static let finest = 4

  /// Proves that the picture is the code of some samples, and shows them.
  /// - Parameters:
  ///   - original: what says of its colours what the code is to say.
  ///   - quantizer: by which it is to be coded.
  private func check(
    _ witness: PlanarPicture, of original: ExaminedAVIF, _ quantizer: Int, in areas: [ObscuredArea]
  ) throws(FaceBlurError) {
    let before = try Self.code(ofTile: 0, of: original)
    let code = try self.code(ofTile: 0)
    let shown = try decoded(code, ofTile: 0).planar
    try LossyWitness.check(shown, shows: witness, within: Self.distance(quantizer), in: areas, geometry)
    let right = try otherPicture(than: code, codedOf: witness, before.sequence, quantizer)
    if let right { throw LossyWitness.fault(of: shown, against: right, in: areas, geometry) }
  }

  func quantizer(of code: ExaminedAV1, ofTile index: Int) -> Int? {
    code.frame.quantizer == 0 ? nil : code.frame.quantizer
  }

  static func quantizer(ofTile index: Int, of file: ExaminedAVIF) -> Int? {
    let quantizer = try? code(ofTile: index, of: file).frame.quantizer
    return quantizer == 0 ? nil : quantizer
  }

  func otherTile(
    than code: ExaminedAV1, codedOf witness: PlanarPicture, quantizer: Int, ofTile index: Int
  ) throws(FaceBlurError) -> PlanarPicture? {
    try otherPicture(than: code, codedOf: witness, code.sequence, quantizer)
  }

  /// - Parameter sequence: what says of its colours what the code is to say.
  private func otherPicture(
    than code: ExaminedAV1, codedOf witness: PlanarPicture, _ sequence: ExaminedAV1Sequence, _ quantizer: Int
  ) throws(FaceBlurError) -> PlanarPicture? {
    let right = try AV1Codec.encode(
      witness, sequence.colors, chromaPosition: sequence.chromaPosition, quantizer: quantizer)
    return right == code.data ? nil : try AV1Codec.decode(right, as: render.shape)
  }

  static func distance(_ quantizer: Int) -> Double { 2 + Double(quantizer) / 16 }

  /// What AV1 leaves of units of few tones: no more than VP8 does at about as coarse a quantiser, since it predicts flat and smooth
  /// areas better and has larger blocks for them.
  /// - Parameter quantizer: base_q_idx.
  static func tolerance(_ quantizer: Int) -> ToneTolerance {
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
    let before = try Self.decoded(ofTile: 0, of: original).planar
    let quantizer = try Self.code(ofTile: 0, of: original).frame.quantizer
    do throws(FaceBlurError) {
      try check(LossyWitness.toned(before, filters, colors), of: original, quantizer, in: [])
    } catch {
      // There is no inside and outside here.
      throw error.kind == .leak(.changedOutside) ? .otherTones : error
    }
  }
}
