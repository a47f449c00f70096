/// What a film may claim before it is refused: all of its limits, and what they let it cost.
enum FilmLimits {
  /// Bytes of what a container says of its tracks. It is in memory while it is read; of an hour with 60 pictures a second it takes
  /// some 4 MB.
  static let maxHeaderBytes = 64 << 20
  /// Boxes side by side, in the file and in each box that is opened.
  static let maxBoxes = 10_000
  static let maxTracks = 256
  /// Pictures of a track: 23 hours with 60 a second. Each takes `SampleTable.bytesPerSample` bytes, 120 MB in all.
  static let maxSamples = 5_000_000
  /// Bytes of one coded picture.
  static let maxSampleBytes = 64 << 20
  /// Of one picture: 8192 × 4352, somewhat more than 8K.
  static let maxPixels = 8192 * 4352
  static let maxSide = 16_384
  /// Entries of an edit list.
  static let maxEdits = 10_000
  /// Bytes of what a decoder needs to begin.
  static let maxConfigurationBytes = 1 << 16
  /// Ticks of any time and duration: what a number with a fraction can say exactly.
  static let maxTicks = 1 << 53
}
