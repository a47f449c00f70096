/// How a film was rendered.
struct FilmRenderSummary: Sendable, Hashable {
  let way: FilmRenderWay
  /// Why no group was copied, as a part of a sentence; nil where the film can be spliced.
  let reason: String?
  /// Of which code pictures that were coded anew are.
  let codec: VideoCodec
  /// Pictures that were copied, and those that were coded anew.
  let copiedCount: Int
  let codedCount: Int
  /// See `FilmRenderOptions`.
  let quality: Int
  /// How long the sound is silent because somebody is hidden; nil where it is kept or left out as a whole.
  let silentSeconds: Double?
  /// Whether the film says that it is interlaced, and the render does not.
  var losesFields = false
}
