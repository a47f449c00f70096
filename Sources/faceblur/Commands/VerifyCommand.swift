internal import ImageProcessingKit

/// `faceblur verify`: the leak gate on any file.
struct VerifyCommand: Command {
  static let name = "verify"
  static let abstract =
    "List what a photo file holds besides its picture, and say whether it may show a face."
  static let operandName = "FILE…"
  static let operandCount = CommonParameters.anyNumberOfPhotos

  private static let original = Option<FilePath>.path(
    "--original", value: "FILE",
    help: "Compare the picture with the photo that it was made from, by its record.")

  static let parameters =
    [
      original.parameter, CommonParameters.json.parameter,
    ] + DetectionRun.parameters + [
      CommonParameters.maxPixels.parameter, CommonParameters.quiet.parameter,
    ]

  private let files: [FilePath]
  private let original: FilePath?
  private let limits: ImageLimits
  private let detection: DetectionRun

  init(_ arguments: ParsedArguments) throws(UsageError) {
    files = arguments.operands
    original = try arguments.value(of: Self.original)
    if original != nil, files.count > 1 {
      throw UsageError(
        "--original is one photo's; type 'faceblur verify FILE --original PHOTO' for each file")
    }
    limits = try CommonParameters.limits(arguments)
    detection = try DetectionRun(arguments)
  }

  func run() -> ExitCode {
    detection.withDetector { detector in
      let verifier = PhotoVerifier(detector: detector, limits: limits)
      return ExitCode(
        ofAll: files.map { file in
          do throws(PipelineError) {
            let verdict = try verifier.verify(file, against: original)
            present(verdict)
            return verdict.isLeaking ? .someFailed : .done
          } catch {
            return detection.reporter.tell(of: error, file)
          }
        })
    }
  }

  private func present(_ verdict: PhotoVerifier.Verdict) {
    if detection.console.json { detection.console.emit(VerdictLine(verdict)) }
    let leaks = verdict.blocks.count { !$0.isAllowed } + verdict.problems.count
    let result = leaks == 0 ? "no leak" : counted(leaks, "leak")
    let blocks = verdict.blocks.map { block in
      let contents = block.contents.isEmpty ? "" : " (\(block.contents.joined(separator: ", ")))"
      return "  byte \(block.range.lowerBound)  \(block.range.count) bytes  \(block.name)\(contents)"
        + (block.objection.map { "  LEAK: \($0), \(Self.phrase(block.mayShowFace))" } ?? "")
    }
    let faces =
      switch verdict.faces.count {
      case 0: "no face is seen"
      case let count: "\(counted(count, "face")) \(count == 1 ? "is" : "are") seen"
      }
    let picture = verdict.size.map { ["  picture  \($0.width) × \($0.height), \(faces) in it"] } ?? []
    detection.console.say(
      ["\(verdict.file): \(result)"] + blocks + picture + verdict.problems.map { "  LEAK: \($0)" }
        + verdict.notes.map { "  note  \($0)" })
  }

  private static func phrase(_ evidence: MetadataBlock.FaceEvidence) -> String {
    switch evidence {
    case .yes: "and it shows a face"
    case .no: "no face is seen in it"
    case .unknown: "it may show a face"
    }
  }
}

/// What `verify --json` prints for a file. The names are a contract with the programs that read them.
private struct VerdictLine: Encodable {
  struct Block: Encodable {
    var kind: String
    var name: String
    /// In bytes from the file's beginning.
    var offset: Int
    var size: Int
    var allowed: Bool
    /// Why it may not be in a scrubbed photo; absent where it may.
    var reason: String?
    /// `yes`, `no` or `unknown`.
    var mayShowFace: String
    var contents: [String]
  }

  var file: String
  var leak: Bool
  var blocks: [Block]
  /// Faces seen in the picture itself, in upright full-size pixels.
  var faces: [FaceObject]
  var problems: [String]
  var notes: [String]

  init(_ verdict: PhotoVerifier.Verdict) {
    file = verdict.file.description
    leak = verdict.isLeaking
    blocks = verdict.blocks.map { block in
      Block(
        kind: block.kind.rawValue, name: block.name, offset: block.range.lowerBound, size: block.range.count,
        allowed: block.isAllowed, reason: block.objection, mayShowFace: block.mayShowFace.rawValue,
        contents: block.contents)
    }
    faces =
      verdict.size.map { size in
        verdict.faces.map { FaceObject($0, width: size.width, height: size.height) }
      } ?? []
    problems = verdict.problems
    notes = verdict.notes
  }
}
