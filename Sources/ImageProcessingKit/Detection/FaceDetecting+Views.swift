extension FaceDetecting {
  /// The faces of a picture as any viewer shows it, each once, the surest first: a face that one of the views shows is a face.
  /// A photo that all viewers show alike is looked at once.
  /// - Throws: `FaceBlurError` where the engine fails, or gives what is no face.
  public func faces(in image: DisplayImage) throws(FaceBlurError) -> [DetectedFace] {
    var all = try faces(in: image.pixels).checked(of: identity)
    guard !image.otherViews.isEmpty else { return all }
    for view in image.otherViews { all += try faces(in: view.pixels).checked(of: identity) }
    return all.joined()
  }

  /// The faces of a photo as any viewer shows it, each once, the surest first, those that are small in a large photo among them where
  /// the detector knows how to look for them.
  /// - Throws: `FaceBlurError` where the engine fails or gives what is no face, or the photo cannot be decoded.
  package func faces(in image: DisplayImage, of photo: some BandedPhoto) throws(FaceBlurError)
    -> [DetectedFace]
  {
    guard let banded = self as? any BandedFaceDetecting else { return try faces(in: image) }
    return try banded.faces(in: image, of: photo).checked(of: identity)
  }
}

extension [DetectedFace] {
  /// What a detector has found and the picture shows a part of. Other programs bring detectors of their own, and what is no number would
  /// be hidden nowhere.
  /// - Throws: `FaceBlurError` of kind `invalidArgument` where a box is no rectangle, or a score not 0 to 1.
  func checked(of detector: DetectorIdentity) throws(FaceBlurError) -> [DetectedFace] {
    guard allSatisfy({ $0.rect.isSound && (0...1).contains($0.score) }) else {
      throw FaceBlurError(
        .invalidArgument, "the detector \(detector.name) gave a face whose box or score is out of range",
        advice: "nothing was written")
    }
    return filter(\.rect.isValid)
  }

  /// What several looks at one picture found, each once, the surest first: those of one kind in one place are one.
  /// - Parameter uniting: whether its box is around all boxes, and not the surest one alone.
  func joined(uniting: Bool = false) -> [DetectedFace] {
    var joined: [DetectedFace] = []
    for face in surestFirst.map({ self[$0] }) {
      let known = joined.firstIndex {
        $0.kind == face.kind && $0.rect.overlap(face.rect) > FaceFusion.sameFaceOverlap
      }
      if let index = known {
        if uniting { joined[index].rect = joined[index].rect.union(face.rect) }
        joined[index].note(face.seenBy)
      } else {
        joined.append(face)
      }
    }
    return joined
  }

  /// Where they are, the surest first. Equal ones keep their order, so that the result does not depend on the sorting algorithm.
  var surestFirst: [Int] {
    indices.sorted { (-self[$0].score, $0) < (-self[$1].score, $1) }
  }
}

extension DetectedFace {
  /// Adds looks that saw it, too.
  mutating func note(_ looks: [String]) {
    seenBy += looks.filter { !seenBy.contains($0) }
  }
}
