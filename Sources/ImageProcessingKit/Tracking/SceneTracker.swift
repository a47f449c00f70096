/// The tracks of one scene. Every scene has one of its own, so that nothing of one gets into another.
struct SceneTracker {
  let looks: any FrameLooking
  /// The scene's first frame, and where it ends as far as it is known.
  private let start: Int
  private var end: Int
  /// By when they began.
  var tracks: [OpenTrack] = []
  /// The last frames, without the one that is being looked at.
  private(set) var kept: [FilmFrame] = []
  private(set) var nextSerial: Int
  private var plan = LookPlan()

  /// How many frames can be looked at once more.
  static let keptFrames = 24
  /// How many faces are followed at the same time.
  static let mostTracks = 1000
  /// How many boxes open tracks may have together: 128 MB.
  static let mostBoxes = 1 << 21
  /// So many frames in a row without it end a track that nobody believes in.
  private static let mostMissesOfSuspicion = 5
  /// Frames before a track's first sighting that are hidden for it at most, and some.
  private static let margin = 64

  /// - Parameters:
  ///   - start: the scene's first frame.
  ///   - firstSerial: of its first track.
  init(_ looks: any FrameLooking, from start: Int, firstSerial: Int) {
    self.looks = looks
    self.start = start
    end = start
    nextSerial = firstSerial
  }

  /// Tracks that were first seen before this frame are all known.
  var settled: Int {
    tracks.lazy.filter { !$0.isBelieved }.map(\.first.frame).reduce(kept.first?.index ?? start, min)
  }

  /// The first frame whose time is still of use.
  var earliest: Int {
    tracks.lazy.map(\.first.frame).reduce(kept.first?.index ?? start, min) - Self.margin
  }

  /// Looks at the scene's next frame.
  /// - Parameters:
  ///   - isLast: whether the scene ends with it.
  ///   - times: up to that of the frame.
  ///   - names: is told of tracks.
  /// - Returns: tracks that have ended.
  /// - Throws: `FaceBlurError` where the detector fails, or there are more faces than can be followed.
  mutating func add(
    _ frame: FilmFrame, isLast: Bool, _ times: FrameTimes, _ names: inout TrackNames
  ) throws(FaceBlurError) -> [FinishedTrack] {
    let moment = times.moment(of: frame.index)
    let expected = tracks.map { $0.expected(at: moment) }
    let seen = try plan.look(
      at: frame, moment: moment, isLast: isLast, for: tracks, expected: expected, by: looks)
    end = frame.index + 1
    let isUnbelieved = tracks.map { !$0.isBelieved }
    var regained: [Int] = []
    for index in tracks.indices {
      guard let sighting = seen.ofTracks[index] else {
        tracks[index].misses += 1
        continue
      }
      tracks[index].add(sighting, frame: frame.index, moment: moment)
      if tracks[index].isConvincing(threshold: looks.threshold) { tracks[index].isBelieved = true }
      // In the first frames without it, it was looked for closely already.
      if tracks[index].isBelieved, tracks[index].misses > LookPlan.persistence || isUnbelieved[index] {
        regained.append(index)
      }
      tracks[index].misses = 0
    }
    for sighting in seen.others {
      var track = OpenTrack(serial: nextSerial, sighting, frame: frame.index, moment: moment)
      nextSerial += 1
      if track.isConvincing(threshold: looks.threshold) {
        track.isBelieved = true
        regained.append(tracks.count)
      }
      // Where there are too many, what nobody believes in is not followed.
      if track.isBelieved || tracks.count < Self.mostTracks { tracks.append(track) }
    }
    guard tracks.count(where: \.isBelieved) <= Self.mostTracks else { throw .tooManyTracks(Self.mostTracks) }
    try followBack(regained, times, &names)
    for index in tracks.indices where tracks[index].isBelieved && !tracks[index].isAnnounced {
      names.add(tracks[index])
      tracks[index].isAnnounced = true
    }
    joinDoubles(at: moment, &names)
    keep(frame)
    let ended = takeEnded(at: frame.index, times)
    guard tracks.reduce(0, { $0 + end - $1.first.frame }) <= Self.mostBoxes else {
      throw .tooManyTrackBoxes(Self.mostBoxes)
    }
    return ended
  }

  /// The tracks that are left, once the scene is over.
  func finish(_ times: FrameTimes) -> [FinishedTrack] {
    tracks.filter(\.isBelieved).map { FinishedTrack($0, in: start..<end, times) }
  }

  private mutating func keep(_ frame: FilmFrame) {
    kept.append(frame.past)
    if kept.count > Self.keptFrames { kept.removeFirst() }
  }

  private mutating func takeEnded(at frame: Int, _ times: FrameTimes) -> [FinishedTrack] {
    var ended: [FinishedTrack] = []
    let scene = start..<end
    tracks.removeAll { track in
      guard track.isBelieved else {
        return track.misses > Self.mostMissesOfSuspicion
          || !times.isWithin(.suspicion, frame, of: track.first.frame)
      }
      // As long as its last frame is kept, another one may be found to go on from there.
      guard !times.isWithin(.gap, frame, of: track.last.frame), frame - track.last.frame > Self.keptFrames
      else { return false }
      ended.append(FinishedTrack(track, in: scene, times))
      return true
    }
    return ended
  }
}

extension OpenTrack {
  /// Where its face should be after the last sighting.
  func expected(at moment: Double) -> TrackMatching.Expected {
    let motion = FaceMotion.after(seen[...])
    return TrackMatching.Expected(
      rect: motion?.rect(at: moment) ?? last.rect, origin: last.rect, kind: kind,
      seconds: moment - last.moment,
      isMotionKnown: motion?.velocity != nil)
  }
}
