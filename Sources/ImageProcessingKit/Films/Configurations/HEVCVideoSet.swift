/// A video parameter set of HEVC (ITU-T H.265, 7.3.2.1).
struct HEVCVideoSet {
  /// `vps_video_parameter_set_id`.
  let number: Int
  /// Whether it is about one layer alone.
  let hasOneLayer: Bool
  private let further: BitReader

  /// - Parameter unit: with its head of two bytes.
  /// - Throws: `FaceBlurError` where it is cut short.
  init(_ unit: [UInt8]) throws(FaceBlurError) {
    var reader = BitReader(try ParameterUnits.payload(unit.dropFirst(2)))
    number = try reader.bits(4)
    _ = try reader.bits(2)
    hasOneLayer = try reader.bits(6) == 0
    further = reader
  }

  /// Whether it ends where it has said all, and nothing is hidden behind that. Of one with an extension it is not known.
  /// - Throws: `FaceBlurError` where it is cut short.
  var isWhole: Bool {
    get throws(FaceBlurError) {
      var reader = further
      let subLayers = try reader.bits(3)
      guard subLayers <= 6 else { throw BitReader.oddNumber }
      _ = try reader.flag()
      guard try reader.bits(16) == 0xFFFF else { return false }
      _ = try reader.profile(subLayers: subLayers)
      try reader.skipOrders(subLayers: subLayers)
      guard try reader.bits(6) == 0, try reader.unsigned() == 0 else { return false }
      var hasOne = true
      try reader.skipTimes { (reader) throws(FaceBlurError) in
        let count = try reader.unsigned()
        hasOne = count <= 1
        guard count == 1 else { return }
        _ = try reader.unsigned()
        try reader.skipBuffers(subLayers: subLayers)
      }
      guard hasOne, try !reader.flag() else { return false }
      return !reader.hasMore
    }
  }
}
