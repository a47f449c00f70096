/// Tells whether anything stands behind the end of a picture's code.
///
/// The code itself says where it ends, deep in its arithmetic (ITU-T H.265, 7.3.8.1 and 9.3); whatever follows, decoders ignore. So some
/// bytes are left out at the end: a decoder that does without them did not come that far.
enum SliceEndCheck {
  /// How many bytes are left out, one time after the other. Fewer say nothing that a picture could be told from. And once is not enough:
  /// where sides are no multiples of 8, the last bytes may code samples that are not shown, and whatever is decoded without them ends as
  /// a picture does in one case of 300.
  private static let cuts = [8, 9, 10, 12]

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
    guard end > 32 else { return false }
    var whole: PackedPicture?
    for cut in cuts {
      let short: PackedPicture
      do throws(FaceBlurError) {
        short = try decoded(slice[..<(end - cut)], sets, shape)
      } catch {
        guard error.kind == .damagedPhoto else { throw error }
        return false
      }
      if whole == nil { whole = try decoded(slice[...], sets, shape) }
      guard short == whole else { return false }
    }
    return true
  }

  /// Whether anything stands behind the end of one of the slices of a large picture.
  /// - Throws: `FaceBlurError` where one is not that of a render, or the whole of it cannot be decoded: it codes less than its band, or
  ///   more.
  static func hasRest(_ bands: ExaminedBands) throws(FaceBlurError) -> Bool {
    for index in 0..<bands.count {
      guard let band = bands[index] else { throw otherSlices }
      do throws(FaceBlurError) {
        _ = try decoded(band.slice[...], band.sets, band.shape)
      } catch {
        throw error.kind == .damagedPhoto ? otherSlices : error
      }
      if try hasRest(band.slice, band.sets, band.shape) { return true }
    }
    return false
  }

  static var otherSlices: FaceBlurError {
    .damagedRender("the parts of its picture are divided in another way than a render's")
  }

  private static func decoded(
    _ slice: ArraySlice<UInt8>, _ sets: [UInt8], _ shape: PlanarShape
  ) throws(FaceBlurError) -> PackedPicture {
    try HEVCCodec.packed(sets + ExaminedConfiguration.decodable(slice), as: shape)
  }
}
