// The looks at a small picture at what the others lose: on the blocks of hard compression, combs of interlaced films, ripples of glass and blurred by
// motion they see nothing where they look closer, and so do not look at all; what is seen at a slant is too narrow for them, and haze too flat.
extension NetworkDetector {
  /// The long sides in pixels of the looks at the picture as it is, and the long sides in their pixels of the faces that they are believed about.
  private static let smallSides = [320, 256, 160]
  private static let smallFaces = 20.0..<fillingFace
  /// Those of the looks at the picture as a camera before it would see it from the front, or with its levels drawn apart.
  private static let otherSides = [320, 640]
  /// How high the picture is shown that a poster or screen may be seen in at a slant: at 70 degrees it is a third as wide as from the front.
  private static let squeezed = 0.4
  /// What is taken off the score. From .75 on each of these pictures shows one to six boxes that are no faces in 197 photos, and none in 24 without people.
  private static let cautionAlone = 0.15

  /// Takes those looks.
  /// - Parameter known: the faces that were seen.
  /// - Returns: who is seen in places where nobody was, each once.
  func seenSmall(in view: ViewLooks, besides known: [DetectedFace]) throws(FaceBlurError) -> [DetectedFace] {
    guard effort.looksClosely, let picture = view.shown?.small else { return [] }
    var looks = Self.smallSides.map { look(at: picture, picture, $0, "alone", Self.smallFaces, of: view) }
    let height = max(1, Int((Double(picture.height) * Self.squeezed).rounded()))
    let squeezed = AreaResampler.shrink(
      picture, extent: (Double(picture.width), Double(picture.height)), width: picture.width, height: height)
    for (other, name) in [(squeezed, "squeezed"), (LocalLevels.drawnApart(picture), "drawn apart")] {
      guard let other else { continue }
      looks += Self.otherSides.map { look(at: other, picture, $0, name, 0..<Double.infinity, of: view) }
    }
    return try faces(seenBy: looks, of: view) { candidate in
      !known.contains {
        $0.kind == candidate.kind && $0.rect.intersection(candidate.rect).area > candidate.rect.area / 4
      }
    }
  }

  /// - Parameters:
  ///   - shown: the picture, or what was made of it.
  ///   - longSide: that the picture would have; what is squeezed is shown at the same width.
  private func look(
    at shown: PixelBuffer, _ picture: PixelBuffer, _ longSide: Int, _ name: String, _ trusted: Range<Double>,
    of view: ViewLooks
  ) -> UnjudgedLook {
    let side = DetectionShim.size(longSide, for: picture, maxEnlargement: effort.maxEnlargement)
    let shownSide = max(shown.width, shown.height) * side / max(picture.width, picture.height)
    return unjudgedLook(
      at: shown, longSide: max(shownSide, DetectionShim.smallestLook),
      scale: Double(side) / Double(max(view.size.width, view.size.height)), caution: Self.cautionAlone,
      trusted: trusted, size: "\(longSide) \(name)")
  }
}
