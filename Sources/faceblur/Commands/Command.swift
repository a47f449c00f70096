internal import ImageProcessingKit

/// One command of the program. A new command is one new file that conforms to this, and a line in
/// `Program.commands`.
protocol Command {
  static var name: String { get }
  /// One sentence for the help.
  static var abstract: String { get }
  /// What the help calls the operands: `PHOTO…`.
  static var operandName: String { get }
  static var operandCount: ClosedRange<Int> { get }
  static var parameters: [Parameter] { get }
  /// What its operands can be.
  static var operandCompletion: Completion { get }
  /// What its manual page says beyond the abstract: paragraphs.
  static var manual: [String] { get }
  /// What its manual page shows.
  static var examples: [CommandExample] { get }
  /// Whether the user's stored settings hold where its options say nothing.
  static var heedsStoredSettings: Bool { get }
  /// What `-` among the photos does, for the help; nil where it is refused.
  static var standardInput: String? { get }

  /// - Throws: `UsageError` where a value is not what its option takes.
  init(_ arguments: ParsedArguments) throws(UsageError)

  func run() -> ExitCode
}

extension Command {
  static var heedsStoredSettings: Bool { false }
  static var standardInput: String? { nil }
  static var operandCompletion: Completion { .photosAndFilms }
  static var manual: [String] { [] }
  static var examples: [CommandExample] { [] }
}

/// A line that can be typed, and what it does.
struct CommandExample: Sendable {
  let line: String
  let effect: String

  init(_ line: String, _ effect: String) {
    self.line = line
    self.effect = effect
  }
}

/// The parameters that several commands share.
enum CommonParameters {
  static let anyNumberOfPhotos = 1...Int.max
  static let onePhoto = 1...1

  static let detector = Option<DetectorChoice>.choice(
    "--detector",
    help:
      "What looks for the faces: networks (default) is YuNet with CenterFace; each other finds far fewer."
  )
  static let effort = Option<DetectionEffort>.choice(
    "--effort",
    help: "How often a photo is looked at: normal (default) finds faces that lie on their side, too.")
  static let engine = Option<NetworkEngine>.choice(
    "--engine",
    help:
      "What computes the networks: native (default), or opencv, which sees the same in four times the time.",
    isHidden: true)
  static let threshold = Option<Double>.number(
    "--threshold", value: "T", in: 0...1,
    help: "The least probability that counts; lower finds more faces and more that are none (default 0.65).")
  static let models = Option<FilePath>.path(
    "--models", value: "DIR",
    help: "Use the models of this folder instead of those of the command (also FACEBLUR_MODELS).")
  static let maxPixels = Option<Int>(
    "--max-pixels", value: "N", expected: "a number of pixels, such as 200000000 or 200M",
    help:
      "Refuse larger photos, from their header alone (default 200M). A progressive photo takes up to 16 MB per M."
  ) { argument in
    let text = argument.text
    let number =
      text.hasSuffix("M")
      ? Int(text.dropLast()).map { $0.multipliedReportingOverflow(by: 1_000_000) }
      : Int(text).map { ($0, false) }
    guard let number, !number.overflow, (1...ImageLimits.maxHeaderPixels).contains(number.partialValue) else {
      return nil
    }
    return number.partialValue
  }
  static let noSandbox = Flag(
    "--no-sandbox",
    help:
      "Decode HEICs, AVIFs, WebPs, JPEG XLs and films, and scrub, although the kernel cannot confine what does; for files that you trust."
  )
  static let preview = Option<FilePath>.path(
    "--preview", value: "DIR", help: "Write the blurred picture at display size there, or the blurred film.")
  static let overlay = Option<FilePath>.path(
    "--overlay", value: "DIR",
    help:
      "Write a picture there, or a film, with each face boxed and its id, and its score where it is in doubt."
  )
  static let dryRun = Flag("--dry-run", help: "Write no render and no record.")
  static let json = Flag(
    "--json", help: "Print one JSON object per photo, and nothing else, to standard output.")
  /// Of commands that work on no photos.
  static let jsonOfResult = Flag(
    "--json", help: "Print what is told as one JSON object, and nothing else, to standard output.")
  static let force = Flag("--force", help: "Replace files that faceblur did not write.")
  static let forceRebase = Flag(
    "--force-rebase", help: "Go on where the original has changed since it was edited; look for faces anew.")
  static let forget = Flag(
    "--forget",
    help: "Begin anew: drop what was found before and what a person drew, moved or excluded.")
  static let unhidden = Flag(
    "--unhidden",
    help: "Render it although faces may be seen that nobody has looked for, or that were hidden.")
  static let renders = Option<FilePath>.path(
    "--renders", value: "DIR", isRepeatable: true,
    help:
      "Renders in this folder may be replaced or removed, too, not only around the photo; may be repeated.")
  /// A folder of such a name is written `./none`.
  static let record = Option<RecordPlace>(
    "--record", value: "beside|none|DIR", expected: "beside, none or a folder",
    help: "Where the edit record is kept: beside the photo (default), nowhere, or in this folder.",
    completion: .words(["beside", "none"], or: .folders)
  ) { argument in
    switch argument.text {
    case "beside": .beside
    case "none": RecordPlace.none
    default: argument.path.map { .folder($0) }
    }
  }
  static let sidecar = Flag(
    "--xmp", help: "Write the regions to PHOTO.xmp, too, for photo managers such as digiKam.")
  static let quiet = Flag("-q", "--quiet", help: "Print errors only.")
  static let verbose = Flag("-v", "--verbose", help: "Print each face and how each photo was rendered.")

  static func console(_ arguments: ParsedArguments) -> Console {
    Console(
      verbosity: arguments.has(quiet) ? .quiet : arguments.has(verbose) ? .verbose : .normal,
      json: arguments.has(json), command: arguments.command)
  }

  static func limits(_ arguments: ParsedArguments) throws(UsageError) -> ImageLimits {
    var limits = ImageLimits()
    limits.maxPixels = try arguments.value(of: maxPixels) ?? limits.maxPixels
    return limits
  }

  /// What a command that goes through the pipeline was asked for: limits, folders, and whether to write at all.
  static func settings(_ arguments: ParsedArguments) throws(UsageError) -> BlurPipeline.Settings {
    var settings = BlurPipeline.Settings()
    settings.wishes = try arguments.wishesInForce()
    settings.renderOptions.metadata = settings.wishes.metadata ?? settings.renderOptions.metadata
    settings.reader.limits = try limits(arguments)
    settings.format = try arguments.value(of: RenderParameters.format)
    settings.previewFolder = try arguments.value(of: preview)
    settings.overlayFolder = try arguments.value(of: overlay)
    settings.dryRun = arguments.has(dryRun)
    settings.rebasing = arguments.has(forceRebase)
    settings.hasSidecar = arguments.has(sidecar)
    settings.forgets = arguments.has(forget)
    settings.showsUnhidden = arguments.has(unhidden)
    settings.record = try arguments.value(of: record) ?? .beside
    if settings.record == .none, settings.hasSidecar {
      throw UsageError("--xmp keeps up to date what the record says; leave --record none or --xmp out")
    }
    settings.renderFolders = try arguments.values(of: renders)
    return settings
  }

  static func modelLocator(_ arguments: ParsedArguments) throws(UsageError) -> ModelLocator {
    let folder = try arguments.value(of: models)
    return ModelLocator(folder: folder ?? FilePath(environment: "FACEBLUR_MODELS"))
  }
}
