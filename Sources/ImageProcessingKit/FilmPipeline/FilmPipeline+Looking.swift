/// What is known of a film before a person decides upon it.
struct KnownFilm: Sendable {
  let file: any FilmSource
  /// Of the original, in lower-case hexadecimal.
  let sha256: String
  /// Of the record file; nil where there is none.
  let recordSHA256: String?
  /// What is recorded, and what a look found where nobody had looked.
  let plan: FilmPlan
  /// The names of tracks that a person should look at whatever their scores.
  let doubtful: Set<String>
  /// Where tracks were seen, by their names, as far as that is known.
  let sightings: [String: FoundTracks.Sightings]
  let detector: DetectorIdentity
  /// Whether what is recorded is what is known, and nothing else.
  let isRecorded: Bool
  /// What people should know of the film.
  let warnings: [String]
}

extension FilmPipeline {
  /// Finds out what is known of a film: what its record says; without one, or where nobody has looked for faces yet, what a look finds.
  /// Nothing is written.
  /// - Parameters:
  ///   - path: the original.
  ///   - settings: how edits are begun, and where records are.
  ///   - known: what an earlier look found in a film of this hash; nil where there was none.
  ///   - note: is given what this one has found.
  ///   - watch: is told how far it is.
  ///   - makeDetector: is called where faces are looked for.
  ///   - limits: of a frame.
  /// - Throws: `FaceBlurError` where film or record cannot be read, or the detector fails; of kind `cancelled` where it is not wanted any more.
  static func look(
    at path: FilePath, _ settings: Settings, known: (_ sha256: String) -> FoundTracks?,
    note: (FoundTracks, _ sha256: String) -> Void, _ watch: FilmWatch,
    lookingWith makeDetector: () throws(FaceBlurError) -> any FaceDetecting, within limits: ImageLimits
  ) throws(FaceBlurError) -> KnownFilm {
    let films = FilmReading()
    let edit = try FilmEdit.open(path, settings.editOptions(naming: nil), reader: films.reader)
    let (original, record, sha256) = (edit.file, edit.record, edit.sha256)
    let file = try naming(path, try films.source(original))
    try naming(path, try refuseTooLarge(file.film.video, limits))
    var strength = try naming(path, try settings.strength(after: nil))
    if let record { strength = record.plan.strength }
    let isRecorded = record.map { $0.detector != .byHand } ?? false
    var found = known(sha256)
    if !isRecorded {
      let detector = try naming(path, try makeDetector())
      if found?.detector != detector.identity {
        var pipeline = FilmPipeline(detector: detector, limits: limits)
        pipeline.watch = watch
        let seen = FoundTracks(try naming(path, try pipeline.detect(file, named: path)))
        try naming(path, try seen.validate())
        note(seen, sha256)
        found = seen
      }
    }
    var plan = FilmPlan(tracks: record?.plan.tracks ?? [], strength: strength)
    if !isRecorded, let found {
      let seen = FilmPlan(tracks: found.tracks, strength: strength)
      plan = record == nil ? seen : seen.keeping(plan)
    }
    if let flaw = FilmPlan.flaw(in: plan.tracks) { throw FaceBlurError.damagedFilm(flaw).naming(path) }
    let known = found?.known(in: plan)
    return KnownFilm(
      file: file, sha256: sha256, recordSHA256: edit.recordContent.map { SHA256.hexDigest(of: $0) },
      plan: plan, doubtful: known?.doubtful ?? [], sightings: known?.sightings ?? [:],
      detector: isRecorded ? record?.detector ?? .byHand : found?.detector ?? .byHand,
      isRecorded: isRecorded, warnings: found?.warnings ?? [])
  }
}
