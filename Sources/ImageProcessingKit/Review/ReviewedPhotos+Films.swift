/// Films of a review: as photos, with tracks in place of regions.
extension ReviewedPhotos {
  /// Finds out what is known of a film; see `look`.
  func look(
    atFilm item: ReviewItem, _ memory: FoundMemory, _ watch: FilmWatch,
    _ makeDetector: () throws(FaceBlurError) -> any FaceDetecting
  ) throws(FaceBlurError) -> RecordedPhoto {
    let path = item.name
    let facts = facts(of: path)
    let known = try FilmPipeline.look(
      at: path, filmSettings, known: memory.knownTracks, note: memory.noteTracks, watch,
      lookingWith: makeDetector, within: settings.reader.limits)
    let seeker = FrameSeeker(known.file)
    let film = ReviewedFilm(known, seeker)
    let track = known.file.film.video
    let size = track.orientation.uprightSize(
      storedWidth: track.shape.width, storedHeight: track.shape.height)
    var recorded = RecordedPhoto(
      path: path, frame: PictureFrame(width: size.width, height: size.height), sha256: known.sha256,
      start: film.start, detector: known.detector,
      // What is written shows what nobody had looked for.
      output: known.isRecorded ? .there : .ifChanged)
    recorded.film = film
    recorded.recordSHA256 = known.recordSHA256
    recorded.warnings = known.warnings + (known.isRecorded ? [] : [settings.wishes.note].compactMap(\.self))
    if known.recordSHA256 != nil { recorded.reverted = Self.reverted(recorded.start) }
    note(recorded, facts, of: path)
    return recorded
  }

  /// Renders what was decided about a film; see `render`.
  func render(
    film item: ReviewItem, guardedBy outputs: inout OutputGuard
  ) throws(FaceBlurError) -> ReviewReport? {
    let (recorded, current) = try item.reviewable()
    guard let film = recorded.film else { throw .internalError("a film without tracks") }
    let seen = FilmPipeline.Seen(sha256: recorded.sha256, recordSHA256: recorded.recordSHA256)
    if item.endsEdit {
      try FilmPipeline.endEdit(of: item.name, decidedUpon: seen, filmSettings)
      return nil
    }
    return .film(
      try FilmPipeline.become(
        item.name, film.plan(current), foundBy: recorded.detector, decidedUpon: seen, filmSettings,
        within: settings.reader.limits, guardedBy: &outputs))
  }

  private var filmSettings: FilmPipeline.Settings {
    var own = FilmPipeline.Settings()
    own.strength = settings.strength
    own.wishes = settings.wishes
    own.record = settings.record
    own.renderFolders = settings.renderFolders
    own.leftRecords = settings.leftRecords
    return own
  }
}
