/// A track of sound, as it is copied.
struct MP4AudioTrack: Sendable {
  /// How its samples are coded: a box of `stsd`, written anew.
  let entry: [UInt8]
  /// Ticks of a second in the times of `samples`, from 1.
  let timescale: Int
  let samples: AudioSamples
  let edits: EditList
  let outline: MP4TrackOutline
}
