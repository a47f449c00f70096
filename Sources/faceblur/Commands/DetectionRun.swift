internal import ImageProcessingKit

/// One detector over many photos, and what is printed about each.
struct DetectionRun {
  private let console: Console
  private let choice: DetectorChoice
  private let threshold: Double?
  private let models: ModelLocator

  init(_ arguments: ParsedArguments) throws(UsageError) {
    console = CommonParameters.console(arguments)
    choice = try arguments.value(of: CommonParameters.detector) ?? .auto
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

  /// Takes every photo through the pipeline. One that fails is reported and does not stop the others.
  func overPhotos(
    _ photos: [FilePath], _ settings: BlurPipeline.Settings,
    _ process: (BlurPipeline, FilePath) throws(PipelineError) -> PhotoReport
  ) -> ExitCode {
    let pipeline: BlurPipeline
    let detectorWarning: String?
    do throws(DetectionError) {
      let made = try choice.makeDetector(models: models, threshold: threshold)
      pipeline = BlurPipeline(detector: made.detector, settings: settings)
      detectorWarning = made.warning
    } catch {
      console.fail("\(error)")
      return ExitCode(error)
    }
    if let detectorWarning { console.warn(detectorWarning) }

    let codes = photos.map { photo -> ExitCode in
      do throws(PipelineError) {
        var report = try process(pipeline, photo)
        for warning in report.warnings { console.warn("\(photo): \(warning)") }
        if let detectorWarning { report.warnings.append(detectorWarning) }
        present(report)
        return .done
      } catch {
        let code = ExitCode(error)
        console.fail("\(error)")
        if console.json {
          console.emit(FailureLine(file: photo.description, error: "\(error)", exitCode: code.rawValue))
        }
        return code
      }
    }
    return ExitCode(ofAll: codes)
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
    let files = [
      ("render", report.outputs.render), ("record", report.outputs.record),
      ("preview", report.outputs.preview),
      ("overlay", report.outputs.overlay),
    ]
    let written = files.compactMap { kind, path in path.map { "  \(kind)  \($0)" } }
    let nothing = written.isEmpty && regions.isEmpty ? ", nothing written" : ""
    console.say(["\(report.file): \(count)\(nothing)"] + written)
    console.detail(PhotoLine(report).faces.map { "  " + $0.line })
    if let path = report.renderPath {
      console.detail((["rendered by way of: \(path.rawValue)"] + report.notes).map { "  " + $0 })
    }
  }
}
