/// A face in a frame in which it was seen.
struct SeenFace: Sendable, Hashable {
  let frame: Int
  /// In seconds.
  let moment: Double
  var rect: NormalizedRect
  var score: Double
}

/// A track that may still change.
struct OpenTrack {
  /// Tracks that began earlier have lower ones.
  let serial: Int
  let kind: SubjectKind
  /// In order of the frames, at least one.
  private(set) var seen: [SeenFace]
  /// How far the picture was turned counterclockwise in the close look that saw it last.
  private(set) var degrees = 0
  private(set) var bestScore = 0.0
  private var scoreSum = 0.0
  /// Whether it is believed to be a face. Before, nothing is hidden for it.
  var isBelieved = false
  /// Whether a name was asked for it.
  var isAnnounced = false
  /// Frames in a row, the last ones, in which it was not seen.
  var misses = 0

  /// So many sightings in a row that are nearly good enough are, together.
  private static let persistence = 8
  private static let nearlyGood = 0.7

  init(serial: Int, _ sighting: FaceSighting, frame: Int, moment: Double) {
    self.serial = serial
    kind = sighting.kind
    seen = []
    add(sighting, frame: frame, moment: moment)
  }

  var first: SeenFace { seen[0] }
  var last: SeenFace { seen[seen.count - 1] }

  func sighting(in frame: Int) -> SeenFace? {
    let index = place(of: frame)
    return index < seen.count && seen[index].frame == frame ? seen[index] : nil
  }

  /// The last sighting before a frame.
  func sighting(before frame: Int) -> SeenFace? {
    let index = place(of: frame)
    return index > 0 ? seen[index - 1] : nil
  }

  /// The first sighting after a frame.
  func sighting(after frame: Int) -> SeenFace? {
    let index = place(of: frame + 1)
    return index < seen.count ? seen[index] : nil
  }

  /// Where the first sighting in a frame or later ones is.
  private func place(of frame: Int) -> Int { seen.firstIndex(notBelow: frame, by: \.frame) }

  mutating func add(_ sighting: FaceSighting, frame: Int, moment: Double) {
    add(SeenFace(frame: frame, moment: moment, rect: sighting.rect, score: sighting.score))
    degrees = sighting.degrees
  }

  private mutating func add(_ face: SeenFace) {
    bestScore = max(bestScore, face.score)
    scoreSum += face.score
    let index = place(of: face.frame)
    if index < seen.count, seen[index].frame == face.frame {
      scoreSum -= min(seen[index].score, face.score)
      seen[index].rect = seen[index].rect.union(face.rect)
      seen[index].score = max(seen[index].score, face.score)
    } else {
      seen.insert(face, at: index)
    }
  }

  /// Takes in what was seen of the same face elsewhere.
  mutating func absorb(_ other: OpenTrack) {
    if other.last.frame >= last.frame { (misses, degrees) = (other.misses, other.degrees) }
    isBelieved = isBelieved || other.isBelieved
    for face in other.seen { add(face) }
  }

  /// Whether what was seen so far is enough to believe in it.
  /// - Parameter threshold: the least probability that is believed of one frame alone.
  func isConvincing(threshold: Double) -> Bool {
    bestScore >= threshold
      || seen.count >= Self.persistence && scoreSum >= Self.nearlyGood * threshold * Double(seen.count)
  }
}
