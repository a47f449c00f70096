internal import ImageProcessingKit

/// `faceblur edit`: corrections by hand of what was found.
struct EditCommand: Command {
  static let name = "edit"
  static let abstract = "Correct the edit of a photo by hand, or begin one; what is not named stays as it is."
  static let heedsStoredSettings = true
  static let operandName = "PHOTO"
  static let operandCount = CommonParameters.onePhoto
  static let manual = [
    "Regions are named by the ids that 'faceblur show' lists. The photo is rendered anew from the original, where the render was, and checked as"
      + " ever. Where it has no record yet, faces are looked for first.",
    "A photo that 'faceblur scrub' wrote is corrected in the target; the journal of the collection keeps what was decided.",
  ]
  static let examples = [
    CommandExample(
      "faceblur edit IMG_1234.JPG --exclude f2 --add 10%,20%,5%,8%",
      "Leave one region as it is in the photo, and hide another place."),
    CommandExample(
      "faceblur edit IMG_1234.JPG --move f1=1200,340,220,280", "Give a region another box."),
  ]

  private static let add = Option<RegionBox>(
    "--add", value: "X,Y,W,H", expected: RegionBox.syntax,
    help: "Obscure this box, too, in upright full-size pixels or all in percent; may be repeated.",
    isRepeatable: true
  ) { RegionBox($0.text) }
  private static let exclude = id(
    "--exclude", of: .applied,
    help: "Leave this region as it is in the photo ('faceblur show' lists them); may be repeated.")
  private static let include = id(
    "--include", of: .excluded, help: "Obscure this region again; may be repeated.")
  private static let move = Option<PlanCorrections.Move>(
    "--move", value: "ID=X,Y,W,H", expected: "a region's id, '=' and " + RegionBox.syntax,
    help: "Give this region another box, which counts as drawn by hand; may be repeated.", isRepeatable: true,
    completion: Completion(recorded: .regions(nil), end: "=")
  ) { argument in
    let text = argument.text
    // The last one, as ids may hold any character, and boxes hold none.
    guard let sign = text.lastIndex(of: "="), sign != text.startIndex else { return nil }
    return RegionBox(String(text[text.index(after: sign)...])).map { box in
      PlanCorrections.Move(id: String(text[..<sign]), box: box)
    }
  }
  private static let redetect = Flag(
    "--redetect", help: "Look for faces anew; excluded regions and those drawn by hand stay as they are.")

  static let parameters =
    [
      add.parameter, exclude.parameter, include.parameter, move.parameter, redetect.parameter,
    ] + StrengthParameters.parameters + DetectionRun.parameters + [
      RenderParameters.format.parameter, CommonParameters.preview.parameter,
      CommonParameters.overlay.parameter, CommonParameters.json.parameter,
      CommonParameters.dryRun.parameter, CommonParameters.maxPixels.parameter,
      CommonParameters.noSandbox.parameter,
      CommonParameters.record.parameter, CommonParameters.renders.parameter, CollectionAccess.state.parameter,
      CommonParameters.sidecar.parameter, CommonParameters.forget.parameter,
      CommonParameters.forceRebase.parameter, CommonParameters.force.parameter,
      CommonParameters.quiet.parameter, CommonParameters.verbose.parameter,
    ]

  private let photo: FilePath
  private let corrections: PlanCorrections
  private let isDetecting: Bool
  private let settings: BlurPipeline.Settings
  private let force: Bool
  private let detection: DetectionRun
  private let collection: CollectionAccess

  init(_ arguments: ParsedArguments) throws(UsageError) {
    photo = arguments.operands[0]
    isDetecting = arguments.has(Self.redetect)
    force = arguments.has(CommonParameters.force)
    detection = try DetectionRun(arguments)

    var corrections = PlanCorrections()
    corrections.added = try arguments.values(of: Self.add)
    corrections.excluded = try arguments.values(of: Self.exclude)
    corrections.included = try arguments.values(of: Self.include)
    corrections.moved = try arguments.values(of: Self.move)
    corrections.strength = try StrengthParameters.change(arguments)
    self.corrections = corrections

    settings = try CommonParameters.settings(arguments)
    collection = try CollectionAccess(arguments)

    // A preview or an overlay of the edit as it is needs no correction.
    let shows = settings.previewFolder != nil || settings.overlayFolder != nil
    guard !corrections.isEmpty || isDetecting || shows || settings.forgets || settings.format != nil else {
      throw UsageError(
        "say what to correct, such as 'faceblur edit \(photo) --add X,Y,W,H' or '--exclude ID';"
          + " 'faceblur show \(photo)' lists the ids")
    }
  }

  func run() -> ExitCode {
    let change = OutputChange.correct(corrections, detectingAnew: isDetecting)
    let looking = isDetecting ? detection : detection.withoutStoredEffort
    if let code = collection.change(change, photo, settings, looking) { return code }
    var settings = self.settings
    var detection = self.detection
    let mayLook =
      isDetecting || settings.forgets || settings.rebasing
      || StatePipeline(settings: settings).isUnseen(photo)
    if !mayLook {
      settings.wishes.effort = nil
      detection = detection.withoutStoredEffort
    }
    var outputs = OutputGuard(originals: [photo], force: force)
    return detection.overPhotos([ChosenPhoto(path: photo)], settings) {
      pipeline, photo throws(FaceBlurError) in
      try pipeline.edit(photo.path, corrections, detectingAnew: isDetecting, guardedBy: &outputs)
    }
  }

  /// - Parameter state: of the regions that it is of use for.
  private static func id(
    _ name: String, of state: PlannedRegion.State, help: String
  ) -> Option<String> {
    Option(
      name, value: "ID", expected: "a region's id, such as f1", help: help, isRepeatable: true,
      completion: Completion(recorded: .regions(state))
    ) { $0.text.isEmpty ? nil : $0.text }
  }
}
