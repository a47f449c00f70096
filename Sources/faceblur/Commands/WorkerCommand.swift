internal import ImageProcessingKit

/// `faceblur worker`: scrubs what another program asks for, one photo after the other.
struct WorkerCommand: ScrubWorkerStarting {
  static let name = "worker"
  static let abstract =
    "Scrub the photos that another program asks for on standard input; for drivers of many machines."
  static let operandName = "SOURCE… -o TARGET"
  static let operandCount = 1...Int.max
  static let operandCompletion = Completion.folders
  static let manual = [
    "Requests come on standard input and answers go to standard output, each one JSON object on a line; Documentation/worker.md says what is in"
      + " them. It ends with its input, or with SIGTERM once the photos in progress are answered.",
    "Photos may lie in the folders SOURCE, and go below TARGET, where nothing is replaced that is there. There is no journal and no report: what came"
      + " of each photo is in its answer. The settings that are stored for a user are not read.",
  ]
  static let examples = [
    CommandExample(
      "echo '{\"id\":\"1\",\"source\":\"/photos/a.jpg\",\"target\":\"a.jpg\"}' | faceblur worker /photos -o /published",
      "Scrub one photo and print what came of it.")
  ]

  private static let output = Option<FilePath>.path(
    "-o", value: "TARGET", help: "Write the scrubbed photos below this folder, where the requests say.")
  private static let jobs = ScrubParameters.jobs(standard: "1")
  private static let secondsOfSilence = Option<Int>.number(
    "--heartbeat", in: 0...3600,
    help: "Print a line where nothing else was printed for so many seconds (default 10; 0 for never).")
  private static let json = Flag("--json", help: "Changes nothing: all output is JSON.")

  static let parameters =
    [
      output.parameter, jobs.parameter, ScrubParameters.memory.parameter, secondsOfSilence.parameter,
      ScrubParameters.onNoFace.parameter, ScrubParameters.records.parameter,
    ] + ScrubParameters.ofPhotos + [CommonParameters.force.parameter, json.parameter]

  private let sources: [FilePath]
  let settings: ScrubSettings
  private let heartbeat: Duration
  let detection: DetectionRun
  let workers: ScrubWorkers

  init(_ arguments: ParsedArguments) throws(UsageError) {
    sources = arguments.operands
    var settings = try ScrubParameters.settings(arguments, to: Self.output)
    settings.jobs = try arguments.value(of: Self.jobs)
    // An answer has no room for what is hidden in a film.
    settings.takesFilms = false
    self.settings = settings
    heartbeat = .seconds(try arguments.value(of: Self.secondsOfSilence) ?? 10)
    detection = try DetectionRun(arguments)
    workers = try ScrubWorkerProcess.workers(of: Self.self, arguments)
  }

  func run() -> ExitCode {
    StopSignal.watch()
    var console = detection.console
    console.json = true
    let output = console
    do throws(FaceBlurError) {
      let summary = try scrub.answerRequests(
        in: try CollectionSource.sources(sources), heartbeat: heartbeat,
        isStopping: { StopSignal.isRaised || Console.hasLostOutput }, tell: { output.emit($0) })
      // That it stops where nobody gets its answers is no interruption.
      if Console.hasLostOutput, !StopSignal.isRaised { return .cannotWrite }
      if summary.interrupted { return .interrupted }
      return summary.failed > 0 ? .someFailed : .done
    } catch {
      console.fail(error.text)
      return ExitCode(error)
    }
  }
}
