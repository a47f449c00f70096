/// The faces that were seen in each frame of a film.
struct SeenFaces {
  private var boxes: [Int: [(id: String, box: TrackBox)]] = [:]

  /// - Parameters:
  ///   - tracks: of which the boxes count in which a face was seen.
  ///   - isLeftOut: whether a box is of nobody who is to be hidden.
  init(_ tracks: [FaceTrack], without isLeftOut: (TrackBox) -> Bool) {
    for track in tracks {
      for box in track.boxes {
        guard case .seen = box.origin, !isLeftOut(box) else { continue }
        boxes[box.time, default: []].append((track.id, box))
      }
    }
  }

  var isEmpty: Bool { boxes.isEmpty }

  /// The tracks of these faces of which one is seen in the other film as well, at the same time and in the same place, in the order of their
  /// numbers.
  func shared(with other: SeenFaces) -> [String] {
    var ids: Set<String> = []
    for (time, seen) in boxes {
      let others = other.boxes[time] ?? []
      for face in seen where !ids.contains(face.id) {
        if others.contains(where: { $0.box.isSame(as: face.box.rect) }) { ids.insert(face.id) }
      }
    }
    return ids.sorted { ($0.count, $0) < ($1.count, $1) }
  }
}

extension TrackBox {
  /// Whether two boxes of a frame are of one face.
  func isSame(as other: NormalizedRect) -> Bool { rect.overlap(other) > RegionPlan.sameFace }
}
