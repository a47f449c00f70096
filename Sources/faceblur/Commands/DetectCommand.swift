internal import ImageProcessingKit

/// `faceblur detect`: what would be obscured, and nothing written but the overlay.
struct DetectCommand: Command {
  static let name = "detect"
  static let abstract =
    "Find the faces in photos and films and show where they are; write no render and no record."
  static let heedsStoredSettings = true
  static let standardInput: String? = "A photo from standard input, alone or among others."
  static let operandName = "PHOTO…"
  static let operandCount = CommonParameters.anyNumberOfPhotos
  static let manual = [
    "For each photo it is said how many faces are seen; -v prints their boxes with ids and scores, and --json does. An overlay shows them in the picture; it shows the faces, too. That of a film is a film, with the track's name on its box in every frame in which it would be hidden; where it was not seen, the line is thin.",
    "Films are MP4, MOV and their like, Matroska and WebM, with H.264, HEVC, VP9 or AV1. Every frame is looked at, and each face is followed as a track, from before it is first seen to after it is last seen, never across a cut. With --json the boxes of a track are told at the times from which the others follow.",
  ]
  static let examples = [
    CommandExample(
      "faceblur detect party.jpg --overlay check/ --json",
      "Print boxes and ids as JSON, and draw them into a picture.")
  ]
  static let parameters =
    [
      ChosenPhoto.recursive.parameter, CommonParameters.overlay.parameter, CommonParameters.json.parameter,
    ] + DetectionRun.parameters + [
      CommonParameters.maxPixels.parameter, CommonParameters.noSandbox.parameter,
      CommonParameters.force.parameter,
      CommonParameters.quiet.parameter, CommonParameters.verbose.parameter,
    ]

  private let photos: [FilePath]
  private let isRecursive: Bool
  private let settings: BlurPipeline.Settings
  private let force: Bool
  private let detection: DetectionRun

  init(_ arguments: ParsedArguments) throws(UsageError) {
    photos = arguments.operands
    force = arguments.has(CommonParameters.force)
    detection = try DetectionRun(arguments)
    isRecursive = arguments.has(ChosenPhoto.recursive)
    settings = try CommonParameters.settings(arguments)
    if settings.overlayFolder != nil, photos.contains(StandardPhoto.name) {
      throw UsageError(
        "an overlay is named after its photo, and standard input has no name; leave --overlay out")
    }
  }

  func run() -> ExitCode {
    let chosen = ChosenPhoto.choose(
      photos, isRecursive: isRecursive, isEdited: false, settings.reader, detection.console
    ).map { $0.drawnOutsideTargets(settings) }
    var outputs = OutputGuard(originals: chosen.map(\.path), force: force)
    func look(at pipeline: FilmPipeline, _ film: ChosenPhoto) throws(FaceBlurError) -> FilmReport {
      try pipeline.detect(
        film.path, FilmOptions.settings(film.settings(settings)), guardedBy: &outputs)
    }
    return detection.overPhotos(chosen, settings, films: look) { pipeline, photo throws(FaceBlurError) in
      photo.path == StandardPhoto.name
        ? try pipeline.detect(try StandardPhoto.read(with: settings.reader))
        : try pipeline.detect(photo.path, guardedBy: &outputs)
    }
  }
}
