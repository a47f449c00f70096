internal import ImageProcessingKit

/// One detector over many photos, and what is printed about each.
struct DetectionRun {
  /// What says how faces are looked for.
  static let parameters = [
    CommonParameters.effort.parameter, CommonParameters.engine.parameter,
    CommonParameters.threshold.parameter, CommonParameters.detector.parameter,
    CommonParameters.models.parameter,
  ]

  let console: Console
  private let choice: DetectorChoice
  private let effort: DetectionEffort
  private let threshold: Double?
  private let engine: NetworkEngine
  private let models: ModelLocator

  init(_ arguments: ParsedArguments) throws(UsageError) {
    console = CommonParameters.console(arguments)
    choice = try arguments.value(of: CommonParameters.detector) ?? .auto
    effort = try arguments.value(of: CommonParameters.effort) ?? .normal
    engine = try arguments.value(of: CommonParameters.engine) ?? .native
    threshold = try arguments.value(of: CommonParameters.threshold)
    models = try CommonParameters.modelLocator(arguments)
  }

  /// The photos, each once, without those that are renders of earlier edits: `*.jpg` names both.
  func leavingOutRenders(_ photos: [FilePath]) -> [FilePath] {
    var seen: Set<FileIdentity> = []
    return photos.filter { photo in
      if let identity = FileIdentity(of: photo), !seen.insert(identity).inserted {
        console.warn("\(photo): named before; it is done once")
        return false
      }
      guard let original = PhotoAsset.original(ofRender: photo) else { return true }
      console.warn("\(photo): left out, because it is the render of \(original)")
      return false
    }
  }

  /// Makes the detector and does some work with it.
  /// - Parameter work: is also given the warning that the detector is not the best one.
  func withDetector(_ work: (any FaceDetecting, String?) -> ExitCode) -> ExitCode {
    do throws(DetectionError) {
      let made = try choice.makeDetector(
        models: models, effort: effort, threshold: threshold, engine: engine)
      if let warning = made.warning { console.warn(warning) }
      return work(made.detector, made.warning)
    } catch {
      console.fail("\(error)")
      return ExitCode(error)
    }
  }

  /// Takes every photo through the pipeline. One that fails is reported and does not stop the others.
  func overPhotos(
    _ photos: [FilePath], _ settings: BlurPipeline.Settings,
    _ process: (BlurPipeline, FilePath) throws(PipelineError) -> PhotoReport
  ) -> ExitCode {
    withDetector { detector, detectorWarning in
      let pipeline = BlurPipeline(detector: detector, settings: settings)
      return ExitCode(
        ofAll: photos.map { photo in
          do throws(PipelineError) {
            var report = try process(pipeline, photo)
            for warning in report.warnings { console.warn("\(photo): \(warning)") }
            if let detectorWarning { report.warnings.append(detectorWarning) }
            present(report)
            return .done
          } catch {
            return tell(of: error, photo)
          }
        })
    }
  }

  /// Reports a file that failed.
  func tell(of error: PipelineError, _ file: FilePath) -> ExitCode {
    let code = ExitCode(error)
    console.fail("\(error)")
    if console.json {
      console.emit(FailureLine(file: file.description, error: "\(error)", exitCode: code.rawValue))
    }
    return code
  }

  private func present(_ report: PhotoReport) {
    if console.json { console.emit(PhotoLine(report)) }
    let regions = report.plan.regions
    let count =
      switch regions.count {
      case 0: "no face found"
      case 1: "1 face"
      default: "\(regions.count) faces"
      }
    let excluded = regions.count - report.plan.applied.count
    let left = excluded == 0 ? "" : ", \(excluded) excluded"
    let files = [
      ("render", report.outputs.render), ("record", report.outputs.record),
      ("preview", report.outputs.preview),
      ("overlay", report.outputs.overlay),
    ]
    let written = files.compactMap { kind, path in path.map { "  \(kind)  \($0)" } }
    let nothing = written.isEmpty && regions.isEmpty ? ", nothing written" : ""
    let dropped = report.dropped.isEmpty ? [] : ["  dropped  " + report.dropped.joined(separator: ", ")]
    console.say(["\(report.file): \(count)\(left)\(nothing)"] + written + dropped)
    console.detail(
      PhotoLine(report).faces.map { face in
        "  " + [face.line, face.origin, face.state].compactMap(\.self).joined(separator: "  ")
      })
    if let path = report.renderPath {
      console.detail(["  rendered by way of: \(path.rawValue)"])
      console.say(report.notes.map { "  note  " + $0 })
    }
  }
}
