/// What a film says of itself beside its samples, as it stands in `moov`.
struct MP4Outline: Sendable {
  /// Whether it is QuickTime's kind of file.
  let isQuickTime: Bool
  /// Ticks of a second of the film.
  let timescale: Int
  let matrix: MP4Matrix
  let pictures: MP4TrackOutline
  let shown: MP4ShownEntry
}

/// What is said of a track beside its samples, as it stands in `trak`.
struct MP4TrackOutline: Sendable {
  let head: MP4Track.Head
  let handler: FourCC
  /// Ticks of a second of its samples.
  let timescale: Int
  /// As they are stated: the last one may have no duration, and lasts as long as the media then.
  let edits: [EditList.Edit]
}
