/// Encodes tiles of a photo, so that their code says the same of their colours as the photo's.
struct AVIFTileEncoder {
  private let photo: AV1SequenceHeader
  private let shape: PlanarShape
  /// Of those of tiles that were encoded here without loss, and with loss: all of a kind have the same.
  private var sequences: [Bool: AV1SequenceHeader] = [:]

  init(_ file: AVIFFile) {
    photo = file.code.sequence
    shape = file.picture.shape
  }

  /// Of all tiles so far; nil before the first one.
  var configuration: AV1Configuration? {
    let all = [false, true].compactMap { sequences[$0].map(AV1Configuration.init(of:)) }
    guard var configuration = all.first else { return nil }
    for other in all { configuration.raise(to: other) }
    return configuration
  }

  /// Whether some tiles were coded with loss.
  var isLossy: Bool { sequences[true] != nil }

  /// - Parameter quantizer: `base_q_idx`, 0…255; 0 for without loss.
  /// - Returns: the tile's code: a sequence header and a frame.
  mutating func encode(_ tile: PlanarPicture, quantizer: Int) throws(FaceBlurError) -> [UInt8] {
    let data = try AV1Codec.encode(
      tile, photo.colors, chromaPosition: photo.chromaPosition, quantizer: quantizer)
    let code = try AVIFCode(of: data)
    guard code.isPlain, code.unitCount == 2, try code.shape == shape,
      (code.frame.quantizer == 0) == (quantizer == 0)
    else { throw .internalError("the encoder wrote something else than a picture") }
    let isLossy = quantizer > 0
    if sequences[isLossy] == nil { sequences[isLossy] = code.sequence }
    guard sequences[isLossy] == code.sequence else {
      throw .internalError("the encoder wrote tiles of different kinds")
    }
    return data
  }
}
