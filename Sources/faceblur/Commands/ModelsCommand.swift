internal import ImageProcessingKit

/// `faceblur models`: which models there are, where they come from, and on what terms they are passed on.
struct ModelsCommand: Command {
  static let name = "models"
  static let abstract = "List the detection models, where each comes from and whether it is the tested file."
  static let operandName = ""
  static let operandCount = 0...0
  static let parameters = [CommonParameters.models.parameter, licences.parameter]

  private static let licences = Flag("--licences", help: "Print the licences of the models in the command.")

  private let locator: ModelLocator
  private let printsLicences: Bool
  private let console = Console()

  init(_ arguments: ParsedArguments) throws(UsageError) {
    locator = try CommonParameters.modelLocator(arguments)
    printsLicences = arguments.has(Self.licences)
  }

  func run() -> ExitCode {
    if printsLicences {
      for compiled in CompiledModel.all {
        let lines = compiled.licence.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        console.answer([compiled.model.file, ""] + lines)
      }
      return .done
    }
    let codes = Model.all.map(answer(about:))
    console.answer([
      "Engines", "  native, with \(NetworkEngine.nativeInstructions) instructions",
      "  opencv, with --engine opencv",
    ])
    return codes.contains(.modelMissing) ? .modelMissing : .done
  }

  private func answer(about model: Model) -> ExitCode {
    do throws(DetectionError) {
      let loaded = try locator.load(model)
      // Of a file it was compared already.
      guard loaded.sha256 == model.sha256 else {
        console.answer([model.file, "  part of the command, and damaged: install the command anew"])
        return .modelMissing
      }
      console.answer([
        model.file, "  \(loaded.path?.description ?? "part of the command")", "  SHA-256 \(model.sha256)",
      ])
      return .done
    } catch {
      console.answer([model.file, "  \(error)"])
      // Only --detector haar needs a cascade.
      if case .modelMissing(let missing, _) = error,
        !CompiledModel.all.contains(where: { $0.model == missing })
      {
        return .done
      }
      return ExitCode(error)
    }
  }
}
