/// A look by the network that looks first which no other look judges: of what it is taken for they see nothing.
struct UnjudgedLook {
  let network: NetworkLook
  let described: FaceFusion.Look
  /// Where the picture that it shows lies in the view's.
  let rect: NormalizedRect
}

extension NetworkDetector {
  /// - Parameters:
  ///   - shown: the picture, or what was made of it.
  ///   - rect: where that lies in the view's picture.
  ///   - longSide: of what is shown, in pixels of the look.
  ///   - scale: pixels of the look for one of the photo's.
  ///   - caution: what is taken off its scores.
  ///   - trusted: the long sides in its pixels of the faces that it is believed about.
  ///   - size: how people read its size.
  func unjudgedLook(
    at shown: PixelBuffer, lyingIn rect: NormalizedRect = .wholePicture, longSide: Int, degrees: Int = 0,
    scale: Double, caution: Double, trusted: Range<Double>, size: String
  ) -> UnjudgedLook {
    UnjudgedLook(
      network: NetworkLook(
        network: first.kind, picture: shown, longSide: longSide, degrees: degrees,
        floor: FaceEvidence.floor(of: first.kind) + caution),
      described: FaceFusion.Look(
        network: first.kind, degrees: degrees, scale: scale, caution: caution, trusted: trusted, size: size),
      rect: rect)
  }

  /// Takes some of them.
  /// - Parameter counts: whether a place in the view's picture may be a face.
  /// - Returns: whom they see, each once, the surest first.
  func faces(
    seenBy looks: [UnjudgedLook], of view: ViewLooks, where counts: (FaceCandidate) -> Bool
  ) throws(FaceBlurError) -> [DetectedFace] {
    var fusion = FaceFusion(width: view.size.width, height: view.size.height, evidence: evidence)
    for (look, seen) in zip(looks, try candidates(of: looks.map(\.network))) {
      try fusion.add(seen.map { $0.lying(in: look.rect) }.filter(counts), of: look.described)
    }
    return fusion.faces(threshold: identity.threshold)
  }
}
