internal import ImageProcessingKit

/// `faceblur blur`: render and record per photo.
struct BlurCommand: Command {
  static let name = "blur"
  static let abstract = "Obscure the faces in photos; write a render and an edit record for each."
  static let operandName = "PHOTO…"
  static let operandCount = CommonParameters.anyNumberOfPhotos

  private static let output = Option<FilePath>.path(
    "-o", value: "FILE|DIR",
    help: "Write the render to this file, or into this folder under the photo's name.")
  private static let style = Option<ObscuringStyle>.choice(
    "--style",
    help:
      "mosaic: flat cells of the mean colour (default); blur: the same cells, smooth; fill: one gray area.")
  private static let shape = Option<ObscuringShape>.choice(
    "--shape", help: "box (default), or the ellipse in it; always outward to whole coding units.")
  private static let cells = Option<Int>.number(
    "--cells", in: ObscuringStrength.allowedCells,
    help: "The most mosaic cells across a face, 1 to 6 (default 6); more would leave it recognisable.")
  private static let margin = Option<Double>.number(
    "--margin", value: "M", in: ObscuringStrength.allowedMargins,
    help: "How many times as wide and high as the face the obscured area is, 1 to 4 (default 1.3).")
  private static let preview = Option<FilePath>.path(
    "--preview", value: "DIR", help: "Write the blurred picture at display size there.")
  private static let keepProgressive = Flag(
    "--keep-progressive", help: "Leave a progressive photo progressive, at more than twice the time.")
  private static let metadata = Option<MetadataPolicy>(
    "--metadata", value: "POLICY", expected: MetadataPolicy.syntax,
    help:
      "What the render tells about the photo: none, minimal (default), standard, changed by +gps, -date, …"
  ) { MetadataPolicy($0.text) }
  private static let thumbnail = Flag(
    "--thumbnail", help: "Put a thumbnail into the render, made from the blurred picture.")
  private static let anonymousNames = Flag(
    "--anonymous-names", help: "Give the render a random name; which is whose, only the record tells.")
  private static let dryRun = Flag("--dry-run", help: "Write no render and no record.")

  static let parameters = [
    output.parameter, style.parameter, shape.parameter, cells.parameter, margin.parameter,
    CommonParameters.effort.parameter, CommonParameters.engine.parameter,
    CommonParameters.threshold.parameter,
    CommonParameters.detector.parameter,
    CommonParameters.models.parameter,
    preview.parameter, CommonParameters.overlay.parameter, CommonParameters.json.parameter, dryRun.parameter,
    metadata.parameter, thumbnail.parameter, anonymousNames.parameter, keepProgressive.parameter,
    CommonParameters.maxPixels.parameter,
    CommonParameters.force.parameter, CommonParameters.quiet.parameter, CommonParameters.verbose.parameter,
  ]

  private let photos: [FilePath]
  private let destination: RenderDestination
  private let settings: BlurPipeline.Settings
  private let force: Bool
  private let detection: DetectionRun

  init(_ arguments: ParsedArguments) throws(UsageError) {
    photos = arguments.operands
    destination = try RenderDestination(try arguments.value(of: Self.output), photoCount: photos.count)
    force = arguments.has(CommonParameters.force)
    detection = try DetectionRun(arguments)

    let standard = ObscuringStrength.default
    guard
      let strength = ObscuringStrength(
        style: try arguments.value(of: Self.style) ?? standard.style,
        shape: try arguments.value(of: Self.shape) ?? standard.shape,
        cells: try arguments.value(of: Self.cells) ?? standard.cells,
        margin: try arguments.value(of: Self.margin) ?? standard.margin)
    else { throw UsageError("--cells and --margin are out of range; type 'faceblur blur --help'") }
    var settings = BlurPipeline.Settings()
    settings.strength = strength
    settings.renderOptions.keepsProgressive = arguments.has(Self.keepProgressive)
    settings.renderOptions.metadata = try arguments.value(of: Self.metadata) ?? .minimal
    settings.renderOptions.hasThumbnail = arguments.has(Self.thumbnail)
    settings.anonymousNames = arguments.has(Self.anonymousNames)
    if settings.anonymousNames, case .file(let path) = destination {
      throw UsageError("--anonymous-names makes up the name; name a folder: '-o \(path.folder)/'")
    }
    settings.limits = try CommonParameters.limits(arguments)
    settings.previewFolder = try arguments.value(of: Self.preview)
    settings.overlayFolder = try arguments.value(of: CommonParameters.overlay)
    for folder in [settings.previewFolder, settings.overlayFolder].compactMap(\.self)
    where settings.anonymousNames && destination.isFolder(folder) {
      throw UsageError("previews and overlays bear the originals' names; put them elsewhere than the renders")
    }
    settings.dryRun = arguments.has(Self.dryRun)
    settings.replacingChanged = force
    self.settings = settings
  }

  func run() -> ExitCode {
    let chosen = detection.leavingOutRenders(photos)
    var outputs = OutputGuard(originals: chosen, force: force)
    return detection.overPhotos(chosen, settings) { pipeline, photo throws(PipelineError) in
      try pipeline.blur(photo, to: destination.target(for: photo), guardedBy: &outputs)
    }
  }
}
