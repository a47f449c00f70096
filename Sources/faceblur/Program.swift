internal import Glibc
internal import ImageProcessingKit

/// Chooses the command and runs it.
enum Program {
  static var commands: [any Command.Type] {
    [
      BlurCommand.self, ScrubCommand.self, DetectCommand.self, EditCommand.self, FilterCommand.self,
      ShowCommand.self,
      RenderCommand.self,
      RevertCommand.self, ReviewCommand.self, VerifyCommand.self, ModelsCommand.self, SettingsCommand.self,
      SelfTestCommand.self, WorkerCommand.self,
    ]
  }

  /// The words after the program's name, as the system passed them: a photo's name need not be UTF-8.
  static var words: [Argument] {
    (1..<max(Int(CommandLine.argc), 1)).compactMap { index in
      CommandLine.unsafeArgv[index].map { word in
        Argument(bytes: Array(UnsafeRawBufferPointer(start: word, count: strlen(word))))
      }
    }
  }

  /// - Parameter arguments: the words after the program's name.
  static func run(_ arguments: [Argument]) -> ExitCode {
    // A write beyond the file size limit is an error to report, not a reason to be killed; nor is a reader of the
    // output that goes away: photos are done all the same.
    signal(SIGXFSZ, SIG_IGN)
    signal(SIGPIPE, SIG_IGN)
    Console.occupyStandardDescriptors()
    let code = choose(arguments)
    // Output that was not written must not be taken for empty output, so the exit code says so.
    return code == .done && Console.hasLostOutput ? .cannotWrite : code
  }

  private static func choose(_ arguments: [Argument]) -> ExitCode {
    let console = Console()
    // Words come by way of it, and with them whatever was asked for.
    guard CommandLine.argc > 0 else {
      console.fail("/proc is not mounted, so nobody can tell what was asked for; mount it")
      return .unavailable
    }
    let words = arguments.map(\.text)
    guard let first = words.first else {
      console.fail("type 'faceblur blur PHOTO…' to blur photos, or 'faceblur --help' to see all commands")
      return .usage
    }
    if HelpText.words.contains(first) {
      if words.count > 1, let topic = command(named: words[1]) {
        console.answer(HelpText.help(for: topic))
      } else {
        console.answer(HelpText.overview(of: commands))
      }
      return .done
    }
    if ["--version", "-V"].contains(first) {
      console.answer(["faceblur \(FaceBlurVersion.current)"])
      return .done
    }
    if first == CompletionRequest.word {
      console.list(CompletionRequest(Array(arguments.dropFirst()), commands).lines)
      return .done
    }
    if first == ManualFiles.word { return writeManual(arguments.dropFirst().compactMap(\.path), console) }
    if first == ScrubWorkerProcess.word {
      return ScrubWorkerProcess.run(Array(arguments.dropFirst()), console)
    }
    // A worker keeps its memory for the next photo.
    ProcessMemory.returnLargePieces()
    guard let command = command(named: first) else {
      console.fail("there is no command '\(first)'; \(advice(for: arguments[0]))")
      return .usage
    }
    let rest = Array(arguments.dropFirst())
    let options = rest.prefix { $0.text != "--" }
    if options.contains(where: { ParsedArguments.asksForHelp($0, of: command) }) {
      console.answer(HelpText.help(for: command))
      return .done
    }
    return run(command, with: rest, console)
  }

  /// What was most likely meant by a first word that is no command.
  private static func advice(for word: Argument) -> String {
    if let path = word.path, path.isFolder { return "did you mean 'faceblur scrub \(path) -o TARGET'?" }
    if let path = word.path, path.exists || RenderDestination.isRenderName(path) {
      return "did you mean 'faceblur blur \(path)'?"
    }
    return UsageError.nearest(to: word.text, among: commands.map { $0.name })
      .map { "did you mean 'faceblur \($0)'?" } ?? "type 'faceblur --help' to see all commands"
  }

  private static func command(named name: String) -> (any Command.Type)? {
    for command in commands where command.name == name { return command }
    return nil
  }

  /// Writes manual pages and completions, for builds.
  private static func writeManual(_ folders: [FilePath], _ console: Console) -> ExitCode {
    guard folders.count == 1 else {
      console.fail("type 'faceblur \(ManualFiles.word) DIR'")
      return .usage
    }
    do {
      try ManualFiles(commands).write(below: folders[0])
      return .done
    } catch {
      console.fail(error.text)
      return ExitCode(error)
    }
  }

  /// The arguments of a command, and done what concerns the program as a whole.
  static func parsed(
    _ arguments: some Sequence<Argument>, for command: any Command.Type,
    _ wishes: UserSettings = UserSettings()
  ) throws(UsageError) -> ParsedArguments {
    var parsed = try ParsedArguments(Array(arguments), for: command)
    parsed.wishes = wishes
    if parsed.has(CommonParameters.noSandbox) { CodecHelpers.allowUnconfined() }
    return parsed
  }

  private static func run<Chosen: Command>(
    _ command: Chosen.Type, with arguments: [Argument], _ console: Console
  ) -> ExitCode {
    do throws(UsageError) {
      var parsed = try Self.parsed(arguments, for: command)
      if command.heedsStoredSettings {
        do throws(FaceBlurError) { parsed.wishes = try UserSettings.read() } catch {
          console.fail(error.text)
          return ExitCode(error)
        }
      }
      return try Chosen(parsed).run()
    } catch {
      console.fail(error.message)
      return .usage
    }
  }
}
