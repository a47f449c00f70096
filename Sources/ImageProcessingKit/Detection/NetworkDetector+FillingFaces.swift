// The looks at faces that fill the picture or are larger than it: networks know a face by what is around it, and around such a one nothing is. So the
// picture is shown small and with a border, each way round, for it may have been stored on its side.
extension NetworkDetector {
  /// How it is shown. Of faces that one border shows the other loses some.
  private static let borders: [(border: PictureBorder, longSide: Int)] = [(.mean, 320), (.mirrored, 256)]
  private static let turns = [0, 90, 180, 270]
  /// What is taken off the score. Of 545 parts of photos without a face nine are taken for one so.
  private static let cautionInBorder = 0.1

  /// Takes those looks where no other one was sure of anybody.
  /// - Returns: what they saw, which no other look judges: shown no border, both networks see nothing there. Nil where they see nobody or were
  ///   not taken.
  func fillingFaces(of view: ViewLooks) throws(FaceBlurError) -> FaceFusion? {
    guard effort.looksClosely, let picture = view.shown?.small,
      view.fusion.faces(threshold: DetectedFace.sureScore).isEmpty
    else { return nil }
    var looks: [(network: NetworkLook, rect: NormalizedRect, described: FaceFusion.Look)] = []
    for (border, side) in Self.borders {
      let inside = LookShrinker.shrink(picture, toLongSide: PictureBorder.pictureSide(of: side))
      let bordered = border.around(inside)
      let longSide = DetectionShim.size(side, for: bordered, maxEnlargement: effort.maxEnlargement)
      let rect = PictureBorder.rect(around: inside)
      let scale = Double(longSide) / Double(max(bordered.width, bordered.height))
      for degrees in Self.turns {
        looks.append(
          (
            NetworkLook(
              network: first.kind, picture: bordered, longSide: longSide, degrees: degrees,
              floor: FaceEvidence.floor(of: first.kind) + Self.cautionInBorder),
            rect,
            FaceFusion.Look(
              network: first.kind, degrees: degrees,
              scale: scale * Double(inside.width) / Double(view.size.width), caution: Self.cautionInBorder,
              trusted: Self.fillingFace..<Double.infinity, size: "\(longSide) bordered")
          ))
      }
    }
    var fusion = FaceFusion(width: view.size.width, height: view.size.height, evidence: evidence)
    let whole = NormalizedRect(x: 0, y: 0, width: 1, height: 1)
    for (look, seen) in zip(looks, try candidates(of: looks.map(\.network))) {
      // What is seen in the border is not there.
      let own = seen.map { $0.lying(in: look.rect) }.filter { whole.containsMiddle(of: $0.rect) }
      try fusion.add(own, of: look.described)
    }
    return fusion.faces(threshold: identity.threshold).isEmpty ? nil : fusion
  }
}
