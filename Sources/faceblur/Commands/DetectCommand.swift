internal import ImageProcessingKit

/// `faceblur detect`: what would be obscured, and nothing written but the overlay.
struct DetectCommand: Command {
  static let name = "detect"
  static let abstract = "Find the faces in photos and show where they are; write no render and no record."
  static let heedsStoredSettings = true
  static let operandName = "PHOTO…"
  static let operandCount = CommonParameters.anyNumberOfPhotos
  static let manual = [
    "For each photo the boxes are printed with their ids and scores. An overlay shows them in the picture; it shows the faces, too."
  ]
  static let examples = [
    CommandExample(
      "faceblur detect party.jpg --overlay check/ --json",
      "Print boxes and ids as JSON, and draw them into a picture.")
  ]
  static let parameters =
    [
      CommonParameters.overlay.parameter, CommonParameters.json.parameter,
    ] + DetectionRun.parameters + [
      CommonParameters.maxPixels.parameter, CommonParameters.noSandbox.parameter,
      CommonParameters.force.parameter,
      CommonParameters.quiet.parameter, CommonParameters.verbose.parameter,
    ]

  private let photos: [FilePath]
  private let settings: BlurPipeline.Settings
  private let force: Bool
  private let detection: DetectionRun

  init(_ arguments: ParsedArguments) throws(UsageError) {
    photos = arguments.operands
    force = arguments.has(CommonParameters.force)
    detection = try DetectionRun(arguments)
    settings = try CommonParameters.settings(arguments)
  }

  func run() -> ExitCode {
    var outputs = OutputGuard(originals: photos, force: force)
    return detection.overPhotos(photos, settings) { pipeline, photo throws(FaceBlurError) in
      try pipeline.detect(photo, guardedBy: &outputs)
    }
  }
}
