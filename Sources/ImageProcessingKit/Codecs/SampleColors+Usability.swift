extension SampleColors {
  /// What vui_parameters begin with, the same in both standards (ITU-T H.264, E.1.1; ITU-T H.265, E.2.1).
  /// - Parameter reader: before them; then behind what they say of colours.
  /// - Throws: `FaceBlurError` where they are cut short.
  init(usability reader: inout BitReader) throws(FaceBlurError) {
    self.init()
    if try reader.flag(), try reader.bits(8) == 255 { _ = try reader.bits(32) }
    if try reader.flag() { _ = try reader.flag() }
    guard try reader.flag() else { return }
    _ = try reader.bits(3)
    isFullRange = try reader.flag()
    guard try reader.flag() else { return }
    (primaries, transfer, matrix) = (try reader.bits(8), try reader.bits(8), try reader.bits(8))
  }
}
