/// Why a film cannot be read. Whoever opened the file adds its name.
extension FaceBlurError {
  /// - Parameters:
  ///   - reason: what of it is not read.
  ///   - advice: what helps.
  static func unsupportedFilm(
    _ reason: String, advice: Advice = "save it as a plain MP4 first"
  ) -> FaceBlurError {
    FaceBlurError(.unsupportedPhoto, "this kind of film is not supported (\(reason))", advice: advice)
  }

  /// Faces would not be found in it, as its pixels are shown.
  static func drawnOutFilm(_ stretch: PixelStretch) -> FaceBlurError {
    .unsupportedFilm(stretch.objection, advice: "save it with square pixels first")
  }

  static func filmTooLarge(_ reason: String) -> FaceBlurError {
    FaceBlurError(
      .photoTooLarge, "the film is too large (\(reason))", advice: "scale it down or cut it first")
  }

  static func truncatedFilm(_ reason: String) -> FaceBlurError {
    FaceBlurError(.truncatedPhoto, "the film is cut short (\(reason))", advice: "restore it from a copy")
  }

  static func damagedFilm(_ reason: String) -> FaceBlurError {
    FaceBlurError(.damagedPhoto, "the film is damaged (\(reason))", advice: "restore it from a copy")
  }

  /// - Parameter reason: what of it is heard and not read.
  static func unsupportedAudio(_ reason: String) -> FaceBlurError {
    FaceBlurError(
      .unsupportedPhoto, "the sound of this film is not supported (\(reason))", advice: "\(.dropAudio)")
  }
}
