extension ReportedRegions {
  /// What is hidden in a film.
  /// - Parameters:
  ///   - doubted: by their points, tracks that a person should look at.
  ///   - source: the film, as a record of it has it.
  ///   - audio: what becomes of its sound.
  init(
    hiding plan: FilmPlan, doubted: Set<[TrackPoint]> = [], in source: FilmRecord.Source, _ audio: AudioChoice
  ) {
    self.init()
    (width, height, orientation) = (source.width, source.height, source.orientation)
    film = ReportedTracks(plan, doubted: doubted, source, audio)
  }
}
