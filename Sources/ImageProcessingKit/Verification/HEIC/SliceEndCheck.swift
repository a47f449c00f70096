/// Tells whether anything stands behind the end of a picture's code.
///
/// The code itself says where it ends, deep in its arithmetic (ITU-T H.265, 7.3.8.1 and 9.3); whatever follows, decoders ignore. So some
/// bytes are left out at the end: a decoder that does without them did not come that far.
enum SliceEndCheck {
  /// Fewer say nothing that a picture could be told from.
  private static let cut = 8

  /// - Parameters:
  ///   - slice: the one unit of the picture.
  ///   - sets: the sets of parameters, each behind its length in 4 bytes.
  /// - Throws: `FaceBlurError` where the whole of it cannot be decoded.
  static func hasRest(
    _ slice: [UInt8], _ sets: [UInt8], _ shape: PlanarShape
  ) throws(FaceBlurError) -> Bool {
    var end = slice.count
    // Words of zeros, which may follow any picture (7.3.2.10).
    while end >= 3, slice[end - 3..<end].elementsEqual([0, 0, 3]) { end -= 3 }
    guard end > 4 * cut else { return false }
    let short: PlanarPicture
    do throws(FaceBlurError) {
      short = try decoded(slice[..<(end - cut)], sets, shape)
    } catch {
      guard error.kind == .damagedPhoto else { throw error }
      return false
    }
    return try short == decoded(slice[...], sets, shape)
  }

  private static func decoded(
    _ slice: ArraySlice<UInt8>, _ sets: [UInt8], _ shape: PlanarShape
  ) throws(FaceBlurError) -> PlanarPicture {
    try HEVCCodec.decode(sets + ExaminedConfiguration.decodable(slice), as: shape)
  }
}
