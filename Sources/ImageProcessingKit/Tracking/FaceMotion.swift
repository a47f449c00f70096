/// How a face moves beside one end of what was seen of it: on, as it did in the last quarter of a second.
struct FaceMotion {
  /// The sighting at that end.
  let origin: SeenFace
  /// Pictures in a second, across and down; nil where it was seen once only.
  let velocity: (x: Double, y: Double)?

  /// How far back sightings tell where a face goes, in seconds, and how many of them at most.
  private static let window = 0.25
  private static let mostSightings = 8
  /// How far apart two sightings may be, in seconds, that tell anything.
  private static let longestPause = 2.0
  /// No face is followed further than that, in pictures.
  private static let farthest = 2.0

  /// After the last sighting.
  static func after(_ seen: ArraySlice<SeenFace>) -> FaceMotion? {
    FaceMotion(seen.suffix(mostSightings).reversed())
  }

  /// Before the first one, back in time.
  static func before(_ seen: ArraySlice<SeenFace>) -> FaceMotion? {
    FaceMotion(Array(seen.prefix(mostSightings)))
  }

  /// - Parameter nearest: sightings from the end on; nil where there is none.
  private init?(_ nearest: [SeenFace]) {
    guard let origin = nearest.first else { return nil }
    self.origin = origin
    var known = nearest.prefix { abs($0.moment - origin.moment) <= Self.window }
    if known.count < 2, nearest.count > 1, abs(nearest[1].moment - origin.moment) <= Self.longestPause {
      known = nearest.prefix(2)
    }
    velocity = known.count < 2 ? nil : Self.slope(known)
  }

  /// Least squares. Moments of sightings differ.
  private static func slope(_ seen: ArraySlice<SeenFace>) -> (x: Double, y: Double) {
    let count = Double(seen.count)
    let moment = seen.reduce(0) { $0 + $1.moment } / count
    var (squares, x, y) = (0.0, 0.0, 0.0)
    for face in seen {
      let time = face.moment - moment
      squares += time * time
      x += time * (face.rect.x + face.rect.width / 2)
      y += time * (face.rect.y + face.rect.height / 2)
    }
    return squares > 0 ? (x / squares, y / squares) : (0, 0)
  }

  /// Where the face should be.
  func rect(at moment: Double) -> NormalizedRect {
    guard let velocity else { return origin.rect }
    let time = moment - origin.moment
    func bounded(_ distance: Double) -> Double { min(max(distance, -Self.farthest), Self.farthest) }
    var rect = origin.rect
    rect.x += bounded(velocity.x * time)
    rect.y += bounded(velocity.y * time)
    return rect
  }

  /// How fast it moves, in sizes of its own in a second.
  var speed: Double {
    guard let velocity else { return 0 }
    return max(abs(velocity.x) / origin.rect.width, abs(velocity.y) / origin.rect.height)
  }
}
