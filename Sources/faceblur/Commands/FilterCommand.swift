internal import ImageProcessingKit

/// `faceblur filter`: the tones of a photo's render.
struct FilterCommand: Command {
  static let name = "filter"
  static let abstract =
    "Change the tones of a photo's render; faces that nobody has looked for yet are found and hidden first."
  static let heedsStoredSettings = true
  static let operandName = "PHOTO"
  static let operandCount = CommonParameters.onePhoto

  private static let vignette = Option<Double>.number(
    "--vignette", value: "INTENSITY", in: 0...1, help: "Darken the corners; 0 takes the filter away.")
  private static let vignetteRadius = Option<Double>.number(
    "--vignette-radius", value: "R", in: 0...1,
    help: "Where the darkening begins: 0 is the middle, 1 the corner (default 0.33).")
  private static let sepia = Option<Double>.number(
    "--sepia", value: "INTENSITY", in: 0...1, help: "Make it brownish; 0 takes the filter away.")
  private static let lut = Option<FilePath>.path(
    "--lut", value: "FILE.cube",
    help: "Map the colours by a 3D table, which the record keeps; 'none' takes it away.")

  static let parameters =
    [vignette.parameter, vignetteRadius.parameter, sepia.parameter, lut.parameter]
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
    guard intensity != nil || radius != nil || sepia != nil || lut != nil else {
      throw UsageError("say which filter, such as 'faceblur filter \(photo) --sepia 0.3'")
    }
    settings = try CommonParameters.settings(arguments)
    force = arguments.has(CommonParameters.force)
    detection = try DetectionRun(arguments)
    collection = try CollectionAccess(arguments)
  }

  func run() -> ExitCode {
    let table: (lut: ColorLUT?, notes: [String])
    do { table = try self.table() } catch {
      return detection.reporter.tell(of: error, photo)
    }
    let tones = OutputChange.tone { change(&$0, table.lut) }
    if let code = collection.change(
      tones, photo, settings, detection.withoutStoredEffort, notes: table.notes)
    {
      return code
    }
    var outputs = OutputGuard(originals: [photo], force: force)
    return detection.reporter.report(on: photo) { () throws(FaceBlurError) in
      var report = try StatePipeline(settings: settings)
        .filter(photo, lookingFirstWith: detection.maker, { change(&$0, table.lut) }, guardedBy: &outputs)
      report.notes = table.notes + report.notes
      return report
    }
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
