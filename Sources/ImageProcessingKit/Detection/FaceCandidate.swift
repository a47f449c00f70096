/// A box that one look at a picture takes for a face, or for what else it looks for.
struct FaceCandidate: Sendable, Hashable {
  /// Upright and normalised; it may reach beyond the picture.
  var rect: NormalizedRect
  /// The score of the network or cascade itself, 0…1.
  var score: Double
  var kind = SubjectKind.default
}

/// A part of a picture that is looked at alone, in pixels.
struct PicturePart: Sendable, Hashable {
  var x: Int
  var y: Int
  var width: Int
  var height: Int
}

extension PicturePart {
  /// Where it lies in its picture.
  func rect(in picture: PixelBuffer) -> NormalizedRect {
    NormalizedRect(
      x: Double(x) / Double(picture.width), y: Double(y) / Double(picture.height),
      width: Double(width) / Double(picture.width), height: Double(height) / Double(picture.height))
  }
}
