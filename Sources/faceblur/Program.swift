internal import Glibc
internal import ImageProcessingKit

/// Chooses the command and runs it.
enum Program {
  static var commands: [any Command.Type] {
    [
      BlurCommand.self, ScrubCommand.self, DetectCommand.self, EditCommand.self, FilterCommand.self,
      ShowCommand.self,
      RenderCommand.self,
      RevertCommand.self, VerifyCommand.self, ModelsCommand.self,
    ]
  }

  /// - Parameter arguments: the words after the program's name.
  static func run(_ arguments: [Argument]) -> ExitCode {
    // A write beyond the file size limit is an error to report, not a reason to be killed.
    signal(SIGXFSZ, SIG_IGN)
    let console = Console()
    let words = arguments.map(\.text)
    guard let first = words.first else {
      console.fail("type 'faceblur blur PHOTO…' to blur photos, or 'faceblur --help' to see all commands")
      return .usage
    }
    if ["--help", "-h", "help"].contains(first) {
      if words.count > 1, let topic = command(named: words[1]) {
        console.answer(HelpText.help(for: topic))
      } else {
        console.answer(HelpText.overview(of: commands))
      }
      return .done
    }
    if first == "--version" {
      console.answer(["faceblur \(FaceBlurVersion.current)"])
      return .done
    }
    guard let command = command(named: first) else {
      let nearest = UsageError.nearest(to: first, among: commands.map { $0.name })
      let advice =
        nearest.map { "did you mean 'faceblur \($0)'?" } ?? "type 'faceblur --help' to see all commands"
      console.fail("there is no command '\(first)'; \(advice)")
      return .usage
    }
    let rest = Array(arguments.dropFirst())
    let options = rest.prefix { $0.text != "--" }
    if options.contains(where: { $0.text == "--help" || $0.text == "-h" }) {
      console.answer(HelpText.help(for: command))
      return .done
    }
    return run(command, with: rest, console)
  }

  private static func command(named name: String) -> (any Command.Type)? {
    for command in commands where command.name == name { return command }
    return nil
  }

  private static func run<Chosen: Command>(
    _ command: Chosen.Type, with arguments: [Argument], _ console: Console
  ) -> ExitCode {
    do throws(UsageError) {
      return try Chosen(ParsedArguments(arguments, for: command)).run()
    } catch {
      console.fail(error.message)
      return .usage
    }
  }
}
