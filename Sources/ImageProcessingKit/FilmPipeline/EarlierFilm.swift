/// What an earlier render shows, by which a film is known again whose file has changed since, as `EarlierPicture` has it of photos.
struct EarlierFilm {
  private let movie: any FilmSource
  private let hidden: FilmPlan
  private let clock: any TrackClock
  private let reach: Double?

  /// - Parameters:
  ///   - movie: the render.
  ///   - hidden: what is hidden in it.
  ///   - clock: of what it was made from, whose times `hidden` has.
  ///   - reach: how many times as long as the boxes of tracks what is hidden is; nil where nobody knows.
  init(_ movie: any FilmSource, hiding hidden: FilmPlan, timedBy clock: any TrackClock, reach: Double?) {
    (self.movie, self.hidden, self.clock, self.reach) = (movie, hidden, clock, reach)
  }

  /// Pictures that are compared, from the middles of as many parts of the film, and as many from those of tracks: who is hidden there may be the
  /// only one who tells how the film was turned.
  private static let compared = 8

  /// How another film may show what this one does outside what is hidden: in all ways in which this one may be turned, and with its pictures
  /// where that one has as many that follow each other as these do.
  /// - Parameters:
  ///   - other: which may be this one with notes, in another container or turned.
  ///   - isWanted: is asked before each picture.
  /// - Returns: nothing where the other one shows something else.
  /// - Throws: `FaceBlurError` where one of both cannot be read or decoded; of kind `cancelled` where it is not wanted any more.
  func turns(
    to other: any FilmSource, whileWanted isWanted: () -> Bool
  ) throws(FaceBlurError) -> FilmTurns {
    let pictures = PictureTimes(movie.film)
    // Such a one may begin at another time.
    let hasSame = pictures.areThose(of: PictureTimes(other.film))
    guard hasSame || abs(movie.film.duration - other.film.duration) <= PictureTimes.ease else {
      return FilmTurns()
    }
    let (mine, theirs) = (FrameSeeker(movie), FrameSeeker(other))
    let (ownClock, theirClock) = (FilmClock(movie.film.video), FilmClock(other.film.video))
    var turns = Orientation.allCases
    let parts = (0..<Self.compared).map { movie.film.duration * (Double($0) + 0.5) / Double(Self.compared) }
    let tracks = hidden.applied.prefix(Self.compared).compactMap { track -> Double? in
      guard let first = track.points.first, let last = track.points.last else { return nil }
      return (clock.seconds(at: first.time) + clock.seconds(at: last.time)) / 2
    }
    for middle in parts + tracks {
      let frame = mine.frame(at: ownClock.ticks(at: middle))
      let seconds = ownClock.seconds(at: mine.time(of: frame))
      let next = frame + 1 < mine.count ? ownClock.seconds(at: mine.time(of: frame + 1)) : seconds
      // Where a container rounds times, a picture begins a little earlier or later.
      let same =
        hasSame ? frame : theirs.frame(at: theirClock.ticks(at: seconds + max(next - seconds, 0) / 2))
      let regions = hidden.frame(at: clock.ticks(at: seconds)).regions
      let shown = EarlierPicture(
        try mine.picture(of: frame, fitting: EarlierPicture.longSide, whileWanted: isWanted),
        hiding: regions.map(\.rect), reach: reach)
      let picture = try theirs.picture(of: same, fitting: EarlierPicture.longSide, whileWanted: isWanted)
      turns = shown.turns(to: picture, among: turns)
      if turns.isEmpty { break }
    }
    return FilmTurns(orientations: turns, pictures: hasSame ? pictures : nil)
  }
}

extension FilmPipeline {
  /// How the film that an edit was made for is known again in the one that is at its place now, as far as the newest render tells.
  /// - Returns: nothing where it is the very film of the record; where it is another one; and where nobody can tell, because the render is
  ///   gone or was changed.
  /// - Throws: `FaceBlurError` of kind `cancelled`.
  static func turns(
    of edit: borrowing FilmEdit, to film: any FilmSource, _ watch: FilmWatch
  ) throws(FaceBlurError) -> FilmTurns {
    guard let record = edit.superseded, let newest = record.renders.last, let files = edit.files else {
      return FilmTurns()
    }
    do throws(FaceBlurError) {
      let render = try FilmFile(files.location(of: newest))
      guard try render.sha256() == newest.sha256 else { return FilmTurns() }
      let earlier = EarlierFilm(
        try FilmContainers.open(render), hiding: record.plan, timedBy: record.source,
        reach: record.plan.strength.reach)
      return try earlier.turns(to: film) { (try? watch.ask()) != nil }
    } catch {
      guard error.kind != .cancelled else { throw error }
      return FilmTurns()
    }
  }
}

extension TrackClock {
  /// When something is shown, in ticks: the inverse of `seconds(at:)`.
  fileprivate func ticks(at seconds: Double) -> Int { start + Int((seconds * Double(timescale)).rounded()) }
}
