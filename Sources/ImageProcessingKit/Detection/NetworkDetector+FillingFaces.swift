// The looks at faces that fill the picture or are larger than it: networks know a face by what is around it, and around such a one nothing is. So the
// picture is shown small and with a border, each way round, for it may have been stored on its side.
extension NetworkDetector {
  /// How it is shown. Of faces that one border shows the other loses some.
  private static let borders: [(border: PictureBorder, longSide: Int)] = [(.mean, 320), (.mirrored, 256)]
  private static let turns = [0, 90, 180, 270]
  /// What is taken off the score. Of 545 parts of photos without a face nine are taken for one so.
  private static let cautionInBorder = 0.1

  /// Takes those looks where no other one was sure of anybody.
  /// - Returns: whom they see, each once: shown no border, both networks see nothing there.
  func fillingFaces(of view: ViewLooks) throws(FaceBlurError) -> [DetectedFace] {
    guard effort.looksClosely, let picture = view.shown?.small,
      view.fusion.faces(threshold: DetectedFace.sureScore).isEmpty
    else { return [] }
    let looks = Self.borders.flatMap { border, side in
      let inside = LookShrinker.shrink(picture, toLongSide: PictureBorder.pictureSide(of: side))
      let bordered = border.around(inside)
      let longSide = DetectionShim.size(side, for: bordered, maxEnlargement: effort.maxEnlargement)
      let scale = Double(longSide) / Double(max(bordered.width, bordered.height))
      return Self.turns.map { degrees in
        unjudgedLook(
          at: bordered, lyingIn: PictureBorder.rect(around: inside), longSide: longSide, degrees: degrees,
          scale: scale * Double(inside.width) / Double(view.size.width), caution: Self.cautionInBorder,
          trusted: Self.fillingFace..<Double.infinity, size: "\(longSide) bordered")
      }
    }
    // What is seen in the border is not there.
    return try faces(seenBy: looks, of: view) { NormalizedRect.wholePicture.containsMiddle(of: $0.rect) }
  }
}
