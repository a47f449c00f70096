internal import ImageProcessingKit

/// `faceblur selftest`: what works on this machine, by trying it out.
struct SelfTestCommand: Command {
  static let name = "selftest"
  static let abstract =
    "Try out every format on a portrait of the command's own, and say what works on this machine."
  static let operandName = ""
  static let operandCount = 0...0
  static let manual = [
    "Blurs a portrait of its own in every format, has the gate look at each render, hides a picture in it that 'verify' must find, and tries"
      + " films, the networks, the sandbox, OpenCV and the page's server. All of it happens in a private folder, of which nothing is left.",
    "What is not installed is named with the package that brings it, and is no failure unless --all is given; what is installed and does not work is"
      + " one.",
  ]
  static let examples = [
    CommandExample("faceblur selftest", "Say what works on this machine."),
    CommandExample(
      "faceblur selftest --all --json",
      "Tell a program whether everything that packages bring is there and works."),
  ]
  static let parameters = [
    all.parameter, CommonParameters.models.parameter, CommonParameters.noSandbox.parameter,
    CommonParameters.jsonOfResult.parameter, CommonParameters.quiet.parameter,
  ]

  private static let all = Flag(
    "--all", help: "Fail also where something is not installed that a package would bring.")

  private let isWhole: Bool
  private let models: ModelLocator
  private let console: Console

  init(_ arguments: ParsedArguments) throws(UsageError) {
    isWhole = arguments.has(Self.all)
    models = try CommonParameters.modelLocator(arguments)
    console = CommonParameters.console(arguments)
  }

  func run() -> ExitCode {
    StopSignal.watch()
    let folder: PrivateFolder
    do {
      folder = try PrivateFolder()
    } catch {
      console.fail(error.text)
      return ExitCode(error)
    }
    let code = run(in: folder)
    if !folder.remove() { console.insist("\(folder.path): cannot be removed; remove it yourself") }
    return code
  }

  private func run(in folder: PrivateFolder) -> ExitCode {
    let machine = SelfTestMachine(models: models, folder: folder)
    let sandbox = SelfTestMachine.Sandbox()
    var checks: [SelfTestCheck] = []
    func tell(_ check: SelfTestCheck) {
      checks.append(check)
      console.say([check.line])
      // An error, which quiet does not hide.
      if check.fails(asWhole: isWhole), console.verbosity == .quiet { console.fail(check.line) }
    }
    guard formatChecks(in: folder, tell) else {
      console.fail("stopped; nothing is left of it")
      return .interrupted
    }
    for check in [
      machine.filmsCheck, machine.modelsCheck, sandbox.check, machine.openCVCheck, machine.reviewCheck,
    ] {
      tell(check)
    }
    let failed = checks.filter { $0.fails(asWhole: isWhole) }
    if console.json { console.emit(SelfTestObject(checks, sandbox, passed: failed.isEmpty)) }
    guard failed.isEmpty else {
      console.fail("\(failed.map(\.name).joined(separator: ", ")): see what is said of each above")
      return .someFailed
    }
    console.say(["faceblur \(FaceBlurVersion.current): all that is installed works"])
    return .done
  }

  /// - Returns: false where somebody has asked for the end.
  private func formatChecks(in folder: PrivateFolder, _ tell: (SelfTestCheck) -> Void) -> Bool {
    let photos = SelfTestPhoto.all
    let detector: any FaceDetecting
    // The portrait's face is large, so that the quickest looks find it.
    do {
      detector = try DetectorChoice.networks.makeDetector(models: models, effort: .fast)
    } catch {
      for photo in photos {
        tell(SelfTestCheck(photo.format, .failed, "not tried, because no face can be found"))
      }
      return true
    }
    let check = FormatCheck(detector, in: folder)
    for photo in photos {
      guard !StopSignal.isRaised, let result = check.check(photo) else {
        return false
      }
      tell(result)
    }
    return true
  }
}
