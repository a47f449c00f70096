internal import ImageProcessingKit

/// `faceblur edit`: corrections by hand of what was found.
struct EditCommand: Command {
  static let name = "edit"
  static let abstract =
    "Correct the edit of a photo or film by hand, or begin one; what is not named stays as it is."
  static let heedsStoredSettings = true
  static let operandName = "PHOTO"
  static let operandCount = CommonParameters.onePhoto
  static let manual = [
    "Regions are named by the ids that 'faceblur show' lists. The photo is rendered anew from the original, where the render was, and checked as"
      + " ever. Where it has no record yet, faces are looked for first.",
    "A film has tracks in place of regions. --add hides a box through all of it, or with '@' behind the box from the first to the last frame that is"
      + " shown at some times, counted from the beginning of what players show: 120,80,60,75@0:01.2-0:03. A time stands for all that it may have been"
      + " rounded from, so rather a frame more is hidden than one too few. --move gives a track one box for all of its time. Nobody looks for faces"
      + " in a film that has a record unless --redetect says so.",
    "What 'faceblur scrub' wrote is corrected in the target; the journal of the collection keeps what was decided.",
  ]
  static let examples = [
    CommandExample(
      "faceblur edit IMG_1234.JPG --exclude f2 --add 10%,20%,5%,8%",
      "Leave one region as it is in the photo, and hide another place."),
    CommandExample(
      "faceblur edit IMG_1234.JPG --move f1=1200,340,220,280", "Give a region another box."),
    CommandExample(
      "faceblur edit party.mp4 --exclude t3 --add 120,80,60,75@0:01.2-0:03",
      "Show one face of a film again, and hide a place from 1.2 to 3 seconds."),
  ]

  private static let add = Option<TimedBox>(
    "--add", value: "X,Y,W,H[@TIMES]", expected: TimedBox.syntax,
    help:
      "Obscure this box, too, in upright full-size pixels or all in percent; of a film at these times alone, such as @0:01.2-0:03; may be repeated.",
    isRepeatable: true
  ) { TimedBox($0.text) }
  private static let exclude = id(
    "--exclude", of: .applied,
    help:
      "Leave this region, or track of a film, as it is in the original ('faceblur show' lists them); may be repeated."
  )
  private static let include = id(
    "--include", of: .excluded, help: "Obscure this region or track again; may be repeated.")
  private static let move = Option<PlanCorrections.Move>(
    "--move", value: "ID=X,Y,W,H", expected: "a region's id, '=' and " + RegionBox.syntax,
    help: "Give this region or track another box, which counts as drawn by hand; may be repeated.",
    isRepeatable: true,
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
      RenderParameters.format.parameter, FilmOptions.audio.parameter, CommonParameters.preview.parameter,
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
  /// The same for a film.
  private let filmCorrections: FilmCorrections
  private let isDetecting: Bool
  private let audio: AudioChoice?
  private let settings: BlurPipeline.Settings
  private let force: Bool
  private let detection: DetectionRun
  private let collection: CollectionAccess

  init(_ arguments: ParsedArguments) throws(UsageError) {
    photo = arguments.operands[0]
    isDetecting = arguments.has(Self.redetect)
    force = arguments.has(CommonParameters.force)
    detection = try DetectionRun(arguments)

    let added = try arguments.values(of: Self.add)
    audio = try arguments.value(of: FilmOptions.audio)
    try Self.refuseOfPhotos(photo, added, audio)

    var corrections = PlanCorrections()
    corrections.added = added.map(\.box)
    corrections.excluded = try arguments.values(of: Self.exclude)
    corrections.included = try arguments.values(of: Self.include)
    corrections.moved = try arguments.values(of: Self.move)
    corrections.strength = try StrengthParameters.change(arguments)
    self.corrections = corrections
    var filmCorrections = FilmCorrections()
    filmCorrections.added = added
    filmCorrections.excluded = corrections.excluded
    filmCorrections.included = corrections.included
    filmCorrections.moved = corrections.moved
    self.filmCorrections = filmCorrections

    settings = try CommonParameters.settings(arguments)
    collection = try CollectionAccess(arguments)

    // A preview or an overlay of the edit as it is needs no correction.
    let shows = settings.previewFolder != nil || settings.overlayFolder != nil
    let isRenderedOtherwise = settings.format != nil || audio != nil
    guard !corrections.isEmpty || isDetecting || shows || settings.forgets || isRenderedOtherwise else {
      throw UsageError(
        "say what to correct, such as 'faceblur edit \(photo) --add X,Y,W,H' or '--exclude ID';"
          + " 'faceblur show \(photo)' lists the ids")
    }
  }

  /// - Throws: `UsageError` where something is asked of a photo that only a film has.
  private static func refuseOfPhotos(
    _ photo: FilePath, _ added: [TimedBox], _ audio: AudioChoice?
  ) throws(UsageError) {
    // Of what is not there that will be said.
    guard photo.exists, !FilmPipeline.isFilm(photo) else { return }
    if let timed = added.first(where: { $0.times != nil }) {
      throw UsageError(
        "times are of films, and \(photo) is none: what it shows it shows always; type '--add \(timed.box)'")
    }
    if audio != nil { throw UsageError("sound is of films, and \(photo) is none; leave --audio out") }
  }

  func run() -> ExitCode {
    do throws(FaceBlurError) {
      try collection.keepOutOfTargets(photo, settings)
    } catch {
      return detection.reporter.tell(of: error, photo)
    }
    let change = OutputChange.correct(corrections, detectingAnew: isDetecting)
    let looking = isDetecting ? detection : detection.withoutStoredEffort
    if let code = collection.change(change, photo, settings, looking, films: editOutput) { return code }
    let code = FilmPipeline.isFilm(photo) ? editFilm() : editPhoto()
    if code == .done, !settings.dryRun {
      detection.console.insistOnHalves(beside: photo, recordedAt: settings.record)
    }
    return code
  }

  private func editPhoto() -> ExitCode {
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

  private func editFilm() -> ExitCode {
    var outputs = OutputGuard(originals: [photo], force: force)
    return detection.reporter.reportFilmEdit(on: photo) { (watch) throws(FaceBlurError) in
      try FilmPipeline.edit(
        photo, filmCorrections, detectingAnew: isDetecting, try filmSettings(watch),
        lookingWith: detection.maker, within: settings.reader.limits, guardedBy: &outputs)
    }
  }

  /// The same with a film that is an output of a collection.
  private func editOutput(
    _ output: CollectionOutput, _ detector: any FaceDetecting, _ watch: FilmWatch
  ) throws(FaceBlurError) -> FilmEditReport {
    try output.correctFilm(
      filmCorrections, detectingAnew: isDetecting, try filmSettings(watch), lookingWith: detector)
  }

  private func filmSettings(_ watch: FilmWatch) throws(FaceBlurError) -> FilmPipeline.Settings {
    var own = try FilmOptions.settings(for: photo, settings, audio: audio)
    own.strength = corrections.strength
    own.watch = watch
    return own
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
