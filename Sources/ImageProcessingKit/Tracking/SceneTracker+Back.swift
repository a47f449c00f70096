// Tracks run both ways in time: whoever is seen in one frame is looked for closely in those before.
extension SceneTracker {
  /// A track that is followed back.
  private struct Walk {
    let track: Int
    /// Frames in a row in which nothing was seen of it.
    var misses = 0
    var isOver = false
  }

  /// So many frames in a row without it are enough.
  private static let mostMisses = 3
  /// How many places are looked at for one frame, in all frames before it: who begins in a crowd is not followed back all the way, but
  /// hidden before nevertheless.
  private static let mostPlaces = 96

  /// Looks for faces in the frames that are kept, from the last one back: between two sightings, and before the first.
  ///
  /// Who comes to where another track ended is the same face, and goes on with that track.
  /// - Parameter begun: the tracks whose faces were just seen, for the first time or again.
  mutating func followBack(
    _ begun: [Int], _ times: FrameTimes, _ names: inout TrackNames
  ) throws(FaceBlurError) {
    var walks = begun.map { Walk(track: $0) }
    var absorbed: Set<Int> = []
    var placesLeft = Self.mostPlaces
    for frame in kept.reversed() {
      let moment = times.moment(of: frame.index)
      var places: [(walk: Int, expected: TrackMatching.Expected)] = []
      for index in walks.indices where !walks[index].isOver && places.count < LookPlan.mostPlaces {
        if let expected = expected(walks[index], in: frame.index, at: moment) {
          places.append((index, expected))
        } else {
          walks[index].isOver = true
        }
      }
      guard !places.isEmpty, places.count <= placesLeft else { break }
      placesLeft -= places.count
      let faces = places.enumerated().map { number, place in
        let walk = walks[place.walk]
        return ExpectedFace(
          rect: place.expected.rect, degrees: tracks[walk.track].degrees,
          isLookedForTurned: number < LookPlan.mostTurnedPlaces && frame.index == kept.last?.index)
      }
      let found = try looks.closeLook(at: frame, for: faces).filter {
        $0.canBeFollowed(above: looks.floor)
      }
      let matches = TrackMatching.matches(of: places.map(\.expected), with: found)
      for (place, match) in zip(places, matches) {
        let track = walks[place.walk].track
        guard let match else {
          walks[place.walk].misses += 1
          walks[place.walk].isOver = walks[place.walk].misses >= Self.mostMisses
          continue
        }
        walks[place.walk].misses = 0
        guard let owner = owner(of: found[match], in: frame.index, but: track, absorbed) else {
          tracks[track].add(found[match], frame: frame.index, moment: moment)
          continue
        }
        walks[place.walk].isOver = true
        if tracks[owner].last.frame == frame.index, tracks[track].first.frame > frame.index,
          !begun.contains(owner)
        {
          tracks[owner].absorb(tracks[track])
          names.remove(tracks[track].serial)
          absorbed.insert(track)
        }
      }
    }
    for track in absorbed.sorted(by: >) { tracks.remove(at: track) }
  }

  /// Where a track should be in a frame that is past; nil where nobody need look.
  private func expected(_ walk: Walk, in frame: Int, at moment: Double) -> TrackMatching.Expected? {
    let track = tracks[walk.track]
    guard track.sighting(in: frame) == nil, let later = track.sighting(after: frame) else { return nil }
    guard let earlier = track.sighting(before: frame) else {
      guard let motion = FaceMotion.before(track.seen[...]) else { return nil }
      let rect = motion.rect(at: moment)
      guard rect.isValid else { return nil }
      return TrackMatching.Expected(
        rect: rect, origin: later.rect, kind: track.kind, seconds: later.moment - moment,
        isMotionKnown: motion.velocity != nil)
    }
    let part = (moment - earlier.moment) / (later.moment - earlier.moment)
    let rect = earlier.rect.mixed(with: later.rect, part)
    return TrackMatching.Expected(
      rect: rect, origin: rect, kind: track.kind,
      seconds: min(later.moment - moment, moment - earlier.moment), isMotionKnown: true)
  }

  /// The other track that was seen there.
  private func owner(
    of sighting: FaceSighting, in frame: Int, but track: Int, _ absorbed: Set<Int>
  ) -> Int? {
    tracks.indices.first { index in
      index != track && !absorbed.contains(index) && tracks[index].kind == sighting.kind
        && tracks[index].sighting(in: frame).map {
          $0.rect.overlap(sighting.rect) > FaceFusion.sameFaceOverlap
        } == true
    }
  }

  /// Joins tracks of one face that is seen as the one or as the other, and in no frame as both.
  mutating func joinDoubles(at moment: Double, _ names: inout TrackNames) {
    let missed = tracks.indices.filter { tracks[$0].misses > 0 && tracks[$0].isBelieved }
    guard !missed.isEmpty else { return }
    let places = missed.map { tracks[$0].expected(at: moment).rect }
    var absorbed: Set<Int> = []
    for index in tracks.indices where tracks[index].misses == 0 && tracks[index].isBelieved {
      let rect = tracks[index].last.rect
      for (other, place) in zip(missed, places)
      where !absorbed.contains(other) && place.overlap(rect) > FaceFusion.sameFaceOverlap {
        let (older, younger) = (min(index, other), max(index, other))
        guard !absorbed.contains(older), !absorbed.contains(younger),
          tracks[older].kind == tracks[younger].kind,
          names.isUnnamed(tracks[younger].serial), tracks[younger].first.frame > tracks[older].first.frame,
          tracks[younger].seen.allSatisfy({ tracks[older].sighting(in: $0.frame) == nil })
        else { continue }
        tracks[older].absorb(tracks[younger])
        names.remove(tracks[younger].serial)
        absorbed.insert(younger)
      }
    }
    for track in absorbed.sorted(by: >) { tracks.remove(at: track) }
  }
}
