/// Why a film's record cannot be taken up. Whoever opened it adds its name.
extension FaceBlurError {
  /// Read as a film's.
  static var recordOfPhoto: FaceBlurError {
    FaceBlurError(
      .otherRecord, "it is the edit record of a photo, and none of a film",
      advice: "move it to its photo, or away")
  }

  /// Another program has edited the film, and what it made of it is not taken up.
  static func foreignFilmRecord(_ owner: RecordOwner) -> FaceBlurError {
    FaceBlurError(
      .foreignRecord,
      "it records an edit of another program (\(owner.formatIdentifier) \(owner.formatVersion)), which is not taken up of films",
      advice: "export the edited film and blur that, or move the record away to blur the original")
  }

  /// Somebody has written to the original while it was read.
  static func originalChangedMeanwhile(_ path: FilePath) -> FaceBlurError {
    FaceBlurError(
      .originalChanged, path, "it was changed while it was being edited", advice: "begin the edit again")
  }
}
