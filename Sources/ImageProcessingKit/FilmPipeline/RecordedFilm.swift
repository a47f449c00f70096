/// An original film, and what its record says of its renders, to compare a file with.
struct RecordedFilm {
  let path: FilePath
  let file: FilmFile
  private let record: FilmRecord

  /// - Parameters:
  ///   - path: of the film.
  ///   - folder: where its record is; nil for beside it.
  /// - Throws: `FaceBlurError` where it cannot be read or is no film, there is no record of it that can be taken up, or it has changed since.
  static func of(
    _ path: FilePath, recordedIn folder: FilePath? = nil
  ) throws(FaceBlurError) -> RecordedFilm {
    let file = try FilmFile(path)
    guard FilmContainers.isFilm(file) else { throw .originalNoFilm(path) }
    let place = PhotoAsset(path, recordFolder: folder).record
    guard place.exists else { throw .originalWithoutRecord(place) }
    let content = try naming(place, try FilmRecord.read(place))
    guard case .ours(let record, _) = content else { throw .originalWithoutRecord(place) }
    guard try naming(path, try file.sha256()) == record.source.sha256 else {
      throw .originalChanged.naming(path)
    }
    return RecordedFilm(path: path, file: file, record: record)
  }

  /// What the gate says of a file, given what was to be done to the film; nil where it is as it should be.
  ///
  /// How it was made says the record of that very render. A file that the record does not name is taken for another copy of the newest.
  /// - Throws: `FaceBlurError` where that cannot be found out, by no fault of the file, or the work is to end.
  func problem(of film: FilmFile, _ watch: FilmWatch) throws(FaceBlurError) -> FaceBlurError? {
    let sha256 = try film.sha256()
    guard let render = record.renders.last(where: { $0.sha256 == sha256 }) ?? record.renders.last else {
      throw .damagedRecord("it does not say where its render is")
    }
    var checked = 0
    do throws(FaceBlurError) {
      try FilmGate(original: file, render: film).check(
        record.plan, audio: render.making.audio.sound,
        within: FrameTolerance(quality: render.making.quality)
      ) { () throws(FaceBlurError) in
        checked += 1
        try watch.pass(.checking, checked, of: record.source.pictures)
      }
      return nil
    } catch {
      guard case .leak = error.kind else { throw error }
      return error
    }
  }

  /// Whether a face is one that a person has decided to leave.
  func leavesOut(_ box: TrackBox) -> Bool {
    record.plan.tracks.contains { track in
      guard track.state == .excluded, let rect = track.rect(at: box.time) else { return false }
      return box.isSame(as: rect)
    }
  }

  /// Whether a face lies in what is hidden at its time, and nothing of it shows there: what is seen in a film that is as planned is what stands in
  /// a face's place.
  func hides(_ box: TrackBox) -> Bool {
    let strength = record.plan.strength
    guard !strength.style.revealsContent else { return false }
    let places = record.plan.applied.compactMap { $0.rect(at: box.time)?.scaled(by: strength.reach) }
    return box.rect.isHidden(by: places)
  }
}

extension FaceBlurError {
  fileprivate static func originalNoFilm(_ path: FilePath) -> FaceBlurError {
    FaceBlurError(
      .unsupportedPhoto, file: path, "it is no film, so no film was made from it",
      advice: "name the film that it was made from")
  }

  fileprivate static func originalWithoutRecord(_ place: FilePath) -> FaceBlurError {
    FaceBlurError(
      .noRecord, file: place,
      "there is no edit record of ours for the original, so nobody knows what was to be hidden",
      advice: "put it there, or check the film by itself")
  }
}
