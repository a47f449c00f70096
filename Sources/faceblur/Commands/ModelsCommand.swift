internal import ImageProcessingKit

/// `faceblur models`: which models there are, where they come from, and on what terms they are passed on.
struct ModelsCommand: Command {
  static let name = "models"
  static let abstract = "List the detection models, where each comes from and whether it is the tested file."
  static let operandName = ""
  static let operandCount = 0...0
  static let manual = [
    "The networks are part of the command; each is compared with the hash of the file that was tested."
  ]
  static let examples = [
    CommandExample(
      "faceblur models", "Print the models, and whether they are sound.")
  ]
  static let parameters = [
    CommonParameters.models.parameter, licenses.parameter, CommonParameters.jsonOfResult.parameter,
  ]

  private static let licenses = Flag("--licences", help: "Print the licences of the models in the command.")

  private let locator: ModelLocator
  private let printsLicenses: Bool
  private let console: Console

  init(_ arguments: ParsedArguments) throws(UsageError) {
    locator = try CommonParameters.modelLocator(arguments)
    printsLicenses = arguments.has(Self.licenses)
    console = CommonParameters.console(arguments)
  }

  func run() -> ExitCode {
    if printsLicenses {
      for compiled in CompiledModel.all {
        let lines = compiled.license.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        console.answer([compiled.model.file, ""] + lines)
      }
      return .done
    }
    let states = Model.all.map { ModelState(of: $0, from: locator) }
    if console.json { console.emit(ModelsObject(states)) }
    for state in states {
      let place =
        state.error.map { ["  \($0)"] } ?? [
          "  \(state.path?.description ?? "part of the command")", "  SHA-256 \(state.model.sha256)",
        ]
      console.say([state.model.file] + place)
    }
    console.say(["Engine", "  with \(NetworkEngine.nativeInstructions) instructions"])
    return states.contains { $0.isMissed } ? .unavailable : .done
  }
}
