/// The upright size of a picture and how it is stored, by which a place in one version of a photo or film is found in another one that was
/// turned.
struct UprightShape: Sendable, Hashable {
  /// Of the upright picture, in pixels.
  let width: Int
  let height: Int
  let orientation: Orientation

  /// Where an upright, normalised rectangle of one version lies in another one, likewise.
  typealias Way = (NormalizedRect) -> NormalizedRect

  /// Where what is in this version lies in another one, by each way in which that may have been made of it.
  ///
  /// Whoever turns a picture changes how it is to be turned and leaves what is stored, or turns what is stored, with or without a change of what
  /// is seen. Which of that was done, the proportions of the sides tell, and where they fit more than one, all ways are given. That
  /// a picture was stored upside down, or mirrored, they do not tell.
  /// - Returns: nothing where the proportions are none of this version: it is a part of this one, or another picture.
  func ways(to other: UprightShape) -> [Way] {
    var ways: [Way] = []
    let isAsUpright = Self.areAlike((width, height), (other.width, other.height))
    if isAsUpright { ways.append { $0 } }
    if orientation != other.orientation, Self.areAlike(storedSize, other.storedSize) {
      ways.append { [orientation] in
        other.orientation.upright(fromStored: orientation.stored(fromUpright: $0))
      }
    }
    // What is stored may have been turned whatever became of the note, and in which way, the sides do not tell. Nor do they where they are equal.
    if !isAsUpright || isSquare, Self.areAlike((width, height), (other.height, other.width)) {
      for way in [Orientation.right, .left] { ways.append { way.upright(fromStored: $0) } }
    }
    return ways
  }

  /// Each place that a rectangle may have in another version, once.
  func places(of rect: NormalizedRect, in other: UprightShape) -> [NormalizedRect] {
    ways(to: other).reduce(into: []) { places, way in
      let place = way(rect)
      if !places.contains(place) { places.append(place) }
    }
  }

  private var isSquare: Bool { Self.areAlike((width, height), (height, width)) }

  private var storedSize: (width: Int, height: Int) {
    orientation.swapsAxes ? (height, width) : (width, height)
  }

  /// What may be cut off at an edge where blocks of a JPEG are turned, as a part of a side.
  private static let ease = 0.01

  /// Whether two sizes have the same proportions, as near as whole pixels and blocks allow.
  static func areAlike(_ a: (width: Int, height: Int), _ b: (width: Int, height: Int)) -> Bool {
    let (across, down) = (Double(a.width) * Double(b.height), Double(a.height) * Double(b.width))
    return abs(across - down) <= ease * max(across, down)
  }
}
