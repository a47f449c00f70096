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
  mutating func encode(_ tile: PackedPicture, quantizer: Int) throws(FaceBlurError) -> [UInt8] {
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

  /// Codes a picture that was coded with loss as closely to its samples as about as many bytes let it, and never more coarsely than it
  /// was: other encoders code most blocks more finely than a frame's header says.
  /// - Parameters:
  ///   - quantizer: the photo's `base_q_idx`, above 0.
  ///   - photoBytes: of its code.
  /// - Returns: the code. The same picture, quantiser and number of bytes give the same code, of at most three that are made.
  mutating func encodeClosely(
    _ picture: PlanarPicture, quantizer: Int, photoBytes: Int
  ) throws(FaceBlurError) -> [UInt8] {
    let packed = PackedPicture(picture)
    let first = try encode(packed, quantizer: quantizer)
    let shape = shape
    var closest = ClosestCode(of: picture, photoBytes: photoBytes, first: first) {
      (code) throws(FaceBlurError) in try AV1Codec.decode(code, as: shape)
    }
    var (last, lastCode, lastShare) = (quantizer, first, closest.share(of: first))
    var (steps, gain) = (1, Self.usualGain)
    for _ in 0..<Self.furtherTries where lastShare < Self.enough || closest.isTooLong(lastCode) {
      let wanted = last - (Self.wanted - lastShare) * steps / gain
      let next = max(wanted - wanted % Self.step, Self.step)
      guard next < quantizer, next != last else { break }
      let code = try encode(packed, quantizer: next)
      try closest.offer(code)
      let share = closest.share(of: code)
      // By what this step has shown.
      (steps, gain) = (last - next, share - lastShare)
      guard steps > 0, gain > 0 else { break }
      (last, lastCode, lastShare) = (next, code, share)
    }
    return closest.code
  }

  /// The encoder knows every fourth quantiser, from this one on.
  private static let step = 4
  private static let furtherTries = 2
  /// How long the code should be, in thousandths of the photo's; with a little less there is nothing to look for.
  private static let wanted = 1050
  private static let enough = 950
  /// By how much it grows with each quantiser that is finer by 1, of photos from many encoders and at nearly all qualities.
  private static let usualGain = 16
}
