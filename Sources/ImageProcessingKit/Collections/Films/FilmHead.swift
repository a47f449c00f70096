/// What the head of a film tells before it is scrubbed.
enum FilmHead {
  /// What scrubbing a film takes.
  static func cost(of film: OpenFilm) -> ScrubCost {
    // One that cannot be read fails where it is scrubbed, with its reason.
    guard let film = try? film.content.get().film else { return ScrubCost(bytes: base) }
    let pixels = film.video.shape.width * film.video.shape.height
    let count = film.video.samples.count
    return ScrubCost(
      bytes: base + bytesPerPixel * pixels + bytesPerPicture * count,
      seconds: 600 + count * (secondsPerPicture + secondsPerMegapixel * pixels / 1_000_000))
  }

  /// What the detector and its working memory take, and three helpers.
  private static let base = 128 << 20
  /// Of a pixel: frames that are decoded, looked at, hidden, coded and compared, in all processes.
  private static let bytesPerPixel = 90
  /// What is known of where each picture lies and when it is shown, at most, and of the faces in it.
  private static let bytesPerPicture = 512
  /// Half a second of computing for all looks at a picture, and on the smallest machines ten times that.
  private static let secondsPerPicture = 5
  /// Decoding it five times and coding it seven times.
  private static let secondsPerMegapixel = 5

  /// Why a film of a kind that nobody reads fails.
  static let unreadable = FaceBlurError(
    .unsupportedPhoto, "a film of a kind that is not read", advice: "save it as a plain MP4 first")

  /// Why one fails where photos alone are asked for.
  static let notTaken = FaceBlurError(
    .unsupportedPhoto, "a film, and only photos are taken here",
    advice: "take it with a run over its collection")
}
