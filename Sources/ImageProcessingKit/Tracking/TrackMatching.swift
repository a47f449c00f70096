internal import Glibc

/// Which sightings are of which tracks.
///
/// Greedy, the best pair first: what overlaps most is the same face, and who crosses another one's way is told apart by where each was
/// going. An assignment of the least total cost would differ where a sighting lies between two tracks and another one beside only one of
/// them; whichever takes it, the other is bridged or begins anew, and both faces are hidden.
struct TrackMatching {
  /// Where a track should be in a frame.
  struct Expected {
    let rect: NormalizedRect
    /// Where it was seen: it may have stayed or turned back.
    let origin: NormalizedRect
    let kind: SubjectKind
    /// Since it was seen, or until it is.
    let seconds: Double
    /// Whether it is known where it goes.
    let isMotionKnown: Bool
  }

  /// How far from where it should be a face may be, in sizes of its own: at once, more for every second, and at most.
  private static let reach = (start: 0.6, perSecond: 1.5, most: 2.5)
  /// The same where it was seen once only and nothing else was found: it may be fast.
  private static let reachOfFast = (start: 0.6, perSecond: 45.0, most: 2.5)
  /// By what factor its sides may have changed.
  private static let sizeFactor = 2.0
  /// What shares so much of the union is near enough whatever the rest.
  private static let sameFaceOverlap = 0.3
  /// What being near is worth beside overlapping, what another size takes off, and what a good score adds.
  private static let (nearness, otherSize, certainty) = (0.5, 0.25, 0.1)

  /// What it takes off that a face is where it was and not where it was going.
  private static let originPenalty = 0.2

  /// - Parameter mayBeFast: whether faces of which it is not known where they go are looked for far away.
  /// - Returns: for each track the sighting that it has, or nil.
  static func matches(
    of tracks: [Expected], with sightings: [FaceSighting], mayBeFast: Bool = false
  ) -> [Int?] {
    var pairs: [(value: Double, track: Int, sighting: Int)] = []
    for (track, expected) in tracks.enumerated() {
      let limits = mayBeFast && !expected.isMotionKnown ? reachOfFast : reach
      let reach = min(limits.start + limits.perSecond * expected.seconds, limits.most)
      for (index, sighting) in sightings.enumerated() where sighting.kind == expected.kind {
        let there = value(of: sighting, at: expected.rect, reach: reach)
        let here =
          expected.isMotionKnown ? value(of: sighting, at: expected.origin, reach: reach) : nil
        let best = [there, here.map { $0 - originPenalty }].compactMap { $0 }.max()
        if let best { pairs.append((best, track, index)) }
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

  /// How well a sighting fits a place; nil where it is of something else.
  private static func value(
    of sighting: FaceSighting, at place: NormalizedRect, reach: Double
  ) -> Double? {
    let other = sighting.rect
    let across =
      abs(place.x + place.width / 2 - other.x - other.width / 2) / ((place.width + other.width) / 2)
    // Most pairs are told apart here.
    guard across < max(reach, 1) else { return nil }
    let down =
      abs(place.y + place.height / 2 - other.y - other.height / 2) / ((place.height + other.height) / 2)
    let distance = (across * across + down * down).squareRoot()
    let factor = (other.area / place.area).squareRoot()
    let overlap = place.overlap(other)
    guard overlap > sameFaceOverlap || distance < reach && (1 / sizeFactor...sizeFactor).contains(factor)
    else { return nil }
    return overlap + nearness * (1 - distance / reach) - otherSize * abs(log2(factor))
      + certainty * sighting.score
  }
}
