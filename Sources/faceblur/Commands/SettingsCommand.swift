internal import ImageProcessingKit

/// `faceblur settings`: what holds where no option says otherwise.
struct SettingsCommand: Command {
  static let name = "settings"
  static let abstract =
    "Store what blur, scrub, detect, edit, filter and review do where no option says otherwise, or show what is stored."
  static let operandName = ""
  static let operandCount = 0...0
  static let manual = [
    "Options always win over what is stored, and edits on record keep what they were made with. What is weaker than the defaults is stored only with"
      + " --weaker, and named wherever it has an effect.",
    "Without options it prints what is stored.",
  ]
  static let examples = [
    CommandExample(
      "faceblur settings --style fill --margin 1.5", "Store another style and margin."),
    CommandExample(
      "faceblur settings --reset all", "Forget all that is stored."),
  ]

  private enum Forgotten: Sendable, Equatable {
    case one(UserSettings.Name)
    case all
  }

  private static let names = UserSettings.Name.allCases.map(\.rawValue)
  private static let reset = Option<Forgotten>(
    "--reset", value: "NAME|all", expected: names.joined(separator: ", ") + " or all",
    help: "Forget this setting, or all of them, also where the file is damaged; may be repeated.",
    isRepeatable: true, completion: .words(names + ["all"])
  ) { argument in
    argument.text == "all" ? Forgotten.all : UserSettings.Name(rawValue: argument.text).map(Forgotten.one)
  }
  private static let weaker = Flag(
    "--weaker",
    help: "Store it although renders would show or tell more than by the defaults, or faces be missed.")

  static let parameters =
    StrengthParameters.parameters + [
      RenderParameters.metadata.parameter, CommonParameters.effort.parameter, reset.parameter,
      weaker.parameter, CommonParameters.jsonOfResult.parameter, CommonParameters.quiet.parameter,
    ]

  private let strength: ObscuringStrength.Change
  private let metadata: MetadataPolicy?
  private let effort: DetectionEffort?
  private let forgotten: [Forgotten]
  private let mayBeWeaker: Bool
  private let console: Console

  init(_ arguments: ParsedArguments) throws(UsageError) {
    strength = try StrengthParameters.change(arguments)
    metadata = try arguments.value(of: RenderParameters.metadata)
    effort = try arguments.value(of: CommonParameters.effort)
    forgotten = try arguments.values(of: Self.reset)
    mayBeWeaker = arguments.has(Self.weaker)
    console = CommonParameters.console(arguments)
    var named = UserSettings()
    named.change(strength, metadata: metadata, effort: effort)
    if let name = named.weaker.first, !mayBeWeaker {
      throw UsageError(named.caution(about: name) + "; add --weaker if that is what you want")
    }
  }

  func run() -> ExitCode {
    do throws(FaceBlurError) {
      let isAnew = forgotten.contains(.all)
      let before = isAnew ? UserSettings() : try UserSettings.read()
      var settings = before
      for case .one(let name) in forgotten { settings.forget(name) }
      settings.change(strength, metadata: metadata, effort: effort)
      if isAnew || settings != before { try settings.write() }
      tell(settings)
      return .done
    } catch {
      console.fail(error.text)
      return ExitCode(error)
    }
  }

  private func tell(_ settings: UserSettings) {
    if console.json { console.emit(SettingsObject(settings: settings, path: UserSettings.file)) }
    let isStored = settings != UserSettings()
    let place = UserSettings.file.map { isStored ? "\($0)" : "\($0): nothing is stored" }
    let lines = UserSettings.Name.allCases.map { name in
      let label = name.rawValue + String(repeating: " ", count: max(0, 10 - name.rawValue.count))
      guard let text = settings.text(of: name) else {
        return "  \(label)\(settings.defaultText(of: name)) (default)"
      }
      let caution = settings.weaker.contains(name) ? ", weaker than the default" : ""
      return "  \(label)\(text)\(caution)"
    }
    console.say(
      [place ?? "settings have no place: neither XDG_CONFIG_HOME nor HOME is an absolute path"] + lines)
  }
}
