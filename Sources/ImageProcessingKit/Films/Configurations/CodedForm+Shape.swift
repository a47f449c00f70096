extension CodedForm {
  /// Rows and columns that a block of code may have beyond the picture.
  private static let maxMargin = 64

  /// The pictures that decoders give: what the code says, also where the track states the size with its margins.
  /// - Parameter stated: by the track, in pixels.
  /// - Throws: `FaceBlurError` where it is too large, or code and track say different things.
  func shape(stated: (width: Int, height: Int)) throws(FaceBlurError) -> PlanarShape {
    let size = size ?? Size(width: stated.width, height: stated.height)
    guard size.width > 0, size.height > 0 else { throw .damagedFilm("its pictures have no size") }
    guard max(size.width, size.height) <= FilmLimits.maxSide,
      size.width * size.height <= FilmLimits.maxPixels
    else { throw .filmTooLarge("its pictures have \(size.width) × \(size.height) pixels") }
    guard abs(size.width - stated.width) <= Self.maxMargin, abs(size.height - stated.height) <= Self.maxMargin
    else {
      throw .damagedFilm(
        "its pictures have \(size.width) × \(size.height) pixels, and its track says \(stated.width) × \(stated.height)"
      )
    }
    return PlanarShape(width: size.width, height: size.height, chroma: chroma, depth: depth)
  }
}
