/// The films of a review, and pictures of them: single frames, and what is cut out of them around tracks.
///
/// What is shown is in memory and nowhere else, up to a number of bytes. One film is decoded at a time, and who waits for a picture that
/// another one makes gets that. When a part of the film is decoded for what is cut out of one track, what all others need of that part is
/// cut out, too: so all strips of a film together take one pass over it. May be used by several threads.
package final class ReviewFilms: Sendable {
  /// A film that is reviewed, and what is hidden in it as things are.
  struct Subject: Sendable {
    /// Its number.
    let key: Int
    let path: FilePath
    let plan: FilmPlan
    var doubtful: Set<String> = []
    var sightings: [String: FoundTracks.Sightings] = [:]
  }

  let limits: Limits
  let state: Monitor<State>

  /// In bytes.
  struct Limits: Sendable {
    var frames = 96 << 20
    var cuts = 48 << 20
  }

  init(limits: Limits = Limits()) {
    self.limits = limits
    state = Monitor(State(limits))
  }

  /// Makes a picture of a film, upright.
  /// - Throws: `FaceBlurError` where the film cannot be read or decoded, or has no such track or frame.
  func picture(_ subject: Subject, _ picture: ReviewPicture) throws(FaceBlurError) -> [UInt8] {
    try naming(subject.path, try made(subject, picture))
  }

  private func made(_ subject: Subject, _ picture: ReviewPicture) throws(FaceBlurError) -> [UInt8] {
    let film = try opened(subject)
    switch picture {
    case .frame(let frame, let longSide, let isOriginal):
      return try still(film, frame, longSide, hiding: isOriginal ? nil : subject.plan)
    case .shown(let longSide, view: 0): return try still(film, 0, longSide, hiding: subject.plan)
    case .original(let longSide, view: 0): return try still(film, 0, longSide, hiding: nil)
    case .face(let id):
      let track = try subject.track(id)
      return try cut(
        film, Cut(film.seeker, track, at: track.face(film.seeker, subject.sightings[id]), .face), subject)
    case .moment(let id, let number):
      let track = try subject.track(id)
      let moments = track.moments(film.seeker, subject.sightings[id])
      guard moments.indices.contains(number) else { throw .noSuchFrame }
      return try cut(film, Cut(film.seeker, track, at: moments[number], .tile), subject)
    case .look: throw .noLooks
    case .shown, .original: throw .noSuchView
    }
  }

  /// When the tracks of a film are there, and where.
  func times(_ subject: Subject) throws(FaceBlurError) -> ReviewedTimes {
    let film = try naming(subject.path, try opened(subject))
    return ReviewedTimes(film.file.film, film.seeker, subject)
  }

  /// A frame and those beside it: the one that is shown at a time, or that of a number.
  func moment(_ subject: Subject, _ place: ReviewedMoment.Place) throws(FaceBlurError) -> ReviewedMoment {
    let film = try naming(subject.path, try opened(subject))
    return try naming(subject.path, try ReviewedMoment(place, film.seeker, FilmClock(film.file.film.video)))
  }

  /// From the time of one frame to that of another, in ticks of the film's video track.
  func ticks(_ subject: Subject, from first: Int, to last: Int) throws(FaceBlurError) -> ClosedRange<Int> {
    let seeker = try naming(subject.path, try opened(subject)).seeker
    guard (0..<seeker.count).contains(first), (first..<seeker.count).contains(last) else {
      throw FaceBlurError.noSuchFrame.naming(subject.path)
    }
    return seeker.time(of: first)...seeker.time(of: last)
  }

  /// Makes no more pictures: those that are being made come to their end without one.
  func close() { state.update { $0.isClosed = true } }

  /// Bytes that are kept at the moment.
  var keptBytes: Int { state.update { $0.frames.bytes + $0.cuts.bytes } }
}

extension ReviewFilms.Subject {
  fileprivate func track(_ id: String) throws(FaceBlurError) -> PlannedTrack {
    guard let track = plan.tracks.first(where: { $0.id == id }) else {
      throw .unknownRegion(id, known: plan.tracks.map(\.id), of: "track")
    }
    return track
  }
}

extension FaceBlurError {
  static var noSuchFrame: FaceBlurError { FaceBlurError(.noSuchFile, "the film has no such frame") }

  fileprivate static var noLooks: FaceBlurError {
    FaceBlurError(.unsupportedPhoto, "films have no other looks")
  }
}
