internal import ImageProcessingKit

/// `faceblur models`: which models there are and where they are looked for.
struct ModelsCommand: Command {
  static let name = "models"
  static let abstract = "List the detection models, where each was found and whether it is the tested file."
  static let operandName = ""
  static let operandCount = 0...0
  static let parameters = [CommonParameters.models.parameter]

  private let locator: ModelLocator
  private let console = Console()

  init(_ arguments: ParsedArguments) throws(UsageError) {
    locator = try CommonParameters.modelLocator(arguments)
  }

  func run() -> ExitCode {
    var codes: [ExitCode] = []
    for model in Model.all {
      if model.isOptional, locator.path(of: model) == nil {
        console.answer([
          model.file, "  not there; it is optional and finds more small faces: \(model.remedy)",
        ])
        continue
      }
      do throws(DetectionError) {
        let loaded = try locator.load(model)
        console.answer([model.file, "  \(loaded.path)", "  SHA-256 \(model.sha256)"])
        codes.append(.done)
      } catch {
        console.answer([model.file, "  \(error)"])
        codes.append(ExitCode(error))
      }
    }
    console.answer([
      "Engines", "  native, with \(NetworkEngine.nativeInstructions) instructions",
      "  opencv, with --engine opencv",
    ])
    console.answer(["Searched, in this order:"] + locator.folders.map { "  \($0)" })
    return codes.contains(.modelMissing) ? .modelMissing : .done
  }
}
