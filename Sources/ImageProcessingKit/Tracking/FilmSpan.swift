/// A length of film: in seconds, and in frames where those are few, many, or say nothing sensible of their times.
struct FilmSpan: Sendable {
  let seconds: Double
  /// So many frames are within it whatever their times.
  let fewest: Int
  /// More frames are not.
  let most: Int

  /// Times are sums of fractions.
  private static let tolerance = 1e-6

  /// Between full looks. What the quick ones do not see, a small face or a head that is turned, is not missed for longer; more often
  /// would cost more than all quick looks together. In frames it is less than what is kept, so that whoever is found in one full look is
  /// looked for closely back to the one before.
  static let betweenFullLooks = FilmSpan(seconds: 0.5, fewest: 1, most: 20)
  /// How long a face is hidden before it was first seen and after it was last seen: at least until the next full look, which did not
  /// see it.
  static let aroundSightings = FilmSpan(seconds: 0.5, fewest: 3, most: 60)
  /// How long a face may be out of sight and be the same one: who goes behind a pillar comes out again.
  static let gap = FilmSpan(seconds: 1, fewest: 5, most: 120)
  /// How long what nobody would believe alone is followed until it is believed.
  static let suspicion = FilmSpan(seconds: 1, fewest: 10, most: 60)

  /// Whether so many frames that take so many seconds are within it.
  func covers(frames: Int, seconds: Double) -> Bool {
    frames <= fewest || frames <= most && seconds <= self.seconds + Self.tolerance
  }
}
