/// How a film is rendered beside its plan.
struct FilmRenderOptions: Sendable, Hashable {
  var audio = AudioChoice.keep
  /// How finely pictures are coded anew, as x264 and x265 mean their constant rate factor, 0…51; nil for as finely as the film's own bytes
  /// allow.
  var quality: Int?
}
