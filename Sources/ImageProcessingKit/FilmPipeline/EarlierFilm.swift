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

  /// Pictures that are compared, from the middles of as many parts of the film.
  private static let compared = 8
  /// How much longer one of two may be, in seconds: containers round times, and some count the last picture's differently.
  private static let ease = 0.1

  /// How this film is to be turned to show what another one does outside what is hidden.
  /// - Parameters:
  ///   - other: which may be this one with notes, in another container or turned.
  ///   - isWanted: is asked before each picture.
  /// - Returns: nil where the other one shows something else.
  /// - Throws: `FaceBlurError` where one of both cannot be read or decoded; of kind `cancelled` where it is not wanted any more.
  func turn(
    to other: any FilmSource, whileWanted isWanted: () -> Bool
  ) throws(FaceBlurError) -> Orientation? {
    guard abs(movie.film.duration - other.film.duration) <= Self.ease else { return nil }
    let (mine, theirs) = (FrameSeeker(movie), FrameSeeker(other))
    let (ownClock, theirClock) = (FilmClock(movie.film.video), FilmClock(other.film.video))
    var turns = Orientation.allCases
    for part in 0..<Self.compared {
      let middle = movie.film.duration * (Double(part) + 0.5) / Double(Self.compared)
      let frame = mine.frame(at: ownClock.ticks(at: middle))
      let seconds = ownClock.seconds(at: mine.time(of: frame))
      let next = frame + 1 < mine.count ? ownClock.seconds(at: mine.time(of: frame + 1)) : seconds
      // Where a container rounds times, a picture begins a little earlier or later.
      let same = theirs.frame(at: theirClock.ticks(at: seconds + max(next - seconds, 0) / 2))
      let regions = hidden.frame(at: clock.ticks(at: seconds)).regions
      let shown = EarlierPicture(
        try mine.picture(of: frame, fitting: EarlierPicture.longSide, whileWanted: isWanted),
        hiding: regions.map(\.rect), reach: reach)
      let picture = try theirs.picture(of: same, fitting: EarlierPicture.longSide, whileWanted: isWanted)
      turns = shown.turns(to: picture, among: turns)
      if turns.isEmpty { return nil }
    }
    return turns.first
  }
}

extension FilmPipeline {
  /// How the film that an edit was made for was turned to become the one that is at its place now, as far as the newest render tells.
  /// - Returns: nil where it is the very film of the record; where it is another one; and where nobody can tell, because the render is gone or
  ///   was changed.
  /// - Throws: `FaceBlurError` of kind `cancelled`.
  static func turn(
    of edit: borrowing FilmEdit, to film: any FilmSource, _ watch: FilmWatch
  ) throws(FaceBlurError) -> Orientation? {
    guard let record = edit.superseded, let newest = record.renders.last, let files = edit.files else {
      return nil
    }
    do throws(FaceBlurError) {
      let render = try FilmFile(files.location(of: newest))
      guard try render.sha256() == newest.sha256 else { return nil }
      let earlier = EarlierFilm(
        try FilmContainers.open(render), hiding: record.plan, timedBy: record.source,
        reach: record.plan.strength.reach)
      return try earlier.turn(to: film) { (try? watch.ask()) != nil }
    } catch {
      guard error.kind != .cancelled else { throw error }
      return nil
    }
  }
}

extension TrackClock {
  /// When something is shown, in ticks: the inverse of `seconds(at:)`.
  fileprivate func ticks(at seconds: Double) -> Int { start + Int((seconds * Double(timescale)).rounded()) }
}
