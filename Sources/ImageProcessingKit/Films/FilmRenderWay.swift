/// How the pictures of a render came to be.
enum FilmRenderWay: String, Sendable, Hashable, Codable, CaseIterable {
  /// Groups of pictures with nothing to hide are copied, the others are coded anew.
  case spliced
  /// Every picture is coded anew.
  case whole
}
