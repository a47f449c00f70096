internal import Glibc

/// How far what a decoder gives of a newly coded frame may lie from what was coded, in levels of 8 bits.
///
/// Measured with x264 (`veryfast`) and x265 (`superfast`) on pictures that are hard to code: noise over all of them, much that moves,
/// cells whose tones flicker. At a constant rate factor of 20 the worst of all blocks lay off by 9.0 and their means by 2.5, the worst plane
/// by 4.2, the worst block of an area by 3.2 and the worst area by 2.0; at 30 by 17, 8.5, 7.0, 10.8 and 4.6. What is allowed grows
/// with the factor as these do.
struct FrameTolerance: Sendable, Hashable {
  /// Of the samples of a block of 16 × 16 pixels, on the mean.
  let block: Double
  /// Of a block's mean.
  let level: Double
  /// Of all samples of a plane, on the mean.
  let plane: Double
  /// Of what a block of 16 × 16 pixels has of a hidden area, on the mean.
  let hidden: Double
  /// Of all samples of an area, on the mean.
  let area: Double
  /// How much of what is hidden may shine through, where coding errors look like it.
  let share = 0.2

  /// - Parameter quality: the constant rate factor that pictures were coded with, 0…51.
  init(quality: Int = 23) {
    let factor = exp2(Double(min(max(quality, 10), 35) - 20) / 10)
    block = 14 * factor
    level = 5 * factor
    plane = 6.5 * factor
    hidden = 6.5 * factor
    area = 3 * factor
  }
}
