/// What a container says of the film in it, checked against `FilmLimits`.
struct Film: Sendable {
  /// The one track whose pictures are shown. A film with several is refused: each may show a face.
  let video: VideoTrack
  /// In the order of the file.
  let others: [OtherTrack]
  /// In seconds, as shown: by the edit list, and without one from the first picture to the end of the last.
  let duration: Double

  /// Whether it holds pictures beside the film: cover art, those of chapters, thumbnails. They may show a face, too.
  var hasPicturesBeside: Bool { others.contains { $0.showsPictures } }
}

/// A track that is not the film's pictures, or a picture that lies in no track.
struct OtherTrack: Sendable, Hashable {
  /// What handles it, four characters: `soun`, `text`, `sbtl`, `tmcd`, `meta`; `vide` for cover art and the pictures of chapters,
  /// `covr` and `file` for pictures that lie in no track.
  let kind: String
  /// How it is coded, four characters: `mp4a`, `tx3g`, `mebx`; nil where it does not say.
  let codec: String?
  /// In seconds.
  let duration: Double
  /// What other tracks take it for, four characters each: `chap` for chapters, `thmb` for thumbnails, `tmcd` for a timecode.
  let roles: [String]
  let showsPictures: Bool

  /// Whether it is heard.
  var isSound: Bool { kind == "soun" }
}
