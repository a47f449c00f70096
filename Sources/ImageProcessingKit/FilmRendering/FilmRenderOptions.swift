/// How a film is rendered beside its plan.
struct FilmRenderOptions: Sendable, Hashable {
  var audio = AudioChoice.keep
  /// How finely pictures are coded anew, as x264 and x265 mean their constant rate factor, 0…51; nil for as finely as the film's own bytes
  /// allow.
  var quality: Int?
  /// Times of pictures that cannot be decoded without faults: what decoders make of these is coded anew, and not copied.
  var damaged: Set<Int> = []
  /// Times of pictures in whose code the file of another one lies: they are coded anew, and not copied.
  var carriers: Set<Int> = []
}
