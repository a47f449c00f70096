/// Encodes tiles of a photo under parameter sets that can stand beside those of the tiles which are copied.
struct HEICTileEncoder {
  private let colors: SampleColors
  /// The photo's, as far as copied tiles need it; with those of the encoded tiles once there are any.
  private(set) var configuration: HEVCConfiguration
  /// Those of tiles without loss, and those of tiles with loss: each kind has one in a photo.
  private var own: [Bool: OwnCode] = [:]

  /// Whether some tiles were coded with loss.
  var isLossy: Bool { own[true] != nil }

  /// The parameter sets of tiles that were encoded here.
  private struct OwnCode {
    let encoder: ParameterSets
    let written: ParameterSets
    let number: Int
  }

  /// - Parameters:
  ///   - configuration: the photo's.
  ///   - copies: slices that stay.
  ///   - colors: what the tiles' code says of them.
  init(_ configuration: HEVCConfiguration, besides copies: [NALUnit], _ colors: SampleColors)
    throws(FaceBlurError)
  {
    self.colors = colors
    self.configuration = configuration
    self.configuration.keep(try HEICTileCode.parametersNumbers(of: copies))
    self.configuration.lengthSize = 4
  }

  /// - Parameter quantizer: `SliceQpY`, 0…51; nil for without loss.
  /// - Returns: the tile's code, each unit behind its length: one, or those of a large tile without loss (`SliceBands`).
  mutating func encode(_ tile: PackedPicture, quantizer: Int? = nil) throws(FaceBlurError) -> [UInt8] {
    let shape = tile.shape
    let bands = quantizer == nil ? SliceBands.rows(of: shape) : [0..<shape.height]
    guard bands.count > 1 else {
      let (slice, sets) = try encoded(tile, quantizer)
      return try named(slice, sets, under: sets, isLossy: quantizer != nil).behindLength
    }
    var code: [UInt8] = []
    for rows in bands {
      let (slice, sets) = try encoded(tile.cut(rows), nil, partOf: shape)
      let unit = try named(
        slice, sets, under: try sets.enlarged(to: shape), isLossy: false,
        at: rows.lowerBound == 0 ? nil : SliceBands.address(ofRow: rows.lowerBound, in: shape))
      code += unit.behindLength
    }
    return code
  }

  /// A picture in one slice, and the parameter sets that it is coded under.
  /// - Parameter whole: the shape of the tile that it is a part of.
  private func encoded(
    _ picture: PackedPicture, _ quantizer: Int?, partOf whole: PlanarShape? = nil
  ) throws(FaceBlurError) -> (slice: NALUnit, sets: ParameterSets) {
    let units = try NALUnit.all(
      in: try HEVCCodec.encode(picture, colors, quantizer: quantizer, partOf: whole), lengthSize: 4)
    guard units.count == 4, units[3].kind == .picture,
      units.prefix(3).map(\.kind) == [.parameters(.video), .parameters(.sequence), .parameters(.picture)]
    else { throw .internalError("the encoder wrote something else than a picture") }
    let sets = ParameterSets(video: units[0], sequence: units[1], picture: units[2])
    guard quantizer == sets.quantizer(of: units[3]) else {
      throw .internalError("the encoder wrote a tile of another quality")
    }
    return (units[3], sets)
  }

  /// A slice that names the parameter sets of its kind.
  /// - Parameters:
  ///   - sets: those that it was coded under.
  ///   - tile: those of its tile.
  ///   - address: where it begins; nil at the beginning.
  private mutating func named(
    _ slice: NALUnit, _ sets: ParameterSets, under tile: ParameterSets, isLossy: Bool,
    at address: SliceBands.Address? = nil
  ) throws(FaceBlurError) -> NALUnit {
    if own[isLossy] == nil { own[isLossy] = try number(tile) }
    guard let own = own[isLossy], own.encoder == tile else {
      throw .internalError("the encoder wrote tiles of different kinds")
    }
    guard own.number != 0 || address != nil else { return slice }
    return try sets.renaming(slice, to: own.number, at: address)
  }

  /// Gives the parameter sets numbers that are free, or those that they have in the photo already, because it is a render.
  private mutating func number(_ sets: ParameterSets) throws(FaceBlurError) -> OwnCode {
    guard !configuration.isEmpty else {
      configuration = try HEVCConfiguration(of: sets)
      return OwnCode(encoder: sets, written: sets, number: try HEVCPictureSet(sets.picture).number)
    }
    configuration.raise(to: try SequenceParameters(sets.sequence).profile)
    let taken = try configuration.numbers()
    for numbers in taken {
      let written = try sets.renumbered(numbers)
      if configuration.contains(written) {
        return OwnCode(encoder: sets, written: written, number: numbers.picture)
      }
    }
    func free(_ taken: [Int], limit: Int) throws(FaceBlurError) -> Int {
      guard let number = (0..<limit).first(where: { !taken.contains($0) }) else {
        throw .unsupportedHEVC("there is no number left for a further parameter set")
      }
      return number
    }
    let numbers = ParameterSets.Numbers(
      video: try free(taken.map(\.video), limit: 16), sequence: try free(taken.map(\.sequence), limit: 16),
      picture: try free(taken.map(\.picture), limit: 64))
    let written = try sets.renumbered(numbers)
    configuration.append(written)
    return OwnCode(encoder: sets, written: written, number: numbers.picture)
  }
}
