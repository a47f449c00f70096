internal import ImageProcessingKit

/// `faceblur revert`: an earlier state, the edit of another program beneath, or the folder as it was before `blur`.
struct RevertCommand: Command {
  static let name = "revert"
  static let abstract = "Take an edit back: remove the renders and the record, keep the original."
  static let operandName = "PHOTO"
  static let operandCount = CommonParameters.onePhoto
  static let manual = [
    "Without --to and --phase the folder becomes as it was before the first edit. A render that was changed since it was written is left alone, and"
      + " the command says so. Where the edit was made on top of another program's, --phase or --all says what becomes of that. A film has no steps:"
      + " its whole edit is taken back."
  ]
  static let examples = [
    CommandExample(
      "faceblur revert IMG_1234.JPG", "Remove the renders and the record of a photo."),
    CommandExample(
      "faceblur revert IMG_1234.JPG --to 2", "Make the render as it was after the second step."),
  ]

  private static let step = Option<Int>(
    "--to", value: "STEP", expected: "a number from 1; 'faceblur show' lists the steps",
    help: "Go back, or forward again, to this step of the edit, and render it.",
    completion: Completion(recorded: .steps)
  ) { argument in
    Int(argument.text).flatMap { $0 >= 1 ? $0 : nil }
  }
  private static let phase = Flag(
    "--phase", help: "Take back what faceblur did, and restore the edit of another program beneath.")
  private static let all = Flag(
    "--all", help: "Take back also what another program had made of the photo; only the original remains.")

  static let parameters = [
    step.parameter, phase.parameter, all.parameter, CommonParameters.unhidden.parameter,
    CommonParameters.record.parameter,
    CommonParameters.renders.parameter, CollectionAccess.state.parameter, CommonParameters.json.parameter,
    CommonParameters.maxPixels.parameter, CommonParameters.noSandbox.parameter,
    CommonParameters.force.parameter, CommonParameters.quiet.parameter, CommonParameters.verbose.parameter,
  ]

  private let photo: FilePath
  private let step: Int?
  private let isPhase: Bool
  private let isAll: Bool
  private let settings: BlurPipeline.Settings
  private let force: Bool
  private let console: Console
  private let collection: CollectionAccess
  private let detection: DetectionRun

  init(_ arguments: ParsedArguments) throws(UsageError) {
    photo = arguments.operands[0]
    step = try arguments.value(of: Self.step)
    isPhase = arguments.has(Self.phase)
    isAll = arguments.has(Self.all)
    if [step != nil, isPhase, isAll].count(where: \.self) > 1 {
      throw UsageError("--to, --phase and --all exclude each other; give one of them")
    }
    settings = try CommonParameters.settings(arguments)
    force = arguments.has(CommonParameters.force)
    console = CommonParameters.console(arguments)
    collection = try CollectionAccess(arguments)
    detection = try DetectionRun(arguments)
  }

  func run() -> ExitCode {
    if !isPhase {
      let change = step.map(OutputChange.goBack) ?? .drop
      if let code = collection.change(change, photo, settings, detection, films: revertOutput) { return code }
    }
    if FilmPipeline.isFilm(photo) { return revertFilm() }
    if let step { return goBack(to: step) }
    do {
      let session = try EditSession.beginReverting(photo, settings.sessionOptions(), phase: isPhase)
      if !isPhase, !isAll { try session.refuseBase() }
      return tell(of: isPhase ? try EditRevert.revertPhase(session) : try EditRevert.revert(session))
    } catch {
      return PhotoReporter(console: console).tell(of: error, photo)
    }
  }

  private func refuseSteps() throws(FaceBlurError) {
    guard step == nil, !isPhase, !isAll else {
      throw FaceBlurError(
        .unsupportedPhoto, file: photo, "the edit of a film has no steps and nothing beneath it",
        advice: "leave --to, --phase and --all out to take all of it back")
    }
  }

  /// Of a film that is an output of a collection, what a person decided.
  private func revertOutput(
    _ output: CollectionOutput, _ detector: any FaceDetecting, _ watch: FilmWatch
  ) throws(FaceBlurError) -> FilmEditReport {
    try refuseSteps()
    var own = FilmPipeline.Settings()
    own.watch = watch
    return try output.revertFilm(own, lookingWith: detector)
  }

  private func revertFilm() -> ExitCode {
    do throws(FaceBlurError) {
      try refuseSteps()
      let options = settings.sessionOptions()
      return tell(
        of: try FilmPipeline.revert(photo, recordedAt: options.record, rendersIn: options.reach))
    } catch {
      return PhotoReporter(console: console).tell(of: error, photo)
    }
  }

  private func tell(of outcome: EditRevert.Outcome) -> ExitCode {
    for path in outcome.kept {
      // It shows or tells where faces are, and nothing else knows of it any more.
      console.insist(
        "\(path): it was changed after faceblur wrote it, so it was left alone; remove it by hand")
    }
    if console.json { console.emit(outcome) }
    console.say(
      ["\(photo): reverted"] + outcome.removed.map { "  removed  \($0)" }
        + outcome.restored.map { "  restored  \($0)" })
    return .done
  }

  private func goBack(to step: Int) -> ExitCode {
    var outputs = OutputGuard(originals: [photo], force: force)
    return PhotoReporter(console: console).report(on: photo) { () throws(FaceBlurError) in
      try StatePipeline(settings: settings).goBack(photo, toStep: step, guardedBy: &outputs)
    }
  }
}
