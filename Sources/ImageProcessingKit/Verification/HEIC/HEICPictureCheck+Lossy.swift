internal import Glibc

/// Tiles with loss.
extension HEICPictureCheck {
  func quantizer(of code: TileCode, ofTile index: Int) -> Int? {
    code.bands == nil ? Self.quantizer(of: code.slice, index, render) : nil
  }

  static func quantizer(ofTile index: Int, of file: ExaminedHEIC) -> Int? {
    // What stands with the tile counts more than what its configuration says.
    guard let units = try? units(ofTile: index, of: file), units.count == 1, let slice = units.first,
      file.configuration(ofTile: index)?.sets.isAmbiguous == false
    else { return nil }
    return quantizer(of: slice, index, file)
  }

  private static func quantizer(of slice: [UInt8], _ index: Int, _ file: ExaminedHEIC) -> Int? {
    guard let chain = file.configuration(ofTile: index)?.sets.chain(of: slice),
      let picture = ExaminedPictureSet(chain[0].unit, .photo), !picture.allowsLossless,
      let sequence = ExaminedSequence(chain[1].unit, .photo),
      let head = ExaminedSlice(slice, sequence, picture), quantizers.contains(head.quantizer)
    else { return nil }
    return head.quantizer
  }

  /// Those that the encoder knows.
  private static let quantizers = 0...51

  /// The slice and the sets of parameters that it is coded by must be the encoder's own, but for what they are called.
  func otherTile(
    than code: TileCode, codedOf witness: PlanarPicture, quantizer: Int, ofTile index: Int
  ) throws(FaceBlurError) -> PlanarPicture? {
    let right = try HEVCCodec.encode(witness, code.sequence.statedColors, quantizer: quantizer)
    let units = ExaminedUnits(right, lengthSize: 4).map { Array(right[$0]) }
    var sets = ExaminedSets()
    for unit in units.dropLast() { sets.take(unit) }
    guard let slice = units.last, let others = sets.chain(of: slice),
      let chain = render.configuration(ofTile: index)?.sets.chain(of: code.slice),
      let picture = ExaminedPictureSet(chain[0].unit, .photo),
      let otherPicture = ExaminedPictureSet(others[0].unit, .photo),
      let otherSequence = ExaminedSequence(others[1].unit, .photo),
      let head = ExaminedSlice(code.slice, code.sequence, picture),
      let otherHead = ExaminedSlice(slice, otherSequence, otherPicture)
    else { throw .damagedRender("a tile is coded in another way than a render's") }
    let areSame = zip(chain, others).allSatisfy { EncoderCode.isSame(set: $0.unit, as: $1.unit) }
    if areSame, EncoderCode.isSame(code.slice, head, as: slice, otherHead) { return nil }
    return try HEVCCodec.decode(right, as: render.shape)
  }

  /// Half a step of the quantiser, and two levels for what small steps leave.
  static func distance(_ quantizer: Int) -> Double { 2 + step(quantizer) / 2 }

  /// Measured on tones that lie far apart, in units that are blocks of the encoder's, too: coarse code leaves less than a whole step in
  /// them, but where they begin.
  static func tolerance(_ quantizer: Int) -> ToneTolerance {
    let step = step(quantizer)
    return ToneTolerance(
      edge: min(6 + 2 * step, 64), inside: min(4 + step, 22), mean: min(2 + step / 4, 22),
      structure: min(4 + 0.75 * step, 16))
  }

  /// Of a quantiser, in levels of 8 bits (ITU-T H.265, 8.6.4.2).
  private static func step(_ quantizer: Int) -> Double { exp2(Double(quantizer - 4) / 6) }
}
