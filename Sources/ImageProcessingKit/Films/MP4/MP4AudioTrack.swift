/// A track of sound, as it is copied.
struct MP4AudioTrack: Sendable {
  /// How its samples are coded: a box of `stsd`, written anew.
  let entry: [UInt8]
  /// Ticks of a second in the times of `samples`, from 1.
  let timescale: Int
  let samples: AudioSamples
  let edits: EditList
  let outline: MP4TrackOutline
  /// Whether each packet has a time of its own in the file; of those that share one, nobody knows which is heard when.
  var areTimesStated = true
  /// What of it is silence in place of what was there; nil where it is copied as it is.
  var silence: SilentParts?

  /// How long it is silent, in seconds.
  var silentSeconds: Double {
    silence.map { Double(samples.duration(of: $0.parts)) / Double(timescale) } ?? 0
  }
}
