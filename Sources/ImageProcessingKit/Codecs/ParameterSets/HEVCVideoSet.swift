/// A video parameter set of HEVC (ITU-T H.265, 7.3.2.1), of a photo or of a film.
struct HEVCVideoSet {
  /// `vps_video_parameter_set_id`.
  let number: Int
  /// Whether it is about one layer alone.
  let hasOneLayer: Bool
  /// Whether that is the lowest one, and none of others.
  private let hasBase: Bool
  private let further: BitReader

  /// - Parameter payload: of its unit.
  /// - Throws: `FaceBlurError` where it is cut short.
  init(payload: [UInt8]) throws(FaceBlurError) {
    var reader = BitReader(payload)
    number = try reader.bits(4)
    hasBase = try reader.bits(2) == 3
    hasOneLayer = try reader.bits(6) == 0
    further = reader
  }

  /// Whether it ends where it has said all, and says no more than encoders write. Of one with an extension it is not known.
  /// - Throws: `FaceBlurError` where it is cut short.
  func isPlain(_ limits: SetLimits) throws(FaceBlurError) -> Bool {
    var reader = further
    let subLayers = try reader.bits(3)
    guard subLayers <= HEVCSequenceSet.maxSubLayers else { throw BitReader.oddNumber }
    _ = try reader.flag()
    guard hasBase, hasOneLayer, subLayers <= limits.layers, try reader.bits(16) == 0xFFFF,
      try reader.profile(subLayers: subLayers).isPlain, try reader.skipShortOrders(subLayers: subLayers),
      try reader.bits(6) == 0, try reader.unsigned() == 0
    else { return false }
    var hasOne = true
    let areTimesShort = try reader.skipShortTimes(subLayers: subLayers, limits) {
      (reader) throws(FaceBlurError) in
      // How many buffers there are, and for which set of layers the first one is.
      let count = try reader.unsigned()
      guard count == 1 else {
        hasOne = count == 0
        return false
      }
      hasOne = try reader.unsigned() <= 1
      return hasOne
    }
    guard areTimesShort, hasOne, try !reader.flag() else { return false }
    return reader.isAtStop
  }
}
