internal import ImageProcessingKit

/// `faceblur filter`: the tones of a photo's render.
struct FilterCommand: Command {
  static let name = "filter"
  static let abstract =
    "Change the tones of a photo's render; faces that nobody has looked for yet are found and hidden first."
  static let heedsStoredSettings = true
  static let operandName = "PHOTO"
  static let operandCount = CommonParameters.onePhoto
  static let operandCompletion = Completion.photos
  static let manual = [
    "Tones are those of what has been hidden and checked, never of the original, so faces stay hidden in every order."
  ]
  static let examples = [
    CommandExample(
      "faceblur filter IMG_1234.JPG --sepia 0.3 --vignette 0.5 --lut look.cube",
      "Change the tones by three filters."),
    CommandExample(
      "faceblur filter IMG_1234.JPG --look none", "Take all filters away."),
  ]

  private static let vignette = Option<Double>.number(
    "--vignette", value: "INTENSITY", in: 0...1, help: "Darken the corners; 0 takes the filter away.")
  private static let vignetteRadius = Option<Double>.number(
    "--vignette-radius", value: "R", in: 0...1,
    help: "Where the darkening begins: 0 is the middle, 1 the corner (default 0.33).")
  private static let sepia = Option<Double>.number(
    "--sepia", value: "INTENSITY", in: 0...1, help: "Make it brownish; 0 takes the filter away.")
  private static let lut = Option<FilePath>.path(
    "--lut", value: "FILE.cube",
    completion: .words([noTable.description], or: .files(endings: ["cube"])),
    help: "Map the colours by a 3D table, which the record keeps; 'none' takes it away.")
  /// Its value is nil where all tones are to be taken away.
  private static let look = Option<ToneLook?>(
    "--look", value: lookNames.joined(separator: "|"), expected: lookNames.joined(separator: " or "),
    help: "A look of the review page, in the place of filters of its kind; 'none' takes all tones away.",
    completion: .words(lookNames)
  ) { argument in
    argument.text == noLook ? .some(nil) : ToneLook(rawValue: argument.text).map { .some($0) }
  }
  private static let lookNames = ToneLook.allCases.map(\.rawValue) + [noLook]
  private static let noLook = "none"

  static let parameters =
    [look.parameter, vignette.parameter, vignetteRadius.parameter, sepia.parameter, lut.parameter]
    + DetectionRun.parameters + [
      RenderParameters.format.parameter, CommonParameters.preview.parameter, CommonParameters.json.parameter,
      CommonParameters.dryRun.parameter, CommonParameters.maxPixels.parameter,
      CommonParameters.noSandbox.parameter,
      CommonParameters.record.parameter, CommonParameters.renders.parameter, CollectionAccess.state.parameter,
      CommonParameters.sidecar.parameter, CommonParameters.unhidden.parameter,
      CommonParameters.force.parameter, CommonParameters.quiet.parameter,
      CommonParameters.verbose.parameter,
    ]

  private let photo: FilePath
  private let intensity: Double?
  private let radius: Double?
  private let sepia: Double?
  private let lut: FilePath?
  private let look: ToneLook??
  private let settings: BlurPipeline.Settings
  private let force: Bool
  private let detection: DetectionRun
  private let collection: CollectionAccess

  init(_ arguments: ParsedArguments) throws(UsageError) {
    photo = arguments.operands[0]
    intensity = try arguments.value(of: Self.vignette)
    radius = try arguments.value(of: Self.vignetteRadius)
    sepia = try arguments.value(of: Self.sepia)
    lut = try arguments.value(of: Self.lut)
    look = try arguments.value(of: Self.look)
    let given = [
      (Self.vignette.parameter, intensity != nil), (Self.vignetteRadius.parameter, radius != nil),
      (Self.sepia.parameter, sepia != nil), (Self.lut.parameter, lut != nil),
    ].filter(\.1).map(\.0.name)
    guard look != nil || !given.isEmpty else {
      throw UsageError("say which filter, such as 'faceblur filter \(photo) --sepia 0.3'")
    }
    if let look, let other = given.first(where: Self.options(toldBy: look).contains) {
      throw UsageError(
        "--look \(look?.rawValue ?? Self.noLook) and \(other) say two things about one filter; leave one out")
    }
    settings = try CommonParameters.settings(arguments)
    force = arguments.has(CommonParameters.force)
    detection = try DetectionRun(arguments)
    collection = try CollectionAccess(arguments)
  }

  /// The options that say something about the same filters as a look; nil stands for no tones at all.
  private static func options(toldBy look: ToneLook?) -> [String] {
    switch look {
    case .sepia: [sepia.parameter.name]
    case .vignette: [vignette.parameter.name, vignetteRadius.parameter.name]
    case .chrome, .instant, .invert, .posterize: [lut.parameter.name]
    case nil: [vignette, vignetteRadius, sepia].map(\.parameter.name) + [lut.parameter.name]
    }
  }

  func run() -> ExitCode {
    if FilmPipeline.isFilm(photo) {
      return detection.reporter.tell(of: FilmOptions.refusalOfTones(of: photo), photo)
    }
    let table: (lut: ColorLUT?, notes: [String])
    do throws(FaceBlurError) {
      try collection.keepOutOfTargets(photo, settings)
      table = try self.table()
    } catch {
      return detection.reporter.tell(of: error, photo)
    }
    let tones = OutputChange.tone { change(&$0, table.lut) }
    if let code = collection.change(
      tones, photo, settings, detection.withoutStoredEffort, notes: table.notes, films: refuseFilm)
    {
      return code
    }
    var outputs = OutputGuard(originals: [photo], force: force)
    let code = detection.reporter.report(on: photo) { () throws(FaceBlurError) in
      var report = try StatePipeline(settings: settings)
        .filter(photo, lookingFirstWith: detection.maker, { change(&$0, table.lut) }, guardedBy: &outputs)
      report.notes = table.notes + report.notes
      return report
    }
    if code == .done { detection.console.insistOnHalves(beside: photo, recordedAt: settings.record) }
    return code
  }

  /// Of an output of a collection of which the journal alone tells that it is a film.
  private func refuseFilm(
    _ output: CollectionOutput, _ detector: any FaceDetecting, _ watch: FilmWatch
  ) throws(FaceBlurError) -> FilmEditReport {
    throw FilmOptions.refusalOfTones(of: photo)
  }

  private func table() throws(FaceBlurError) -> (lut: ColorLUT?, notes: [String]) {
    guard let lut, lut != Self.noTable else { return (nil, []) }
    let read = try StatePipeline.table(at: lut)
    return (read.lut, read.notes.map { "\(lut): \($0)" })
  }

  /// Of a vignette of which only the radius is given.
  private static let usualIntensity = 0.5
  private static let noTable: FilePath = "none"

  private func change(_ filters: inout ToneFilters, _ table: ColorLUT?) {
    if let look { filters = look?.applied(to: filters) ?? ToneFilters() }
    if intensity != nil || radius != nil {
      var vignette = filters.vignette ?? Vignette(intensity: Self.usualIntensity)
      vignette.intensity = intensity ?? vignette.intensity
      vignette.radius = radius ?? vignette.radius
      filters.vignette = vignette.intensity > 0 ? vignette : nil
    }
    if let sepia { filters.sepia = sepia > 0 ? sepia : nil }
    if lut != nil { filters.lut = table }
  }
}
