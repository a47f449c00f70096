/// What a video parameter set says (ITU-T H.265, 7.3.2.1), of which no decoder of a photo needs anything.
struct VideoParameters {
  /// Whether it ends where it has said all, and has no more than cameras write.
  let isPlain: Bool

  init(_ unit: NALUnit) { isPlain = (try? Self.endsPlainly(BitReader(unit.payload()))) ?? false }

  private static func endsPlainly(_ whole: BitReader) throws(FaceBlurError) -> Bool {
    var reader = whole
    _ = try reader.bits(4)
    // The base layer is there, and no other one, in space or in time.
    guard try reader.bits(2) == 3, try reader.bits(6 + 3) == 0 else { return false }
    _ = try reader.flag()
    guard try reader.bits(16) == 0xFFFF, HEVCReserved.isUnused(in: try reader.profile(subLayers: 0)) else {
      return false
    }
    _ = try reader.flag()
    guard try reader.skipNumbers(3, within: SetLimits.orders), try reader.bits(6) == 0,
      try reader.unsigned() == 0
    else { return false }
    var isSingle = true
    let areTimesPlain = try reader.skipPlainTimes { (reader) throws(FaceBlurError) in
      // How many buffers there are, and for which set of layers the first one is.
      let count = try reader.unsigned()
      guard count == 1 else {
        isSingle = count == 0
        return false
      }
      isSingle = try reader.unsigned() <= 1
      return isSingle
    }
    guard areTimesPlain, isSingle, try !reader.flag() else { return false }
    return reader.isAtStop
  }
}
