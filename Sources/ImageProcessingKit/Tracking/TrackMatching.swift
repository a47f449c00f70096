import Foundation

/// Which sightings are of which tracks.
///
/// Greedy, the best pair first: what overlaps most is the same face, and who crosses another one's way is told apart by where each was
/// going. An assignment of the least total cost would differ where a sighting lies between two tracks and another one beside only one of
/// them; whichever takes it, the other is bridged or begins anew, and both faces are hidden.
struct TrackMatching {
  /// Where a track should be in a frame.
  struct Expected {
    let rect: NormalizedRect
    let kind: SubjectKind
    /// Since it was seen, or until it is.
    let seconds: Double
    /// Whether it is known where it goes.
    let isMotionKnown: Bool
  }

  /// How far from where it should be a face may be, in sizes of its own: at once, more for every second, and at most.
  private static let reach = (start: 0.6, perSecond: 1.5, most: 2.0)
  /// The same where it was seen once only: it may be fast.
  private static let reachUnknown = (start: 0.6, perSecond: 45.0, most: 2.5)
  /// By what factor its sides may have changed.
  private static let sizeFactor = 2.0
  /// What shares so much of the union is near enough whatever the rest.
  private static let sameFaceOverlap = 0.3
  /// What being near is worth beside overlapping, what another size takes off, and what a good score adds.
  private static let (nearness, otherSize, certainty) = (0.5, 0.25, 0.1)

  /// - Returns: for each track the sighting that it has, or nil.
  static func matches(of tracks: [Expected], with sightings: [FaceSighting]) -> [Int?] {
    var pairs: [(value: Double, track: Int, sighting: Int)] = []
    for (track, expected) in tracks.enumerated() {
      for (index, sighting) in sightings.enumerated() {
        if let value = value(of: sighting, for: expected) { pairs.append((value, track, index)) }
      }
    }
    pairs.sort { (-$0.value, $0.track, $0.sighting) < (-$1.value, $1.track, $1.sighting) }
    var matches = [Int?](repeating: nil, count: tracks.count)
    var isTaken = [Bool](repeating: false, count: sightings.count)
    for pair in pairs where matches[pair.track] == nil && !isTaken[pair.sighting] {
      matches[pair.track] = pair.sighting
      isTaken[pair.sighting] = true
    }
    return matches
  }

  /// How well a sighting fits a track; nil where it is of something else.
  private static func value(of sighting: FaceSighting, for expected: Expected) -> Double? {
    let (one, other) = (expected.rect, sighting.rect)
    guard expected.kind == sighting.kind else { return nil }
    let across = abs(one.x + one.width / 2 - other.x - other.width / 2) / ((one.width + other.width) / 2)
    let limits = expected.isMotionKnown ? reach : reachUnknown
    let reach = min(limits.start + limits.perSecond * expected.seconds, limits.most)
    // Most pairs are told apart here.
    guard across < max(reach, 1) else { return nil }
    let down = abs(one.y + one.height / 2 - other.y - other.height / 2) / ((one.height + other.height) / 2)
    let distance = (across * across + down * down).squareRoot()
    let factor = (other.area / one.area).squareRoot()
    let overlap = one.overlap(other)
    guard overlap > sameFaceOverlap || distance < reach && (1 / sizeFactor...sizeFactor).contains(factor)
    else { return nil }
    return overlap + nearness * (1 - distance / reach) - otherSize * abs(log2(factor))
      + certainty * sighting.score
  }
}
