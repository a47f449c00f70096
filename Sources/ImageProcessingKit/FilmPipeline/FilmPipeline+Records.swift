/// What is done with the records of films; nobody looks at a picture for that.
extension FilmPipeline {
  /// Says what a file holds, for edits of films.
  static let reader: FilmEdit.Reader = { (file) throws(FaceBlurError) in try FilmContainers.open(file).film }

  /// What the record of a film says.
  /// - Throws: `FaceBlurError` where the film or the record is missing, or the record is damaged or a photo's.
  package static func record(
    of film: FilePath, at place: RecordPlace
  ) throws(FaceBlurError) -> FilmRecordReport {
    FilmRecordReport(film, try FilmRecordListing.read(of: film, at: place))
  }

  /// Takes the edit of a film back: removes its record and every render that nobody has changed since. Also of a film that has changed since:
  /// nothing is rendered from it.
  /// - Parameters:
  ///   - film: the original.
  ///   - place: where its record is.
  ///   - reach: where its renders may be.
  /// - Throws: `FaceBlurError` where there is no record of ours, it cannot be read, or a file cannot be removed.
  package static func revert(
    _ film: FilePath, recordedAt place: RecordPlace, rendersIn reach: RenderReach
  ) throws(FaceBlurError) -> EditRevert.Outcome {
    let options = FilmEdit.Options(
      record: place, reach: reach, rebasing: true, passesOverOtherRecords: true, isReverting: true)
    return try FilmEdit.open(film, options, reader: reader).revert()
  }
}
