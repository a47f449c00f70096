/// All that a photo codes at display size, upright, and what the decoder had to say about it.
public struct DisplayImage: Sendable {
  /// The long side in pixels of the pictures that are written for people, where nothing asks for another.
  package static let standardSide = 1600

  /// What a viewer shows that heeds colour profiles.
  public var pixels: PixelBuffer
  /// What other viewers show, each in its own way; empty for nearly all photos. Faces are looked for in these, too.
  package var otherViews: [DisplayView] = []
  public var warnings: [String]
  /// The decoder's, which is also among the warnings: some of the picture's data is not as it should be.
  package var decoderWarning: String?

  /// What any viewer shows, what most do first.
  var everyView: [PixelBuffer] { [pixels] + otherViews.map(\.pixels) }

  /// What viewers of a kind show; nil where that is nothing else than another picture here shows.
  func view(_ kind: DisplayView.Kind) -> PixelBuffer? { otherViews.first { $0.kind == kind }?.pixels }
}
