internal import ImageProcessingKit

/// What a page must know of a film beside what photos have; null of photos.
struct FilmTimesObject: Encodable {
  /// In seconds, as shown.
  let duration: Double
  let frames: Int
  let codec: String

  init(_ film: ReviewedTimes) {
    (duration, frames, codec) = (film.duration, film.frames, film.codec)
  }
}

/// When a track is there, and where: frames are counted from 0, times are in seconds.
struct TrackTimesObject: Encodable {
  /// The first and the last frame.
  let frames: [Int]
  let start: Double
  let end: Double
  /// The frame in which a person looks at it first.
  let face: Int
  /// A frame and its time each.
  let moments: [[Double]]
  /// A time and a rectangle each, in fractions of the picture.
  let points: [[Double]]

  init(_ track: ReviewedTimes.Track) {
    frames = [track.frames.lowerBound, track.frames.upperBound]
    (start, end) = (Self.short(track.start), Self.short(track.end))
    face = track.face
    moments = track.moments.map { [Double($0.frame), Self.short($0.time)] }
    points = track.points.map { point in
      [point.time, point.rect.x, point.rect.y, point.rect.width, point.rect.height].map(Self.short)
    }
  }

  /// To a hundred thousandth: there may be many.
  private static func short(_ number: Double) -> Double { (number * 100_000).rounded() / 100_000 }
}

/// A frame of a film: `GET /api/moment/N`.
struct MomentObject: Encodable {
  let frame: Int
  let time: Double
  /// When the next one is shown; absent for the last one.
  let end: Double?

  init(_ moment: ReviewedMoment) { (frame, time, end) = (moment.frame, moment.time, moment.end) }
}
