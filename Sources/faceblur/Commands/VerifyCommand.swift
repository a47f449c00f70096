internal import ImageProcessingKit

/// `faceblur verify`: the leak gate on any file.
struct VerifyCommand: Command {
  static let name = "verify"
  static let abstract =
    "List what a photo file holds besides its picture, and say whether it may show a face."
  static let standardInput: String? = "A file from standard input, alone or among others."
  static let operandName = "FILE|FOLDER…"
  static let operandCount = CommonParameters.anyNumberOfPhotos
  static let manual = [
    "The file is read as a stranger would. Everything beside the picture that a render does not have is a leak, and so is whatever may show a face."
      + " A folder is gone through with all that is in it.",
    "No record and no original is needed for that; with either of them the picture is compared, too.",
  ]
  static let examples = [
    CommandExample(
      "faceblur verify --no-faces published/",
      "Check a folder before it is published; whatever else is in the files, and any face, fails."),
    CommandExample(
      "faceblur verify a.jpg --original IMG_1234.JPG",
      "Check that a picture is as the record of its original says."),
    CommandExample(
      "faceblur verify a.jpg --regions IMG_1234.AAE",
      "Check from the file alone that its regions show their surroundings."),
  ]

  private static let original = Option<FilePath>.path(
    "--original", value: "FILE", completion: .photos,
    help: "Compare the picture with the photo that it was made from, by its record.")

  private static let regions = Option<FilePath>.path(
    "--regions", value: "RECORD", completion: .files("aae"),
    help:
      "Check from the file alone that the regions of a record (.AAE) show what their surroundings give, and nothing else."
  )

  private static let noFaces = Flag(
    "--no-faces", help: "Fail where a face is seen in a picture, and in a folder where something is no photo."
  )

  static let parameters =
    [
      original.parameter, regions.parameter, noFaces.parameter, CommonParameters.json.parameter,
    ] + DetectionRun.parameters + [
      CommonParameters.maxPixels.parameter, CommonParameters.noSandbox.parameter,
      CommonParameters.quiet.parameter,
    ]

  private let files: [FilePath]
  private let original: FilePath?
  private let regions: FilePath?
  /// Whether a face in the picture itself is a failure, too.
  private let refusesFaces: Bool
  private let limits: ImageLimits
  private let detection: DetectionRun

  init(_ arguments: ParsedArguments) throws(UsageError) {
    files = arguments.operands
    original = try arguments.value(of: Self.original)
    regions = try arguments.value(of: Self.regions)
    refusesFaces = arguments.has(Self.noFaces)
    if regions != nil, files.count > 1 || ChosenPhoto.isFolder(files[0]) {
      throw UsageError(
        "--regions is one photo's; type 'faceblur verify FILE --regions RECORD' for each file")
    }
    if original != nil, files.count > 1 || ChosenPhoto.isFolder(files[0]) {
      throw UsageError(
        "--original is one photo's; type 'faceblur verify FILE --original PHOTO' for each file")
    }
    limits = try CommonParameters.limits(arguments)
    detection = try DetectionRun(arguments)
  }

  func run() -> ExitCode {
    detection.withDetector { detector in
      let verifier = PhotoVerifier(detector: detector, reader: PhotoReader(limits: limits), wording: \.text)
      return ExitCode(
        ofAll: files.map { file in
          ChosenPhoto.isFolder(file) ? verify(folder: file, verifier) : verify(file, verifier)
        })
    }
  }

  private func verify(_ file: FilePath, _ verifier: PhotoVerifier) -> ExitCode {
    do {
      let verdict =
        file == StandardPhoto.name
        ? try verifier.verify(.standardInput, called: file, against: original, regionsOf: regions)
        : try verifier.verify(file, against: original, regionsOf: regions)
      present(verdict, isBrief: false)
      return fails(verdict) ? .someFailed : .done
    } catch {
      return detection.reporter.tell(of: error, file)
    }
  }

  private func verify(folder: FilePath, _ verifier: PhotoVerifier) -> ExitCode {
    var count = FolderCount()
    verifier.verify(folder: folder) { finding in
      count.take(finding, fails: fails(finding))
      switch finding {
      case .photo(let verdict): present(verdict, isBrief: !fails(verdict))
      case .unread(_, let reason): presentUnread(finding.verdict, "not read: \(reason)", isFailure: true)
      case .other(_, let reason):
        presentUnread(finding.verdict, "\(reason), not checked", isFailure: refusesFaces)
      }
    }
    detection.console.say(["\(folder): \(count.summary)"])
    if count.photos == 0, count.unread == 0 {
      detection.console.fail(
        "\(folder): there is no photo in it, so nothing was checked; name another folder")
      return .noInput
    }
    return count.failures > 0 ? .someFailed : .done
  }

  private func fails(_ finding: PhotoVerifier.Finding) -> Bool {
    switch finding {
    case .photo(let verdict): fails(verdict)
    case .unread: true
    case .other: refusesFaces
    }
  }

  private func fails(_ verdict: PhotoVerifier.Verdict) -> Bool {
    !verdict.isClean || refusesFaces && !verdict.faces.isEmpty
  }

  /// - Parameter isBrief: whether a line will do.
  private func present(_ verdict: PhotoVerifier.Verdict, isBrief: Bool) {
    let console = detection.console
    if console.json { console.emit(VerdictObject(verdict: verdict, failed: fails(verdict))) }
    console.say(["\(verdict.file): \(Self.headline(verdict))"] + (isBrief ? [] : details(of: verdict)))
    // An error, which quiet does not hide.
    if let unread = verdict.unread, console.verbosity == .quiet {
      console.fail("\(verdict.file): not read: \(unread)")
    }
  }

  /// What is not read is an error where it is a failure, and quiet does not hide that.
  private func presentUnread(_ verdict: PhotoVerifier.Verdict, _ text: String, isFailure: Bool) {
    let console = detection.console
    if console.json { console.emit(VerdictObject(verdict: verdict, failed: isFailure)) }
    console.say(["\(verdict.file): \(text)"])
    if isFailure, console.verbosity == .quiet { console.fail("\(verdict.file): \(text)") }
  }

  private static func headline(_ verdict: PhotoVerifier.Verdict) -> String {
    let leaks = verdict.blocks.count { !$0.isAllowed } + verdict.problems.count
    var parts: [String] = []
    if !verdict.faces.isEmpty { parts.append(seen(verdict.faces.count)) }
    if leaks > 0 { parts.append(counted(leaks, "leak")) }
    if verdict.isClean { parts.append("no leak") }
    if let unread = verdict.unread { parts.append("not read: \(unread)") }
    return parts.joined(separator: ", ")
  }

  private func details(of verdict: PhotoVerifier.Verdict) -> [String] {
    let blocks = verdict.blocks.map { block in
      let contents = block.contents.isEmpty ? "" : " (\(block.contents.joined(separator: ", ")))"
      return "  byte \(block.range.lowerBound)  \(block.range.count) bytes  \(block.name)\(contents)"
        + (block.objection.map { "  LEAK: \($0), \(Self.phrase(block.mayShowFace))" } ?? "")
    }
    let faces = Self.seen(verdict.faces.count)
    let picture = verdict.size.map { ["  picture  \($0.width) × \($0.height), \(faces) in it"] } ?? []
    return blocks + picture + verdict.problems.map { "  LEAK: \($0)" } + verdict.notes.map { "  note  \($0)" }
  }

  private static func seen(_ faces: Int) -> String {
    faces == 0 ? "no face is seen" : "\(counted(faces, "face")) \(faces == 1 ? "is" : "are") seen"
  }

  private static func phrase(_ evidence: MetadataBlock.FaceEvidence) -> String {
    switch evidence {
    case .yes: "and it shows a face"
    case .no: "no face is seen in it"
    case .unknown: "it may show a face"
    }
  }
}
