/// Encodes tiles of a photo, so that their code says the same of their colours as the photo's.
struct AVIFTileEncoder {
  private let photo: AV1SequenceHeader
  private let shape: PlanarShape
  private let quantizer: Int
  /// Of the tiles that were encoded here: all have the same.
  private(set) var sequence: AV1SequenceHeader?

  init(_ file: AVIFFile) {
    photo = file.code.sequence
    shape = file.picture.shape
    quantizer = file.quantizer
  }

  /// nil before the first tile.
  var configuration: AV1Configuration? { sequence.map(AV1Configuration.init(of:)) }

  /// - Returns: the tile's code: a sequence header and a frame.
  mutating func encode(_ tile: PlanarPicture) throws(FaceBlurError) -> [UInt8] {
    let data = try AV1Codec.encode(
      tile, photo.colors, chromaPosition: photo.chromaPosition, quantizer: quantizer)
    let code = try AVIFCode(of: data)
    guard code.isPlain, code.unitCount == 2, try code.shape == shape,
      (code.frame.quantizer == 0) == (quantizer == 0)
    else { throw .internalError("the encoder wrote something else than a picture") }
    if sequence == nil { sequence = code.sequence }
    guard sequence == code.sequence else {
      throw .internalError("the encoder wrote tiles of different kinds")
    }
    return data
  }
}
