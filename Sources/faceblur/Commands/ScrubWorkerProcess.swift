internal import ImageProcessingKit

/// A command whose photos are scrubbed by processes of this program.
protocol ScrubWorkerStarting: Command {
  var settings: ScrubSettings { get }
  var detection: DetectionRun { get }
  /// What it starts.
  var workers: ScrubWorkers { get }
}

extension ScrubWorkerStarting {
  var scrub: CollectionScrub {
    CollectionScrub(settings: settings, workers: workers, makeDetector: detection.workerMaker)
  }
}

/// A process of this program that scrubs photos for another one.
enum ScrubWorkerProcess {
  /// The first argument of such a process.
  static let word = "--scrub-worker"

  private static var starters: [any ScrubWorkerStarting.Type] { [ScrubCommand.self, WorkerCommand.self] }

  /// The processes that a command starts, with its own arguments and with the user's settings as it has read them: they may change
  /// while it goes on.
  static func workers<Starter: ScrubWorkerStarting>(
    of starter: Starter.Type, _ arguments: ParsedArguments
  ) throws(UsageError) -> ScrubWorkers {
    guard let told = try? PlainText.json(arguments.wishes) else {
      throw UsageError("the stored settings cannot be told; type 'faceblur settings --reset all'")
    }
    return .processes([word, starter.name, told].map { Array($0.utf8) } + arguments.words.map(\.bytes))
  }

  /// Does the work of such a process.
  /// - Parameter arguments: behind the first one.
  static func run(_ arguments: [Argument], _ console: Console) -> ExitCode {
    // The next photo needs as much again.
    NetworkDetector.keepMemory()
    do throws(UsageError) {
      guard let starter = starters.first(where: { $0.name == arguments.first?.text }),
        let wishes = try? UserSettings(content: arguments.dropFirst().first?.bytes ?? [])
      else { throw UsageError("\(word) is for processes that a run starts") }
      return try serve(as: starter, Program.parsed(arguments.dropFirst(2), for: starter, wishes))
    } catch {
      console.fail(error.message)
      return .usage
    }
  }

  private static func serve<Starter: ScrubWorkerStarting>(
    as starter: Starter.Type, _ arguments: ParsedArguments
  ) throws(UsageError) -> ExitCode {
    try Starter(arguments).scrub.serve() ? .done : .usage
  }
}
