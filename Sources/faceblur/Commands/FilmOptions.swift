internal import ImageProcessingKit

/// What options mean for films, and which of them films do not know: those are refused, and never left out without a word.
enum FilmOptions {
  static let audio = Option<AudioChoice>.choice(
    "--audio",
    help:
      "The sound of a film: keep (default) copies it as it is, drop leaves it out, mute-hidden makes it silent while somebody is hidden. Voices tell who speaks."
  )

  /// How a film is looked at.
  /// - Parameter settings: as photos have them.
  static func settings(_ settings: BlurPipeline.Settings) -> FilmPipeline.Settings {
    var own = FilmPipeline.Settings()
    own.strength = settings.strength
    own.wishes = settings.wishes
    own.previewFolder = settings.previewFolder
    own.overlayFolder = settings.overlayFolder
    own.leftRecords = settings.leftRecords
    return own
  }

  /// How a film is blurred.
  /// - Parameters:
  ///   - film: its path.
  ///   - settings: as photos have them.
  /// - Throws: `FaceBlurError` where something is asked for that a film cannot be given.
  static func settings(
    for film: FilePath, _ settings: BlurPipeline.Settings, audio: AudioChoice?
  ) throws(FaceBlurError) -> FilmPipeline.Settings {
    if settings.hasSidecar { throw refusal("region files are written of photos", film, without: "--xmp") }
    if settings.anonymousNames {
      throw refusal("only photos get random names", film, without: "--anonymous-names")
    }
    if settings.renderOptions.hasThumbnail {
      throw refusal("only photos have thumbnails", film, without: "--thumbnail")
    }
    if settings.showsUnhidden {
      throw refusal("an edit hides what was found", film, without: "--unhidden")
    }
    guard settings.renderOptions.format == .original, settings.format ?? .original == .original else {
      throw refusal("a photo is to be made of it", film, without: "--format")
    }
    var own = Self.settings(settings)
    own.audio = audio
    own.dryRun = settings.dryRun
    own.rebasing = settings.rebasing
    own.forgets = settings.forgets
    own.record = settings.record
    own.renderFolders = settings.renderFolders
    return own
  }

  /// What is said where a film's tones are to be changed.
  static func refusalOfTones(of film: FilePath) -> FaceBlurError {
    FaceBlurError(
      .unsupportedPhoto, file: film, "filters change the tones of photos, and this is a film",
      advice: "change those of its render with a program for films")
  }

  /// - Throws: `FaceBlurError` where a film is an output of a collection: nothing else is made of it in the target.
  static func refuseOutput(_ film: FilePath) throws(FaceBlurError) {
    guard let output = try CollectionOutput.find(film, wording: \.text) else { return }
    throw FaceBlurError(
      .refused, file: film, "a run over a collection made it from \(output.source)", advice: "\(.edit(film))")
  }

  private static func refusal(_ reason: String, _ film: FilePath, without option: String) -> FaceBlurError {
    FaceBlurError(
      .unsupportedPhoto, file: film, "\(reason), and this is a film", advice: "leave \(option) out")
  }
}
