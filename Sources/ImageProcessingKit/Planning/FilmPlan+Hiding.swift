/// What a film's plan hides, compared with another one.
extension FilmPlan {
  /// The tracks that this plan hides and another one would show, if only for a part of their time.
  ///
  /// A face is hidden by the other plan where one track of that one, with its margin, holds all of it. A time at which only several together
  /// would hold it counts as shown: who compares plans asks in doubt.
  /// - Parameter other: of the same film.
  func tracks(shownBy other: FilmPlan) -> [PlannedTrack] {
    let hiding = other.applied
    return applied.filter { track in
      let hidden = hiding.flatMap { track.times(hiddenBy: $0, other.strength) }
      return !track.times(without: hidden).isEmpty
    }
  }
}
