/// What an output of an earlier run shows, by which a film is known again whose file has changed since, as `EarlierPicture` has it of photos.
struct EarlierFilm {
  private let movie: any FilmSource
  private let hidden: ReportedTracks
  private let reach: Double?

  /// - Parameters:
  ///   - movie: the output.
  ///   - hidden: what is hidden in it, at the times of what it was made from.
  ///   - reach: how many times as long as the boxes of tracks what is hidden is; nil where nobody knows.
  init(_ movie: any FilmSource, hiding hidden: ReportedTracks, reach: Double?) {
    (self.movie, self.hidden, self.reach) = (movie, hidden, reach)
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
    let (clock, theirClock) = (FilmClock(movie.film.video), FilmClock(other.film.video))
    var turns = Orientation.allCases
    for part in 0..<Self.compared {
      let middle = movie.film.duration * (Double(part) + 0.5) / Double(Self.compared)
      let frame = mine.frame(at: clock.ticks(at: middle))
      let seconds = clock.seconds(at: mine.time(of: frame))
      let next = frame + 1 < mine.count ? clock.seconds(at: mine.time(of: frame + 1)) : seconds
      // Where a container rounds times, a picture begins a little earlier or later.
      let same = theirs.frame(at: theirClock.ticks(at: seconds + max(next - seconds, 0) / 2))
      let regions = hidden.plan(.default).frame(at: hidden.ticks(at: seconds)).regions
      let shown = EarlierPicture(
        try mine.picture(of: frame, fitting: EarlierPicture.longSide, whileWanted: isWanted),
        hiding: regions.map(\.rect), reach: reach)
      let picture = try theirs.picture(of: same, fitting: EarlierPicture.longSide, whileWanted: isWanted)
      turns = Array(shown.turns(to: picture, among: turns))
      if turns.isEmpty { return nil }
    }
    return turns.first
  }
}

extension ReportedTracks {
  /// When something is shown, in ticks: the inverse of `seconds(at:)`.
  fileprivate func ticks(at seconds: Double) -> Int { start + Int((seconds * Double(timescale)).rounded()) }

  /// The same in another version of the film.
  /// - Parameters:
  ///   - orientation: how that is turned.
  ///   - clock: of that.
  func turned(by orientation: Orientation, at clock: some TrackClock) -> ReportedTracks {
    var turned = self
    (turned.timescale, turned.start) = (clock.timescale, clock.start)
    turned.tracks =
      plan(.default).hidden {
        Double(clock.start) + seconds(at: $0) * Double(clock.timescale)
      }.turned(by: orientation).tracks
    return turned
  }
}
