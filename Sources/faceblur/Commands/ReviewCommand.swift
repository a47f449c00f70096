internal import ImageProcessingKit

/// `faceblur review`: a page in the browser where a person decides about photos and films. A program of its own serves it, so that the
/// command loads nothing of what serving takes.
struct ReviewCommand: Command {
  static let name = "review"
  static let abstract =
    "Decide about every doubtful face in a browser on this machine: of a scrubbed folder, or of photos and films."
  static let heedsStoredSettings = true
  static let operandName = "TARGET|PHOTO|FOLDER…"
  static let operandCount = CommonParameters.anyNumberOfPhotos
  static let manual = [
    "The page is served on this machine, for this user alone, and its address is printed. What is decided is kept at once and rendered with Done.",
    "Give either one folder that 'faceblur scrub' has written to, or photos, films and folders of none.",
  ]
  static let examples = [
    CommandExample(
      "faceblur review published/", "Decide about every doubtful face of a collection."),
    CommandExample(
      "faceblur review --check published/", "Say whether somebody has looked at each of its photos and films."
    ),
  ]

  private static let port = Option<Int>.number(
    "--port", in: 1024...65535, help: "Serve the page on this port (default: one that is free).")
  private static let noOpen = Flag("--no-open", help: "Open no browser; only print the address.")
  private static let idleMinutes = Option<Double>.number(
    "--idle-minutes", value: "N", in: 0.01...10_080,
    help: "End when nobody has used the page for so long (default 60); what is decided is kept.")
  private static let check = Flag(
    "--check",
    help:
      "Serve nothing; exit with 1 where a photo or film of TARGET was never looked at or has changed since, or anything lies there that no run put there."
  )
  private static let state = Option<FilePath>.path(
    "--state", value: "DIR", help: "The journal of TARGET is in this folder, not in TARGET.faceblur.")

  static let parameters =
    [
      state.parameter, check.parameter, port.parameter, noOpen.parameter, idleMinutes.parameter,
    ] + StrengthParameters.parameters + DetectionRun.parameters + [
      RenderParameters.metadata.parameter, CommonParameters.record.parameter,
      CommonParameters.renders.parameter, CommonParameters.maxPixels.parameter,
      CommonParameters.noSandbox.parameter, CommonParameters.force.parameter,
      CommonParameters.quiet.parameter, CommonParameters.verbose.parameter,
    ]

  private let subject: ReviewStart.Subject
  private let state: FilePath?
  private let isCheck: Bool
  /// Where the records of photos outside of collections go; nil for beside these.
  private let records: FilePath?
  /// Where renders of such photos may be.
  private let renders: [FilePath]
  private let start: ReviewStart
  private let console: Console

  init(_ arguments: ParsedArguments) throws(UsageError) {
    console = CommonParameters.console(arguments)
    state = try arguments.value(of: Self.state)
    isCheck = arguments.has(Self.check)
    let named = try Self.subject(arguments.operands, state)
    subject = isCheck ? try Self.checked(named) : named
    let settings = try CommonParameters.settings(arguments)
    if settings.record == .none { throw UsageError("a review is kept in records; leave --record none out") }
    if case .collection = subject, let misplaced = try Self.misplaced(arguments) {
      throw UsageError("\(misplaced) is for photos outside of collections; leave that out")
    }
    if case .folder(let folder) = settings.record { records = folder } else { records = nil }
    renders = settings.renderFolders
    guard let drafts = Self.drafts else {
      throw UsageError("it is not known where unfinished work is kept; set XDG_STATE_HOME or HOME")
    }
    start = ReviewStart(
      subject: subject, state: state, drafts: drafts,
      force: arguments.has(CommonParameters.force),
      port: try arguments.value(of: Self.port).map { UInt16($0) },
      opensBrowser: !arguments.has(Self.noOpen),
      idleMinutes: try arguments.value(of: Self.idleMinutes) ?? 60,
      strength: StrengthObject(try StrengthParameters.change(arguments)), wishes: settings.wishes,
      metadata: try RenderParameters.options(arguments).metadata,
      detection: try DetectionRun(arguments).choices, record: settings.record,
      renderFolders: settings.renderFolders, maxPixels: settings.reader.limits.maxPixels,
      allowsUnconfined: arguments.has(CommonParameters.noSandbox), verbosity: console.verbosity)
  }

  func run() -> ExitCode {
    if isCheck, case .collection(let target) = subject { return check(target) }
    do throws(FaceBlurError) {
      if let records, case .photos(let photos) = subject, let photo = photos.first {
        let place = PublishedFolder.Place(path: records.appending(photo.name), option: "--record")
        try PublishedFolder.refuse([place], of: photo)
      }
      try refusePublished()
      try ReviewProgramStart.become(start)
    } catch {
      console.fail(error.text)
      return ExitCode(error)
    }
  }

  /// What is decided about photos by their own records need not reach what a run has published of them.
  /// - Throws: `FaceBlurError` where their renders are said to be in what a collection was scrubbed into.
  private func refusePublished() throws(FaceBlurError) {
    guard case .photos = subject else { return }
    for folder in renders {
      guard let target = ReviewSession.collection(around: folder) else { continue }
      throw FaceBlurError(
        .refused, file: folder, "a collection was scrubbed into \(target), and that is reviewed as a whole",
        advice: "\(.review(target)), or leave --renders out")
    }
  }

  private func check(_ target: FilePath) -> ExitCode {
    do {
      let check = try SignOff.check(target: target, state: state)
      for finding in check.findings {
        console.fail("\(target.appending(finding.output)): \(Self.text(of: finding.flaw))")
      }
      if check.others > 0 { console.fail("\(counted(check.others, "more file")) of the kind") }
      let objections = check.findings.count + check.others
      console.say(["\(target): \(counted(check.outputs, "photo")), \(counted(objections, "objection"))"])
      return check.isSound ? .done : .someFailed
    } catch {
      console.fail(error.text)
      return ExitCode(error)
    }
  }

  private static func text(of flaw: SignOff.Check.Flaw) -> String {
    switch flaw {
    case .unseen: "nobody has looked at all of it"
    case .changed: "it has changed since somebody looked at it"
    case .foreign:
      "it is not what the last run or edit made, which is what a review shows of it; run 'faceblur scrub' again, then review it"
    case .unrendered: "somebody has decided otherwise since, and Done has not rendered that yet"
    case .stranger: "no run has put it there, so nobody could look at it in a review"
    case .stray: "no run put it there, and a target holds nothing else; take it away before this is published"
    case .unread: "it cannot be read"
    }
  }

  /// What is reviewed: the target of a collection, alone, or photos and folders of none.
  private static func subject(
    _ operands: [FilePath], _ state: FilePath?
  ) throws(UsageError) -> ReviewStart.Subject {
    if state != nil {
      guard operands.count == 1 else {
        throw UsageError("--state is of one collection; type 'faceblur review TARGET --state DIR'")
      }
      return .collection(operands[0])
    }
    for path in operands {
      guard let target = ReviewSession.collection(around: path) else { continue }
      guard FileIdentity(of: path) == FileIdentity(of: target) else {
        throw UsageError("\(path) is a part of a collection; type 'faceblur review \(target)' to review that")
      }
      guard operands.count == 1 else {
        throw UsageError("\(path) is a whole collection; review it alone: 'faceblur review \(path)'")
      }
      return .collection(path)
    }
    return .photos(operands)
  }

  /// What `--check` is about.
  private static func checked(_ subject: ReviewStart.Subject) throws(UsageError) -> ReviewStart.Subject {
    guard case .photos(let paths) = subject else { return subject }
    let use = "type 'faceblur review --check TARGET', with --state DIR where the journal is elsewhere"
    guard let path = paths.first, paths.count == 1 else {
      throw UsageError("--check takes one folder that 'faceblur scrub' has written to; \(use)")
    }
    // Opening it says that it is not there.
    guard path.exists else { return .collection(path) }
    let reason =
      path.isFolder ? "no journal of a 'faceblur scrub' into it lies beside it" : "it is no folder"
    throw UsageError("--check cannot tell anything of \(path): \(reason); \(use)")
  }

  /// An option that is of no use for a collection, which has settings of its own.
  private static func misplaced(_ arguments: ParsedArguments) throws(UsageError) -> String? {
    [
      ("--record", try arguments.value(of: CommonParameters.record) != nil),
      ("--renders", try !arguments.values(of: CommonParameters.renders).isEmpty),
      ("--metadata", try arguments.value(of: RenderParameters.metadata) != nil),
      ("--style, --shape, --cells or --margin", try StrengthParameters.change(arguments) != .init()),
    ].first { $0.1 }?.0
  }

  /// Where what is decided about photos outside of collections waits until it is rendered (XDG Base Directory Specification 0.8);
  /// nil where the environment names no place.
  private static var drafts: FilePath? {
    let state = FilePath(environment: "XDG_STATE_HOME").flatMap { $0.isAbsolute ? $0 : nil }
    let home = FilePath(environment: "HOME").flatMap { $0.isAbsolute ? $0 : nil }
    return (state ?? home?.appending(".local/state"))?.appending("faceblur/review")
  }
}
