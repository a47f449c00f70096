/// How far what a decoder gives of a newly coded frame may lie from what was coded, in levels of 8 bits.
///
/// Measured with x264 (`veryfast`) and x265 (`superfast`) at constant rate factors of 16…30; see `FrameCheck`.
struct FrameTolerance: Sendable, Hashable {
  /// Of the samples of a block of 16 × 16 pixels, on the mean.
  var block = 24.0
  /// Of a block's mean.
  var level = 8.0
  /// Of all samples of a plane, on the mean.
  var plane = 4.0
  /// Of what a block of 16 × 16 pixels has of a hidden area, on the mean.
  var hidden = 8.0
  /// Of all samples of an area, on the mean.
  var area = 3.0
}
