/// Tells whether anything stands behind the end of a picture's code.
///
/// The code itself says where it ends, deep in its arithmetic (AV1 8.2); whatever follows, decoders ignore. So some bytes are left out
/// at the end: a decoder that does without them did not come that far. Of a frame in several tiles that is the last one's end.
enum AV1EndCheck {
  /// An arithmetic coder ends with a few bytes that nobody reads; fewer bytes than these say nothing that a picture could be told from.
  private static let cut = 8

  /// - Throws: `FaceBlurError` where the whole of it cannot be decoded.
  static func hasRest(_ code: ExaminedAV1, _ shape: PlanarShape) throws(FaceBlurError) -> Bool {
    guard let last = code.frameUnits.last, last.content.count > 4 * cut else { return false }
    let units = [code.sequenceUnit] + code.frameUnits.dropLast()
    let start = units.flatMap { ExaminedOBU.unit($0.type, $0.layer, code.data[$0.content]) }
    let end = ExaminedOBU.unit(last.type, last.layer, code.data[last.content.dropLast(cut)])
    let short: PackedPicture
    do throws(FaceBlurError) {
      short = try AV1Codec.packed(start + end, as: shape)
    } catch {
      guard error.kind == .damagedPhoto else { throw error }
      return false
    }
    return try short == AV1Codec.packed(code.decodable, as: shape)
  }
}
