/// Decides which looks a frame gets, and which track each sighting is of.
///
/// Every frame is looked at quickly or in full. It is looked at in full where a scene begins and ends, at the latest half a second after
/// the last time, and where a face comes, goes or jumps. Where a face should be and was not seen, it is looked for closely.
struct LookPlan {
  /// What was seen in a frame.
  struct Seen {
    /// For each track what was seen of it.
    var ofTracks: [FaceSighting?]
    /// Sightings of none of them.
    var others: [FaceSighting]
  }

  /// The frame of the last full look, and its moment.
  private var last: (frame: Int, moment: Double)?
  /// Whether something happened that is to be looked into.
  private var isAskedFor = false

  /// Between full looks that are taken because something happened, in frames: of what flickers, something always happens, and in a crowd
  /// too, where they take longest.
  private static let shortestPause = 6
  private static let tracksPerFrameOfPause = 10
  /// How many faces are looked for closely in one frame, and how many of them turned, too: more are bridged until the next full look.
  static let mostPlaces = 24
  static let mostTurnedPlaces = 6
  /// For how many frames in a row a face is looked for that is not seen, and in which share of the frames from then on.
  static let persistence = 3
  private static let shareAfterwards = 4
  /// For how many frames it is looked for turned, too.
  private static let persistenceTurned = 2
  /// What overlaps less with where it should be has jumped.
  private static let jumpOverlap = 0.1
  /// Sightings of what is not believed that are worth a full look.
  private static let suspicious = 3

  /// - Parameters:
  ///   - isLast: whether a scene ends with the frame.
  ///   - expected: for each track where it should be.
  /// - Throws: `FaceBlurError` where a look fails or shows more faces than can be followed.
  mutating func look(
    at frame: FilmFrame, moment: Double, isLast: Bool, for tracks: [OpenTrack],
    expected: [TrackMatching.Expected], by looks: any FrameLooking
  ) throws(FaceBlurError) -> Seen {
    let pause = Self.shortestPause + tracks.count / Self.tracksPerFrameOfPause
    let isFull = isLast || isDue(frame.index, moment, pauseAtLeast: pause)
    var whole = try checked(isFull ? looks.fullLook(at: frame) : looks.quickLook(at: frame), looks)
    let missing = Self.missing(of: tracks, in: Self.assigned(whole, [], to: expected), expected)
    let close = missing.isEmpty ? [] : try checked(looks.closeLook(at: frame, for: missing), looks)
    var seen = Self.settled(whole, close, to: expected)
    if isFull {
      took(frame.index, moment)
    } else if isEventful(seen, tracks, expected, threshold: looks.threshold) {
      guard let last, frame.index - last.frame >= pause else {
        isAskedFor = true
        return seen
      }
      whole = (whole + (try checked(looks.fullLook(at: frame), looks))).joined()
      seen = Self.settled(whole, close, to: expected)
      took(frame.index, moment)
    }
    return seen
  }

  private func isDue(_ frame: Int, _ moment: Double, pauseAtLeast shortest: Int) -> Bool {
    guard let last else { return true }
    let pause = frame - last.frame
    return isAskedFor && pause >= shortest
      || !FilmSpan.betweenFullLooks.covers(frames: pause + 1, seconds: moment - last.moment)
  }

  private mutating func took(_ frame: Int, _ moment: Double) {
    last = (frame, moment)
    isAskedFor = false
  }

  /// What can be followed, each face once.
  private func checked(
    _ sightings: [FaceSighting], _ looks: any FrameLooking
  ) throws(FaceBlurError) -> [FaceSighting] {
    let valid = sightings.filter { $0.canBeFollowed(above: looks.floor) }
    guard valid.count(where: { $0.score >= looks.threshold }) <= SceneTracker.mostTracks else {
      throw .tooManyTracks(SceneTracker.mostTracks)
    }
    let surestFirst = valid.enumerated().sorted {
      (-$0.element.score, $0.offset) < (-$1.element.score, $1.offset)
    }
    return surestFirst.prefix(2 * SceneTracker.mostTracks).map(\.element).joined()
  }

  /// - Parameters:
  ///   - whole: what was seen in the whole frame.
  ///   - close: what was seen in close looks. Of those only what was looked for counts: so many looks take much for a face.
  private static func assigned(
    _ whole: [FaceSighting], _ close: [FaceSighting], to expected: [TrackMatching.Expected]
  ) -> Seen {
    let matches = TrackMatching.matches(of: expected, with: whole)
    let taken = Set(matches.compactMap { $0 })
    var seen = Seen(
      ofTracks: matches.map { $0.map { whole[$0] } },
      others: whole.indices.filter { !taken.contains($0) }.map { whole[$0] })
    guard !close.isEmpty else { return seen }
    let known = taken.map { whole[$0] }
    let found = close.filter { sighting in !known.contains { $0.isSameFace(as: sighting) } }
    let missing = expected.indices.filter { seen.ofTracks[$0] == nil }
    let closeMatches = TrackMatching.matches(of: missing.map { expected[$0] }, with: found)
    for (track, match) in zip(missing, closeMatches) {
      guard let match else { continue }
      var sighting = found[match]
      for other in seen.others where other.isSameFace(as: sighting) {
        sighting.rect = sighting.rect.union(other.rect)
        sighting.score = max(sighting.score, other.score)
      }
      seen.others.removeAll { $0.isSameFace(as: found[match]) }
      seen.ofTracks[track] = sighting
    }
    return seen
  }

  /// The same, and what nothing was found of is looked for far away.
  private static func settled(
    _ whole: [FaceSighting], _ close: [FaceSighting], to expected: [TrackMatching.Expected]
  ) -> Seen {
    var seen = assigned(whole, close, to: expected)
    let missing = expected.indices.filter { seen.ofTracks[$0] == nil && !expected[$0].isMotionKnown }
    guard !missing.isEmpty, !seen.others.isEmpty else { return seen }
    let matches = TrackMatching.matches(
      of: missing.map { expected[$0] }, with: seen.others, mayBeFast: true)
    for (track, match) in zip(missing, matches) { seen.ofTracks[track] = match.map { seen.others[$0] } }
    let taken = Set(matches.compactMap { $0 })
    seen.others = seen.others.indices.filter { !taken.contains($0) }.map { seen.others[$0] }
    return seen
  }

  /// Where is looked closely: where a face should be that is believed in, those first that were seen last.
  private static func missing(
    of tracks: [OpenTrack], in seen: Seen, _ expected: [TrackMatching.Expected]
  ) -> [ExpectedFace] {
    let missing = tracks.indices.filter { index in
      let misses = tracks[index].misses
      return seen.ofTracks[index] == nil && tracks[index].isBelieved && expected[index].rect.isValid
        && (misses < persistence || misses % shareAfterwards == 0)
    }
    let first = missing.sorted { (tracks[$0].misses, $0) < (tracks[$1].misses, $1) }.prefix(mostPlaces)
    return first.enumerated().map { place, index in
      ExpectedFace(
        rect: expected[index].rect, degrees: tracks[index].degrees,
        isLookedForTurned: tracks[index].misses < persistenceTurned && place < mostTurnedPlaces)
    }
  }

  private func isEventful(
    _ seen: Seen, _ tracks: [OpenTrack], _ expected: [TrackMatching.Expected], threshold: Double
  ) -> Bool {
    if seen.others.contains(where: { $0.score >= threshold }) { return true }
    return tracks.indices.contains { index in
      let track = tracks[index]
      guard let sighting = seen.ofTracks[index] else { return track.isBelieved && track.misses == 0 }
      return track.isBelieved
        ? sighting.rect.overlap(expected[index].rect) < Self.jumpOverlap
        : track.seen.count + 1 == Self.suspicious
    }
  }
}

extension FaceSighting {
  /// The shortest side of a box that is followed, as a part of the picture: less is no pixel of any film.
  private static let leastSide = 1e-5

  /// Whether it is a box in the picture with a score that counts.
  func canBeFollowed(above floor: Double) -> Bool {
    rect.isValid && min(rect.width, rect.height) >= Self.leastSide && score >= floor
  }

  /// Whether two boxes in one frame are around one face.
  func isSameFace(as other: FaceSighting) -> Bool {
    kind == other.kind && rect.overlap(other.rect) > FaceFusion.sameFaceOverlap
  }
}
