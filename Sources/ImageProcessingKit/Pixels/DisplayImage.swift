/// All that a photo codes at display size, upright, and what the decoder had to say about it.
public struct DisplayImage: Sendable {
  /// The long side in pixels of the pictures that are written for people, where nothing asks for another.
  package static let standardSide = 1600

  /// What a viewer shows that heeds colour profiles.
  public var pixels: PixelBuffer
  /// What other viewers show, of the same size; empty for nearly all photos. Faces are looked for in these, too.
  package var otherViews: [PixelBuffer] = []
  public var warnings: [String]
  /// The decoder's, which is also among the warnings: some of the picture's data is not as it should be.
  package var decoderWarning: String?
}
