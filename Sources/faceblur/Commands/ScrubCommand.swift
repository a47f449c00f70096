internal import ImageProcessingKit

/// `faceblur scrub`: whole collections, taken up again where a run was ended.
struct ScrubCommand: ScrubWorkerStarting {
  static let name = "scrub"
  static let abstract =
    "Scrub whole folders of photos and films into another folder; a run that was ended goes on where it was."
  static let heedsStoredSettings = true
  static let operandName = "SOURCE… -o TARGET"
  static let operandCount = 0...Int.max
  static let manual = [
    "Sources are folders, photos and films; the target gets the same folders with scrubbed ones under the same names. A run that was ended, by whatever,"
      + " goes on where it was when the same command is given again.",
    "A list for --from is UTF-8, or whatever bytes the names have; UTF-16 is refused. Lines may end with CR and LF; a CR counts as part of the name where a"
      + " file has it in its name.",
    "A journal beside the target keeps what was done and what a person has decided. Photos and films in the target are corrected where they are,"
      + " with 'faceblur edit' or 'faceblur review'.",
  ]
  static let examples = [
    CommandExample(
      "faceblur scrub school/ -o published/", "Scrub a folder into another one."),
    CommandExample(
      "faceblur scrub school/ -o published/ --include '*.jpg' --dry-run",
      "Say what a run would do with JPEGs alone."),
  ]

  private static let output = Option<FilePath>.path(
    "-o", value: "TARGET",
    help: "Write the scrubbed photos and films there, in the same folders and under the same names.")
  private static let from = Option<FilePath>.path(
    "--from", value: "FILE", completion: .files,
    help: "Read the names of photos and folders from a list, ended by newlines or NULs; - is standard input.")
  private static let include = pattern(
    "--include",
    help: "Take only files that fit, and those in folders that fit: '*.jpg', 'school/'; may be repeated.")
  private static let exclude = pattern(
    "--exclude",
    help: "Leave out files that fit, and folders that fit with all that is in them; may be repeated.")
  private static let state = Option<FilePath>.path(
    "--state", value: "DIR",
    help: "Keep the journal and the reports there, instead of in TARGET.faceblur beside the target.")
  private static let jobs = ScrubParameters.jobs(standard: "one for each core")
  private static let forget = Flag(
    "--forget",
    help: "Hide only what this run finds, also where earlier ones found more; a person's decisions stay.")
  private static let trustTimes = Flag(
    "--trust-times",
    help: "Take what earlier runs wrote to be as it was by size and time alone; it is not read again.")
  private static let dryRun = Flag(
    "--dry-run", help: "Say what a run would do with each file and how it would end, and change nothing.")
  private static let verbose = Flag("-v", "--verbose", help: "Print a line for each file.")
  private static let json = Flag("--json", help: "Print events as JSON, one a line, to standard output.")

  static let parameters =
    [
      output.parameter, from.parameter, include.parameter, exclude.parameter,
      ScrubParameters.onNoFace.parameter,
      ScrubParameters.records.parameter, state.parameter, jobs.parameter, ScrubParameters.memory.parameter,
    ] + ScrubParameters.ofPhotos + [
      FilmOptions.audio.parameter, json.parameter, forget.parameter, trustTimes.parameter, dryRun.parameter,
      CommonParameters.force.parameter, CommonParameters.quiet.parameter, verbose.parameter,
    ]

  private let sources: [FilePath]
  private let list: CollectionScrub.Input.List?
  let settings: ScrubSettings
  private let isDryRun: Bool
  let detection: DetectionRun
  let workers: ScrubWorkers

  init(_ arguments: ParsedArguments) throws(UsageError) {
    sources = arguments.operands
    list = try arguments.value(of: Self.from).map { $0 == "-" ? .standardInput : .file($0) }
    guard !sources.isEmpty || list != nil else {
      throw UsageError("type 'faceblur scrub SOURCE -o TARGET', or '--from -' for a list on standard input")
    }
    var settings = try ScrubParameters.settings(arguments, to: Self.output)
    settings.filter = NameFilter(
      included: try arguments.values(of: Self.include), excluded: try arguments.values(of: Self.exclude))
    settings.state = try arguments.value(of: Self.state)
    settings.audio = try arguments.value(of: FilmOptions.audio)
    settings.trustsTimes = arguments.has(Self.trustTimes)
    settings.forgets = arguments.has(Self.forget)
    settings.jobs = try arguments.value(of: Self.jobs)
    self.settings = settings
    isDryRun = arguments.has(Self.dryRun)
    detection = try DetectionRun(arguments)
    workers = try ScrubWorkerProcess.workers(of: Self.self, arguments)
  }

  func run() -> ExitCode {
    StopSignal.watch()
    return detection.withDetector { _ in
      do throws(FaceBlurError) {
        return try scrubCollection()
      } catch {
        detection.console.fail(error.text)
        return ExitCode(error)
      }
    }
  }

  private func scrubCollection() throws(FaceBlurError) -> ExitCode {
    let input = CollectionScrub.Input(sources: try CollectionSource.sources(sources), list: list)
    var view = ScrubView(detection.console, settings)
    view.begin()
    if isDryRun {
      let summary = try scrub.dryRun(input, isStopping: { StopSignal.isRaised }, tell: { view.take($0) })
      view.end(dryRun: summary)
      return Self.code(of: summary)
    }
    let summary = try scrub.run(input, isStopping: { StopSignal.isRaised }, tell: { view.take($0) })
    view.end(summary)
    return Self.code(of: summary)
  }

  private static func code(of summary: ScrubSummary) -> ExitCode {
    if let fatal = summary.fatal { return ExitCode(fatal) }
    if summary.isInterrupted { return .interrupted }
    return summary.count(.failed) > 0 ? .someFailed : .done
  }

  private static func pattern(_ name: String, help: String) -> Option<String> {
    Option(name, value: "PATTERN", expected: "a pattern such as '*.jpg'", help: help, isRepeatable: true) {
      $0.text.isEmpty ? nil : $0.text
    }
  }
}
