/// When and where the tracks of a film are, as a client shows them.
package struct ReviewedTimes: Sendable, Hashable {
  /// Frames are counted from 0 in the order of presentation; times are in seconds from the film's beginning, as players show it, and below 0 for
  /// what an edit list cuts out there.
  package struct Track: Sendable, Hashable {
    /// The first and the last frame in which it is.
    package var frames: ClosedRange<Int>
    package var start: Double
    package var end: Double
    /// The frame in which a person looks at it first.
    package var face: Int
    /// Frames spread over its time, of which there are pictures.
    package var moments: [Moment]
    /// Where it is at some times; between two of them it is on the straight line. In fractions of what is shown.
    package var points: [Point]
    package var isDoubtful: Bool
  }

  package struct Moment: Sendable, Hashable {
    package var frame: Int
    package var time: Double
  }

  package struct Point: Sendable, Hashable {
    package var time: Double
    package var rect: NormalizedRect
  }

  /// As shown, in seconds.
  package var duration: Double
  package var frames: Int
  /// What people call the code of its pictures: `H.264`.
  package var codec: String
  /// By name.
  package var tracks: [String: Track]

  /// So many points of all tracks together are told; of more, every second, third, … of a track.
  private static let mostPoints = 20_000

  init(_ film: Film, _ seeker: FrameSeeker, _ subject: ReviewFilms.Subject) {
    let plan = subject.plan
    let clock = FilmClock(film.video)
    duration = film.duration
    frames = seeker.count
    codec = film.video.codec.name
    let count = plan.tracks.reduce(0) { $0 + $1.points.count }
    let step = max((count + Self.mostPoints - 1) / Self.mostPoints, 1)
    let known = plan.tracks.compactMap { track -> (String, Track)? in
      guard let frames = track.frames(seeker) else { return nil }
      func seconds(_ frame: Int) -> Double { clock.seconds(at: seeker.time(of: frame)) }
      let points = track.points.enumerated().filter { index, _ in
        index % step == 0 || index == track.points.count - 1
      }
      return (
        track.id,
        Track(
          frames: frames, start: seconds(frames.lowerBound), end: seconds(frames.upperBound),
          face: track.face(seeker, subject.sightings[track.id]),
          moments: track.moments(seeker, subject.sightings[track.id]).map {
            Moment(frame: $0, time: seconds($0))
          },
          points: points.map { Point(time: clock.seconds(at: $1.time), rect: $1.rect) },
          isDoubtful: subject.doubtful.contains(track.id))
      )
    }
    tracks = Dictionary(known, uniquingKeysWith: { first, _ in first })
  }
}

/// A frame of a film that somebody looks at.
package struct ReviewedMoment: Sendable, Hashable {
  package enum Place: Sendable, Hashable {
    /// What is shown at a time, in seconds from the film's beginning.
    case time(Double)
    /// Counted from 0.
    case frame(Int)
  }

  package var frame: Int
  /// In seconds.
  package var time: Double
  /// Until when it is shown: the next one's time, or nil for the last one.
  package var end: Double?

  /// - Throws: `FaceBlurError` where there is no such frame.
  init(_ place: Place, _ seeker: FrameSeeker, _ clock: FilmClock) throws(FaceBlurError) {
    switch place {
    // Times of players are rounded, to half of a tick at least.
    case .time(let seconds): frame = seeker.frame(at: clock.ticks(at: seconds) + 0.5)
    case .frame(let number):
      guard (0..<seeker.count).contains(number) else { throw .noSuchFrame }
      frame = number
    }
    time = clock.seconds(at: seeker.time(of: frame))
    end = frame + 1 < seeker.count ? clock.seconds(at: seeker.time(of: frame + 1)) : nil
  }
}
