/// What the looks of a smaller effort believed, which more looks do not doubt.
///
/// With more looks other boxes are the surest, and other places are shown again. Most faces are found better then; here and there one would
/// be lost that fewer looks find.
struct KeptFaces {
  private var faces: [FaceFusion.Place] = []
  /// The probability from which on they were believed.
  private var threshold = 0.0

  init() {}

  /// - Parameters:
  ///   - places: all that were seen so far.
  ///   - threshold: the probability from which on they are kept.
  init(_ places: [FaceFusion.Place], threshold: Double) {
    faces = places.filter { $0.probability >= threshold }
    self.threshold = threshold
  }

  /// Sees to it that each is believed among the places that all looks see, at least as much, and is hidden as far as it reached.
  /// - Parameter area: where their boxes have their middle; nil for everywhere.
  func keep(in places: inout [FaceFusion.Place], area: NormalizedRect?) {
    for face in faces where area?.containsMiddle(of: face.box.clampedToPicture()) ?? true {
      let isHidden = places.contains {
        $0.kind == face.kind && $0.probability >= threshold && $0.face.contains(face.face)
      }
      if !isHidden { Self.keep(face, in: &places) }
    }
  }

  private static func keep(_ face: FaceFusion.Place, in places: inout [FaceFusion.Place]) {
    let overlaps = places.map { $0.kind == face.kind ? $0.box.overlap(face.box) : 0 }
    guard let nearest = overlaps.indices.max(by: { overlaps[$0] < overlaps[$1] }),
      overlaps[nearest] > FaceFusion.sameFaceOverlap
    else { return places.append(face) }
    var place = places[nearest]
    place.gain = max(place.gain, face.logOdds + face.gain - place.logOdds)
    place.face = place.face.union(face.face)
    place.seenBy += face.seenBy.filter { !place.seenBy.contains($0) }
    places[nearest] = place
  }
}
