internal import ImageProcessingKit

/// `faceblur revert`: the folder as it was before `blur`.
struct RevertCommand: Command {
  static let name = "revert"
  static let abstract = "Take an edit back: remove the renders and the record, keep the original."
  static let operandName = "PHOTO"
  static let operandCount = CommonParameters.onePhoto
  static let parameters = [CommonParameters.quiet.parameter]

  private let photo: FilePath
  private let console: Console

  init(_ arguments: ParsedArguments) throws(UsageError) {
    photo = arguments.operands[0]
    console = CommonParameters.console(arguments)
  }

  func run() -> ExitCode {
    do throws(EditError) {
      let outcome = try EditRevert.revert(try EditSession.begin(photo))
      for path in outcome.kept {
        console.warn(
          "\(path): it was changed after faceblur wrote it, so it was left alone; remove it by hand")
      }
      console.say(["\(photo): reverted"] + outcome.removed.map { "  removed  \($0)" })
      return .done
    } catch {
      console.fail("\(error)")
      return ExitCode(error)
    }
  }
}
